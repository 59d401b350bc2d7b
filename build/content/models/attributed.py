"""Classifiers of points with attributes, each beside one of the same network that sees the points alone.

  python3 attributed.py train CASE OUT.pt [--alone]     CASE is scans, handed or fruit
  python3 attributed.py export IN.pt OUT.onnx
  python3 attributed.py card IN.pt MODEL.onnx VOTES     VOTES of ../attributed.mjs, which have the accuracy
  python3 attributed.py clouds CASE COUNT               prints test clouds as JSON lines of name, label, points and attributes

  scans   cars, pedestrians, bushes and traffic signs seen by a scanner (raycast.py), with the intensity of each echo
  handed  bromochlorofluoromethane, left or right: without the elements little tells the hands apart
  fruit   apples, tomatoes, oranges, plums, lemons and limes with the colour of each point
"""

import json
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import raycast
import small
from networks import PointNet, about, restored
from orbitcert.torch import PrincipalPoses

TEST_SEED = 1_000_003


class Scans:
    classes, attributes, channels = list(raycast.ROAD), ["intensity"], ["intensity"]
    group, sigma, points = "axis", 0.3, 96
    data = "cars, pedestrians, bushes and traffic signs seen by a scanner made by rule (raycast.py), with the intensity of each echo; MIT"

    def draw(self, label, rng):
        at, intensity = raycast.seen(self.classes[label], self.points, rng)
        return at, np.round(intensity[:, None], 3)


class Handed:
    """Bond lengths in angstrom; angles are those of a tetrahedron, all a little off."""

    classes, attributes = ["S", "R"], ["element"]
    channels = [{"name": "element", "values": [1, 6, 9, 17, 35]}]
    group, sigma, points = "SE", 0.1, 5
    data = "bromochlorofluoromethane, left or right, made by rule, with the element of each atom; MIT"
    bonds = {35: 1.94, 17: 1.77, 9: 1.36, 1: 1.09}

    def draw(self, label, rng):
        corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3)
        mirrored = corners * [1, 1, 1 if label == 0 else -1]
        ends = mirrored * np.array(list(self.bonds.values()))[:, None] + rng.normal(0, 0.04, (4, 3))
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        at = np.concatenate([np.zeros((1, 3)), ends]) @ (turn * np.sign(np.linalg.det(turn)))
        order = rng.permutation(5)
        return (at - at.mean(0))[order].astype(np.float32), np.array([6, *self.bonds])[order, None]


class Fruit:
    attributes = channels = ["red", "green", "blue"]
    group, sigma, points = "SE", 0.1, 96
    data = "apples, tomatoes, oranges, plums, lemons and limes made by rule, with the colour of each point; MIT"
    # Height over width, its spread, depth of the hollow at the stem, and colours as red, green, blue.
    kinds = {
        "apple": (0.9, 0.06, 0.25, [(0.75, 0.1, 0.12), (0.6, 0.7, 0.2)]), "tomato": (0.85, 0.06, 0.15, [(0.85, 0.15, 0.08), (0.55, 0.65, 0.2)]),
        "orange": (0.98, 0.04, 0.05, [(0.95, 0.55, 0.1)]), "plum": (1.15, 0.08, 0.08, [(0.35, 0.1, 0.35), (0.75, 0.15, 0.2)]),
        "lemon": (1.35, 0.1, -0.12, [(0.95, 0.85, 0.2)]), "lime": (1.25, 0.1, -0.08, [(0.35, 0.6, 0.15), (0.8, 0.8, 0.25)]),
    }
    classes = list(kinds)

    def draw(self, label, rng):
        tall, spread, hollow, colours = self.kinds[self.classes[label]]
        at = rng.normal(size=(self.points, 3))
        at /= np.linalg.norm(at, axis=1)[:, None]
        ends = np.abs(at[:, 2:]) ** 8
        at = at * [1, 1, tall + spread * rng.normal()] * (1 - hollow * ends)
        at = at @ np.linalg.qr(rng.normal(size=(3, 3)))[0]
        own = np.array(colours[rng.integers(len(colours))]) + rng.normal(0, 0.06, 3)
        shade = rng.uniform(0.6, 1.1, (self.points, 1))
        at -= at.mean(0)
        colour = np.clip(own * shade + rng.normal(0, 0.08, (self.points, 3)), 0, 1)
        return (at / np.linalg.norm(at, axis=1).max()).astype(np.float32), np.round(colour, 3)


CASES = {"scans": Scans, "handed": Handed, "fruit": Fruit}


