"""The JSON of the PyCSP3 and XCSP3 models: piles of card numbers, the first card of each its top.

    {"nCardsPerSuit": 13, "piles": [[47, 38, 13], [12, 15, 7]]}

Numbers begin at 0, the ace of spades, which is the foundation and in no pile; the suits are spades, hearts, clubs and
diamonds, as in CSPLib (the models themselves do not name them). Without `nCardsPerSuit` there are 13 ranks.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from blackhole_models.cards import ACE_OF_SPADES
from blackhole_models.deck import Layout, Seen
from blackhole_models.errors import InputError
from blackhole_models.formats.base import Format, require_ranks
from blackhole_models.formats.json_text import Node, documents
from blackhole_models.formats.limits import refuse_other_foundation, refuse_unnamed
from blackhole_models.formats.numbering import STANDARD_RANKS, Numbering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blackhole_models.deal import Deal
    from blackhole_models.formats.base import ReadOptions

_RANKS, _PILES = "nCardsPerSuit", "piles"
_NUMBERING = Numbering(first=0, suits="SHCD")
_SIGN = re.compile(rf'"{_PILES}"\s*:')


def _detect(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") and _SIGN.search(text) is not None


def _read(text: str, options: ReadOptions) -> Iterator[Layout | InputError]:
    for document in documents(text):
        try:
            yield _layout(document, options.ranks) if isinstance(document, Node) else document
        except InputError as error:
            yield error


def _layout(deal: Node, said: int | None) -> Layout:
    piles = deal.get(_PILES).elements(repr(_PILES))
    own = _own_ranks(deal.get(_RANKS)) if deal.has(_RANKS) else None
    ranks = own or said or STANDARD_RANKS
    return Layout(
        fans=[[_card(card, ranks) for card in pile.elements("a pile")] for pile in piles],
        foundations=[Seen(ACE_OF_SPADES, None)],
        top="first",
        ranks=ranks,
        spell=_NUMBERING.speller(ranks),
    )


def _own_ranks(node: Node) -> int:
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        raise InputError(f"{_RANKS!r} must be a number, not {node}", line=node.line)
    return require_ranks(node.value, node.line)


def _card(node: Node, ranks: int) -> Seen:
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        raise InputError(f"a card is written as a number, not {node}", line=node.line)
    return _NUMBERING.seen(str(node.value), node.line, ranks)


def _write(deal: Deal) -> str:
    refuse_other_foundation(deal, "PyCSP3's format")
    refuse_unnamed(deal)
    piles = ",\n".join(f"    {[_NUMBERING.number(card, deal.ranks) for card in fan[::-1]]}" for fan in deal.fans)
    return f'{{\n  {json.dumps(_RANKS)}: {deal.ranks},\n  "{_PILES}": [\n{piles}\n  ]\n}}\n'


FORMAT = Format("JSON of the PyCSP3 models, cards as numbers, the first card of a pile the top", _detect, _read, _write)
