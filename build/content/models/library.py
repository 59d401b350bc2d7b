"""Draws more shapes from free 3-D models in packages of Debian, beside the 348 of furniture.npz.

  python3 library.py TABLE FOLDER furniture.npz more.npz

TABLE has a model a line: package, version, path in it, class and licence, with tabs between; library.tsv those of the libraries that
furniture.npz is of, to train on, others.tsv those of other people, to measure on. FOLDER holds the packages, unpacked into a folder each by its name
(library.sh). The models, whose classes are what they show, become 2,048 points each, uniform by area, centred, in the unit ball.
None of them is in furniture.npz; one that is as near to a test shape there, along its principal axes, as two draws of one shape
are is left out all the same, and others.tsv has none that is so near to a shape that is trained on.
"""

import argparse
import csv
from pathlib import Path

import numpy as np

from clouds import unit_ball
from meshes import blender, read

POINTS = 2048
SAME = 1.15  # times the distance between two draws of one shape
COMPARED = 256


def drawn(faces, count, rng):
    """Points (count x 3), uniform by area on triangles."""
    a, b, c = faces[:, 0], faces[:, 1], faces[:, 2]
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    of = rng.choice(len(faces), count, p=area / area.sum())
    u, v = rng.uniform(size=(2, count, 1))
    root = np.sqrt(u)
    return unit_ball((1 - root) * a[of] + root * (1 - v) * b[of] + root * v * c[of])


def upright(cloud):
    """The cloud along its principal axes."""
    return cloud @ np.linalg.svd(cloud, full_matrices=False)[2].T


def distance(a, b):
    """The least apart() over the principal poses of two clouds and their mirror images."""
    a, b = upright(a), upright(b)
    return min(apart(a * (1 - 2 * np.array(s)), b) for s in np.ndindex(2, 2, 2))


def apart(a, b):
    """Mean distance from each of the first points to the nearest of the other cloud's."""
    squares = ((a[:COMPARED, None] - b[None, :COMPARED]) ** 2).sum(2)
    return (np.sqrt(squares.min(0)).mean() + np.sqrt(squares.min(1)).mean()) / 2


def same(cloud, other, tests):
    """Reports whether a test shape may be this one: about as near to it as `other`, another draw of its own."""
    return min(distance(cloud, test) for test in tests) < SAME * apart(cloud, other)


def models(folder, rows):
    """The triangles of each row's model; a .blend file, whose objects stand behind "#", is opened once for all of them."""
    objects = {}
    for package, _, path, *_ in rows:
        file, _, name = path.partition("#")
        if name:
            objects.setdefault(Path(folder, package, file), []).append(name)
    opened = {file: dict(zip(names, blender(file, names))) for file, names in objects.items()}
    for package, _, path, *_ in rows:
        file, _, name = path.partition("#")
        yield opened[Path(folder, package, file)][name] if name else read(Path(folder, package, path))


def draw(folder, rows, tests):
    """Clouds, classes, paths and packages of the models that are no test shape."""
    shapes = []
    for (package, version, path, kind, _), faces in zip(rows, models(folder, rows)):
        faces = faces[np.isfinite(faces).all((1, 2))]
        rng = np.random.default_rng(len(shapes))
        cloud, other = drawn(faces, POINTS, rng), drawn(faces, POINTS, rng)
        if same(cloud, other, tests):
            print(f"{path} may be a test shape: left out")
        else:
            shapes.append((cloud, kind, path, f"{package} {version}"))
    return shapes


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("table")
    p.add_argument("folder")
    p.add_argument("furniture")
    p.add_argument("out")
    options = p.parse_args()
    file = np.load(options.furniture, allow_pickle=False)
    classes = [str(c) for c in file["classes"]]
    tests = file["points"][file["test"].astype(bool)].astype(np.float32)
    with open(options.table, newline="") as table:
        shapes = draw(options.folder, list(csv.reader(table, delimiter="\t")), tests)
    clouds, kinds, names, packages = zip(*shapes)
    labels = [classes.index(kind) for kind in kinds]
    np.savez_compressed(options.out, points=np.array(clouds, np.float16), label=labels, name=names, source=packages)
    print(f"{len(shapes)} shapes")
