"""What a formulation can be told: how the rank rule is stated, and which parts are added.

For whoever names a formulation. The ways of stating the rank rule, which differ from one formulation to the next,
exclude each other; the other parts add up, and `no-` before one of them takes it away:

    table, arithmetic, automaton      rank rule of `cp-sat-position`
    clauses, flow                     rank rule of `cp-sat-timeline` and `cp-sat`
    windows, dominance, budgets, counts, lean
    case-a, case-b, …, case-f         conditional symmetry, one case; `exchange` is all six

>>> options = Options.parse("cp-sat-position", ("arithmetic", "case-d", "case-e"))
>>> options.rank_rule, sorted(options.cases)
('arithmetic', ['d', 'e'])
>>> options.names("cp-sat-position"), options.complete().names("cp-sat-position")
(('arithmetic', 'case-d', 'case-e'), ('arithmetic',))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from blackhole_models.errors import InputError, shorten

Kind: TypeAlias = Literal["position", "circuit", "timeline"]

RANK_RULES: Final[dict[Kind, tuple[str, ...]]] = {
    "position": ("table", "arithmetic", "automaton"),
    "circuit": (),
    "timeline": ("clauses", "flow"),
}
"""The ways each formulation can state the rank rule; the arcs of the circuit state it by themselves."""

CASES: Final = frozenset("abcdef")
_CASES_OF: Final = {"exchange": CASES, **{f"case-{case}": frozenset(case) for case in sorted(CASES)}}

_SWITCHES: Final[dict[Kind, tuple[str, ...]]] = {
    "position": ("windows", "dominance", "budgets", "counts", "lean"),
    "circuit": ("windows", "dominance", "budgets", "lean"),
    "timeline": ("windows", "dominance", "budgets", "counts", "lean"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """One formulation of a deal.

    Attributes:
        kind: the formulation.
        rank_rule: how it says that neighbours in the order are neighbours in rank.
        windows: forbid the steps that no walk leaves to a card (`lemmas.windows`).
        dominance: forbid dominated moves (`lemmas.dominance`); loses orders, never the last one.
        cases: conditional symmetry breaking (`lemmas.exchange`), case by case; loses orders, never the last one.
        budgets: count the crossings between neighbouring ranks (`lemmas.budgets`), as linear equations.
        counts: say how many steps each rank takes, which follows from every card being played once.
        lean: run CP-SAT without presolve, probing, linear relaxation, symmetry detection and inprocessing, which cost
            more than they save where plain search needs a few hundred conflicts.
    """

    kind: Kind
    rank_rule: str = ""
    windows: bool = False
    dominance: bool = False
    cases: frozenset[str] = frozenset()
    budgets: bool = False
    counts: bool = False
    lean: bool = False

    @classmethod
    def parse(cls, name: str, words: tuple[str, ...]) -> Options:
        """Return what the base `name` with the parts `words` stands for.

        Raises:
            InputError: a word is no part, or two exclude each other; the message names the parts.
        """
        options = BASES[name]
        rules = RANK_RULES[options.kind]
        switches = _SWITCHES[options.kind]
        chosen: dict[str, str] = {}
        for word in words:
            part = word.removeprefix("no-")
            on = part == word
            if word in rules:
                choice, options = "rank rule", replace(options, rank_rule=word)
            elif part in switches:
                choice, options = part, replace(options, **{part: on})  # type: ignore[arg-type]  # a bool each
            elif part in _CASES_OF:
                cases = options.cases | _CASES_OF[part] if on else options.cases - _CASES_OF[part]
                choice, options = part, replace(options, cases=cases)
            else:
                parts = ", ".join((*rules, *switches, *_CASES_OF))
                raise InputError(f"{name} has no part {shorten(word, 40)!r}: there are {parts}")
            if chosen.setdefault(choice, word) != word:
                raise InputError(f"{name} can have only one of {chosen[choice]} and {word}")
        return options

    def names(self, name: str) -> tuple[str, ...]:
        """Return the parts, in a fixed order, that make the base `name` into this."""
        base = BASES[name]
        rule = [self.rank_rule] if self.rank_rule != base.rank_rule else []
        switched = [part for part in _SWITCHES[self.kind] if getattr(self, part) != getattr(base, part)]
        parts = [part if getattr(self, part) else f"no-{part}" for part in switched]
        cases = ["exchange"] if self.cases == CASES else [f"case-{case}" for case in sorted(self.cases)]
        return (*rule, *parts, *cases)

    def complete(self) -> Options:
        """Return the same without the parts that lose orders, for listing all of them."""
        return replace(self, dominance=False, cases=frozenset())


BASES: Final = {
    "cp-sat": Options("timeline", "clauses", windows=True, counts=True, lean=True),
    "cp-sat-position": Options("position", "table"),
    "cp-sat-circuit": Options("circuit"),
    "cp-sat-timeline": Options("timeline", "clauses"),
}
"""What each base name in the registry stands for; `cp-sat` is the best measured."""
