"""From the cards a reader saw to a deal, or to one line that says what is wrong with the deck.

For the readers of `formats`, which know how a file is written but not what a deck is. A complete deck has every
rank of every suit that occurs exactly once; its number of ranks is said, or shown by its highest card. A player whose
file has a slip is told the cards and the lines to mend:

>>> from blackhole_models.cards import parse_card
>>> fans = [[Seen(parse_card(card), line) for card in fan.split()] for line, fan in ((2, "2S 3S"), (3, "AH 2H 3H AH"))]
>>> to_deal(Layout(fans=fans, foundations=[Seen(ACE_OF_SPADES, 1)], top="last"))
Traceback (most recent call last):
    ...
blackhole_models.errors.InputError: AH is in line 3 twice
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from blackhole_models.cards import ACE_OF_SPADES, MAX_RANKS, MAX_SUITS, SUIT_LETTERS, Card
from blackhole_models.deal import MIN_RANKS, Deal
from blackhole_models.errors import InputError, UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

Top = Literal["first", "last"]
"""Which end of a fan, as written, is its top card."""

_PACK = len(SUIT_LETTERS)
_NAMED = 3
"""How many cards a message names before it only counts."""


class Seen(NamedTuple):
    """A card and the line it is written in (from 1); None where the format itself says the card, not the file."""

    card: Card
    line: int | None


@dataclass(frozen=True, slots=True)
class Layout:
    """What a reader saw of one deal.

    Attributes:
        fans: the cards of each fan in the order of the file.
        foundations: the foundation cards; empty for a deal without one, None if the file says nothing about it.
        top: which end of a fan is its top.
        ranks: the number of ranks, where the file or its format says it.
        spell: how a message names a card so that a reader of the file finds it.
        fault: what is wrong beside the deck; it is told only if the deck is not at fault, which explains more.
        foundation_hint: how to write a foundation card, or none, for a file that says nothing about it.
    """

    fans: Sequence[Sequence[Seen]]
    foundations: Sequence[Seen] | None
    top: Top
    ranks: int | None = None
    spell: Callable[[Card], str] = str
    fault: InputError | None = None
    foundation_hint: str = ""


def to_deal(
    layout: Layout,
    *,
    name: str = "",
    ranks: int | None = None,
    suits: int | None = None,
    top: Top | None = None,
    allow_odd_deck: bool = False,
) -> Deal:
    """Make a deal of what was seen.

    Args:
        layout: what was seen.
        name: the name of the deal.
        ranks: the number of ranks; None for what the file, or else its highest card, shows.
        suits: the number of suits the deck must have; None for the suits that occur. With more than four, cards
            written without pack numbers are numbered in the order of the file: the second AH becomes AH2.
        top: which end of a fan is its top; None for what the format says.
        allow_odd_deck: do not ask for a complete deck; a card that occurs again gets a free pack number.

    Raises:
        InputError: the deck is broken; the message names cards and lines.
        UnsupportedError: there is more than one foundation card.
    """
    spell = layout.spell
    if layout.foundations is not None and len(layout.foundations) > 1:
        cards = _listing(map(spell, (seen.card for seen in layout.foundations)), len(layout.foundations))
        message = f"{cards} are foundation cards: games with several, such as Binary Star, are not supported"
        raise UnsupportedError(message, line=layout.foundations[0].line)
    if not any(layout.fans) and not (layout.foundations and allow_odd_deck):
        raise InputError("there are no cards in the fans", line=_first_line(layout.foundations or ()))
    ranks = _ranks(layout, ranks)
    _refuse_outside(layout, ranks, suits)
    unsaid = layout.foundations is None
    if unsaid:
        layout = replace(layout, foundations=(Seen(ACE_OF_SPADES, None),))
    numbered = layout
    if allow_odd_deck or (suits or 0) > _PACK:
        numbered = _number_packs(layout, odd=allow_odd_deck)
    fault = _deck_fault(numbered, ranks, suits) if unsaid or not allow_odd_deck else ""
    if fault and unsaid:
        covered = any(seen.card == ACE_OF_SPADES for fan in layout.fans for seen in fan)
        otherwise = "" if covered else f" (on the ace of spades, {fault})"
        raise InputError(f"no foundation card is given: write {layout.foundation_hint}{otherwise}")
    if fault:
        raise InputError(fault)
    if layout.fault is not None:
        raise layout.fault
    flip = -1 if (top or layout.top) == "first" else 1
    return Deal(
        ranks=ranks,
        fans=tuple(tuple(seen.card for seen in fan)[::flip] for fan in numbered.fans),
        foundation=numbered.foundations[0].card if numbered.foundations else None,
        name=name,
    )


def _all_seen(layout: Layout) -> Iterator[Seen]:
    return chain(layout.foundations or (), chain.from_iterable(layout.fans))


def _first_line(cards: Iterable[Seen]) -> int | None:
    return next((seen.line for seen in cards), None)


def _ranks(layout: Layout, said: int | None) -> int:
    if said is not None and layout.ranks is not None and said != layout.ranks:
        raise InputError(f"the file says that its deck has {layout.ranks} ranks, not {said}")
    known = layout.ranks if said is None else said
    ranks = 1 + max(seen.card.rank for seen in _all_seen(layout)) if known is None else known
    if not MIN_RANKS <= ranks <= MAX_RANKS:
        shown = ", as its highest card shows (say how many with --ranks)" if known is None else ""
        raise InputError(f"a deck has {MIN_RANKS} to {MAX_RANKS} ranks, not {ranks}{shown}")
    return ranks


def _refuse_outside(layout: Layout, ranks: int, suits: int | None) -> None:
    for seen in _all_seen(layout):
        if seen.card.rank >= ranks:
            raise InputError(f"{layout.spell(seen.card)} is outside a deck of {ranks} ranks", line=seen.line)
        if seen.card.suit >= (suits or MAX_SUITS):
            message = f"{layout.spell(seen.card)} is outside a deck of {_suits(suits or MAX_SUITS)}"
            raise InputError(message, line=seen.line)


def _number_packs(layout: Layout, *, odd: bool) -> Layout:
    """Give a card that occurs again the next pack number that no card of the file has."""
    written = {seen.card for seen in _all_seen(layout)}
    if not odd and any(card.suit >= _PACK for card in written):
        return layout  # the file numbers its packs itself
    used: set[Card] = set()
    following: Counter[Card] = Counter()

    def number(seen: Seen) -> Seen:
        card = seen.card
        if card in used:
            first = Card(card.rank, card.suit % _PACK)
            while card in written:
                following[first] += 1
                card = Card(card.rank, first.suit + following[first] * _PACK)
            if card.suit >= MAX_SUITS:
                raise InputError(f"{layout.spell(seen.card)} is there too many times", line=seen.line)
        used.add(card)
        written.add(card)
        return Seen(card, seen.line)

    foundations = None if layout.foundations is None else [number(seen) for seen in layout.foundations]
    return replace(layout, foundations=foundations, fans=[[number(seen) for seen in fan] for fan in layout.fans])


def _deck_fault(layout: Layout, ranks: int, suits: int | None) -> str:
    """Say in one line what keeps the deck from being complete, or return ""."""
    places: dict[Card, list[_Place]] = {}
    for number, cards in enumerate((layout.foundations or (), *layout.fans)):
        for seen in cards:
            places.setdefault(seen.card, []).append(_Place(seen.line, number))
    repeated = [card for card, where in places.items() if len(where) > 1]
    faults = [f"{layout.spell(card)} {_repeated(places[card])}" for card in repeated[:_NAMED]]
    if len(repeated) > _NAMED:
        faults.append(f"{len(repeated) - _NAMED:,} more cards are there more than once")

    wanted = set(range(suits)) if suits else {card.suit for card in places}
    if suits:
        strays = {card.suit for card in places} - wanted
        because = f"one too many for a deck of {_suits(suits)}"
    else:
        strays = _stray_suits(places, ranks)
        because = "of a suit that has hardly any other cards"
    if strays:
        stray = min(card for card in places if card.suit in strays)
        faults.append(f"{layout.spell(stray)} in {places[stray][0]} is {because}")
    wanted -= strays

    lacking = ranks * len(wanted) - sum(card.suit in wanted for card in places)
    if lacking:
        deck = (Card(rank, suit) for suit in sorted(wanted) for rank in range(ranks))
        names = _listing((layout.spell(card) for card in deck if card not in places), lacking)
        verb = "is" if lacking == 1 else "are"
        hint = _short_fan(layout, lacking)
        faults.append(f"{names} {verb} missing from a deck of {ranks} ranks and {_suits(len(wanted))}{hint}")
    return "; ".join(faults)


class _Place(NamedTuple):
    """Where a card was seen: its line, if it is in the file, and its fan from 1; 0 is the foundation."""

    line: int | None
    fan: int

    def __str__(self) -> str:
        if self.line is not None:
            return f"line {self.line}"
        return f"fan {self.fan}" if self.fan else "the foundation"


def _repeated(where: list[_Place]) -> str:
    first, second, *more = where
    if first.fan == 0:
        return f"is the foundation card{'' if first.line is None else f' ({first})'} and also in {second}"
    if more:
        return f"is there {len(where):,} times, first in {first}"
    if first.line != second.line:
        return f"is in {first} and again in {second}"
    return f"is in {first} twice" + (f" (fans {first.fan} and {second.fan})" if first.fan != second.fan else "")


def _stray_suits(present: Collection[Card], ranks: int) -> set[int]:
    """Suits with at most a quarter of their cards, beside others: a slip in a card's suit, rather than gaps."""
    sizes = Counter(card.suit for card in present)
    few = {suit for suit, size in sizes.items() if 4 * size <= ranks}
    return few if len(few) < len(sizes) else set()


def _suits(number: int) -> str:
    return "1 suit" if number == 1 else f"{number} suits"


def _short_fan(layout: Layout, lacking: int) -> str:
    """Point at the one fan that is shorter than all others, if it may have lost `lacking` cards."""
    lengths = sorted((len(fan), number) for number, fan in enumerate(layout.fans))
    if len(lengths) < 2 or lengths[1][0] - lengths[0][0] < lacking:
        return ""
    number = lengths[0][1]
    return f", perhaps from {_Place(_first_line(layout.fans[number]), number + 1)}, the shortest fan"


def _listing(names: Iterator[str], count: int) -> str:
    """Return `A`, `A and B`, `A, B and C` or `A, B, C and 17 more`."""
    if count > _NAMED + 1:
        return f"{', '.join(islice(names, _NAMED))} and {count - _NAMED:,} more"
    *head, last = names
    return f"{', '.join(head)} and {last}" if head else last
