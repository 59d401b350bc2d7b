"""Figures by Matplotlib and tables of HTML, in the colours of the page."""

from __future__ import annotations

import html as markup
from collections.abc import Mapping, Sequence
from decimal import Decimal
from importlib import import_module
from typing import Any

from .native import call
from .printable import printable

# The page's light theme: name, colour and dashes of each argument, from the strongest.
LOOKS: dict[str, tuple[str, str, Any]] = {
    "tight": ("Tight", "#c2257f", "-"),
    "orbit": ("Orbit-based", "#1a66c4", (0, (6, 3))),
    "black_box": ("Black box", "#2f353b", (0, (1, 2))),
    "subsample": ("Points that come and go", "#7b3fb8", (0, (6, 2, 1, 2))),
    "attacked": ("Under attack", "#1b2226", (0, (1, 1))),
}


def needed(package: str, caller: str) -> Any:
    """Return an optional package. ImportError says who needs it."""
    try:
        return import_module(package)
    except ImportError:
        raise ImportError(f"{caller} needs {package.split('.')[0]}: pip install {package.split('.')[0]}") from None


def axes(ax: Any, caller: str) -> Any:
    """Return the given axes of Matplotlib, or new ones."""
    pyplot = needed("matplotlib.pyplot", caller)
    return pyplot.subplots()[1] if ax is None else ax


def line(ax: Any, argument: str, x: Sequence[float], y: Sequence[float]) -> None:
    name, colour, dash = LOOKS[argument]
    ax.plot(x, y, color=colour, linestyle=dash, label=name)


def steps(ax: Any, argument: str, grid: Sequence[float], shares: Sequence[float], bound: Sequence[float] = ()) -> None:
    """Draw shares in per cent, with a band down to their bound. Between two sizes the line has the lower share, which both prove."""
    x, y = levels(grid, shares)
    line(ax, argument, x, y)
    if bound:
        ax.fill_between(x, levels(grid, bound)[1], y, color=f"{LOOKS[argument][1]}29", linewidth=0)


def levels(grid: Sequence[float], shares: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return the points of a line of steps."""
    x: list[float] = []
    y: list[float] = []
    for at, (size, share) in enumerate(zip(grid, shares)):
        if at:
            least = min(share, shares[at - 1])
            x += [grid[at - 1], size]
            y += [100 * least, 100 * least]
        x.append(size)
        y.append(100 * share)
    return x, y


def accuracy(ax: Any, label: str, title: str) -> None:
    """Label axes of certified accuracy."""
    ax.set_title(title, fontsize="small", loc="left")
    ax.set(xlabel=label, ylabel="Certified accuracy, %", ylim=(0, 102))
    ax.legend(frameon=False)


def bars(ax: Any, lengths: Mapping[str, tuple[str, float]]) -> None:
    """Draw radii as bars, the first on top."""
    names = list(lengths)
    ax.barh(names, [length for _, length in lengths.values()], color=[LOOKS[argument][1] for argument, _ in lengths.values()])
    ax.invert_yaxis()
    ax.set_xlabel("Certified radius, in the unit of the coordinates")


def rounded(x: float | None, rounding: str) -> str:
    """Return a number with four places, nothing for None."""
    return "" if x is None else str(Decimal(x).quantize(Decimal("0.0001"), rounding))


def drawing(document: str, caption: str) -> str:
    """Return the figure of HTML with what the program draws of a document."""
    svg = call("plot", "-", document=document.encode())
    return f'<figure aria-label="{markup.escape(caption)}">{svg[svg.index("<svg"):]}<figcaption>{markup.escape(caption)}</figcaption></figure>'


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of text as lines with aligned columns."""
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(max(map(len, rows), default=0))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def table(rows: Sequence[Sequence[str]], title: str) -> str:
    """Return a table of HTML: a title, and rows that begin with their heads."""
    head, *body = rows or [[]]
    cells = "".join(f"<th>{markup.escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{markup.escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return f"<table><caption>{markup.escape(title)}</caption><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"
