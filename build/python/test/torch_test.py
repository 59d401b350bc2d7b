"""Tests of orbitcert.torch as it is installed, with Debian's PyTorch: `make test-python`."""

import itertools
import json
import math
import unittest

import numpy as np
import orbitcert
import torch
from orbitcert.torch import Invariant, Noise, Normalise, PrincipalPoses, Smoothed, Subsample, Transformations, attack, consistency, gaussian, macer
from orbitcert.torch.smoothing import laid_out
from torch import nn
from torch.nn import functional

SETS = {"none": (1, 1), "T": (1, 1), "SO": (2, 4), "O": (4, 8), "SE": (2, 4), "E": (4, 8)}


def clouds(count, points, dimension, seed=3, kind=torch.float32):
    """Clouds whose axes differ in length."""
    torch.manual_seed(seed)
    return (torch.randn(count, points, dimension, dtype=torch.float64) * torch.arange(1, dimension + 1) + 0.3).to(kind)


def rotation(dimension, determinant=1):
    q, _ = torch.linalg.qr(torch.randn(dimension, dimension, dtype=torch.float64))
    q[:, 0] *= determinant * torch.sign(torch.linalg.det(q))
    return q


def farthest(one, other):
    """Measure how far the poses of one set, P×N×D, are from the nearest of another."""
    return float(torch.cdist(one.flatten(1), other.flatten(1)).min(1).values.max())


def refusal(case, act):
    with case.assertRaises(orbitcert.InputError) as caught:
        act()
    return caught.exception.field


class Sizes(unittest.TestCase):
    def test_are_divided_out_as_the_core_does(self):
        for size, layout, d in itertools.product(("rms", "unit_sphere"), ("BND", "BDN"), (2, 3)):
            with self.subTest(size=size, layout=layout, dimension=d):
                cloud = clouds(1, 20, d, kind=torch.float64)
                flip = (lambda x: x.transpose(1, 2)) if layout == "BDN" else (lambda x: x)
                layer = Normalise(size, layout=layout)
                own = flip(layer(flip(cloud)))
                self.assertEqual(own.shape, cloud.shape)
                core = orbitcert.certify(
                    clean={"points": cloud[0].tolist()}, preparation={"normalise": size}, sigma=1, group="none", probability=0.9
                )
                points = json.loads(core.text)["request"]["clean"]["points"]
                self.assertLess(float((own[0] - torch.tensor(points, dtype=torch.float64)).abs().max()), 1e-12)
                turn = rotation(d)
                self.assertLess(float((flip(layer(flip(2.5 * cloud @ turn.T + 7))) - own @ turn.T).abs().max()), 1e-12)
                self.assertEqual(float(flip(layer(flip(torch.full_like(cloud, 3)))).abs().max()), 0)

    def test_leave_attributes(self):
        cloud = torch.cat([clouds(2, 9, 3), torch.arange(18.0).reshape(2, 9, 1)], 2)
        self.assertTrue(torch.equal(Normalise(dimensions=3)(cloud)[..., 3:], cloud[..., 3:]))
        for field, act in (("size", lambda: Normalise("largest")), ("layout", lambda: Normalise(layout="NDB")), ("dimensions", lambda: Normalise(dimensions=4))):
            self.assertEqual(refusal(self, act), field)


