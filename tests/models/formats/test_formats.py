"""All formats together: told apart by content, round trips, bytes of every kind, and no way to break a reader."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.errors import InputError, UnsupportedError
from blackhole_models.formats import FORMATS, ReadOptions, read_deals, write_deal

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
DEAL = Deal.of("AS", "2S 3S 4S", "AH 2H 3H", "4H 5H 5S", ranks=5)


def read(data: bytes, **options: object) -> list[Deal | InputError]:
    return read_deals(data, source="file", options=ReadOptions(**options))  # type: ignore[arg-type]


@st.composite
def any_deal(draw: st.DrawFn, formats: tuple[str, ...] = tuple(FORMATS)) -> tuple[str, Deal]:
    """A format and a deal of a shape that it can hold, complete or not."""
    name = draw(st.sampled_from(formats))
    ranks = draw(st.integers(3, 13 if name == "solvitaire" else 15))
    suits = draw(st.integers(1, 4 if name == "solvitaire" else 6))
    deck = [Card(rank, suit) for suit in range(suits) for rank in range(ranks)]
    if draw(st.booleans()):
        deck = draw(st.lists(st.sampled_from(deck[1:]), min_size=1, unique=True)) + deck[:1]
    deck.sort()
    rest = draw(st.permutations(deck[1:]))
    foundation: Card | None = Card(0, 0)
    if name in ("pysolfc", "solvitaire"):
        foundation = draw(st.sampled_from([Card(0, 0), None, rest[0]]))
        rest = draw(st.permutations([card for card in deck if card != foundation]))
    if name == "csplib":
        rest, size = rest[: len(rest) // 3 * 3], 3
    elif name == "minizinc":
        size = draw(st.integers(1, len(rest)))
        rest = rest[: len(rest) // size * size]
    else:
        cuts = sorted(draw(st.lists(st.integers(0, len(rest)), max_size=6)))
        fans = [tuple(rest[start:end]) for start, end in zip([0, *cuts], [*cuts, len(rest)], strict=True)]
        return name, Deal(ranks, tuple(fans), foundation)
    assume(rest)
    return name, Deal(ranks, tuple(tuple(rest[at : at + size]) for at in range(0, len(rest), size)), foundation)


@settings(PATIENT, max_examples=300)
@given(any_deal())
def test_round_trip_keeps_the_deal(case: tuple[str, Deal]) -> None:
    name, deal = case
    if name == "solvitaire" and deal.ranks != 1 + max(card.rank for card in deal):
        with pytest.raises(UnsupportedError, match="cannot say"):
            write_deal(deal, name)
        return
    text = write_deal(deal, name).encode()
    assert read(text, allow_odd_deck=True) == [deal]
    assert read(text, allow_odd_deck=True, format=name, ranks=deal.ranks) == [deal]


@pytest.mark.parametrize("name", FORMATS)
def test_round_trip_of_a_complete_deck_needs_no_options(name: str) -> None:
    assert read(write_deal(DEAL, name).encode()) == [DEAL]


@settings(PATIENT)
@given(any_deal(("pysolfc", "pycsp3")), st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["utf-8-sig", "utf-16"]))
def test_line_ends_and_byte_order_marks_change_nothing(case: tuple[str, Deal], end: str, encoding: str) -> None:
    name, deal = case
    text = write_deal(deal, name)
    plain = read(text.encode(), allow_odd_deck=True)
    assert read(text.replace("\n", end).encode(encoding), allow_odd_deck=True) == plain


@pytest.mark.parametrize("name", FORMATS)
def test_top_overrides_the_end_that_the_format_says(name: str) -> None:
    data = write_deal(DEAL, name).encode()
    turned = Deal(DEAL.ranks, tuple(fan[::-1] for fan in DEAL.fans), DEAL.foundation)
    own = "last" if name in ("pysolfc", "solvitaire") else "first"
    assert read(data) == read(data, top=own) == [DEAL]
    assert read(data, top="first" if own == "last" else "last") == [turned]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "file: the file is empty"),
        (b" \n\t\n", "file: the file is empty"),
        (b"hello world", "is no deal in a known format (pysolfc, solvitaire, csplib, minizinc, pycsp3)"),
        (b"#only a comment", "is no deal in a known format"),
        (b"\x7fELF\x02\x01\x01\x00\x00", "not a text file: it has the control character"),
        (b"Foundations: AS\r2S \xff", "line 2: not a text file: byte 0xff is not utf-8"),
        ("Foundations: AS\n".encode("utf-16-le"), "not a text file"),
        (b"\xff\xfeA", "not a text file"),
        (b"Foundations: AS\nletting initialStacks = [1]", "could be pysolfc or csplib: say which with --format"),
        (b'{"piles": [], "tableau piles": []}', "could be solvitaire or pycsp3"),
    ],
)
def test_files_that_are_no_deal_give_one_clear_line(data: bytes, message: str) -> None:
    [error] = read(data)
    assert isinstance(error, InputError)
    assert message in str(error)
    assert "\n" not in str(error)


def test_format_that_is_said_is_not_detected() -> None:
    both = b"# letting initialStacks\nFoundations: AS\n2S 3S"
    assert isinstance(read(both, format="pysolfc")[0], Deal)
    assert "expected 'letting" in str(read(b"Foundations: AS", format="csplib")[0])
    assert "not valid JSON" in str(read(b"Foundations: AS", format="pycsp3")[0])


def test_format_that_does_not_exist() -> None:
    with pytest.raises(InputError, match="unknown format 'xml': there are pysolfc, solvitaire"):
        read(b"x", format="xml")
    with pytest.raises(InputError, match="unknown format"):
        write_deal(DEAL, "xml")


@pytest.mark.parametrize("options", [{"ranks": 2}, {"ranks": 1000}, {"suits": 0}, {"suits": 5000}])
def test_options_that_no_deck_has(options: dict[str, int]) -> None:
    with pytest.raises(InputError, match="a deck has"):
        ReadOptions(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        b"Foundations: AS\n" + b"AH KC 2D 9S " * 5000,
        b"Foundations: AS\n" + b"AHKC2D9S" * 20_000,
        b"letting initialStacks = [" + b"7, 9, 12, 20, " * 5000 + b"]",
        b"layout = array2d(1..1,1..999999,[" + b"7, 9, 12, 20, " * 5000 + b"]);",
        b'{"tableau piles": [[' + b'"AH", "KC", ' * 10_000 + b'"AH"]], "hole": "AS"}',
        b'{"piles": [[' + b"9" * 200_000 + b"]]}",
        b'{"piles":' + b"[" * 200_000,
        b'{"piles":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b"Foundations:" + b" " * 200_000 + b"x",
        b"\n" * 200_000 + b"x",
        b"letting " * 50_000,
        b":" * 200_000,
    ],
    ids=lambda data: data[:20].decode(),
)
def test_huge_inputs_are_refused_at_once_in_one_short_line(data: bytes) -> None:
    start = time.process_time()
    [error] = read(data)
    assert time.process_time() - start < 1
    assert isinstance(error, InputError)
    assert len(str(error)) < 400


@settings(PATIENT, max_examples=300)
@given(st.binary(max_size=200), st.sampled_from([None, *FORMATS]), st.booleans())
def test_random_bytes_give_deals_or_errors(data: bytes, name: str | None, odd: bool) -> None:
    for entry in read(data, format=name, allow_odd_deck=odd):
        assert isinstance(entry, Deal | InputError)


SNIPPETS = (
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b":",
        b"|",
        b"#",
        b'"',
        b"\\",
        b"..",
        b"(",
        b"-",
        b"\n",
        b"\r",
        b"\x00",
        b"\xe2",
        b"\xff\xfe",
    ),
    *(b"AS", b"10h", b"AS999", b"0", b"99999", b"1e9", b"null", b"be", b"# ranks: 0", b"$ ranks: 4\n", b"Talon: "),
    *(b"Foundations:", b"letting initialStacks", b"layout = [|", b'{"piles": '),
    *("♠".encode(), "\u2028".encode(), "٣".encode()),
)


@settings(PATIENT, max_examples=200)
@given(any_deal(), st.data())
def test_mutated_files_give_deals_or_errors(case: tuple[str, Deal], data: st.DataObject) -> None:
    name, deal = case
    try:
        text = write_deal(deal, name).encode()
    except UnsupportedError:
        return
    for _ in range(data.draw(st.integers(1, 4))):
        at, to = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
        kept = text[at:] if data.draw(st.booleans()) else text[to:]
        text = text[:at] + data.draw(st.sampled_from(SNIPPETS)) + kept
    suits = data.draw(st.sampled_from([None, 1, 4, 8]))
    odd, said = data.draw(st.booleans()), data.draw(st.sampled_from([None, name]))
    for entry in read(text, allow_odd_deck=odd, suits=suits, format=said):
        assert isinstance(entry, Deal | InputError)
        if isinstance(entry, InputError):
            assert "\n" not in str(entry)
            assert len(str(entry)) < 500
            str(entry).encode()
