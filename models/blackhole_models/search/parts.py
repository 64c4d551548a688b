"""The parts of the search that can be switched on, and the names that switch them.

For whoever names a solver. `dfs` has none of them and `search` has all that pay; `dfs+table+dominance` adds, and
`search+no-cuts` takes away. A part that rests on another brings it along, or goes with it.

>>> Parts.parse("dfs", ("cuts",)).names()
('budgets', 'connected', 'cuts')
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

from blackhole_models.errors import InputError, shorten

_RESTS_ON: Final = {"connected": "budgets", "cuts": "connected", "canonical": "table", "restarts": "table"}


@dataclass(frozen=True, slots=True)
class Parts:
    """Which parts are on.

    Attributes:
        table: remember the positions that were given up, with exact keys.
        dominance: of equal cards play only the undominated (`lemmas.dominance`).
        budgets: give up when no vector of walk budgets is left (`lemmas.budgets`, condition a).
        connected: give up when the crossings left do not connect (`lemmas.budgets`, condition b).
        cuts: give up when a fan would change sides too often (`lemmas.cuts`).
        lookahead: give a position up as it arises if it has no move.
        tall: play cards with more cards below them first, instead of fan by fan.
        restarts: begin again with another order of moves, keeping the table, after more and more positions.
        canonical: let positions that differ by an exchange of equal remains of fans share one key in the table.
    """

    table: bool = False
    dominance: bool = False
    budgets: bool = False
    connected: bool = False
    cuts: bool = False
    lookahead: bool = False
    tall: bool = False
    restarts: bool = False
    canonical: bool = False

    def names(self) -> tuple[str, ...]:
        """Return the parts that are on, in a fixed order."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))

    @classmethod
    def parse(cls, base: str, words: tuple[str, ...]) -> Parts:
        """Return the parts that a solver's name stands for.

        Raises:
            InputError: a word is no part; the message names the parts.
        """
        parts = BASES[base]
        known = {field.name for field in fields(cls)}
        for word in words:
            name = word.removeprefix("no-")
            if name not in known:
                raise InputError(
                    f"the search has no part {shorten(word, 40)!r}: there are {', '.join(sorted(known))}, "
                    "each also with no- before it"
                )
            parts = parts._without(name) if word != name else parts._with(name)
        return parts

    def _with(self, name: str) -> Parts:
        on = {name: True}
        while name in _RESTS_ON:
            name = _RESTS_ON[name]
            on[name] = True
        return replace(self, **on)

    def _without(self, name: str) -> Parts:
        off = replace(self, **{name: False})
        for dependent, base in _RESTS_ON.items():
            if base == name:
                off = off._without(dependent)
        return off


BASES: Final = {
    "dfs": Parts(),
    "search": Parts(
        table=True,
        dominance=True,
        budgets=True,
        connected=True,
        cuts=True,
        lookahead=True,
        tall=True,
        restarts=True,
    ),
}
"""What each base name in the registry stands for."""
