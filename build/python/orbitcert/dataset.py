"""Runs over datasets."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Union, overload

from . import figures, notebook
from .certificate import parsed
from .content import content, found
from .errors import InputError
from .native import call, watched
from .progress import heard
from .request import Document, dump, held_field, present, refuse_unknown
from .transport import filed
from .words import RUN_ROWS


# A run document, or the path of its file.
Asked = Union[Mapping[str, Any], str, "os.PathLike[str]"]


def asked(document: Asked | None, fields: Mapping[str, Any]) -> Asked:
    """Return a run document, or the one that its fields make."""
    if document is not None:
        refuse_unknown(fields, ["document", "out", "shard", "progress"])
        return document
    if "clouds" not in fields:
        raise InputError("is missing; give a run document, or clouds and votes", "clouds")
    clouds = [held_field(cloud, f"clouds[{i}]") for i, cloud in enumerate(fields["clouds"])]
    votes = fields.get("votes")
    if votes is not None:
        if not hasattr(votes, "keys"):
            raise InputError(f'must be a DataFrame or mapping with the columns "label" and "votes_cert", got {type(votes).__name__}', "votes")
        columns = {name: list(votes[name]) for name in votes}
        for name, values in columns.items():
            if len(values) != len(clouds):
                raise InputError(f"has {len(values)} rows for {len(clouds)} clouds; give each cloud one", f"votes.{name}")
            for cloud, value in zip(clouds, values):
                cloud[str(name)] = value
    return {**{name: value for name, value in fields.items() if name != "votes"}, "clouds": clouds}


# Every n-th cloud from number i on: (i, n).
Shard = tuple[int, int]


def checked_shard(shard: Shard) -> Shard:
    """Return a shard. A shard is a pair (i, n) with 0 ≤ i < n; InputError otherwise."""
    if not isinstance(shard, (tuple, list)) or len(shard) != 2 or not all(isinstance(x, int) for x in shard) or not 0 <= shard[0] < shard[1]:
        raise InputError(f"must be a pair (i, n) with 0 ≤ i < n, got {shard!r}", "shard")
    return shard[0], shard[1]


@dataclass(frozen=True)
class Family:
    """
    Certified accuracy under a family of transformations.

    Attributes
    ----------
    unit : str
        Unit of the sizes, as of a `Range`.
    sizes : list of float
        Sizes s. A cloud counts if it is correct and certified from −s to s.
    black_box, withstood, one_class : list of float
        Share of all clouds at each size: without invariance, by all arguments, and by all without the runner-up,
        empty if a run does not bound it.
    population : dict of list of float
        Lower bounds of these shares among clouds not seen, by their names.
    """

    unit: str
    sizes: list[float]
    black_box: list[float]
    withstood: list[float]
    one_class: list[float] = field(default_factory=list)
    population: dict[str, list[float]] = field(default_factory=dict)


def _at_least(k: int, n: int, p: float) -> float:
    """Return the probability of at least k from 1 of n."""
    if p <= 0:
        return 0
    one = math.exp(sum(math.log((n - k + i) / i) for i in range(1, k + 1)) + k * math.log(p) + (n - k and (n - k) * math.log1p(-p)))
    total = one
    for i in range(k, n):
        one *= (n - i) / (i + 1) * p / (1 - p)
        total += one
    return total


def percent(share: float, clouds: int) -> str:
    """
    Return a share of clouds in per cent, rounded down.

    It has one place if both ends of the 95 % bounds for clouds not seen are less than a percent away, else none: as ``population.Percent`` in Go.
    """
    count = round(share * clouds)
    near = (k == 0 or _at_least(k, clouds, s - 0.01) < 0.05 for k, s in ((count, share), (clouds - count, 1 - share)))
    places = int(clouds >= 10_000 or all(near))
    return f"{math.floor(10 ** (2 + places) * share + 1e-9) / 10 ** places:.{places}f}"


@dataclass(frozen=True)
class Run:
    """
    Certified accuracy of a dataset.

    Attributes
    ----------
    total : int
        Clouds.
    grid : list of float
        Sizes of the attack. Empty if the run has none.
    accuracy : dict of list of float
        At each size of the grid, the share of all clouds that each argument certifies; "attacked" is what attacks
        left.
    one_class : dict of list of float
        The same without the runner-up. Empty for a run that does not bound it.
    average_radius : dict of float
        Average certified radius by argument.
    families : dict of Family
        By name, for a run without an attack.
    document : dict
        The whole result, with an entry for each cloud.
    stated : dict of dict
        Of numbers or labels, by argument: lists by size, such as "width" or "share". Empty for classes.
    population : dict of list of float
        At each size, a lower bound of each certified accuracy among clouds not seen, with 95 % confidence. Empty
        without a grid.
    asked : mapping, path or None
        The run document as given, if any.
    """

    total: int
    grid: list[float]
    accuracy: dict[str, list[float]]
    one_class: dict[str, list[float]]
    average_radius: dict[str, float]
    families: dict[str, Family]
    document: Document = field(repr=False)
    stated: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    population: dict[str, list[float]] = field(default_factory=dict)
    asked: Asked | None = field(default=None, repr=False, compare=False)

    def show(self, *, height: int = 640, theme: notebook.Theme | None = None) -> None:
        """
        Display the page with the run document in a notebook. The page runs it again.

        The parameters are those of `Certificate.show`. A run needs the run document, with its clouds as points.
        """
        if self.asked is None:
            raise InputError("is unknown; give it to merge", "document")
        document = self.asked if isinstance(self.asked, Mapping) else parsed(content(self.asked).decode())
        if any("file" in cloud for cloud in document["clouds"]):
            raise InputError("are in files, which the page in a notebook cannot read; give their points", "clouds")
        notebook.show(dump(dict(document)).decode(), "run", "dataset", height, theme)

    def __str__(self) -> str:
        """Return a short table of certified accuracy in per cent, rounded down to the digits that the bounds for clouds not seen carry."""
        return f"{self.total} clouds\n{figures.columns(self._table())}".rstrip()

    def _table(self) -> list[list[str]]:
        columns = {**self._shares(), **{f"{name}, one class": shares for name, shares in self.one_class.items()}}
        rows = [["weighted ‖Δ‖" if self._weight() else "at", *columns],
            *([f"{size:g}", *(percent(shares[at], self.total) for shares in columns.values())]
                for at, size in enumerate(self.grid))]
        if self.population:
            rows[0].append("not seen, ≥")
            for row, lower in zip(rows[1:], next(self.population[name] for name in figures.LOOKS if name in self.population)):
                row.append(percent(lower, self.total))
        if self.average_radius and not self._of_labels():
            averages = {**self.average_radius, "orbit, one class": self.average_radius.get("one_class")}
            rows.append(["average radius",
                *("" if averages.get(name) is None else f"{math.floor(1000 * (averages[name] or 0)) / 1000:.3f}" for name in columns)])
        for name, family in self.families.items():
            half = [f"{max((size for size, share in zip(family.sizes, shares) if share >= 0.5), default=0):g}"
                for shares in (family.withstood, family.black_box, family.one_class)]
            rows.append([name, f"half of the clouds withstand ±{half[0]} {family.unit}", f"black box ±{half[1]}",
                *([f"one class ±{half[2]}"] if family.one_class else [])])
        return rows if self.grid else rows[1:]

    def _weight(self) -> str:
        """Return what a point counts for in norms where σ goes by an attribute, "" otherwise and for angles."""
        settings = self.document["settings"]
        sigma = settings["sigma"]
        norms = self.grid and settings["attack"]["family"] != "rotate"
        return f"{min(sigma['values'].values()):g}/σ" if norms and isinstance(sigma, Mapping) else ""

    def _of_labels(self) -> bool:
        return bool(self.stated) and "share" in self.stated["orbit"]

    def _shares(self) -> dict[str, list[float]]:
        """Return what tables and figures show: of labels the share of points that are certified, and true if that is known."""
        if not self._of_labels():
            return self.accuracy
        return {name: row.get("accuracy", row["share"]) for name, row in self.stated.items()}

    def _title(self, bounds: Mapping[str, Any]) -> str:
        """Return what the shares of a figure are of, and what its bands are."""
        return f"{self.total} clouds" + (f"; bands reach down to clouds not seen ({100 * self.document['population']['confidence']:g} %)" if bounds else "")

    def _measure(self) -> str:
        if self._of_labels():
            return "Labels certified and true, %" if "accuracy" in self.stated["orbit"] else "Labels certified, %"
        return f"Certified within ± {self.document['settings']['tolerance']:g}, %"

    def _repr_html_(self) -> str:
        rows = self._table()
        return figures.table(rows if self.grid else [["transformation", "all arguments", "without invariance"], *rows],
            f"{self.total} clouds: certified accuracy, %")

    def to_frame(self) -> Any:
        """
        Return the results as a pandas DataFrame.

        It has a row for each cloud and size of the grid, with certified draws by argument, and columns such as
        "orbit_population" and "orbit width". A run of ranges has a row for each cloud and family. What is unbounded
        is NaN.
        """
        rows: list[Document] = []
        for cloud in self.document.get("results", ()):
            head = {name: cloud.get(name) for name in ("name", "label", "predicted", "votes", "samples", "failure")}
            if self.grid:
                counts = {name: cloud[name] for name in RUN_ROWS if name in cloud}
                for argument, row in cloud.get("stated", {}).items():
                    counts.update({f"{argument} {name}": [math.nan if x is None else x for x in values] for name, values in row.items()})
                counts.update({f"{name}_population": lower for name, lower in self.population.items()})
                rows += [{**head, "size": size, **{name: count[at] for name, count in counts.items()}} for at, size in enumerate(self.grid)]
            else:
                rows += [{**head, **{name: of.get(name) for name in ("family", "unit", "from", "to", "by")}} for of in cloud.get("ranges", ())] or [head]
        return figures.needed("pandas", "Run.to_frame").DataFrame(rows)

    def plot(self, ax: Any = None) -> Any:
        """
        Draw the certified accuracy with Matplotlib, and return the axes.

        A run of ranges returns a list with the axes of each family; it takes none.
        """
        if self.grid:
            ax = figures.axes(ax, "Run.plot")
            shares = self._shares()
            for argument in figures.LOOKS:
                if argument in shares:
                    figures.steps(ax, argument, self.grid, shares[argument], self.population.get(argument, ()))
            family = self.document["settings"]["attack"]["family"]
            figures.accuracy(ax, "Angle of rotation, in degrees" if family == "rotate" else f"‖Δ‖, each point times {weight}"
                if (weight := self._weight()) else "‖Δ‖, in the unit of the coordinates", self._title(self.population))
            if self.stated:
                ax.set_ylabel(self._measure())
            return ax
        pyplot = figures.needed("matplotlib.pyplot", "Run.plot")
        drawn = list(pyplot.subplots(1, max(1, len(self.families)), figsize=(4 * max(1, len(self.families)), 3), squeeze=False, layout="constrained")[1][0])
        for one, (name, family) in zip(drawn, self.families.items()):
            figures.steps(one, "tight", family.sizes, family.withstood, family.population.get("withstood", ()))
            figures.steps(one, "black_box", family.sizes, family.black_box, family.population.get("black_box", ()))
            figures.accuracy(one, f"{name}, ± {family.unit}", self._title(family.population))
        return drawn

    def card(self, *, model: str = "smoothed classifier", dataset: str = "point clouds", url: str | None = None, badge: bool = False,
        at: float | None = None, family: str | None = None) -> str:
        """
        Return the result as metadata of a model card of Hugging Face, in YAML.

        Parameters
        ----------
        model, dataset : str
            Their names on the card.
        url : str
            Address of the run.
        badge : bool
            Return an SVG picture of the best certified accuracy instead.
        at : float
            Size that the picture shows, in degrees for angles.
        family : str
            Family that the picture shows, for a run without an attack.

        Raises
        ------
        InputError
            Also if the result has nothing to show.
        """
        options = [f"--{name}={value}" for name, value in present(model=model, dataset=dataset, url=url, at=at, family=family).items()]
        return call("card", *options, *(["--badge"] if badge else []), "-", document=dump(self.document))


@overload
def run(document: Asked | None = None, *, out: str | os.PathLike[str] | None = None, shard: None = None, progress: bool = True, **fields: Any) -> Run:
    ...


@overload
def run(document: Asked | None = None, *, out: str | os.PathLike[str] | None = None, shard: Shard, progress: bool = True, **fields: Any) -> None:
    ...


def run(
    document: Asked | None = None, *, out: str | os.PathLike[str] | None = None, shard: Shard | None = None, progress: bool = True, **fields: Any,
) -> Run | None:
    """
    Certify a dataset.

    Parameters
    ----------
    document : mapping or path
        A run document, or the path of its file. Its files are relative to that file, or to the working directory.
    **fields
        Fields of a run document in place of it, such as `sigma`, `group` and ``attack={"family": "rotate", "degrees": [0, 10]}``,
        with `clouds`, a sequence of arrays or paths, and `votes`: a DataFrame or mapping with the columns "label", "votes_pred"
        and "votes_cert", a row for each cloud in the order of `clouds`.
    out : path
        Folder that keeps every finished cloud. The same call continues from there.
    shard : pair of int
        ``(i, n)`` runs the clouds i, i + n, i + 2n, … and needs `out`. `merge` joins the shards.
    progress : bool
        Show a bar, if tqdm is installed; elsewhere a line every 30 s.

    Returns
    -------
    Run or None
        None for a shard.

    Raises
    ------
    InputError
        The document is bad.
    VerificationFailedError
        An attack contradicts a certificate of the run.
    """
    document = asked(document, fields)
    part = None if shard is None else "{}/{}".format(*checked_shard(shard))
    options = [f"--{name}={value}" for name, value in present(out=out and os.fspath(out), shard=part).items()]
    with heard(progress) as (notes, listen):
        if isinstance(document, Mapping) and out is None:  # with a folder, the paths of files would name another run each time
            with filed(dict(document)) as lighter:
                return result(watched("run", *notes, *options, "-", document=dump(lighter), heard=listen), document)
        text = on_document(partial(watched, heard=listen), "run", [*notes, *options], document)
    return None if shard else result(text, document)


def merge(folder: str | os.PathLike[str], document: Asked | None = None) -> Run:
    """
    Join the shards of a run.

    Votes of shards of `orbitcert.torch.certify_dataset` become `run.json` in the folder, and are certified, without
    model and PyTorch.

    Parameters
    ----------
    folder : path
        The folder `out` of the shards.
    document : mapping or path
        The run document, to read every cloud again and refuse results of clouds that have changed. Shards of
        `certify_dataset` take none.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        A shard is missing or not finished, shards are of different runs, or a cloud has changed since its shard ran.
    VerificationFailedError
        An attack contradicts a certificate of the run.
    """
    place = os.fspath(folder)
    if document is None and any(Path(place).glob("shard-*-of-*")):
        from .shards import join  # needs numpy

        return certified(join(Path(place)))
    return result(call("merge", place) if document is None else on_document(call, "merge", [place], document), document)


def certified(path: Path) -> Run:
    """Return the result of a run document, and keep finished clouds in a folder beside it."""
    return run(path, out=path.parent / f"parts-{hashlib.sha256(content(path)).hexdigest()[:12]}")


def on_document(act: Callable[..., str], name: str, arguments: list[str], document: Asked) -> str:
    """Call the program with a document as its last argument."""
    if isinstance(document, Mapping):
        return act(name, *arguments, "-", document=dump(dict(document)))
    return act(name, *arguments, found(document, "document"))


def result(text: str, asked: Asked | None) -> Run:
    document = parsed(text)
    unseen = document.get("population", {})
    bounds = {of["family"]: of["lower"] for of in unseen.get("families", ())}
    families = {of["family"]: Family(of["unit"], of["sizes"], **of["accuracy"], population=bounds.get(of["family"], {})) for of in document.get("families", ())}
    accuracy = {name: shares for name, shares in document.get("accuracy", {}).items() if shares is not None}
    one = {name: shares for name, shares in accuracy.pop("one_class", {}).items() if shares is not None}
    return Run(document["total"], document.get("grid", []), accuracy, one, document.get("average_radius", {}), families, document,
        document.get("stated", {}), {name: lower for name, lower in unseen.get("lower", {}).items() if lower is not None}, asked)