class Poses(unittest.TestCase):
    def test_are_the_same_set_for_every_cloud_of_an_orbit(self):
        for d, (group, counts) in itertools.product((2, 3), SETS.items()):
            with self.subTest(group=group, dimension=d):
                cloud = clouds(1, 20, d, kind=torch.float64)
                poses = PrincipalPoses(group)
                one = poses(cloud)
                self.assertEqual(one.shape, (1, counts[d - 2], 20, d))
                for determinant in (1, -1):
                    turn = rotation(d, determinant) if group in ("SO", "O", "SE", "E") else torch.eye(d, dtype=torch.float64)
                    moved = cloud @ turn.T + (torch.tensor([5.0, -2, 1][:d]) if group in ("T", "SE", "E") else 0)
                    same = determinant > 0 or group not in ("SO", "SE")
                    self.assertEqual(farthest(one[0], poses(moved)[0]) < 1e-9, same)

    def test_about_an_axis(self):
        axis = [1.0, 2, -2]
        unit = np.array(axis) / 3
        across = np.array([[0, -unit[2], unit[1]], [unit[2], 0, -unit[0]], [-unit[1], unit[0], 0]])
        turn = torch.from_numpy(np.eye(3) + math.sin(2) * across + (1 - math.cos(2)) * across @ across)  # Rodrigues
        cloud = clouds(1, 20, 3, kind=torch.float64)
        poses = PrincipalPoses("axis", axis=axis)
        one = poses(cloud)
        self.assertEqual(one.shape, (1, 2, 20, 3))
        self.assertLess(farthest(one[0], poses(cloud @ turn.T)[0]), 1e-9)
        self.assertTrue(torch.allclose(one @ torch.from_numpy(unit), (cloud @ torch.from_numpy(unit))[:, None].expand(1, 2, 20)))
        self.assertGreater(farthest(one[0], poses(cloud + 1)[0]), 0.1)
        centred = PrincipalPoses("axis", axis=axis, translation=True)
        self.assertLess(farthest(centred(cloud)[0], centred(cloud @ turn.T + 1)[0]), 1e-9)

    def test_one_at_a_time_are_those_of_the_set_each_as_likely(self):
        cloud = clouds(1, 9, 3)
        for poses in (PrincipalPoses("O"), PrincipalPoses("axis", axis=[0, 1, 1]), PrincipalPoses("T")):
            every = poses(cloud)[0]
            drawn = poses.one(cloud.expand(4000, -1, -1))[:, 0]
            which = torch.cdist(drawn.flatten(1), every.flatten(1)).min(1)
            self.assertTrue(torch.equal(drawn, every[which.indices]))
            self.assertTrue(torch.allclose(which.indices.bincount() / 4000, torch.tensor(1 / len(every)), atol=0.03))

    def test_gradient(self):
        cloud = clouds(2, 5, 3, kind=torch.float64).requires_grad_()
        for poses in (PrincipalPoses("E"), PrincipalPoses("axis", axis=[1, 0, 1], translation=True)):
            self.assertTrue(torch.autograd.gradcheck(lambda x: poses(x).pow(3).exp().log1p().sum((1, 2, 3)), cloud / 10))

    def test_refuses(self):
        self.assertEqual(refusal(self, lambda: PrincipalPoses("SU")), "group")
        self.assertEqual(refusal(self, lambda: PrincipalPoses("axis")), "axis")
        self.assertEqual(refusal(self, lambda: PrincipalPoses("axis", axis=[0, 0, 0])), "axis")
        self.assertEqual(refusal(self, lambda: PrincipalPoses("SE", axis=[0, 0, 1])), "axis")
        self.assertEqual(refusal(self, lambda: PrincipalPoses("SO", translation=True)), "translation")
        for bad in (torch.zeros(4, 3), torch.zeros(1, 3, 64), torch.zeros(1, 4, 3, dtype=torch.int64)):
            self.assertEqual(refusal(self, lambda: PrincipalPoses("SE")(bad)), "clouds")
        self.assertEqual(refusal(self, lambda: PrincipalPoses("axis", axis=[0, 0, 1])(torch.zeros(1, 5, 2))), "clouds")


