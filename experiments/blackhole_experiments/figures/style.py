"""What all figures share: colours that colour-blind readers tell apart, line styles and markers for print without
colour, sizes of a column of text; and how a figure becomes the bytes of a file.

The colours are those of Okabe and Ito (Color Universal Design, 2008), without yellow, which is too light for lines on
white, and with black first.

>>> figure, panels = new_figure()
>>> render(figure, "png")[:4]
b'\x89PNG'
"""

from __future__ import annotations

from functools import wraps
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, ParamSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")

BLACK: Final = "#000000"
BLUE: Final = "#0072B2"
VERMILLION: Final = "#D55E00"
GREEN: Final = "#009E73"
PURPLE: Final = "#CC79A7"
SKY: Final = "#56B4E9"
ORANGE: Final = "#E69F00"
GREY: Final = "#777777"

COLOURS: Final = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK)
DASHES: Final = ("-", "--", "-.", (0, (6, 1.5, 1, 1.5, 1, 1.5)), (0, (9, 3)))
LIMIT: Final[Mapping[str, Any]] = {"color": GREY, "linewidth": 1.0, "linestyle": (0, (1, 1.5))}
"""How a limit is drawn: dotted, as no curve is."""
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X")

WIDTH: Final = 6.3
"""Inches: the text of an A4 page."""

_SHORT_ENTRY: Final = 28
_WIDE_ENTRY: Final = 46
"""Characters of a legend's entry that leave room beside a figure, and in half its width."""

_FEW_ENTRIES: Final = 15
_ENTRY_INCHES: Final = 0.18

FORMATS: Final[Mapping[str, Mapping[str, None]]] = {
    "svg": {"Date": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
}
"""Each format of a file, with the metadata that would make it another file every day or on every machine."""

_SETTINGS: Final = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same on every machine
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "lines.linewidth": 1.5,
    "lines.markersize": 4,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "figure.dpi": 100,
    "savefig.dpi": 300,
    "svg.hashsalt": "blackhole",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
}


def stroke(number: int) -> dict[str, Any]:
    """Return how line `number`, from 0, is drawn; the first 35 all differ, and the first 7 without colour, too."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "linestyle": DASHES[number % len(DASHES)],
        "marker": MARKERS[number % len(MARKERS)],
    }


def curve(number: int) -> dict[str, Any]:
    """Return how curve `number` of very many points is drawn: as `stroke`, with few markers.

    By distance, so that markers neither crowd nor all fall on the same place of every curve.
    """
    return stroke(number) | {"markevery": (0.02 + 0.03 * (number % 5), 0.15)}


def styled(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """Have `draw` make its figure in this style, whatever the user's own settings of matplotlib are."""

    @wraps(draw)
    def draw_styled(*args: P.args, **kwargs: P.kwargs) -> Figure:
        with _style():
            return draw(*args, **kwargs)

    return draw_styled


def new_figure(*, panels: int = 1, width: float = WIDTH, height: float = 3.5) -> tuple[Figure, list[Axes]]:
    """Return an empty figure of a size in inches, and its panels, side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(1, panels, sharey=True, squeeze=False)[0])


def add_legend(figure: Figure, title: str) -> None:
    """Put the legend of all panels beside them, or below them where its words would take their room."""
    entries = [label for axes in figure.axes for label in axes.get_legend_handles_labels()[1]]
    longest = max(map(len, entries))
    if longest <= _SHORT_ENTRY and len(entries) <= _FEW_ENTRIES:
        figure.legend(loc="outside right upper", title=title)
        return
    columns = 2 if longest <= _WIDE_ENTRY else 1
    rows = -(-len(entries) // columns)
    width, height = figure.get_size_inches()
    figure.set_size_inches(width, height + _ENTRY_INCHES * (rows + 1))
    figure.legend(loc="outside lower center", title=title, ncols=columns)


def render(figure: Figure, form: str) -> bytes:
    """Return `figure` as a file of one of `FORMATS`."""
    buffer = BytesIO()
    with _style():
        figure.savefig(buffer, format=form, metadata=FORMATS[form])
    return buffer.getvalue()


def _style() -> AbstractContextManager[None]:
    from matplotlib import style

    return style.context(["default", _SETTINGS])