def drawn(case, count, seed):
    """Clouds, their attributes and labels; the classes in turn."""
    rng = np.random.default_rng(seed)
    labels = np.arange(count) % len(case.classes)
    clouds, attributes = zip(*(case.draw(label, rng) for label in labels))
    return np.round(np.stack(clouds), 4), np.stack(attributes).astype(np.float32), labels


def channelled(case, attributes):
    """The channels of a model, as documents describe them: one number, or one for each value."""
    one = case.channels[0]
    if isinstance(one, str):
        return attributes
    return (attributes == torch.tensor(one["values"], dtype=attributes.dtype)).float()


def network(case, alone):
    attributes = 0 if alone else channelled(case, torch.zeros(1, 1, len(case.attributes))).shape[2]
    return PointNet(3 + attributes, len(case.classes), widths=(24, 48, 64), hidden=64)


def train(options):
    torch.manual_seed(1)
    case = CASES[options.case]()
    model, turn = network(case, options.alone), PrincipalPoses(case.group, **about(case.group))
    clouds, attributes, labels = (torch.from_numpy(one) for one in drawn(case, options.clouds, 1))
    channels = channelled(case, attributes)

    def loss(which):
        noisy = clouds[which] + case.sigma * torch.empty(len(which), 1, 1).uniform_(0.3, 1.1) * torch.randn(len(which), case.points, 3)
        shown = turn.one(noisy)[:, 0]
        logits = model((shown if options.alone else torch.cat([shown, channels[which]], 2)).transpose(1, 2))
        return functional.cross_entropy(logits, labels[which])

    small.fit(model, len(clouds), loss, options)


def export(options):
    model, trained = restored(options.checkpoint, lambda trained: network(CASES[trained["case"]](), trained["alone"]))
    axes = {"clouds": {0: "batch", 2: "points"}, "logits": {0: "batch"}}
    example = torch.randn(2, model.points[0].in_channels, 16)
    small.export(model, example, options.out, ["clouds"], "logits", axes, classes=CASES[trained["case"]].classes)


def measured(rows, sigma):
    """Shares of test clouds that are right, and that are right and certified within sigma / 2 and sigma."""
    reach = [radius if label == predicted else -1 for label, predicted, _, radius in rows]
    shares = {str(within): round(float(np.mean([radius > within for radius in reach])), 4) for within in (sigma / 2, sigma)}
    return {"smoothed_accuracy": round(float(np.mean([radius >= 0 for radius in reach])), 4), "certified_accuracy": shares}


def card(options):
    model, trained = restored(options.checkpoint, lambda trained: network(CASES[trained["case"]](), trained["alone"]))
    case = CASES[trained["case"]]()
    votes = {one["model"]["name"]: one for one in json.loads(Path(options.votes).read_text())["models"]}
    own, alone = votes[f"{trained['case']}.onnx"], votes[f"{trained['case']}-alone.onnx"]
    print(json.dumps({
        **small.about(options.model, model), "classes": case.classes, "attributes": case.channels,
        "invariance": {"group": case.group, **about(case.group), "how": "made"}, "data": case.data, "points": case.points,
        "training": {"sigma": [round(0.3 * case.sigma, 4), round(1.1 * case.sigma, 4)], **{k: trained[k] for k in ("clouds", "epochs", "batch", "rate")}, "seed": 1},
        "sigma": case.sigma, "test_clouds": len(own["clouds"]), "votes": own["sampling"]["estimate"], **measured(own["clouds"], case.sigma),
        "without_attributes": {"name": alone["model"]["name"], "sha256": alone["model"]["sha256"], **measured(alone["clouds"], case.sigma)}, "licence": "MIT",
    }, indent=2))


def listed(options):
    case = CASES[options.case]()
    for cloud, attributes, label in zip(*drawn(case, options.count, TEST_SEED)):
        columns = {name: [float(x) for x in np.round(attributes[:, k].astype(float), 3)] for k, name in enumerate(case.attributes)}
        print(json.dumps({"label": int(label), "points": np.round(cloud.astype(float), 4).tolist(), "attributes": columns}))


if __name__ == "__main__":
    calls = small.Calls(__doc__)
    call = calls.add("train", train, "case", "out", clouds=4000, epochs=30, batch=64, rate=4e-3)
    call.add_argument("--alone", action="store_true", help="without the attributes")
    calls.add("export", export, "checkpoint", "out")
    calls.add("card", card, "checkpoint", "model", "votes")
    calls.add("clouds", listed, "case").add_argument("count", type=int)
    calls.run()
