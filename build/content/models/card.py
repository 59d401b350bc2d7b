"""Writes a model's card: what it was trained on, how, and how good it is.

  python3 card.py digits.pt FOLDER digits.onnx --clouds 500 > digits.json

Smoothed accuracy by sigma: the share of test clouds whose class wins the vote of
100 noisy copies, over all poses. Clean accuracy: the class without noise.
"""

import argparse
import hashlib
import json
from pathlib import Path

import torch

from clouds import open_data
from export import load
from train import accuracy

TRAINING = ["sigma", "epochs", "repeat", "batch", "rate", "consistency", "bend", "mirror", "synthetic", "seed"]
SIGMAS = [0.05, 0.1, 0.15, 0.2]


def training(saved):
    """How a model was trained, and before that, where it went on from another."""
    before = {"before": training(saved["before"])} if "before" in saved else {}
    return {name: saved[name] for name in TRAINING if name in saved} | before


def card(options):
    saved = torch.load(options.checkpoint)["options"]
    data = open_data(saved["data"], options.place, saved["points"])
    model, _, _ = load(options.checkpoint, data.classes)
    file = Path(options.model).read_bytes()

    def measured(sigma, samples):
        return round(accuracy(model, data, sigma, saved["group"], options.clouds, samples), 4)

    return {
        "name": Path(options.model).name,
        "sha256": hashlib.sha256(file).hexdigest(),
        "bytes": len(file),
        "network": model.description,
        "parameters": sum(p.numel() for p in model.parameters()),
        "classes": data.classes,
        "invariance": {"group": saved["group"], "how": "made"},
        "data": data.credit,
        "points": saved["points"],
        "training": training(saved),
        "test_clouds": options.clouds,
        "clean_accuracy": measured(0.0, 1),
        "smoothed_accuracy": {str(sigma): measured(sigma, 100) for sigma in SIGMAS},
        "licence": "MIT",
    }


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("checkpoint")
    p.add_argument("place")
    p.add_argument("model")
    p.add_argument("--clouds", type=int, default=500)
    torch.set_num_threads(1)
    print(json.dumps(card(p.parse_args()), indent=2))
