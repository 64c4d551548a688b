"""What an encoding can be told: how ranks and at-most-one constraints are stated, and which parts are added.

For whoever names an encoding. The words of one line exclude each other; the others add up, and `no-` before one of
them takes it away:

    cards, ranks, directions             how the rank rule is stated
    pairwise, sequential, product        how "at most one" is stated
    windows, dominance, exchange, budgets

>>> Options.parse("sat-timeline", ("dominance", "ranks")).names("sat-timeline")
('ranks', 'dominance')
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from blackhole_models.cnf.at_most_one import METHODS, Method
from blackhole_models.errors import InputError, shorten

RankRule: TypeAlias = Literal["cards", "ranks", "directions"]
RANK_RULES: Final[tuple[RankRule, ...]] = get_args(RankRule)
PARTS: Final = ("windows", "dominance", "exchange", "budgets")
Base: TypeAlias = Literal["direct", "timeline"]


@dataclass(frozen=True, slots=True)
class Options:
    """One encoding of a deal.

    Attributes:
        base: the encoding.
        rank_rule: how it says that neighbours in the order are neighbours in rank.
        method: how it says "at most one".
        windows: forbid the steps that no walk leaves to a card (`lemmas.windows`).
        dominance: forbid dominated moves (`lemmas.dominance`); loses orders, never the last one.
        exchange: conditional symmetry breaking (`lemmas.exchange`); loses orders, never the last one.
        budgets: count the crossings between neighbouring ranks (`lemmas.budgets`).
    """

    base: Base
    rank_rule: RankRule
    method: Method = "pairwise"
    windows: bool = False
    dominance: bool = False
    exchange: bool = False
    budgets: bool = False

    @classmethod
    def parse(cls, name: str, words: tuple[str, ...]) -> Options:
        """Return what the base `name` with the parts `words` stands for.

        Raises:
            InputError: a word is no part, or two exclude each other; the message names the parts.
        """
        options = BASES[name]
        chosen: dict[str, str] = {}
        for word in words:
            part = word.removeprefix("no-")
            if word in RANK_RULES:
                choice, options = "rank_rule", replace(options, rank_rule=word)
            elif word in METHODS:
                choice, options = "method", replace(options, method=word)
            elif part in PARTS:
                choice, options = part, options._switched(part, on=word == part)
            else:
                parts = ", ".join((*RANK_RULES, *METHODS, *PARTS))
                raise InputError(f"{name} has no part {shorten(word, 40)!r}: there are {parts}")
            if chosen.setdefault(choice, word) != word:
                raise InputError(f"{name} can have only one of {chosen[choice]} and {word}")
        return options

    def names(self, name: str) -> tuple[str, ...]:
        """Return the parts, in a fixed order, that make the base `name` into this."""
        base = BASES[name]
        words: list[str] = [word for word in (self.rank_rule, self.method) if word not in (base.rank_rule, base.method)]
        for part in PARTS:
            on = getattr(self, part)
            if on != getattr(base, part):
                words.append(part if on else f"no-{part}")
        return tuple(words)

    def complete(self) -> Options:
        """Return the same without the parts that lose orders, for listing all of them."""
        return replace(self, dominance=False, exchange=False)

    def _switched(self, part: str, *, on: bool) -> Options:
        return replace(self, **{part: on})  # type: ignore[arg-type]  # PARTS are the fields that are true or false


BASES: Final = {
    "sat": Options("timeline", "directions", windows=True, dominance=True),
    "sat-direct": Options("direct", "cards", "sequential"),
    "sat-timeline": Options("timeline", "directions"),
}
"""What each base name in the registry stands for; `sat` is the best measured."""
