"""Reasons for unsolvability: they hold, no fan of theirs can be left out, and two approaches say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackhole_models import explain as module
from blackhole_models.cards import Card
from blackhole_models.deal import Deal
from blackhole_models.explain import Explanation, Kind, explain, freed
from blackhole_models.lemmas.reach import reachable
from blackhole_models.result import Limits, Result, Verdict
from blackhole_models.sat.cores import CoreAnswer, FanCores
from blackhole_models.sequencing import Sequencing
from blackhole_models.solvers import Solver, make

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackhole_models.result import Json


def winnable(deal: Deal) -> bool:
    """Decide a small deal by trying everything."""

    def win(left: tuple[int, ...], centre: int | None) -> bool:
        if not any(left):
            return True
        for number, size in enumerate(left):
            if size:
                rank = deal.fans[number][size - 1].rank
                rest = (*left[:number], size - 1, *left[number + 1 :])
                if (centre is None or (rank - centre) % deal.ranks in (1, deal.ranks - 1)) and win(rest, rank):
                    return True
        return False

    return win(tuple(map(len, deal.fans)), None if deal.foundation is None else deal.foundation.rank)


class Stub:
    """A second approach that always answers the same."""

    name = "stub"
    effort_unit = "answers"
    settings: Mapping[str, Json] = {}  # never changed

    def __init__(self, verdict: Verdict, order: tuple[Card, ...] | None = None) -> None:
        self.result = Result("stub", verdict, order)

    def versions(self) -> dict[str, str]:
        return {}

    def prepare(self, deal: Deal) -> None:
        pass

    def solve(self, deal: Deal, limits: Limits) -> Result:  # noqa: ARG002  # the protocol's signature
        return self.result


@pytest.fixture(scope="module")
def dfs() -> Solver:
    return make("dfs")


NO_FIRST = Deal.of("AS", "2S 3S", "5S 4S")
UNREACHABLE = Deal.of("AS", "2S", "3S 5S", "6S 7S", "4S 8S")
ALONE = Deal.of("AS", "2S", "7S 8S")
BLOCKED = Deal.of("3H", "2H 5H", "4H", "AS", "2S", "4S 3S", ranks=5)


def test_no_first_move(dfs: Solver) -> None:
    reason = explain(NO_FIRST, dfs)
    assert (reason.kind, reason.fans, reason.ranks) == (Kind.NO_FIRST_MOVE, (0,), (12, 1))
    assert reason.sentence() == (
        "No card can be played first: no K or 2 is uncovered. The order of cards in fan 1 alone rules the deal out."
    )


def test_ranks_that_are_never_reached(dfs: Solver) -> None:
    reason = explain(UNREACHABLE, dfs)
    assert (reason.kind, reason.ranks) == (Kind.UNREACHABLE_RANKS, (2, 3, 4, 5, 6, 7))
    assert reason.sentence().startswith("However play goes, cards of rank 3 to 8 are never reached. ")
    assert not winnable(freed(UNREACHABLE, set(reason.fans)))


def test_ranks_that_rule_a_deal_out_alone(dfs: Solver) -> None:
    reason = explain(ALONE, dfs)
    assert (reason.kind, reason.fans) == (Kind.UNREACHABLE_RANKS, ())
    assert "even if all cards lay free" in reason.sentence()
    # Four twos and one card to keep them apart.
    crowded = explain(Deal.of("AS", "2S 2H", "2C", "2D", "3S"), dfs)
    assert (crowded.kind, crowded.fans) == (Kind.RANKS_ALONE, ())


def test_fans_that_block_each_other(dfs: Solver) -> None:
    reason = explain(BLOCKED, dfs)
    assert (reason.kind, reason.fans) == (Kind.FANS, (0, 4))
    assert reason.minimal
    assert reason.confirmed_by == ("sat-timeline", "dfs")
    assert "even if all other cards lay free" in reason.sentence()


def test_a_solvable_deal_has_an_order_instead(dfs: Solver) -> None:
    reason = explain(Deal.of("AS", "QD KH", "JC"), dfs)
    assert reason.kind is Kind.SOLVABLE
    assert [str(card) for card in reason.order] == ["AS", "KH", "QD", "JC"]
    assert reason.sentence() == "The deal can be won."


def test_a_deal_of_one_card_is_solvable(dfs: Solver) -> None:
    assert explain(Deal.of("AS"), dfs).kind is Kind.SOLVABLE
    assert explain(Deal.of(None, "AS"), dfs).kind is Kind.SOLVABLE


@st.composite
def small_deals(draw: st.DrawFn) -> Deal:
    ranks = draw(st.integers(3, 7))
    rng = draw(st.randoms(use_true_random=False))
    deck = [Card(rank, suit) for rank in range(ranks) for suit in range(3)]
    rng.shuffle(deck)
    deck = deck[: draw(st.integers(3, 10))]
    foundation = deck.pop() if draw(st.booleans()) else None
    fans: list[tuple[Card, ...]] = []
    while deck:
        size = draw(st.integers(1, 4))
        fans.append(tuple(deck[:size]))
        deck = deck[size:]
    if draw(st.booleans()):
        fans.insert(draw(st.integers(0, len(fans))), ())
    return Deal(ranks, tuple(fans), foundation)


@pytest.mark.parametrize("conflicts", [module.CONFLICTS, None])
@given(deal=small_deals())
@settings(max_examples=60, deadline=None)
def test_reasons_hold_and_are_minimal(conflicts: int | None, deal: Deal) -> None:
    """With SAT answering, and with the second approach answering for it."""
    with pytest.MonkeyPatch.context() as patch:
        if conflicts is None:
            patch.setattr(FanCores, "ask", lambda *_, **__: CoreAnswer(None))
        reason = explain(deal, make("dfs"))
    if winnable(deal):
        assert reason.kind is Kind.SOLVABLE
        return
    fans = set(reason.fans)
    assert not winnable(freed(deal, fans))
    assert all(winnable(freed(deal, fans - {fan})) for fan in fans)
    assert reason.minimal
    assert reason.confirmed_by == (("sat-timeline", "dfs") if conflicts else ("dfs", "sat"))
    assert all(len(deal.fans[fan]) > 1 for fan in fans)
    assert str(len(fans)) in reason.sentence() or len(fans) <= module.SMALL or reason.kind is not Kind.FANS


@given(small_deals())
@settings(deadline=None)
def test_every_card_that_can_be_played_is_reachable(deal: Deal) -> None:
    problem = Sequencing(deal)
    cards = {problem.cards[card] for card in reachable(problem)}
    seen: set[tuple[tuple[int, ...], int | None]] = set()

    def play(left: tuple[int, ...], centre: int | None) -> None:
        if (left, centre) in seen:
            return
        seen.add((left, centre))
        for number, size in enumerate(left):
            if size:
                card = deal.fans[number][size - 1]
                if centre is None or (card.rank - centre) % deal.ranks in (1, deal.ranks - 1):
                    assert card in cards
                    play((*left[:number], size - 1, *left[number + 1 :]), card.rank)

    play(tuple(map(len, deal.fans)), None if deal.foundation is None else deal.foundation.rank)


def test_what_stays_unconfirmed_is_said() -> None:
    reason = explain(BLOCKED, Stub(Verdict.TIME_LIMIT))
    assert reason.confirmed_by == ("sat-timeline",)
    assert reason.minimal


def test_what_nobody_decides_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FanCores, "ask", lambda *_, **__: CoreAnswer(None))
    reason = explain(BLOCKED, Stub(Verdict.MEMORY_LIMIT))
    assert reason.kind is Kind.UNDECIDED
    assert "not found out" in reason.sentence()


def test_a_reason_not_known_to_be_minimal_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([CoreAnswer(solvable=False, core=frozenset({0}))])
    monkeypatch.setattr(FanCores, "ask", lambda *_, **__: next(answers, CoreAnswer(None)))
    reason = explain(BLOCKED, Stub(Verdict.TIME_LIMIT))
    assert (reason.fans, reason.minimal) == ((0,), False)
    assert "whether fewer fans would do was not found out" in reason.sentence()


def test_approaches_that_disagree_are_an_error() -> None:
    order = tuple(Deal.of("AS", "QD KH", "JC"))
    with pytest.raises(RuntimeError, match="stub: the referee refuses the order"):
        explain(BLOCKED, Stub(Verdict.SOLVABLE, order))


def test_a_wrong_refutation_is_noticed(monkeypatch: pytest.MonkeyPatch, dfs: Solver) -> None:
    wrong = CoreAnswer(solvable=False, core=frozenset())
    monkeypatch.setattr(FanCores, "ask", lambda *_, **__: wrong)
    with pytest.raises(RuntimeError, match="sat-timeline calls a deal unsolvable for which dfs has an order"):
        explain(Deal.of("AS", "QD KH", "JC"), dfs)


def test_data_is_fit_for_json(dfs: Solver) -> None:
    assert explain(NO_FIRST, dfs).data() == {
        "kind": "no-first-move",
        "fans": [1],
        "of": 2,
        "minimal": True,
        "confirmed_by": ["sat-timeline", "dfs"],
        "ranks": ["K", "2"],
        "sentence": explain(NO_FIRST, dfs).sentence(),
    }


@pytest.mark.parametrize(
    ("ranks", "words"),
    [((6,), "rank 7 are"), ((5, 6), "rank 6 and 7 are"), ((0, 1, 2, 12), "rank A to 3 and K are")],
)
def test_ranks_in_words(ranks: tuple[int, ...], words: str) -> None:
    assert words in Explanation(Kind.UNREACHABLE_RANKS, (0,), 1, minimal=True, ranks=ranks).sentence()


def test_a_large_reason_is_called_so() -> None:
    sentence = Explanation(Kind.FANS, tuple(range(9)), 17, minimal=True).sentence()
    assert sentence.endswith("There is no small reason: none of these 9 of 17 fans can be left out.")


def test_freed_cards_lie_alone() -> None:
    deal = Deal.of("AS", "2S 3S", "", "4S 5S 6S", "7S")
    assert [len(fan) for fan in freed(deal, {2}).fans] == [3, 1, 1, 1]
    assert sorted(freed(deal, set())) == sorted(deal)


def test_a_deck_without_some_rank_is_explained_by_its_fans() -> None:
    deal = Deal.of(None, "5S 5H")
    reason = explain(deal, make("dfs"))
    assert reason.kind is Kind.RANKS_ALONE
    assert "rank  " not in reason.sentence()


def test_a_fan_that_a_later_core_drops_need_not_have_been_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    unanswered = {frozenset({1, 2})}
    cores = {frozenset({0, 1, 2}): frozenset({0, 1, 2}), frozenset({0, 2}): frozenset({2})}

    def ask(_: object, fans: frozenset[int]) -> CoreAnswer:
        if fans in unanswered:
            return CoreAnswer(None)
        return CoreAnswer(False, core=cores[fans]) if fans in cores else CoreAnswer(True)

    monkeypatch.setattr(module._Inquiry, "ask", ask)
    monkeypatch.setattr(module._Inquiry, "confirm", lambda *_: ("x", "y"))
    reason = explain(Deal.of("AS", "3S 2S", "5S 4S", "QS KS"), make("dfs"))
    assert reason.fans == (2,)
    assert reason.minimal
