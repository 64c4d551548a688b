"""Names of encodings: what they stand for, and that they come back as given."""

from __future__ import annotations

import pytest

from blackhole_models.cnf.options import BASES, PARTS, Options
from blackhole_models.errors import InputError


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize(
    "words", [(), ("cards",), ("ranks", "product"), ("budgets", "no-windows"), ("exchange", "dominance", "pairwise")]
)
def test_the_canonical_name_stands_for_the_same_encoding(name: str, words: tuple[str, ...]) -> None:
    options = Options.parse(name, words)
    canonical = options.names(name)
    assert Options.parse(name, canonical) == options
    assert Options.parse(name, canonical).names(name) == canonical


def test_order_and_repetition_of_parts_do_not_matter() -> None:
    assert Options.parse("sat-direct", ("budgets", "windows", "budgets")) == Options.parse(
        "sat-direct", ("windows", "budgets")
    )


def test_parts_that_a_base_has_already_are_not_in_its_name() -> None:
    assert Options.parse("sat", ("windows", "directions")).names("sat") == ()
    assert Options.parse("sat", ("no-windows", "ranks")).names("sat") == ("ranks", "no-windows")


@pytest.mark.parametrize("words", [("cards", "ranks"), ("pairwise", "product"), ("windows", "no-windows")])
def test_contradictory_parts_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=f"only one of {words[0]} and {words[1]}"):
        Options.parse("sat", words)


@pytest.mark.parametrize("word", ["", "nonsense", "no-cards", "no-", "base", "x" * 500])
def test_unknown_parts_are_refused_in_one_short_line(word: str) -> None:
    with pytest.raises(InputError) as caught:
        Options.parse("sat", (word,))
    message = str(caught.value)
    assert all(part in message for part in PARTS)
    assert len(message) < 200
    assert "\n" not in message


def test_listing_all_orders_leaves_out_what_loses_them() -> None:
    complete = Options.parse("sat-direct", PARTS).complete()
    assert complete.names("sat-direct") == ("windows", "budgets")
