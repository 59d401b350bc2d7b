"""Writes the clouds of site/datasets/shapes.json: 22 shapes of furniture and other things that no model was trained on.

  python3 build/content/dataset/furniture.py furniture.npz

The file has `points` [S, n, 3], `label`, `classes`, `test`, `name` and `source` by shape. Votes are counted by `node build/content/votes.mjs`.
site/datasets/shapes.LICENSE.txt names where each shape comes from, also those of site/docs/votes, all test shapes.
"""

import json
import sys
from pathlib import Path

import numpy as np

SITE = Path(__file__).parents[3] / "site" / "datasets"
COUNT, POINTS = 22, 512
SETTINGS = {
    "sigma": 0.1, "group": "SE", "attack": {"family": "scale", "norms": [0, 0.04, 0.08, 0.12, 0.16, 0.2, 0.24, 0.28]}, "alpha": 0.001, "samples": 10000,
}
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


def cloud(shape, rng):
    """Some of the points, centred, in the unit ball, with three decimals."""
    points = shape[rng.choice(len(shape), POINTS, replace=False)].astype(float)
    points -= points.mean(0)
    return (points / np.linalg.norm(points, axis=1).max()).round(3) + 0


def credit(name, file, i):
    source = str(file["source"][i])
    return f"{name}: {file['name'][i]}, {source}, {LICENCES[source]}"


def main(path):
    file = np.load(path, allow_pickle=False)
    test = file["test"].astype(bool)
    rng = np.random.default_rng(1)
    clouds, credits, seen = [], [], {}
    for i in chosen(file["label"], test):
        kind = str(file["classes"][file["label"][i]])
        seen[kind] = seen.get(kind, 0) + 1
        name = f"{kind}-{seen[kind]}"
        clouds.append({"name": name, "label": int(file["label"][i]), "points": cloud(file["points"][i], rng).tolist()})
        credits.append(credit(name, file, i))
    fields = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in SETTINGS.items())
    lines = ",\n".join(json.dumps(c, separators=(",", ":")) for c in clouds)
    (SITE / "shapes.json").write_text(f'{{{fields},\n"clouds": [\n{lines}\n]}}\n')
    # Numbered as build/content/models/clouds.py lists them.
    tested = [credit(f"test {n:04d}", file, i) for n, i in enumerate(np.flatnonzero(test))]
    (SITE / "shapes.LICENSE.txt").write_text(INTRO + "\n".join(credits) + "\n\nThe clouds of docs/votes:\n\n" + "\n".join(tested) + "\n")


main(sys.argv[1])
