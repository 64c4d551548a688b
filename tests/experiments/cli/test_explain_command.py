"""`blackhole explain`: the reason in words and as JSON, how far one can get, and the exit codes of `solve`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

STUCK = "Foundations: AS\n# ranks: 5\nAH 2S\n4H 3S 5S\n2H 3H 4S 2C\n"
"""Five ranks; unsolvable, but not at once."""


@pytest.fixture
def stuck(tmp_path: Path) -> Path:
    file = tmp_path / "stuck.txt"
    file.write_text(STUCK)
    return file


def test_no_first_move(blackhole: Callable[..., Result], blocked: Path) -> None:
    said = blackhole("explain", "--ranks", 5, blocked)
    assert said.exit_code == 20
    assert said.stdout == (
        f"{blocked}: unsolvable (found by sat-timeline, confirmed by search)\n\n"
        "No card can be played first: no 5 or 2 is uncovered. The order of cards in fans\n"
        "1, 2 and 3 alone rules the deal out.\n"
        "  fan 1: AH 2S 3S\n  fan 2: 5H 5S 4S 3H\n  fan 3: 2H 4H\n"
    )


def test_the_most_cards_and_where_play_ends(blackhole: Callable[..., Result], stuck: Path) -> None:
    said = blackhole("explain", "--ranks", 5, "--allow-odd-deck", stuck)
    assert said.exit_code == 20
    line = json.loads(blackhole("explain", "--ranks", 5, "--allow-odd-deck", "--json", stuck).stdout)
    assert (line["deal"], line["verdict"], line["minimal"]) == (str(stuck), "unsolvable", True)
    assert line["confirmed_by"] == ["sat-timeline", "search"]
    assert line["sentence"].split()[-3:] == said.stdout.split("\n\n")[1].split("\n  fan")[0].split()[-3:]
    longest = line["longest"]
    assert longest["proven"]
    assert f"At most {longest['cards']} of 9 cards can be played, such as:\n" in said.stdout
    played = longest["order"]
    assert len(played) == longest["cards"] + 1
    left = [card for cards in longest["left"].values() for card in cards]
    assert sorted([*played, *left]) == sorted(STUCK.replace("# ranks: 5", "").split()[1:])
    assert f"Then {played[-1]} lies in the centre, and no uncovered card is its neighbour:\n" in said.stdout
    for fan, cards in longest["left"].items():
        assert f"  fan {fan}: {' '.join(cards)}\n" in said.stdout
    assert "still covered" not in blackhole("verify", "--ranks", 5, stuck, " ".join(played)).stdout
    assert (line["winning_orders"], line["random_play_wins"]) == (0, 0.0)
    assert line["positions"] > longest["cards"]


def test_a_deal_that_can_be_won(blackhole: Callable[..., Result], small: Path) -> None:
    said = blackhole("explain", "--ranks", 3, small)
    assert said.exit_code == 10
    assert said.stdout.startswith(f"{small}: solvable (the order was replayed by the referee)")
    shown = blackhole("explain", "--ranks", 3, small, "--json")
    line = json.loads(shown.stdout)
    assert (shown.exit_code, line["verdict"], line["kind"], line["longest"]) == (10, "solvable", "solvable", None)
    assert blackhole("verify", small, "-", stdin=shown.stdout).exit_code == 0
    assert line["winning_orders"] > 0
    assert 0 < line["random_play_wins"] <= 1


def test_without_time_nothing_is_claimed(blackhole: Callable[..., Result], stuck: Path) -> None:
    said = blackhole("explain", "--ranks", 5, "--allow-odd-deck", "--time-limit", 0, stuck)
    assert said.exit_code == 0
    assert "not decided" in said.stdout
    assert "unsolvable" not in said.stdout
    line = json.loads(blackhole("explain", "--allow-odd-deck", "--time-limit", 0, "--json", stuck).stdout)
    assert (line["verdict"], line["kind"], line["longest"]["proven"]) == (None, "undecided", False)


@pytest.mark.parametrize("arguments", [("pysolfc:1-2",), ("none.txt",), ("pysolfc:1", "--time-limit", "x"), ()])
def test_input_of_no_use_is_one_line(blackhole: Callable[..., Result], arguments: tuple[str, ...]) -> None:
    refused = blackhole("explain", *arguments)
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
