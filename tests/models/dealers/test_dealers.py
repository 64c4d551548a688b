"""Specs, ranges, shapes: what is taken for a deal number, and what is refused in one line."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time

import pytest

from blackhole_models.dealers import SCHEMES, Deals, Shape, deals, is_spec, rank_block
from blackhole_models.errors import InputError, UnsupportedError


@pytest.mark.parametrize("text", ["pysolfc:5", "ms:1-10", "uniform:0", "PySolFC:7", "uniform:", "ms:x", "other:5"])
def test_specs(text: str) -> None:
    assert is_spec(text)


@pytest.mark.parametrize("text", ["deal.txt", "", "-", "C:\\deals\\5.txt", "pysolfc5", "other:x", ":5", "a b:5"])
def test_names_of_files_are_no_specs(text: str) -> None:
    assert not is_spec(text)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pysolfc:x", "pysolfc takes a number or a range such as 1-100, not 'x'"),
        ("uniform:-5", "uniform takes a number or a range such as 1-100, not '-5'"),
        ("ms:1-", "ms takes a number or a range"),
        ("ms:1-2-3", "ms takes a number or a range"),
        ("ms:", "ms takes a number or a range"),
        ("ms:1.5", "ms takes a number or a range"),
        ("ms:٣", "ms takes a number or a range"),
        ("ms:" + "9" * 5000, "ms takes a number or a range"),
        ("pysolfc:0", "pysolfc numbers go from 1 to 100000000000000000000: there is no deal 0"),
        ("pysolfc:" + "9" * 30, "pysolfc numbers go from 1 to 100000000000000000000: there is no deal 99999"),
        ("pysolfc:1-100000000000000000001", "there is no deal 100000000000000000001"),
        ("ms:0", "ms numbers go from 1 to 8589934591: there is no deal 0"),
        ("ms:8589934592", "ms numbers go from 1 to 8589934591"),
        ("uniform:18446744073709551616", "uniform numbers go from 0 to 18446744073709551615"),
        ("uniform:5-4", "the range uniform:5-4 is empty"),
        ("pysolfc:1-100000000000000000000", "has too many deals to count"),
        ("other:5", "there is no dealer 'other': there are pysolfc, ms, uniform"),
        ("5", "'5' is not a deal number, which is written like pysolfc:5"),
    ],
)
def test_absurd_specs_are_refused_naming_the_scheme(spec: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        deals(spec, Shape())
    assert message in str(error.value)
    assert len(str(error.value)) < 150


@pytest.mark.parametrize("spec", ["pysolfc:1-1000000", "ms:5-1000004", "uniform:0-999999"])
def test_ranges_are_sequences_that_deal_only_what_is_asked_for(spec: str) -> None:
    start = time.perf_counter()
    dealt = deals(spec, Shape())
    assert len(dealt) == 1_000_000
    scheme, first = spec.split("-")[0].split(":")
    assert [deal.name for deal in itertools.islice(dealt, 3)] == [f"{scheme}:{int(first) + step}" for step in range(3)]
    assert dealt[-1].name == f"{scheme}:{int(first) + 999_999}"
    assert isinstance(dealt[10:13], Deals)
    assert [deal.name for deal in dealt[10:13]] == [dealt[index].name for index in (10, 11, 12)]
    with pytest.raises(IndexError):
        dealt[1_000_000]
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_iterating_indexing_and_dealing_alone_agree(scheme: str) -> None:
    dealt = deals(f"{scheme}:100-180", Shape())
    together = list(dealt)
    assert len(together) == 81
    for index in (0, 1, 2, 40, 80):
        assert together[index] == dealt[index] == deals(f"{scheme}:{100 + index}", Shape())[0]
        assert together[index].name == f"{scheme}:{100 + index}"


def test_leading_zeros_change_nothing() -> None:
    assert deals("pysolfc:00005", Shape())[0].name == "pysolfc:5"


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ({"game": "golf"}, "unknown game 'golf'"),
        ({"ranks": 2}, "3 to 999 ranks, not 2"),
        ({"suits": 0}, "suits, not 0"),
        ({"ranks": 999, "suits": 999}, "up to 65,536 cards, not 998,001"),
        ({"fan_size": 0}, "at least one card, not 0"),
        ({"game": "all-in-a-row", "any_foundation": True}, "no foundation card"),
    ],
)
def test_shapes_that_do_not_exist(shape: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Shape(**shape)  # type: ignore[arg-type]


def test_fans_of_a_shape() -> None:
    assert Shape().fan_lengths == (3,) * 17
    assert Shape(game="all-in-a-row").fan_lengths == (4,) * 13
    assert Shape(ranks=5, suits=4, fan_size=5).fan_lengths == (5, 5, 5, 4)
    assert Shape(ranks=3, suits=1, fan_size=9).fan_lengths == (2,)


@pytest.mark.parametrize("scheme", ["pysolfc", "ms"])
@pytest.mark.parametrize(
    "shape",
    [Shape(ranks=12), Shape(suits=5), Shape(fan_size=4), Shape(any_foundation=True), Shape("all-in-a-row", fan_size=3)],
)
def test_public_numbers_have_one_shape(scheme: str, shape: Shape) -> None:
    for ask in (lambda: deals(f"{scheme}:5", shape), lambda: rank_block(scheme, 5, 1, shape)):
        with pytest.raises(UnsupportedError, match=f"{scheme} .*: use uniform"):
            ask()


def test_nothing_heavy_is_imported_before_it_deals() -> None:
    code = "import sys, blackhole_models.dealers as d; d.is_spec('ms:5'); d.Shape(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