class Draws(unittest.TestCase):
    def test_noise_has_its_moments(self):
        still = torch.zeros(400, 50, 3)
        torch.manual_seed(4)
        added = Noise(0.2)(still)
        self.assertAlmostEqual(float(added.mean()), 0, delta=4 * 0.2 / math.sqrt(60_000))
        self.assertAlmostEqual(float(added.std()), 0.2, delta=4 * 0.2 / math.sqrt(120_000))
        self.assertEqual(Noise(0)(still).abs().max(), 0)

    def test_noise_of_a_range(self):
        torch.manual_seed(4)
        noise = Noise((0.02, 0.25))
        levels = noise.levels(torch.zeros(2000, 1, 2))
        self.assertEqual(levels.shape, (2000, 1, 1))
        self.assertTrue(0.02 <= float(levels.min()) < 0.03 and 0.24 < float(levels.max()) <= 0.25)
        spread = noise(torch.zeros(6, 5000, 2), copies=3).std((1, 2)).view(3, 2)
        self.assertTrue(torch.allclose(spread, spread[:1].expand(3, 2), rtol=0.05))
        self.assertGreater(float((spread[0, 0] - spread[0, 1]).abs()), 0.01)

    def test_some_points_are_distinct_points_of_their_own_cloud_each_as_likely(self):
        torch.manual_seed(4)
        both = torch.arange(2 * 10 * 3.0).view(2, 10, 3)
        drawn = Subsample(4)(both.repeat(3000, 1, 1))
        self.assertEqual(drawn.shape, (6000, 4, 3))
        for i in range(2):
            rows = drawn[i::2, :, 0].long() // 3 - 10 * i
            self.assertEqual((int(rows.min()), int(rows.max())), (0, 9))
            self.assertTrue(all(len(set(row.tolist())) == 4 for row in rows))
            self.assertTrue(torch.allclose(rows.flatten().bincount() / 3000, torch.tensor(0.4), atol=0.04))

    def test_refuses(self):
        for bad in (-1, float("nan"), float("inf"), (0.2, 0.1), (0.1, 0.2, 0.3), ()):
            self.assertEqual(refusal(self, lambda: Noise(bad)), "sigma")
        self.assertEqual(refusal(self, lambda: Subsample(0)), "points")
        self.assertEqual(refusal(self, lambda: Subsample(5)(torch.zeros(1, 4, 3))), "points")
        self.assertEqual(refusal(self, lambda: Smoothed(nn.Identity(), 0.1, 0)), "samples")
        self.assertEqual(refusal(self, lambda: Invariant(nn.Identity(), layout="NBD")), "layout")


class Moments(nn.Module):
    """Logits from moments of the coordinates, which see position, direction and handedness, and do not cancel over signs."""

    def forward(self, inputs):
        x, y, z = inputs.unbind(2)
        return torch.stack([(x / 3).exp().mean(1), (x * y * z).mean(1), (y + z).relu().mean(1), (z - 0.5).abs().mean(1)], 1)


