"""Tests of orbitcert.torch with models that return a number or label points, whose true radii are known. Run by build/python/test.sh."""

import json
import math
import tempfile
import types
import unittest
from pathlib import Path

import matplotlib
import orbitcert
import torch
from orbitcert.torch import ABSTAIN, Invariant, Smoothed, certify_dataset
from torch import nn
from torch_run_test import refusal

matplotlib.use("Agg")
torch.manual_seed(55)
CLOUDS = torch.randn(3, 5, 2, dtype=torch.float64)


class First(nn.Module):
    """The first coordinate of the first point. Smoothed it is the same, and it changes by at most the distance."""

    def forward(self, clouds):
        return clouds[:, 0, 0]


class Sides(nn.Module):
    """The side of each point. Smoothed, its label changes at the distance |x| of the point from the boundary."""

    def forward(self, clouds):
        return torch.stack([-clouds[..., 0], clouds[..., 0]], -1)


class Places(nn.Module):
    """The place of each point, clipped at a length that none reaches. Smoothed under E it is the place less the mean of the cloud."""

    def forward(self, clouds):
        return clouds


class Predictions(unittest.TestCase):
    def test_vectors_that_turn_with_the_cloud(self):
        smoothed = Smoothed(Invariant(Places(), "E"), 0.1, returns="BND", clip=8.0)
        turn = torch.tensor([[0.0, -1.0], [1.0, 0.0]], dtype=torch.float64)
        for points in (CLOUDS[0], CLOUDS[0] @ turn.T + 3):
            centre, radius = smoothed.vector(points, n=2000, distance=0.05)
            off = (centre - points + points.mean(0)).norm(dim=1)
            # A linear function moves by the distance, 0.05 at most.
            self.assertTrue(bool((off + 0.05 < radius).all() and (radius < 1).all()), (off, radius))
        several, balls = smoothed.vector(CLOUDS, n=200, distance=0.05)
        self.assertEqual(([len(one) for one in several], [one.shape for one in balls]), ([5, 5, 5], [(5,)] * 3))
        self.assertIn("returns", refusal(self, lambda: smoothed.predict(CLOUDS)))
        self.assertIn("returns", refusal(self, lambda: Smoothed(First(), 0.1, returns="number").vector(CLOUDS)))
        self.assertIn("clip", refusal(self, lambda: Smoothed(Places(), 0.1, returns="BND").vector(CLOUDS)))
        counted = orbitcert.smooth(lambda rows: rows.sum(1), CLOUDS[0].numpy(), 0.1, 200, layout="BND", returns="vector", clip=4, progress=False)
        self.assertEqual((counted.predicted, len(counted.vectors["values"]), counted.vectors["clip"]), (-1, 200, 4))
        certificate = orbitcert.certify(CLOUDS[0], sigma=0.1, votes=counted)
        self.assertEqual(orbitcert.recount(certificate, lambda rows: rows.sum(1)).samples, 200)


    def test_a_number_and_its_interval(self):
        smoothed = Smoothed(First(), 0.2, returns="number")
        values = smoothed.predict(CLOUDS, n=2000)
        self.assertTrue(torch.allclose(values, CLOUDS[:, 0, 0], atol=0.03), values)
        found, ends = smoothed.certify(CLOUDS, n=2000, distance=0.1)
        self.assertEqual((found.shape, ends.shape), ((3,), (3, 2)))
        # The median at a cloud 0.1 away is at most 0.1 away. The interval has that, and is not much wider.
        self.assertTrue(bool((ends[:, 0] <= CLOUDS[:, 0, 0] - 0.1).all() and (ends[:, 1] >= CLOUDS[:, 0, 0] + 0.1).all()), ends)
        self.assertTrue(bool((ends[:, 1] - ends[:, 0] < 0.26).all()), ends)
        self.assertEqual(smoothed.certify(CLOUDS[0], n=100, distance=3)[1], (-math.inf, math.inf))

    def test_a_number_within_a_tolerance(self):
        reference, radius = Smoothed(First(), 0.2, returns="number").certify(CLOUDS[0], n0=1000, n=10_000, tolerance=0.25)
        off = abs(reference - float(CLOUDS[0, 0, 0]))
        self.assertTrue(0.25 - off - 0.02 < radius <= 0.25 + off, (reference, radius))
        self.assertEqual(Smoothed(First(), 0.2, returns="number").certify(CLOUDS[0], n=1000, tolerance=1e-6)[1], 0)

    def test_labels_and_their_radii(self):
        true = (CLOUDS[..., 0] > 0).long()
        smoothed = Smoothed(Sides(), 0.2, returns="BNC")
        labels, radii = smoothed.certify(CLOUDS, n=1000)
        for found, radius, label, cloud in zip(labels, radii, true, CLOUDS):
            self.assertTrue(bool(((found == label) | (found == ABSTAIN)).all()), found)
            self.assertTrue(bool((radius <= cloud[:, 0].abs()).all() and ((found == ABSTAIN) == (radius == 0)).all()), radius)
        self.assertGreater(sum(int((found != ABSTAIN).sum()) for found in labels), 8)
        self.assertTrue(torch.equal(smoothed.predict(CLOUDS, n=1000)[0], labels[0]))
        alone = smoothed.certify(CLOUDS[0], n=1000)
        self.assertTrue(torch.equal(alone[0], labels[0]) and torch.equal(alone[1], radii[0]))

    def test_what_is_refused(self):
        number = Smoothed(First(), 0.2, returns="number")
        for field, act in (
            ("returns", lambda: number(CLOUDS)), ("tolerance", lambda: Smoothed(Sides(), 0.2, returns="BNC").certify(CLOUDS, tolerance=1)),
            ("distance", lambda: number.certify(CLOUDS, tolerance=1, distance=1)), ("distance", lambda: number.certify(CLOUDS, distance=-1)),
            ("subsample", lambda: Smoothed(First(), 0.2, subsample=2, returns="number").certify(CLOUDS)),
        ):
            self.assertEqual(refusal(self, act), field)


