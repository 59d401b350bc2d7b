"""Draws more training shapes from Debian's package sweethome3d-furniture 1.8, beside the 348 of furniture.npz.

  python3 library.py FOLDER furniture.npz more.npz

FOLDER holds the package's libraries (.sh3f, /usr/share/sweethome3d/furniture). The models of library.tsv, whose classes are
what they show, become 2,048 points each, uniform by area, centred, in the unit ball. None of them is in furniture.npz; one
that is as near to a test shape there, along its principal axes, as two draws of one shape are is left out all the same.
"""

import argparse
import csv
import zipfile
from pathlib import Path

import numpy as np

from clouds import unit_ball

POINTS = 2048
SAME = 1.15  # times the distance between two draws of one shape
COMPARED = 256


def triangles(text):
    """The triangles (T x 3 x 3) of an OBJ file; a face of more corners is a fan."""
    corners, faces = [], []
    for line in text.splitlines():
        kind, *rest = line.split() or [""]
        if kind == "v":
            corners.append([float(x) for x in rest[:3]])
        if kind == "f":
            at = [int(word.split("/")[0]) for word in rest]
            at = [i - 1 if i > 0 else len(corners) + i for i in at]
            faces += [(at[0], at[i], at[i + 1]) for i in range(1, len(at) - 1)]
    return np.array(corners)[np.array(faces)]


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
    """Whether a test shape may be this one: about as near to it as `other`, another draw of its own."""
    return min(distance(cloud, test) for test in tests) < SAME * apart(cloud, other)


def draw(folder, wanted, tests):
    """Clouds, classes, names and libraries of the models that are wanted and are no test shape."""
    rows = []
    for library, model, kind in wanted:
        with zipfile.ZipFile(Path(folder) / f"{library}.sh3f") as file:
            faces = triangles(file.read(model).decode("latin-1"))
        rng = np.random.default_rng(len(rows))
        cloud, other = drawn(faces, POINTS, rng), drawn(faces, POINTS, rng)
        if same(cloud, other, tests):
            print(f"{model} may be a test shape: left out")
        else:
            rows.append((cloud, kind, model.split("/")[-2], library))
    return rows


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("folder")
    p.add_argument("furniture")
    p.add_argument("out")
    options = p.parse_args()
    file = np.load(options.furniture, allow_pickle=False)
    classes = [str(c) for c in file["classes"]]
    tests = file["points"][file["test"].astype(bool)].astype(np.float32)
    with open(Path(__file__).parent / "library.tsv", newline="") as table:
        rows = draw(options.folder, list(csv.reader(table, delimiter="\t")), tests)
    clouds, kinds, names, libraries = zip(*rows)
    labels = [classes.index(kind) for kind in kinds]
    np.savez_compressed(options.out, points=np.array(clouds, np.float16), label=labels, name=names, source=libraries)
    print(f"{len(rows)} shapes")
