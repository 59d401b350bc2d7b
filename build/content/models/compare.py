"""Compares recipes on the training clouds that were held back from them (train.py --hold).

  python3 compare.py FOLDER plain.pt consistent.pt …

For each checkpoint, at the sigma of its training: the share of held clouds whose class wins
the vote of 200 noisy copies, and the share in which it has 180 votes and more: what can be
certified at a distance, which training is for.
"""

import argparse
import json

import numpy as np
import torch

from clouds import batch, open_data
from export import load
from train import classes

SAMPLES, MANY = 200, 180


@torch.no_grad()
def votes(model, data, options, seed=7):
    """For each held cloud how many noisy copies have its class, and whether that class wins."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    for i in range(len(data.labels("held"))):
        cloud, label = batch(data, "held", [i], rng)
        counts = classes(model, torch.from_numpy(cloud) + options["sigma"] * torch.randn(SAMPLES, *cloud.shape[1:]), options["group"]).bincount()
        own = int(counts[label[0]]) if label[0] < len(counts) else 0
        yield own, int(counts.argmax()) == label[0]


def report(path, place):
    options = torch.load(path)["options"]
    data = open_data(options["data"], place, options["points"])
    data.hold(options["hold"])
    model, _, _ = load(path, data.classes)
    all_votes = list(votes(model, data, options))
    share = lambda holds: round(sum(map(holds, all_votes)) / len(all_votes), 4)
    return {
        "checkpoint": path, "consistency": options["consistency"], "epochs": options["epochs"], "held": len(all_votes),
        "smoothed_accuracy": share(lambda one: one[1]), f"with_{MANY}_of_{SAMPLES}": share(lambda one: one[0] >= MANY),
    }


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("place")
    p.add_argument("checkpoints", nargs="+")
    o = p.parse_args()
    torch.set_num_threads(1)
    for checkpoint in o.checkpoints:
        print(json.dumps(report(checkpoint, o.place)), flush=True)
