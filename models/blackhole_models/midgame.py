"""Playing on from the middle of a game: what is left of a deal is a deal.

For whoever asks "can I still win?". After some cards were played, the last of them lies in the centre and is the
foundation card of the rest, so that every solver can decide the rest; an order it finds goes on with the next card.

>>> from blackhole_models.cards import parse_card
>>> from blackhole_models.deal import Deal
>>> rest = played(Deal.of("AS", "4C QD KH", "JC"), [parse_card("KH"), parse_card("QD")])
>>> str(rest.foundation), [[str(card) for card in fan] for fan in rest.fans]
('QD', [['4C'], ['JC']])
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blackhole_models.errors import InputError
from blackhole_models.referee import replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackhole_models.cards import Card
    from blackhole_models.deal import Deal


def played(deal: Deal, cards: Sequence[Card]) -> Deal:
    """Return what is left of `deal` after `cards` were played in this order.

    Args:
        deal: the deal, which keeps its name.
        cards: the cards played, with or without the foundation card before them; none leaves the deal as it is.

    Raises:
        InputError: the cards cannot be played in this order; the message names the first that cannot.
    """
    order = list(cards)
    if deal.foundation is not None and order[:1] != [deal.foundation]:
        order.insert(0, deal.foundation)
    if not order:
        return deal
    fault = replay(deal, order, complete=False).fault
    if fault:
        raise InputError(fault, source=deal.name or None)
    gone = set(order)
    fans = tuple(tuple(card for card in fan if card not in gone) for fan in deal.fans)
    return replace(deal, fans=fans, foundation=order[-1])