class Classifiers(unittest.TestCase):
    def test_invariant(self):
        cloud = clouds(3, 30, 3, kind=torch.float64)
        moved = cloud @ rotation(3).T + 2
        model = Invariant(Moments(), "SE").eval()
        self.assertTrue(torch.allclose(model(cloud), model(moved)))
        self.assertFalse(torch.allclose(Moments()(cloud), Moments()(moved)))
        self.assertGreater(float(model(cloud).std()), 0.1)
        mean = sum(Moments()(pose) for pose in PrincipalPoses("SE")(cloud).unbind(1)) / 4
        self.assertTrue(torch.allclose(model(cloud), mean))

    def test_shows_one_pose_while_it_trains(self):
        cloud = clouds(1, 30, 3)
        model = Invariant(Moments(), "SE").train()
        every = Moments()(PrincipalPoses("SE")(cloud)[0])
        seen = torch.cdist(model(cloud.expand(200, -1, -1)), every).min(1)
        self.assertLess(float(seen.values.max()), 1e-3)
        self.assertEqual(len(seen.indices.unique()), 4)

    def test_layouts(self):
        cloud = clouds(2, 7, 3)
        shapes = {"BND": (2, 7, 3), "BDN": (2, 3, 7), "BND1": (2, 7, 3, 1), "BDN1": (2, 3, 7, 1), "flat BND": (2, 21), "flat BDN": (2, 21)}
        for layout, shape in shapes.items():
            laid = laid_out(cloud, layout)
            self.assertEqual(laid.shape, shape)
            want = cloud.transpose(1, 2) if "BDN" in layout else cloud
            self.assertTrue(torch.equal(laid.reshape(want.shape), want))

        class Together(nn.Module):
            def forward(self, inputs):  # B×P×D×N
                return inputs.pow(4).mean((1, 3))

        self.assertEqual(Invariant(Together(), "SE", layout="BPDN")(cloud).shape, (2, 3))

    def test_smoothed_is_the_log_of_the_mean_softmax(self):
        x = clouds(3, 12, 3, kind=torch.float64)
        smoothed = Smoothed(Moments(), 0.3, 7)
        torch.manual_seed(8)
        found = smoothed(x)
        torch.manual_seed(8)
        noise = torch.randn(21, 12, 3, dtype=torch.float64).view(7, 3, 12, 3)
        want = sum(torch.softmax(Moments()(x + 0.3 * e), 1) for e in noise) / 7
        self.assertTrue(torch.allclose(found, want.log(), rtol=1e-12))
        self.assertTrue(torch.allclose(found.exp().sum(1), torch.ones(3, dtype=torch.float64)))
        self.assertEqual(Smoothed(Moments(), 0.3, 5, subsample=4).logits(x).shape, (5, 3, 4))

    def test_transformations_are_those_of_the_core(self):
        """About the last axis by complex numbers; about another one, after a turn of both."""
        x = clouds(2000, 5, 3, kind=torch.float64)
        noise = {"twist": 0.3, "taper": 0.2, "scale": 0.1, "shear": 0.15}
        torch.manual_seed(2)
        found = Transformations(noise)(x)
        torch.manual_seed(2)
        twist, scale, taper, *shear = ([0.3, 0.1, 0.2, 0.15, 0.15][i] * torch.randn(2000, 1, dtype=torch.float64) for i in range(5))
        w, z = torch.complex(x[..., 0], x[..., 1]), x[..., 2]
        want = w * torch.exp(torch.complex(scale + taper * z, twist * z)) + torch.complex(*shear) * z
        self.assertTrue(torch.allclose(torch.complex(found[..., 0], found[..., 1]), want, rtol=1e-12))
        self.assertTrue(torch.equal(found[..., 2], z))
        turn = rotation(3)
        axis = turn[:, 2].tolist()
        torch.manual_seed(2)
        turned = Transformations({"twist": 0.3, "taper": 0.2}, axis)(x @ turn.T) @ turn
        torch.manual_seed(2)
        self.assertTrue(torch.allclose(turned, Transformations({"twist": 0.3, "taper": 0.2})(x), atol=1e-12))
        self.assertEqual(Smoothed(Moments(), 0.3, 5, noise=noise).logits(x[:3]).shape, (5, 3, 4))
        for field, act in {
            "noise": lambda: Transformations({"bend": 1}), "axis": lambda: Transformations(noise, [0, 0, 0]), "clouds": lambda: Transformations(noise)(x[..., :2]),
        }.items():
            self.assertEqual(refusal(self, act), field)
        self.assertEqual(refusal(self, lambda: Transformations({"twist": -1})), "noise")

    def test_smoothed_of_a_linear_model_has_a_closed_form(self):
        """Of logits (⟨w, X⟩, 0), scaled up: the share of the first class is Φ(⟨w, X⟩ / σ‖w‖)."""
        w = torch.randn(12, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(2))

        class Linear(nn.Module):
            def forward(self, inputs):
                return functional.pad(1e4 * (inputs * w).sum((1, 2))[:, None], (0, 1))

        x = clouds(1, 12, 3, kind=torch.float64) / 10
        torch.manual_seed(1)
        found = float(Smoothed(Linear(), 0.2, 40_000)(x)[0, 0].exp())
        want = 0.5 * (1 + math.erf(float((w * x).sum() / (0.2 * w.norm())) / math.sqrt(2)))
        self.assertTrue(0.05 < want < 0.95, want)
        self.assertAlmostEqual(found, want, delta=4 * math.sqrt(want * (1 - want) / 40_000))

    def test_gradient_flows_to_the_cloud(self):
        """Of an invariant model under noise, against differences."""
        smoothed = Smoothed(Invariant(Moments(), "SE").eval(), 0.1, 4, subsample=6)

        def at(x):
            torch.manual_seed(5)
            return smoothed(x)

        self.assertTrue(torch.autograd.gradcheck(at, clouds(2, 8, 3, kind=torch.float64).requires_grad_()))

    def test_an_attack_lowers_the_class(self):
        torch.manual_seed(6)
        smoothed = Smoothed(Invariant(Moments(), "SE").eval(), 0.1, 64)
        x = clouds(4, 30, 3)
        label = smoothed(x).argmax(1)
        moved = x.clone()
        for _ in range(5):
            moved.requires_grad_()
            loss = functional.nll_loss(smoothed(moved), label, reduction="sum")
            step, = torch.autograd.grad(loss, moved)
            moved = (moved + step / step.flatten(1).norm(dim=1)[:, None, None]).detach()
        own = lambda at: smoothed(at).gather(1, label[:, None])[:, 0]
        self.assertTrue(bool((own(moved) < own(x) - 0.05).all()))


