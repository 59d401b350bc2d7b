"""The parts of furniture, point by point: data, network and training.

  python3 parts.py train OUT.pt       trains on shapes made by rule, with noise
  python3 parts.py export IN.pt OUT.onnx
  python3 parts.py card IN.pt MODEL.onnx
  python3 parts.py clouds COUNT       prints test shapes as JSON lines of name, points and parts

Chairs, tables and lamps of synthetic.py know the part of each solid. Training draws shapes from the seeds 1, 2, …;
test shapes come from other seeds, and none was drawn before the network was final.
"""

import json

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import small
from clouds import unit_ball
from networks import pointwise, restored
from orbitcert.torch import PrincipalPoses
from synthetic import MAKERS, scattered

KINDS = ["chair", "table", "lamp"]
PARTS = ["seat", "back", "arm", "leg", "top", "shade", "pole", "foot"]
POINTS, SIGMA, TEST_SEED = 512, (0.02, 0.1), 1_000_003


def labelled(solids, n, rng):
    """n points of the surfaces, uniform by area, in the unit ball, and the part of each."""
    points, counts = scattered(solids, n, rng)
    return unit_ball(points), np.repeat([PARTS.index(solid.part) for solid in solids], counts)


def shapes(count, seed, points=POINTS):
    """Clouds count x N x 3 and parts count x N; the kinds in turn."""
    rng = np.random.default_rng(seed)
    clouds, parts = zip(*(labelled(MAKERS[KINDS[i % 3]](rng), points, rng) for i in range(count)))
    return np.stack(clouds), np.stack(parts)


class PartNet(nn.Module):
    """Features of each point beside the maximum and mean of all, then a perceptron for each point
    (after the segmentation network of Qi et al. 2017, without its T-Nets): B x N x 3 to B x N x C."""

    description = "PointNet for parts without T-Nets, maximum and mean pooling"

    def __init__(self, labels=len(PARTS), widths=(64, 96, 160), hidden=(128, 64)):
        super().__init__()
        self.near = pointwise(3, *widths[:2])
        self.far = pointwise(*widths[1:])
        self.whole = nn.Sequential(nn.Linear(2 * widths[2], hidden[0]))
        self.own = nn.Conv1d(widths[1], hidden[0], 1, bias=False)
        self.norm = nn.BatchNorm1d(hidden[0])
        self.last = nn.Sequential(*pointwise(*hidden), nn.Conv1d(hidden[1], labels, 1))

    def forward(self, clouds):
        near = self.near(clouds.transpose(1, 2))
        far = self.far(near)
        whole = self.whole(torch.cat([far.amax(2), far.mean(2)], 1))
        return self.last(torch.relu(self.norm(self.own(near) + whole[:, :, None]))).transpose(1, 2)


def poses():
    return PrincipalPoses("axis", axis=[0, 0, 1], translation=True)


def train(options):
    torch.manual_seed(1)
    model, turn = PartNet(), poses()
    made = [shapes(3000, seed) for seed in range(1, 1 + options.pools)]
    clouds, parts = (torch.from_numpy(np.concatenate(one)) for one in zip(*made))

    def loss(which):
        some = torch.randperm(POINTS)[: options.points]
        batch = clouds[which][:, some]
        sigma = torch.empty(len(batch), 1, 1).uniform_(*SIGMA)
        logits = model(turn.one(batch + sigma * torch.randn_like(batch))[:, 0])
        return functional.cross_entropy(logits.transpose(1, 2), parts[which][:, some])

    small.fit(model, len(clouds), loss, options)


def load(path):
    return restored(path, lambda _: PartNet())


@torch.no_grad()
def smoothed(model, cloud, sigma, samples):
    """The part of each point with most votes of noisy copies, all poses together."""
    noisy = cloud + sigma * torch.randn(samples, *cloud.shape)
    turned = poses()(noisy)
    logits = model(turned.flatten(0, 1)).view(*turned.shape[:3], -1).mean(1)
    return functional.one_hot(logits.argmax(2), len(PARTS)).sum(0).argmax(1).numpy()


def measured(model, sigma, samples, count):
    """Share of points with the right part, and mean intersection over union of the parts, of test shapes."""
    torch.manual_seed(7)
    clouds, parts = shapes(count, TEST_SEED)
    found = np.stack([smoothed(model, torch.from_numpy(cloud), sigma, samples) for cloud in clouds])
    meet = [((found == k) & (parts == k)).sum() / ((found == k) | (parts == k)).sum() for k in range(len(PARTS))]
    return round(float((found == parts).mean()), 4), round(float(np.mean(meet)), 4)


def export(options):
    model, _ = load(options.checkpoint)
    axes = {name: {0: "batch", 1: "points"} for name in ("clouds", "labels")}
    small.export(model, torch.randn(2, 64, 3), options.out, ["clouds"], "labels", axes, labels=PARTS)


def card(options):
    model, trained = load(options.checkpoint)
    sigmas = {str(s): measured(model, s, 50, options.clouds) for s in (0.02, 0.05, 0.1)}
    clean = measured(model, 0, 1, options.clouds)
    print(json.dumps({
        **small.about(options.model, model), "labels": PARTS,
        "invariance": {"group": "axis", "axis": [0, 0, 1], "translation": True, "how": "made"},
        "data": "Chairs, tables and lamps made by rule (synthetic.py), which know their parts; MIT", "points": POINTS,
        "training": {"sigma": SIGMA, "shapes": 3000 * trained["pools"], **{k: trained[k] for k in ("epochs", "batch", "rate", "points")}, "seed": 1},
        "test_clouds": options.clouds, "votes": 50, "clean_accuracy": clean[0], "clean_iou": clean[1],
        "smoothed_accuracy": {s: a for s, (a, _) in sigmas.items()}, "smoothed_iou": {s: b for s, (_, b) in sigmas.items()}, "licence": "MIT",
    }, indent=2))


def listed(options):
    clouds, parts = shapes(options.count, TEST_SEED)
    for i, (cloud, part) in enumerate(zip(clouds, parts)):
        print(json.dumps({"name": f"{KINDS[i % 3]} {i:03d}", "points": np.round(cloud.astype(float), 4).tolist(), "labels": part.tolist()}))


if __name__ == "__main__":
    calls = small.Calls(__doc__)
    call = calls.add("train", train, "out", epochs=16, batch=32, rate=4e-3)
    call.add_argument("--pools", type=int, default=2, help="of 3,000 shapes each")
    call.add_argument("--points", type=int, default=256, help="drawn anew of each cloud for each step")
    calls.add("export", export, "checkpoint", "out")
    calls.add("card", card, "checkpoint", "model", clouds=60)
    calls.add("clouds", listed).add_argument("count", type=int)
    calls.run()
