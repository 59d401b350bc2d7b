"""Writes a model's card: what it was trained on, how, and how good it is.

  python3 card.py digits.pt FOLDER digits.onnx --clouds 500 > digits.json

Smoothed accuracy by sigma: the share of test clouds whose class wins the vote of
noisy copies (--votes), over all poses, with its 95 % interval (Wilson 1927). Clean
accuracy: the class without noise; of a model for some points of each cloud, the class
that wins the vote of as many samples of them without noise.
"""

import argparse
import json
import math

import torch

import small
from clouds import open_data, saved_shapes
from export import load
from networks import about
from train import MEASURED, accuracy

TRAINING = ["sigma", "turn", "noise", "epochs", "repeat", "batch", "copies", "rate", "average", "teacher", "bend", "wave", "mirror", "more", "synthetic", "hold", "seed"]


def training(saved):
    """Describe how a model was trained, and first any model it started from."""
    before = {"before": training(saved["before"])} if "before" in saved else {}
    return {name: saved[name] for name in TRAINING if saved.get(name) is not None} | before


def interval(share, n, z=1.96):
    """Wilson's 95 % interval of a share of n."""
    middle, half = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return [round((middle + sign * half) / (1 + z * z / n), 4) for sign in (-1, 1)]


def intervals(shares, n):
    """Those of the shares by sigma."""
    return {sigma: interval(share, n) for sigma, share in shares.items()}


def card(options):
    saved = torch.load(options.checkpoint)["options"]
    subsample = saved.get("subsample", 0)
    points = options.points or saved["points"]
    data = open_data(saved["data"], options.place, points)
    model, _, _ = load(options.checkpoint, data.classes)

    def measured(sigma, samples, clouds=options.clouds, split="test"):
        return round(accuracy(model, data, sigma, saved["group"], clouds, samples, subsample, split=split, turn=saved.get("turn")), 4)

    def smoothed(sigmas, clouds, split):
        shares = {str(sigma): measured(sigma, options.votes, clouds, split) for sigma in sigmas}
        return {"smoothed_accuracy": shares, "smoothed_interval": intervals(shares, clouds)}

    def on_others():
        shapes, labels = saved_shapes(options.others)
        data.bring("others", shapes, labels)
        return {"clouds": len(labels), **smoothed(MEASURED, len(labels), "others")}

    return {
        **small.about(options.model, model),
        "classes": data.classes,
        "invariance": {"group": saved["group"], **about(saved["group"]), "how": "made", **({"turn": saved["turn"]} if saved.get("turn") else {})},
        "data": data.credit,
        "points": points,
        **({"subsample": subsample} if subsample else {}),
        "training": training(saved),
        "test_clouds": options.clouds,
        "votes": options.votes,
        "clean_accuracy": measured(0.0, options.votes if subsample else 1),
        **smoothed(options.sigmas, options.clouds, "test"),
        **({"others": on_others()} if options.others else {}),
        **({"chosen": options.chosen} if options.chosen else {}),
        "licence": "MIT",
    }


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("checkpoint")
    p.add_argument("place")
    p.add_argument("model")
    p.add_argument("--clouds", type=int, default=500)
    p.add_argument("--points", type=int, default=0, help="points of a test cloud, where they are not those of a training cloud")
    p.add_argument("--votes", type=int, default=200)
    p.add_argument("--sigmas", type=float, nargs="+", default=[0.02, 0.05, 0.1, 0.15, 0.2, 0.25])
    p.add_argument("--others", help="shapes of other libraries to be measured on as well, as library.py writes them")
    p.add_argument("--chosen", help="how the recipe was chosen, in a sentence")
    torch.set_num_threads(1)
    print(json.dumps(card(p.parse_args()), indent=2))