class Datasets(unittest.TestCase):
    def setUp(self):
        self.hold = tempfile.TemporaryDirectory()
        self.place = Path(self.hold.name)

    def tearDown(self):
        self.hold.cleanup()

    def certify(self, model, loader, folder="a", **changed):
        asked = {"sigma": 0.2, "samples": 200, "attack": {"family": "ball", "norms": [0, 0.05, 2]}, "draws": 0, **changed}
        return certify_dataset(Invariant(model, "none"), loader, self.place / folder, **asked)

    def test_numbers_are_those_that_smooth_counts(self):
        loader = [(CLOUDS, torch.tensor([0.5, -1, 2]))]  # the targets are not read
        result = self.certify(First(), loader, returns="number", tolerance=0.2)
        document = json.loads((self.place / "a/run.json").read_text())
        for entry, cloud in zip(document["clouds"], CLOUDS):
            votes = orbitcert.smooth(First(), cloud, 0.2, 200, group="none", returns="number").document
            self.assertEqual((entry["values"], entry["select"]), (votes["values"], votes["select"]))
        self.assertEqual(result, orbitcert.run(self.place / "a/run.json"))
        self.assertEqual(result, self.certify(First(), loader, returns="number", tolerance=0.2))
        self.assertTrue(0.09 < result.stated["orbit"]["width"][1] < 0.35, result.stated)
        self.assertEqual((result.stated["orbit"]["width"][2], result.stated["orbit"]["bounded"]), (None, [1, 1, 0]))
        frame = result.to_frame()
        self.assertEqual(len(frame), 9)
        self.assertTrue(math.isnan(frame["orbit width"][2]) and frame["orbit width"][0] > 0)
        self.assertEqual(result.plot().get_ylabel(), "Certified within ± 0.2, %")
        self.assertIn("average radius", str(result))

    def test_labels_with_the_true_ones(self):
        true = (CLOUDS[..., 0] > 0).long()
        true[0, 0] = 1 - true[0, 0]
        loader = [(CLOUDS[:2], true[:2]), ([CLOUDS[2]], [true[2].tolist()])]
        result = self.certify(Sides(), loader, returns="BNC")
        row = result.stated["orbit"]
        self.assertTrue(row["accuracy"][0] <= row["share"][0] - 1 / 15 and max(row["true_iou"][0], row["mean_iou"][0]) < 1, row)
        self.assertEqual(row["share"][2], 0)
        self.assertEqual(result, self.certify(Sides(), loader, returns="BNC"))
        self.assertEqual(result.plot().get_ylabel(), "Labels certified and true, %")
        self.assertNotIn("average radius", str(result))
        self.assertEqual(refusal(self, lambda: self.certify(Sides(), [(CLOUDS, true.flip(1))], returns="BNC")), "out")
        self.assertEqual(refusal(self, lambda: self.certify(Sides(), [(CLOUDS, true[:, :4])], "b", returns="BNC")), "loader")
        self.assertEqual(refusal(self, lambda: self.certify(Sides(), loader, "c", returns="BNC", attack={"family": "ball", "norms": [1], "search": 3})), "attack")

    def test_labels_of_graphs_and_shards(self):
        true = (CLOUDS[..., 0] > 0).long()
        graphs = types.SimpleNamespace(pos=CLOUDS.reshape(-1, 2), y=true.reshape(-1), ptr=torch.tensor([0, 5, 10, 15]))
        whole = self.certify(Sides(), [(CLOUDS, true)], returns="BNC")
        self.certify(Sides(), [graphs], "b", returns="BNC", shard=(1, 2))
        self.assertEqual(self.certify(Sides(), [graphs], "b", returns="BNC"), whole)


if __name__ == "__main__":
    unittest.main()
