"""Certified accuracy of a PyTorch model in shards, each on a machine of its own: an example to change.

    python3 build/cluster/certify_model.py OUT I/N    counts the votes of every N-th cloud from number I on
    python3 build/cluster/certify_model.py OUT        joins the shards, and prints the certified accuracy

OUT is a folder that all machines see. Only the first form needs PyTorch, the model and the clouds.
"""

import sys

import orbitcert


def count(out: str, shard: tuple[int, int]) -> None:
    """Count the votes of a shard. Put your own clouds, and your own model with its weights, in place of these."""
    import torch
    from orbitcert.torch import Invariant, certify_dataset
    from torch import nn

    torch.manual_seed(1)
    clouds, labels = torch.randn(24, 64, 3) * torch.tensor([1.0, 2.0, 3.0]), torch.arange(24) % 2
    network = nn.Sequential(nn.Conv1d(3, 32, 1), nn.ReLU(), nn.AdaptiveMaxPool1d(1), nn.Flatten(), nn.Linear(32, 2))
    classifier = Invariant(network.to("cuda" if torch.cuda.is_available() else "cpu"), group="SE", layout="BDN")
    attack = {"family": "scale", "norms": [0, 0.2, 0.4]}
    certify_dataset(classifier, [(clouds, labels)], out, sigma=0.3, samples=2000, attack=attack, shard=shard)


if __name__ == "__main__":
    out, *which = sys.argv[1:]
    if which:
        i, n = map(int, which[0].split("/"))
        count(out, (i, n))
    else:
        print(orbitcert.merge(out))