class Linear(nn.Module):
    """Two classes by the sign of ⟨w, Z⟩ + b, B×N×D, for which the best perturbation is along w."""

    def __init__(self, weights, bias=0.0):
        super().__init__()
        self.weights, self.bias = nn.Parameter(weights), bias

    def forward(self, clouds):
        inner = (clouds * self.weights).sum((1, 2)) + self.bias
        return torch.stack([inner, -inner], 1)


class Attacks(unittest.TestCase):
    def test_finds_the_worst_case_of_a_linear_classifier(self):
        torch.manual_seed(2)
        clouds, weights = torch.randn(3, 6, 2), torch.randn(6, 2)
        smoothed = Smoothed(Linear(weights), 0.5, 64)
        for radius in (0.1, 2.0):
            for label in (0, 1):
                found = attack(smoothed, clouds, torch.full((3,), label), radius, steps=8) - clouds
                best = (2 * label - 1) * radius * weights / weights.norm()
                self.assertLess(float((found - best).norm(dim=(1, 2)).max()), 1e-3 * radius)
        self.assertIsNone(smoothed.model.weights.grad)

    def test_stays_in_the_ball_and_moves_nothing_that_is_idle(self):
        torch.manual_seed(3)
        clouds = torch.randn(4, 9, 3) * torch.tensor([1.0, 2, 3])
        network = nn.Sequential(nn.Flatten(), nn.Linear(27, 16), nn.Tanh(), nn.Linear(16, 3))
        for group in ("none", "T", "SE", "E"):
            smoothed = Smoothed(Invariant(network, group), 0.3, 8).eval()
            labels = torch.tensor([0, 1, 2, 1])
            found = attack(smoothed, clouds, labels, 0.4, steps=5) - clouds
            self.assertLess(float(found.norm(dim=(1, 2)).max()), 0.4 * (1 + 1e-5))
            self.assertGreater(float(found.norm(dim=(1, 2)).min()), 0.2)
            if group != "none":
                self.assertLess(float(found.mean(1).norm(dim=1).max()), 1e-5)
            before, after = (smoothed(x).gather(1, labels[:, None]) for x in (clouds, clouds + found))
            self.assertLess(float((after - before).max()), 0)

    def test_refuses(self):
        smoothed, clouds = Smoothed(Linear(torch.ones(2, 2)), 1.0, 1), torch.zeros(1, 2, 2)
        for field, asked in (("radius", {"radius": 0}), ("radius", {"radius": math.inf}), ("steps", {"radius": 1, "steps": 0})):
            with self.assertRaises(orbitcert.InputError) as caught:
                attack(smoothed, clouds, torch.tensor([0]), **asked)
            self.assertEqual(caught.exception.field, field)


