"""Compares recipes on the training clouds that were held back from them (train.py --hold).

  python3 compare.py FOLDER plain.pt consistent.pt …

For each checkpoint, at each sigma (--sigmas; else the one of its training, or the ends of its range): the share of held clouds whose class wins
the vote of 200 noisy copies, and the share in which it has 180 votes and more: what can be
certified at a distance, which training is for.
"""

import argparse
import json

import numpy as np
import torch

from clouds import batch, open_data
from export import load
from networks import invariant
from orbitcert.torch import Smoothed
from train import DEVICE, votes

SAMPLES, MANY = 200, 180


def held_votes(model, data, options, sigma, seed=7):
    """For each held cloud how many noisy copies have its class, and whether that class wins."""
    smoothed = Smoothed(invariant(model, options["group"]), sigma, SAMPLES, subsample=options["subsample"] or None).to(DEVICE).eval()
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    for i in range(len(data.labels("held"))):
        cloud, label = batch(data, "held", [i], rng)
        counts = votes(smoothed, cloud, len(data.classes))
        yield int(counts[label[0]]), int(counts.argmax()) == label[0]


def report(path, place, points, sigmas):
    options = torch.load(path)["options"]
    data = open_data(options["data"], place, points or options["points"])
    data.hold(options["hold"])
    model, _, _ = load(path, data.classes)
    measured = {sigma: shares(list(held_votes(model, data, options, sigma))) for sigma in sigmas or options["sigma"]}
    return {"checkpoint": path, "consistency": options["consistency"], "epochs": options["epochs"], "held": len(data.labels("held")), "at": measured}


def shares(all_votes):
    """Return the share of clouds whose class wins the votes, and the share that wins clearly."""
    share = lambda holds: round(sum(map(holds, all_votes)) / len(all_votes), 4)
    return {"smoothed_accuracy": share(lambda one: one[1]), f"with_{MANY}_of_{SAMPLES}": share(lambda one: one[0] >= MANY)}


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("place")
    p.add_argument("checkpoints", nargs="+")
    p.add_argument("--points", type=int, default=0, help="points of a held cloud, where they are not those of a training cloud")
    p.add_argument("--sigmas", type=float, nargs="+")
    o = p.parse_args()
    torch.set_num_threads(1)
    for checkpoint in o.checkpoints:
        print(json.dumps(report(checkpoint, o.place, o.points, o.sigmas)), flush=True)
