"""Tests of models whose votes draw one pose or one turn, as they are installed, with Debian's PyTorch: `make test-python`."""

import json
import tempfile
import unittest
import warnings

import orbitcert
import torch
from orbitcert.torch import Invariant, Turns, adapt, certify_dataset
from torch import nn

SIGMA = 0.1


def clouds(count, seed):
    """Boxes, which are long along x or flat along z, upright and with noise; and which of both they are."""
    draws = torch.Generator().manual_seed(seed)
    labels = torch.arange(count) % 2
    sizes = torch.tensor([[2.0, 1, 1], [1.5, 1.5, 0.3]])[labels]
    return (torch.rand(count, 24, 3, generator=draws) - 0.5) * sizes[:, None], labels


class Net(nn.Module):
    """Reads how high a cloud reaches, so that it knows upright clouds only, or more once it is trained."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.points = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 64), nn.ReLU())
        self.classes = nn.Linear(64, 2)

    def forward(self, clouds):
        return self.classes(self.points(clouds).amax(1))


def upright():
    """Return the model, trained on upright clouds."""
    net = Net()
    batch = clouds(64, 1)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(60):
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(batch[0] + SIGMA * torch.randn_like(batch[0])), batch[1]).backward()
        optimizer.step()
    return net


class Drawn(unittest.TestCase):
    def test_turns_are_even_and_rigid(self):
        torch.manual_seed(4)
        for group, dimension, determinants in (("SO", 2, {1}), ("O", 2, {-1, 1}), ("SO", 3, {1}), ("O", 3, {-1, 1})):
            turns = Turns(group)(torch.eye(dimension, dtype=torch.float64).expand(20_000, -1, -1))
            self.assertLess(float((turns @ turns.transpose(1, 2) - torch.eye(dimension)).abs().max()), 1e-12)
            self.assertEqual(set(torch.linalg.det(turns).round().int().tolist()), determinants)
            # Each column is even on the sphere: its mean is 0, and its second moment 1/D of the identity.
            self.assertLess(float(turns.mean(0).abs().max()), 0.03)
            self.assertLess(float((turns[:, :, 0].T @ turns[:, :, 0] / 20_000 - torch.eye(dimension) / dimension).abs().max()), 0.03)
        cloud = clouds(2, 3)[0].double() + 5
        about = Turns("axis", axis=[0, 0, 1], translation=True)(cloud)
        self.assertLess(float((about[..., 2] - (cloud - cloud.mean(1, keepdim=True))[..., 2]).abs().max()), 1e-12)

    def test_votes_record_what_they_draw(self):
        cloud, net = clouds(1, 5)[0][0], Net()
        for asked in ({"pose": "one"}, {"turn": "random"}):
            votes = orbitcert.smooth(net, cloud, SIGMA, 200, **asked)
            named = votes.document["classifier"]
            self.assertEqual({name: named[name] for name in ("poses", *asked)}, {"poses": 1, **asked})
            request = json.loads(orbitcert.certify(cloud, sigma=SIGMA, votes=votes, draws=0).text)["request"]
            self.assertEqual(request["prediction"]["evidence"]["classifier"], named)
        with self.assertRaises(orbitcert.InputError) as caught:
            orbitcert.smooth(net, cloud, SIGMA, 200, pose="one", turn="random")
        self.assertEqual(caught.exception.field, "pose")
        for field, made in (("pose", {"pose": "two"}), ("turn", {"turn": "once"}), ("pose", {"pose": "one", "turn": "random"}), ("turn", {"group": "T", "turn": "random"}), ("pose", {"layout": "BPDN", "pose": "one"})):
            with self.assertRaises(orbitcert.InputError) as caught:
                Invariant(net, **made)
            self.assertEqual(caught.exception.field, field)

    def test_a_fall_of_accuracy_is_told_and_adapted(self):
        net, loader, train = upright(), [clouds(32, 7)], [clouds(64, seed) for seed in range(20, 32)]
        with tempfile.TemporaryDirectory() as folder:
            def run(classifier, name):
                with warnings.catch_warnings(record=True) as told:
                    warnings.simplefilter("always")
                    certify_dataset(classifier, loader, f"{folder}/{name}", sigma=SIGMA, samples=100, attack={"family": "scale", "norms": [0]}, draws=0)
                with open(f"{folder}/{name}/run.json", encoding="utf-8") as file:
                    return [str(one.message) for one in told if one.category is UserWarning], json.load(file)["voted"]["classifier"]

            before, named = run(Invariant(net, "SE", turn="random"), "upright")
            self.assertEqual(named["turn"], "random")
            self.assertRegex(" ".join(before), "plain model for 3[0-2].*adapt")
            net.train()
            net.points.eval()
            torch.manual_seed(9)
            classifier = adapt(net, train, sigma=SIGMA, epochs=12, rate=0.01)
            self.assertEqual((classifier.turn, net.training, net.points.training), ("random", True, False))
            after, _ = run(classifier, "adapted")
            self.assertEqual(after, [])


if __name__ == "__main__":
    unittest.main()