class Losses(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(9)
        self.logits = torch.randn(6, 5, 4, dtype=torch.float64)
        self.labels = torch.tensor([0, 1, 3, 2, 1])

    def test_gaussian(self):
        p = self.logits.softmax(2).numpy()
        want = -np.mean([[math.log(p[i, b, self.labels[b]]) for b in range(5)] for i in range(6)])
        self.assertAlmostEqual(float(gaussian(self.logits, self.labels)), want, places=12)
        uniform = torch.zeros(3, 2, 4)
        self.assertAlmostEqual(float(gaussian(uniform, torch.tensor([0, 1]), label_smoothing=0.3)), math.log(4), places=6)

    def test_consistency(self):
        """The mean divergence from the mean is the entropy of the mean less the mean log score of the copies under it."""
        p = self.logits.softmax(2).numpy()
        mean = p.mean(0)
        divergence = sum((mean[b] * np.log(mean[b] / p[i, b])).sum() for i in range(6) for b in range(5)) / 30
        entropy = -(mean * np.log(mean)).sum(1).mean()
        want = float(gaussian(self.logits, self.labels)) + 7 * divergence + 0.5 * entropy
        self.assertAlmostEqual(float(consistency(self.logits, self.labels, weight=7)), want, places=12)
        same = self.logits[:1].expand(4, -1, -1)
        plain = gaussian(same, self.labels)
        self.assertAlmostEqual(float(consistency(same, self.labels, weight=7, entropy=0) - plain), 0, places=12)
        self.assertEqual(float(consistency(self.logits, self.labels, weight=0, entropy=0)), float(gaussian(self.logits, self.labels)))

    def test_macer(self):
        """Against the inverse of the normal distribution found by bisection, one cloud at a time."""
        weight, sigma, margin, temperature = 12, 0.25, 3, 2
        def softmax(z):
            return np.exp(z) / np.exp(z).sum(-1, keepdims=True)

        def quantile(p):
            low, high = -40.0, 40.0
            while high - low > 1e-13:
                mid = (low + high) / 2
                low, high = (mid, high) if 0.5 * math.erfc(-mid / math.sqrt(2)) < p else (low, mid)
            return low

        self.logits[:, torch.arange(4), self.labels[:4]] += torch.tensor([1.0, 2, 8, 0.5])
        z, first, second, inside = self.logits.numpy(), 0.0, 0.0, 0
        for b, y in enumerate(self.labels.tolist()):
            first -= math.log(softmax(z[:, b]).mean(0)[y]) / 5
            q = softmax(temperature * z[:, b]).mean(0)
            radius = quantile(q[y]) - quantile(max(np.delete(q, y)))
            if 0 < radius < margin:
                second, inside = second + (margin - radius) / 5, inside + 1
        self.assertTrue(0 < inside < 5)
        found = macer(self.logits, self.labels, sigma, weight=weight, margin=margin, temperature=temperature)
        self.assertAlmostEqual(float(found), first + weight * sigma / 2 * second, places=9)

    def test_macer_at_its_edges(self):
        """Far and wrong clouds have the first term alone, and no gradient that is not finite."""
        for z in (torch.tensor([500.0, 0, 0]), torch.tensor([-500.0, 0, 0])):
            logits = z.expand(3, 2, 3).clone().requires_grad_()
            loss = macer(logits, torch.zeros(2, dtype=torch.int64), 0.25)
            self.assertAlmostEqual(float(loss), 0 if z[0] > 0 else -math.log(1e-10), places=4)
            self.assertTrue(bool(torch.autograd.grad(loss, logits)[0].isfinite().all()))

    def test_gradients(self):
        logits = self.logits.clone().requires_grad_()
        for loss in (gaussian, lambda z, y: consistency(z, y, weight=3), lambda z, y: macer(z, y, 0.5, temperature=1)):
            self.assertTrue(torch.autograd.gradcheck(lambda z: loss(z, self.labels), logits))

    def test_refuse(self):
        for loss in (gaussian, lambda z, y: consistency(z, y, weight=1), lambda z, y: macer(z, y, 1)):
            self.assertEqual(refusal(self, lambda: loss(self.logits[0], self.labels)), "logits")
            self.assertEqual(refusal(self, lambda: loss(self.logits, self.labels[:2])), "logits")


if __name__ == "__main__":
    unittest.main()
