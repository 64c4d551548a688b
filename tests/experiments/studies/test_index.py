"""The list of studies in other files: what it quotes, and what it leaves alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from blackhole_experiments.cli import main
from blackhole_experiments.studies.index import write_index
from blackhole_models.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

MARKED = "# Head\n\n<!-- studies -->\nold\n<!-- end of studies -->\n\nTail.\n"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    for name, page, size in (
        ("csplib", "# A title\n\n**Finding:** All 102.\n\nText.\n", "full"),
        ("winnability", "# Other\n\nText.\n", "quick"),
        ("compare", "# No study\n", "quick"),
    ):
        folder = tmp_path / "results" / name
        folder.mkdir(parents=True)
        (folder / "README.md").write_text(page)
        (folder / "record.json").write_text(json.dumps({"sessions": [{"size": "other"}, {"size": size}]}))
    return tmp_path / "results"


def test_titles_findings_and_links_go_between_the_marks(results: Path) -> None:
    for file, link in ((results / "README.md", ""), (results.parent / "README.md", "results/")):
        file.write_text(MARKED)
        for _again in range(2):
            assert write_index(results, file) == ["csplib", "winnability"]
        assert file.read_text() == (
            "# Head\n\n<!-- studies -->\n"
            f"- [A title]({link}csplib/README.md) (full size). All 102.\n"
            f"- [Other]({link}winnability/README.md) (quick size).\n"
            "<!-- end of studies -->\n\nTail.\n"
        )


@pytest.mark.parametrize(
    "text",
    ["nothing\n", "<!-- studies -->\n", "<!-- end of studies -->\n<!-- studies -->\n", MARKED + MARKED],
    ids=["no marks", "one mark", "wrong order", "twice"],
)
def test_a_file_without_its_marks_is_left_alone(results: Path, text: str) -> None:
    file = results / "README.md"
    file.write_text(text)
    with pytest.raises(InputError, match="each once, in this order"):
        write_index(results, file)
    assert file.read_text() == text


def test_without_pages_there_is_nothing_to_list(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(MARKED)
    with pytest.raises(InputError, match="holds no study's page"):
        write_index(tmp_path, tmp_path / "README.md")


def test_the_command_lists_without_running_a_study(results: Path) -> None:
    file = results / "README.md"
    file.write_text(MARKED)
    told = CliRunner().invoke(main, ["reproduce", "--out", str(results), "--index", str(file)])
    assert (told.exit_code, told.stderr) == (0, f"blackhole: {file} lists csplib, winnability\n")
    assert "All 102." in file.read_text()
