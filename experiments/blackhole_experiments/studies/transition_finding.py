"""What the study of the transition found, in words: where it lies, whether it is hard there, who wins where, how sure.

For that study's page, and for the lists that quote it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from blackhole_experiments.analysis.transition import AFTER, BEFORE
from blackhole_experiments.tables.table import percent, significant
from blackhole_experiments.tables.transition import turn_cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from blackhole_experiments.analysis.transition import Peak, Turn


def finding(turns: Mapping[int, Turn], shares: Mapping[int, pd.DataFrame], whole: pd.DataFrame) -> str:
    """Return where the turn lies, how sure that is, and who does best on the whole map.

    Args:
        turns: by number of suits.
        shares: what they were made of.
        whole: of `analysis.transition.whole_map`.
    """
    known = _known(turns)
    if not known:
        return "Nowhere here does the share of winnable deals pass a half."
    return f"{_where(known)} {_how_sure(known, shares)} {_on_the_whole(whole)}"


def hardness(
    turns: Mapping[int, Turn], highest: Mapping[int, Sequence[Peak]], beside: Mapping[int, pd.DataFrame]
) -> str:
    """Return whether deals are hardest at the turn, and which approach is fastest on which side of it.

    Args:
        turns: by number of suits.
        highest: of `analysis.transition.peaks`.
        beside: of `analysis.transition.sides`.
    """
    known = _known(turns)
    return " ".join((*_how_hard(known, highest), _who(known, beside))) if known else ""


def _known(turns: Mapping[int, Turn]) -> dict[int, Turn]:
    return {suits: turn for suits, turn in turns.items() if not math.isnan(turn.at)}


def _on_the_whole(whole: pd.DataFrame) -> str:
    best = whole.sort_values("mean")
    told = [
        f"`{line}` {decided:,} ({significant(mean)} s)"
        for line, decided, mean in zip(best["line"], best["decided"], best["mean"], strict=True)
    ]
    return (
        f"Of {best['runs'].max():,} deals of the whole map, decided within the limit (mean time, both sides of every "
        f"turn counting alike): {', '.join(told)}."
    )


def _where(turns: Mapping[int, Turn]) -> str:
    told = ", ".join(f"{turn_cell(turn)} with {suits} suits" for suits, turn in turns.items())
    return f"Half of the deals of 13 ranks can be won in fans of {told}."


def _how_hard(turns: Mapping[int, Turn], highest: Mapping[int, Sequence[Peak]]) -> list[str]:
    """For which approaches, with how many suits, is the mean time largest at the turn, and where for the others?"""
    near: dict[str, list[str]] = {}
    far: dict[str, list[str]] = {}
    for suits, turn in turns.items():
        for peak in highest[suits]:
            if turn.near(peak.mean_at):
                near.setdefault(peak.line, []).append(f"{suits} ({percent(peak.near)} %)")
            else:
                far.setdefault(peak.line, []).append(f"{suits} (fans of {peak.mean_at:g})")
    sentences = []
    if near:
        sentences.append(
            "The mean time, time-outs at the limit, is largest less than a card from there (in so many of the "
            f"resamples) for {_by_line(near)}."
        )
    if far:
        sentences.append(f"It is largest elsewhere for {_by_line(far)}.")
    return sentences


def _who(turns: Mapping[int, Turn], beside: Mapping[int, pd.DataFrame]) -> str:
    """Which approach has the smallest mean time on which side of the turn?"""
    told = []
    for side in (BEFORE, AFTER):
        best: dict[str, list[str]] = {}
        for suits in turns:
            here = beside[suits].loc[beside[suits]["side"] == side]
            if len(here):
                line = min(zip(here["mean"], here["line"], strict=True))[1]
                best.setdefault(str(line), []).append(str(suits))
        if best:
            told.append(f"{side} the turn {_by_line(best, ', ')}")
    return f"The smallest mean time has, {'; '.join(told)}." if told else ""


def _how_sure(turns: Mapping[int, Turn], shares: Mapping[int, pd.DataFrame]) -> str:
    """How many deals near the turn has nobody decided?"""
    told = []
    for suits, turn in turns.items():
        near = shares[suits].loc[shares[suits]["size"].map(turn.near)]
        told.append(f"{near['undecided'].sum():,} of {near['deals'].sum():,} with {suits} suits")
    return f"Undecided less than a card from the turn: {', '.join(told)}."


def _by_line(lines: Mapping[str, Sequence[str]], between: str = "; ") -> str:
    return between.join(f"`{line}` with {', '.join(suits)} suits" for line, suits in lines.items())
