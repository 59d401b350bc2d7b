"""Writes the test shapes of an NPZ file as build/content/clouds.mjs packs them, and where each comes from.

  python3 build/content/dataset/furniture.py furniture.npz build/out/shapes
  node build/content/clouds.mjs shapes build/out/shapes

The file has `points` [S, n, 3], `label`, `classes`, `test`, `name` and `source` by shape. Votes are counted by `node build/content/votes.mjs`.
site/datasets/shapes.LICENSE.txt names each shape of site/datasets/shapes.json, the classes in turn, and of site/docs/votes, all test shapes.
"""

import sys
from pathlib import Path

import numpy as np

CREDITS = Path(__file__).parents[3] / "site" / "datasets" / "shapes.LICENSE.txt"
COUNT = 22
INTRO = """Points sampled from 3-D models of the Debian package sweethome3d-furniture 1.8: the model, its library and its licence by cloud.

The clouds of datasets/shapes.json:

"""
LICENCES = {
    "BlendSwap-CC-0": "CC0 1.0", "BlendSwap-CC-BY": "CC BY 3.0", "KatorLegaz": "CC BY 3.0", "Scopia": "CC BY 3.0", "Reallusion": "CC BY 3.0 US",
}


def chosen(label, test):
    """Indices of test shapes, the classes in turn."""
    by_class = [list(np.flatnonzero(test & (label == c))) for c in range(label.max() + 1)]
    order = []
    while len(order) < COUNT:
        order += [members.pop(0) for members in by_class if members]
    return order[:COUNT]


def credit(name, file, i):
    source = str(file["source"][i])
    return f"{name}: {file['name'][i]}, {source}, {LICENCES[source]}"


def main(path, out):
    file = np.load(path, allow_pickle=False)
    test = file["test"].astype(bool)
    file["points"][test].astype("<f2").tofile(out)
    credits, seen = [], {}
    for i in chosen(file["label"], test):
        kind = str(file["classes"][file["label"][i]])
        seen[kind] = seen.get(kind, 0) + 1
        credits.append(credit(f"{kind}-{seen[kind]}", file, i))
    # Numbered as build/content/models/clouds.py lists them.
    tested = [credit(f"test {n:04d}", file, i) for n, i in enumerate(np.flatnonzero(test))]
    CREDITS.write_text(INTRO + "\n".join(credits) + "\n\nThe clouds of docs/votes:\n\n" + "\n".join(tested) + "\n")


main(sys.argv[1], sys.argv[2])
