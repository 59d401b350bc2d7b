"""Tests of orbitcert.torch in the idioms of the field: predictions, metrics, loaders, foreign attacks. Run by build/python/test.sh."""

import importlib
import math
import sys
import tempfile
import types
import unittest
from dataclasses import dataclass
from pathlib import Path

import eagerpy
import numpy as np
import orbitcert
import torch
from orbitcert.torch import ABSTAIN, CertifiedAccuracy, CertifiedAccuracyCallback, Invariant, Smoothed, attack, certify_dataset
from orbitcert.torch.counting import leads
from torch import multiprocessing, nn
from torch_run_test import ASKED, CLOUDS, LABELS, Net, classifier, refusal
from torch_test import Linear


class Half(nn.Module):
    """Logits that are not finite for every cloud on one side, and class 0 elsewhere."""

    def forward(self, clouds):
        side = clouds[:, 0, 0]
        return torch.stack([torch.where(side > 0, side, torch.nan), torch.zeros_like(side)], 1)


class Mixing(nn.Module):
    """Logits that depend on the other rows."""

    def forward(self, clouds):
        return clouds.sum(2)[:, :2] - clouds.sum((0, 2))[:2]


class Predictions(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(2)
        self.weights = torch.randn(6, 2, dtype=torch.float64)
        self.model = Linear(self.weights)
        self.clouds = torch.randn(8, 6, 2, dtype=torch.float64) * torch.linspace(0.02, 1.5, 8, dtype=torch.float64)[:, None, None]
        # Signed distances from the boundary, where the class of the smoothed classifier changes.
        self.margins = (self.clouds * self.weights).sum((1, 2)) / self.weights.norm()

    def test_radii_are_below_the_distance_from_the_boundary_and_near_it(self):
        classes, radii = Smoothed(self.model, 0.5).certify(self.clouds, n=10_000)
        true = (self.margins < 0).long()
        self.assertTrue(bool(((classes == true) | (classes == ABSTAIN)).all()), classes)
        self.assertTrue(bool((radii <= self.margins.abs()).all()), (radii, self.margins))
        self.assertTrue(bool((radii >= self.margins.abs().clamp(max=1) - 0.06).all()), (radii, self.margins))
        self.assertEqual([float(radius) for radius in radii[classes == ABSTAIN]], [0.0] * int((classes == ABSTAIN).sum()))

    def test_are_those_of_the_core(self):
        one = CLOUDS[0]
        votes = orbitcert.smooth(Net(), one, 0.25, 500, layout="BDN", select=100)
        radius = orbitcert.certify(one, sigma=0.25, votes=votes, alpha=0.01, draws=0).orbit.radius
        smoothed = Smoothed(classifier(), 0.25)
        self.assertEqual(smoothed.certify(one, n=500, alpha=0.01), (votes.predicted, radius))
        classes, radii = smoothed.certify(list(CLOUDS[:2]), n=500, alpha=0.01)
        self.assertEqual((int(classes[0]), float(radii[0]), len(radii)), (votes.predicted, radius, 2))
        anytime = orbitcert.smooth(Net(), one, 0.25, 500, layout="BDN")
        self.assertEqual(smoothed.certify(one, 0, 500)[1], orbitcert.certify(one, sigma=0.25, votes=anytime, draws=0).orbit.radius)

    def test_predict_abstains_where_the_votes_do_not_decide(self):
        smoothed = Smoothed(self.model, 0.5)
        self.assertEqual(smoothed.ABSTAIN, ABSTAIN)
        found = smoothed.predict(self.clouds, n=400)
        true = (self.margins < 0).long()
        self.assertTrue(bool(((found == true) | (found == ABSTAIN)).all()), found)
        self.assertTrue(bool((found[self.margins.abs() > 0.2] != ABSTAIN).all()), (found, self.margins))
        self.assertEqual(smoothed.predict(torch.zeros(6, 2), n=400), ABSTAIN)
        # 500 samples without a class may all be of the second one.
        self.assertEqual(Smoothed(Half(), 0.5).predict(torch.zeros(1, 6, 2), n=1000).tolist(), [ABSTAIN])
        self.assertEqual(Smoothed(Half(), 0.5).predict(torch.ones(6, 2), n=1000), 0)

    def test_predict_takes_samples_of_points(self):
        cloud = self.clouds[-1].float()
        smoothed = Smoothed(Linear(self.weights[:2].float().abs() + 0.5), 0.1, subsample=2)
        self.assertEqual(smoothed.predict(cloud.abs() + 0.2, n=300), 0)
        self.assertEqual(refusal(self, lambda: smoothed.certify(cloud)), "subsample")

    def test_the_test_of_two_counts_is_exact(self):
        for first, second in ((10, 0), (11, 0), (60, 40), (67, 33), (5, 5), (0, 0), (700, 300), (531, 469)):
            n = first + second
            tail = sum(math.comb(n, k) for k in range(second + 1)) / 2**n
            for alpha in (0.001, 0.05):
                self.assertEqual(leads(first, second, alpha), first > second and 2 * tail <= alpha, (first, second, alpha))
        self.assertFalse(leads(50_200, 49_800, 0.001))

    def test_of_no_clouds(self):
        smoothed = Smoothed(self.model, 0.5)
        self.assertEqual([len(found) for found in (smoothed.predict([]), *smoothed.certify([]))], [0, 0, 0])

    def test_refuse(self):
        both = ("predict", "certify")
        for call in both:
            for alpha in (0, -1, 0.6, math.nan):
                self.assertEqual(refusal(self, lambda: getattr(Smoothed(self.model, 0.5), call)(self.clouds, alpha=alpha)), "alpha")
            self.assertEqual(refusal(self, lambda: getattr(Smoothed(self.model, (0.1, 0.2)), call)(self.clouds)), "sigma")
            self.assertEqual(refusal(self, lambda: getattr(Smoothed(self.model, 0.1, noise={"twist": 0.1}), call)(torch.zeros(6, 3))), "noise")
            self.assertEqual(refusal(self, lambda: getattr(Smoothed(self.model, 0.1), call)(torch.zeros(2, 6, 4))), "clouds")
            self.assertEqual(refusal(self, lambda: getattr(Smoothed(Mixing(), 0.1), call)(self.clouds)), "model")
            self.assertEqual(refusal(self, lambda: getattr(Smoothed(Net(), 0.1), call)(CLOUDS[:2])), "layout")
        self.assertEqual(refusal(self, lambda: Smoothed(nn.Conv1d(3, 4, 1), 0.1).logits(CLOUDS[:2])), "layout")
        self.assertEqual(refusal(self, lambda: Invariant(nn.Conv1d(3, 4, 1), "none", layout="BND")(CLOUDS[:2])), "layout")
        self.assertEqual(refusal(self, lambda: orbitcert.smooth(Net(), CLOUDS[0], 0.1, 100)), "layout")

    def test_arrays_of_numpy_are_clouds(self):
        smoothed = Smoothed(classifier(), 0.25)
        self.assertEqual(smoothed.predict(CLOUDS[0].numpy(), n=200), smoothed.predict(CLOUDS[0], n=200))
        self.assertEqual(smoothed.certify(CLOUDS[:2].numpy(), n=200)[1].tolist(), smoothed.certify(CLOUDS[:2], n=200)[1].tolist())
        self.assertEqual(refusal(self, lambda: smoothed.predict(CLOUDS[0].numpy().T)), "clouds")

    def test_a_data_set_of_single_clouds_needs_a_loader(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(orbitcert.InputError, "give DataLoader"):
            certify_dataset(classifier(), torch.utils.data.TensorDataset(CLOUDS, LABELS), folder, sigma=0.25, samples=200)


def shard(rank, folder):
    """A process with every other cloud."""
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank, world_size=2)
    metric = CertifiedAccuracy(radii=[0, 0.2])
    metric.update(*RESULTS[rank::2].unbind(1), TRUE[rank::2])
    torch.save((metric.compute(), metric.total), f"{folder}/{rank}.pt")
    torch.distributed.destroy_process_group()


# Class and radius of five clouds, and their labels.
RESULTS = torch.tensor([[1, 0.3], [2, 0.1], [ABSTAIN, 0], [0, 0.4], [1, 0.2]], dtype=torch.float64)
TRUE = torch.tensor([1, 2, 1, 1, 1])


class Metrics(unittest.TestCase):
    def test_is_the_share_that_is_right_and_above_each_radius(self):
        metric = CertifiedAccuracy(radii=[0, 0.1, 0.25])
        for part in (slice(0, 2), slice(2, 5)):
            metric.update(*RESULTS[part].unbind(1), TRUE[part])
        found = metric.compute()
        self.assertEqual({name: round(float(share), 6) for name, share in found.items()}, {"certified_accuracy/0": 0.6, "certified_accuracy/0.1": 0.4, "certified_accuracy/0.25": 0.2})
        metric.reset()
        metric.update(1, 0.5, 1)
        self.assertEqual([float(share) for share in metric.compute().values()], [1, 1, 1])

    def test_agrees_with_the_callback(self):
        asked = {"sigma": 0.25, "radii": (0.0, 0.1, 0.3), "samples": 200}
        metric = CertifiedAccuracy(asked["radii"])
        metric.update(*Smoothed(classifier(), 0.25).certify(CLOUDS, 0, 200), LABELS)
        want = CertifiedAccuracyCallback(classifier(), [(CLOUDS, LABELS)], **asked).measure()
        self.assertEqual([float(share) for share in metric.compute().values()], [float(np.float32(share)) for share in want.values()])

    def test_processes_add_up_their_clouds(self):
        whole = CertifiedAccuracy(radii=[0, 0.2])
        whole.update(*RESULTS.unbind(1), TRUE)
        with tempfile.TemporaryDirectory() as folder:
            multiprocessing.spawn(shard, (folder,), 2)
            parts = [torch.load(Path(folder) / f"{rank}.pt") for rank in (0, 1)]
        self.assertEqual([int(total) for _, total in parts], [3, 2])
        for found, _ in parts:
            self.assertEqual(found, whole.compute())

    def test_inherits_from_torchmetrics_where_that_is_installed(self):
        """Of torchmetrics, which Debian does not have, this knows the constructor and add_state alone."""
        class Base(nn.Module):
            def __init__(self, process_group=None):
                super().__init__()
                self.process_group, self.reductions = process_group, {}

            def add_state(self, name, default, dist_reduce_fx):
                setattr(self, name, default)
                self.reductions[name] = dist_reduce_fx

        module = importlib.import_module("orbitcert.torch.metric")
        sys.modules["torchmetrics"] = types.ModuleType("torchmetrics")
        sys.modules["torchmetrics"].Metric = Base
        try:
            metric = importlib.reload(module).CertifiedAccuracy([0.1], process_group="mine")
            self.assertIsInstance(metric, Base)
            self.assertEqual((metric.process_group, metric.reductions, module.REDUCES), ("mine", {"right": "sum", "total": "sum"}, True))
            metric.update(*RESULTS.unbind(1), TRUE)
            self.assertAlmostEqual(float(metric.compute()["certified_accuracy/0.1"]), 0.4)
        finally:
            del sys.modules["torchmetrics"]
            importlib.reload(module)

    def test_refuses(self):
        for radii in ((), (-1,), (float("nan"),)):
            self.assertEqual(refusal(self, lambda: CertifiedAccuracy(radii)), "radii")
        self.assertEqual(refusal(self, lambda: CertifiedAccuracy([0]).update([1, 2], [0.1, 0.2], [1])), "labels")


@dataclass
class Graphs:
    """What a Batch of PyTorch Geometric has: points one after another, their limits, and labels. Debian has no PyTorch Geometric."""

    pos: torch.Tensor
    y: torch.Tensor
    ptr: object = None


class Loaders(unittest.TestCase):
    def certify(self, loader, **more):
        with tempfile.TemporaryDirectory() as folder:
            return certify_dataset(more.pop("model", None) or classifier(), loader, folder, **ASKED, **more)

    def test_of_other_forms_give_the_same_run(self):
        want = self.certify([(CLOUDS, LABELS)])
        as_dict = [{"points": CLOUDS[:3], "name": list("abc"), "label": LABELS[:3]}, {"points": CLOUDS[3:], "name": list("de"), "label": LABELS[3:]}]
        self.assertEqual(self.certify(as_dict, collate=lambda batch: (batch["points"], batch["label"])), want)
        self.assertEqual(self.certify([(CLOUDS, list("abcde"), LABELS)], collate=lambda batch: (batch[0], batch[2])), want)
        first = Graphs(CLOUDS[:3].flatten(0, 1), LABELS[:3], torch.tensor([0, 12, 24, 36]))
        alone = [Graphs(cloud, label[None]) for cloud, label in zip(CLOUDS[3:], LABELS[3:])]
        self.assertEqual(self.certify([first, *alone]), want)
        asked = {"sigma": 0.25, "radii": (0.0, 0.1), "samples": 200}
        self.assertEqual(CertifiedAccuracyCallback(classifier(), as_dict, collate=lambda batch: (batch["points"], batch["label"]), **asked).measure(),
                         CertifiedAccuracyCallback(classifier(), [(CLOUDS, LABELS)], **asked).measure())

    def test_errors_name_the_argument(self):
        for batch, advice in (
            ({"points": CLOUDS, "label": LABELS}, "collate=lambda batch: (batch['points'], batch['label'])"),
            ((CLOUDS, LABELS, LABELS), "collate=lambda batch: (batch[0], batch[1])"),
        ):
            with self.assertRaises(orbitcert.InputError) as caught:
                self.certify([batch])
            self.assertEqual(caught.exception.field, "loader")
            self.assertIn(advice, str(caught.exception))

    def test_models_of_graphs_and_dictionaries_are_called_by_forward(self):
        want = self.certify([(CLOUDS, LABELS)])

        class OfGraphs(nn.Module):
            """As models of PyTorch Geometric are called: all points, and the number of the cloud of each."""

            def __init__(self):
                super().__init__()
                self.net = Net()

            def forward(self, pos, batch):
                return self.net(torch.stack([pos[batch == i] for i in batch.unique()]).transpose(1, 2))

        class OfDictionaries(OfGraphs):
            def forward(self, data):
                return {"scores": self.net(data["points"].transpose(1, 2)), "codes": data["points"]}

        graphs = Invariant(OfGraphs(), "SE", forward=lambda model, clouds: model(
            clouds.flatten(0, 1), torch.arange(len(clouds), device=clouds.device).repeat_interleave(clouds.shape[1])))
        named = Invariant(OfDictionaries(), "SE", forward=lambda model, clouds: model({"points": clouds})["scores"])
        for model in (graphs, named):
            self.assertEqual(self.certify([(CLOUDS, LABELS)], model=model).accuracy, want.accuracy)


class ForeignAttacks(unittest.TestCase):
    def test_reach_a_smoothed_classifier_through_eagerpy(self):
        """Projected gradients by eagerpy, through which Foolbox reaches models. Debian has neither Foolbox nor ART."""
        torch.manual_seed(2)
        clouds, weights, radius = torch.randn(3, 6, 2), torch.randn(6, 2), 0.4
        smoothed = Smoothed(Linear(weights), 0.5, 64).eval()
        labels = smoothed(clouds).argmax(1)
        start, tensor = eagerpy.astensor(clouds), eagerpy.astensor(clouds)
        for _ in range(8):
            _, gradient = eagerpy.value_and_grad(lambda x: eagerpy.astensor(smoothed(x.raw)).crossentropy(eagerpy.astensor(labels)).sum(), tensor)
            moved = tensor + radius * gradient / gradient.flatten(1).norms.l2(1)[:, None, None] - start
            size = moved.flatten(1).norms.l2(1)[:, None, None]
            tensor = start + moved * eagerpy.minimum(1, radius / size)
        best = attack(smoothed, clouds, labels, radius, steps=8)
        self.assertLess(float((tensor.raw - best).norm(dim=(1, 2)).max()), 1e-2 * radius)


if __name__ == "__main__":
    unittest.main()
