"""Readers, networks, training and the exporter, on small files made here.

  python3 -m unittest models_test
"""

import argparse
import base64
import gzip
import hashlib
import itertools
import json
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import h5py
import numpy as np
import onnx
import torch
from torch.nn import functional

from card import interval, intervals
from clouds import DIGIT_CLASSES, Furniture, ModelNet, PaperDigits, Splits, listed, open_data, read_idx, standing
from export import write
from library import drawn, models, same
from meshes import Spm, obj, pmd, stl
from networks import NETWORKS, EdgeConv, build, bumps, invariant
from orbitcert.torch import Smoothed
from synthetic import MAKERS, Ball, Box, Tube, scattered, synthetic_shapes
from train import begin, step, votes, winner
from winograd import faster, to_tiles

RNG = np.random.default_rng(5)


def idx(array, kind=8):
    return struct.pack(f">HBB{array.ndim}I", 0, kind, array.ndim, *array.shape) + array.tobytes()


def rotation(d):
    q, _ = np.linalg.qr(RNG.normal(size=(d, d)))
    q[:, 0] *= np.sign(np.linalg.det(q))
    return torch.from_numpy(q).float()


class Folder(unittest.TestCase):
    def setUp(self):
        self.hold = tempfile.TemporaryDirectory()
        self.place = Path(self.hold.name)

    def tearDown(self):
        self.hold.cleanup()


class Digits(Folder):
    def write(self, images, labels):
        for split in ("train10k", "t10k"):
            (self.place / f"{split}-images-idx3-ubyte.gz").write_bytes(gzip.compress(idx(images)))
            (self.place / f"{split}-labels-idx1-ubyte").write_bytes(idx(labels))

    def test_six_and_nine_are_one_class(self):
        images = np.zeros((10, 28, 28), np.uint8)
        images[:, 5:20, 10:14] = 200
        self.write(images, np.arange(10, dtype=np.uint8))
        data = open_data("digits", self.place, 64)
        self.assertEqual(list(data.labels("test")), [0, 1, 2, 3, 4, 5, 6, 7, 8, 6])
        self.assertEqual(DIGIT_CLASSES[6], "6 or 9")
        cloud = data.cloud("test", 3, RNG)
        self.assertEqual(cloud.shape, (64, 2))
        self.assertAlmostEqual(float(np.linalg.norm(cloud, axis=1).max()), 1, places=5)
        self.assertEqual(len(np.unique(cloud, axis=0)), 64)
        self.assertEqual([one["name"] for one in listed(data, 2)], ["test 0000", "test 0001"])

    def test_the_recipe_of_the_paper(self):
        images = np.zeros((1, 28, 28), np.uint8)
        images[0, 0, 0] = images[0, 0, 2] = images[0, 4, 1] = 128
        images[0, 9, 9] = 127
        self.write(images, np.zeros(1, np.uint8))
        cloud = PaperDigits(self.place, 5).cloud("test", 0, RNG)
        # Pixels (0, 0), (2, 0), (1, 4) are (0, 0), (4, 0), (2, -4) after the stretch; their mean is (2, -4/3).
        far = np.hypot(0, 8 / 3)
        first = np.array([-2, 4 / 3]) / far
        np.testing.assert_allclose(cloud, [first, [2 / far, 4 / 3 / far], [0, -1], first, first], atol=1e-6)

    def test_files_that_are_none(self):
        for bad in (b"", b"\0\0", idx(np.zeros((2, 3), np.uint8))[:-1], idx(np.zeros(4, np.uint8), kind=13)):
            (self.place / "bad").write_bytes(bad)
            with self.assertRaises((ValueError, struct.error)):
                read_idx(self.place / "bad")


class ModelNetForms(Folder):
    names = ["chair", "night_stand"]

    def check(self):
        data = ModelNet(self.place, 8)
        self.assertEqual(data.classes, self.names)
        self.assertEqual(list(data.labels("train")), [1, 0])
        self.assertEqual(list(data.labels("test")), [0])
        cloud = data.cloud("test", 0, RNG)
        self.assertEqual((cloud.shape, cloud.dtype), ((8, 3), np.float32))
        return data

    def test_resampled(self):
        (self.place / "modelnet40_shape_names.txt").write_text("\n".join(self.names) + "\n")
        for split, ids in (("train", ["night_stand_0001", "chair_0002"]), ("test", ["chair_0900"])):
            (self.place / f"modelnet40_{split}.txt").write_text("\n".join(ids) + "\n")
            for one in ids:
                folder = self.place / one.rsplit("_", 1)[0]
                folder.mkdir(exist_ok=True)
                np.savetxt(folder / f"{one}.txt", RNG.normal(size=(12, 6)), "%.6f", ",")
        self.check()
        np.savetxt(self.place / "chair" / "chair_0900.txt", np.ones((12, 3)), "%.6f", ",")
        with self.assertRaisesRegex(ValueError, "chair_0900.txt: 3 numbers"):
            ModelNet(self.place, 8)
        (self.place / "modelnet40_test.txt").write_text("sofa_0001\n")
        with self.assertRaisesRegex(ValueError, "sofa_0001"):
            ModelNet(self.place, 8)

    def test_hdf5(self):
        (self.place / "shape_names.txt").write_text("\n".join(self.names) + "\n")
        for split, labels in (("train", [[1], [0]]), ("test", [[0]])):
            name = f"ply_data_{split}0.h5"
            (self.place / f"{split}_files.txt").write_text(f"data/modelnet40_ply_hdf5_2048/{name}\n")
            with h5py.File(self.place / name, "w") as file:
                file["data"] = RNG.normal(size=(len(labels), 16, 3)).astype(np.float32)
                file["label"] = np.array(labels, np.uint8)
        self.check()
        with h5py.File(self.place / "ply_data_test0.h5", "a") as file:
            file["label"][...] = 7
        with self.assertRaisesRegex(ValueError, "ply_data_test0.h5"):
            ModelNet(self.place, 8)
        (self.place / "shape_names.txt").unlink()
        with self.assertRaisesRegex(ValueError, "shape_names.txt"):
            ModelNet(self.place, 8)


class FurnitureFile(Folder):
    def test_splits(self):
        file = self.place / "f.npz"
        np.savez(file, points=RNG.normal(size=(6, 20, 3)).astype(np.float16), label=np.array([0, 1, 0, 1, 0, 1], np.uint8),
                 test=np.array([0, 0, 0, 0, 1, 1], np.uint8), classes=np.array(["a", "b"]))
        data = Furniture(file, 10)
        self.assertEqual((list(data.labels("train")), list(data.labels("test"))), ([0, 1, 0, 1], [0, 1]))
        data.hold(2)
        self.assertEqual((list(data.labels("held")), list(data.labels("train"))), ([0, 0], [1, 1]))
        self.assertEqual(data.cloud("held", 1, RNG).shape, (10, 3))
        data.bring("others", [RNG.normal(size=(20, 3))], np.array([1]))
        self.assertEqual((data.cloud("others", 0, RNG).shape, list(data.labels("others"))), ((10, 3), [1]))

    def test_added_shapes_are_half_of_an_epoch(self):
        data = Splits({"train": ([RNG.normal(size=(20, 3))] * 4, np.array([0, 1, 0, 1]))}, 10)
        self.assertEqual(sorted(data.order(3, np.random.default_rng(1))), sorted([0, 1, 2, 3] * 3))
        data.add([RNG.normal(size=(20, 3))] * 50, np.ones(50, int))
        order = data.order(3, np.random.default_rng(1))
        self.assertEqual([list(order).count(i) for i in range(4)], [3] * 4)
        self.assertEqual((len(order), data.length(3), max(order) < 54), (24, 24, True))


# A unit cube of six squares, two of them with corners counted from the end, with lines that are no shape.
CUBE = """# a cube
mtllib cube.mtl
""" + "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1)) + """vn 0 0 1
usemtl wood
f 1/1/1 2/1/1 4/1/1 3/1/1
f 5//1 6//1 8//1 7//1
f 1 2 6 5
f 3 4 8 7
f -8 -6 -2 -4
f -7 -5 -1 -3
"""


# Five corners of a pyramid, and its six triangles by their numbers.
CORNERS = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, 2)], np.float32)
FACES = np.array([(0, 2, 1), (0, 3, 2), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)])


def spm_corner(at, colour):
    """A corner as SuperTuxKart writes it with normals, colours and tangents, of a buffer with one texture."""
    return struct.pack("<3f4xB", *at, 128 if colour is None else 255) + bytes(colour or ()) + bytes(4 + 4)


class Meshes(Folder):
    def test_faces_are_fans_of_triangles(self):
        faces = obj(CUBE.encode())
        self.assertEqual(faces.shape, (12, 3, 3))
        area = np.linalg.norm(np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]), axis=1) / 2
        np.testing.assert_allclose(area, 0.5)

    def test_stl(self):
        records = b"".join(bytes(12) + CORNERS[face].tobytes() + bytes(2) for face in FACES)
        np.testing.assert_array_equal(stl(bytes(80) + struct.pack("<I", 6) + records), CORNERS[FACES])

    def test_pmd(self):
        end = struct.pack("<I", 6) + FACES.astype("<u2").tobytes() + b"bones"
        for version, head, coordinates in ((3, b"", 1), (4, struct.pack("<I", 2), 2)):
            corners = b"".join(at.tobytes() + bytes(12 + 8 * coordinates + 20) for at in CORNERS)
            data = b"PSMD" + struct.pack("<III", version, 0, 5) + head + corners + end
            np.testing.assert_array_equal(pmd(data), CORNERS[FACES])

    def test_spm(self):
        corners = b"".join(spm_corner(at, (1, 2, 3) if n % 2 else None) for n, at in enumerate(CORNERS))
        buffer = struct.pack("<IIH", 5, 18, 0) + corners + FACES.astype("u1").tobytes()
        data = b"SP" + bytes([0, 7]) + bytes(24) + struct.pack("<H", 1) + b"\x04wood" + b"\x00" + struct.pack("<HH", 1, 2) + buffer + buffer
        np.testing.assert_array_equal(Spm(data).triangles(), np.concatenate([CORNERS[FACES]] * 2))

    def test_models_are_in_zips_and_folders_of_packages(self):
        (self.place / "chairs").mkdir()
        (self.place / "chairs" / "cube.obj").write_text(CUBE)
        with zipfile.ZipFile(self.place / "chairs" / "all.zip", "w") as file:
            file.writestr("in/cube.obj", CUBE)
        rows = [("chairs", "1.0", path, "chair", "CC0-1.0") for path in ("cube.obj", "all.zip!in/cube.obj")]
        for faces in models(self.place, rows):
            np.testing.assert_array_equal(faces, obj(CUBE.encode()))


class Library(unittest.TestCase):

    def test_points_are_uniform_by_area(self):
        faces = obj(CUBE.encode())
        faces[:, :, 0] *= 3  # two squares of area 1, four of 3
        along = drawn(faces, 20000, np.random.default_rng(1))[:, 0]
        ends = (np.isclose(along, along.min(), atol=1e-6) | np.isclose(along, along.max(), atol=1e-6)).mean()
        self.assertAlmostEqual(ends, 2 / 14, delta=4 * (2 / 14 * 12 / 14 / 20000) ** 0.5)

    def test_a_turned_copy_is_the_same_shape(self):
        rng = np.random.default_rng(2)
        faces = obj(CUBE.encode()) * [3, 2, 1]
        cloud, other, copy = (drawn(faces, 1024, rng) for _ in range(3))
        turned = copy @ rotation(3).numpy()
        chair = drawn(obj(CUBE.encode()) * [3, 2, 2.5], 1024, rng)
        self.assertTrue(same(cloud, other, [chair, turned]))
        self.assertFalse(same(cloud, other, [chair]))


class Synthetic(unittest.TestCase):
    def test_points_lie_on_their_solid_uniformly_by_area(self):
        box = Box((1, 2, 3), (2, 1, 0.5)).draw(20000, RNG) - (1, 2, 3)
        half = np.array([1, 0.5, 0.25]) + 0.0005
        on = np.isclose(np.abs(box), half)
        self.assertTrue((on.any(1) & (np.abs(box) <= half + 1e-9).all(1)).all())
        self.assertTrue(np.allclose(on.mean(0), np.array([0.5, 1, 2]) / 3.5, atol=0.02))
        self.assertAlmostEqual(Box((0, 0, 0), (2, 1, 0.5)).area, 7, delta=0.03)

        cone = Tube((0, 0, 0), (0, 0, 3), 4, 0, closed=False)
        points = cone.draw(20000, RNG)
        self.assertAlmostEqual(cone.area, np.pi * 4 * 5, places=6)
        self.assertTrue(np.allclose(np.hypot(points[:, 0], points[:, 1]), 4 * (1 - points[:, 2] / 3)))
        self.assertAlmostEqual(float((points[:, 2] < 1.5).mean()), 0.75, delta=0.02)  # the lower half of a cone has three quarters of its side
        self.assertAlmostEqual(Tube((0, 0, 0), (0, 1, 0), 1).area, 4 * np.pi, places=6)

        ball = Ball((1, 0, 0), (3, 2, 1))
        self.assertTrue(np.allclose((((ball.draw(100, RNG) - (1, 0, 0)) / (3, 2, 1)) ** 2).sum(1), 1))
        self.assertAlmostEqual(Ball((0, 0, 0), 2).area, 16 * np.pi, places=6)
        counts = scattered([Box((0, 0, 0), (1, 1, 1)), Box((9, 0, 0), (3, 3, 3))], 20000, RNG)[0][:, 0] > 5
        self.assertAlmostEqual(float(counts.mean()), 0.9, delta=0.01)

    def test_every_class(self):
        names = list(MAKERS)
        shapes, labels = synthetic_shapes(names, 40 * len(names), 300, np.random.default_rng(3))
        self.assertEqual(np.bincount(labels).tolist(), [40] * len(names))
        for shape in shapes:
            self.assertEqual(shape.shape, (300, 3))
            self.assertTrue(np.isfinite(shape).all() and (np.ptp(shape, axis=0) > 0.01).all())
        with self.assertRaisesRegex(ValueError, "the class spoon"):
            synthetic_shapes(["chair", "spoon"], 2, 8, RNG)


def framed(clouds, group):
    """As the shipped models were trained: clouds in their own axes, and the signs of all poses."""
    if group in ("SE", "E"):
        clouds = clouds - clouds.mean(1, keepdim=True)
    _, axes = torch.linalg.eigh(clouds.transpose(1, 2) @ clouds)
    handed = torch.ones(len(axes), axes.shape[2])
    handed[:, 0] = torch.sign(torch.linalg.det(axes))
    signs = torch.tensor(list(itertools.product((1.0, -1.0), repeat=clouds.shape[2])))
    return clouds @ (axes * handed[:, None, :]), signs[signs.prod(1) > 0] if group in ("SO", "SE") else signs


def poses_as_trained(clouds, group, one):
    cloud, signs = framed(clouds, group)
    if one:
        return (cloud * signs[torch.randint(len(signs), (len(clouds),))][:, None, :]).transpose(1, 2)
    return (cloud[:, None] * signs[None, :, None, :]).transpose(2, 3)


def loss_as_trained(model, clouds, labels, o):
    """The loss of a step."""
    chosen = clouds.repeat(o.copies, 1, 1)
    if o.subsample:
        which = torch.rand(chosen.shape[:2]).topk(o.subsample, 1).indices
        chosen = chosen.gather(1, which[:, :, None].expand(-1, -1, clouds.shape[2]))
    levels = torch.empty(len(clouds)).uniform_(min(o.sigma), max(o.sigma))[:, None, None]
    noisy = chosen + levels.repeat(o.copies, 1, 1) * torch.randn_like(chosen)
    logits = model(poses_as_trained(noisy, o.group, one=True))
    if o.average:
        mean = functional.softmax(logits.view(o.copies, -1, logits.shape[1]), 2).mean(0)
        return -mean[torch.arange(len(labels)), labels].log().mean()
    return functional.cross_entropy(logits, labels.repeat(o.copies), label_smoothing=o.smoothing)


class AsTrained(unittest.TestCase):
    """Compare the bits of orbitcert.torch with those that trained the models of site/models."""

    def test_a_step(self):
        for name, group, copies, subsample, sigma, average in (
            ("pointnet", "SE", 1, 0, [0.1], False), ("views", "SE", 3, 20, [0.02, 0.25], False), ("views", "SE", 6, 20, [0.02, 0.1], True),
            ("density", "SO", 2, 0, [0.1], False),
        ):
            options = argparse.Namespace(group=group, copies=copies, subsample=subsample, sigma=sigma, smoothing=0.02, average=average)
            model = build({"network": name}, 2 if name == "density" else 3, 4).train()
            smoothed = Smoothed(invariant(model, group), (min(sigma), max(sigma)), copies, subsample=subsample or None).train()
            clouds, labels = torch.randn(6, 40, 2 if name == "density" else 3) * 0.4, torch.arange(6) % 4
            found = []
            for loss in (lambda: step(smoothed, clouds, labels, options), lambda: loss_as_trained(model, clouds, labels, options)):
                torch.manual_seed(3)
                value = loss()
                found.append([value, *torch.autograd.grad(value, model.parameters())])
            self.assertTrue(all(torch.equal(one, other) for one, other in zip(*found)), name)
            self.assertGreater(float(found[0][-1].abs().max()), 0)

    @torch.no_grad()
    def test_votes(self):
        for name, group in (("pointnet", "SE"), ("density", "E")):
            cloud = torch.randn(1, 40, 2 if name == "density" else 3)
            model = build({"network": name}, cloud.shape[2], 4)
            torch.manual_seed(3)
            found = votes(Smoothed(invariant(model, group), 0.1, 50).eval(), cloud.numpy(), 4)
            torch.manual_seed(3)
            poses = poses_as_trained(cloud.expand(50, -1, -1) + 0.1 * torch.randn(50, *cloud.shape[1:]), group, one=False)
            logits = model(poses.flatten(0, 1)).view(*poses.shape[:2], -1).sum(1)
            self.assertEqual(found.tolist(), logits.argmax(1).bincount(minlength=4).tolist())

    def test_votes_end_where_their_winner_is_certain(self):
        for sure, rounds in ((1.0, 6), (0.0, 10)):  # all for one class: more than half are enough; in turns: none is left out
            asked = []

            def answers(clouds):
                asked.append(len(clouds))
                last = sure == 1 or len(asked) % 2
                return functional.one_hot(torch.full((len(clouds),), 2 if last else 1), 4).float()

            smoothed = Smoothed(answers, 0.1, 20)
            self.assertEqual(winner(smoothed, np.zeros((1, 5, 2), np.float32), 4, 10), 2 if sure else 1)
            self.assertEqual(asked, [20] * rounds)

    def test_a_teacher_is_listened_to(self):
        torch.manual_seed(1)
        clouds, labels = torch.randn(6, 40, 3) * 0.4, torch.arange(6) % 4
        options = argparse.Namespace(smoothing=0.0)
        smoothed = Smoothed(invariant(build({"network": "pointnet"}, 3, 4), "SE"), 0.0, 2).eval()
        # A teacher that is sure of the labels adds what these say; one that says what the model says adds its entropy.
        sure = lambda noisy: 1e4 * functional.one_hot(labels.repeat(2), 4).float()
        logits = smoothed.logits(clouds)
        plain = functional.cross_entropy(logits.flatten(0, 1), labels.repeat(2))
        self.assertAlmostEqual(float(step(smoothed, clouds, labels, options, sure)), float(plain), places=5)
        entropy = -(logits.softmax(2) * logits.log_softmax(2)).sum(2).mean()
        self.assertAlmostEqual(float(step(smoothed, clouds, labels, options, smoothed.model)), float(plain + entropy) / 2, places=5)

    def test_training_goes_on_from_what_two_networks_share(self):
        views, other = (build({"network": "views"}, 3, 4) for _ in range(2))
        own = {name: weight for name, weight in views.state_dict().items() if not name.startswith("classes")}
        self.assertEqual(begin(other, {"weights": own | {"elsewhere": torch.ones(1)}}), len(own))
        self.assertTrue(all(torch.equal(weight, other.state_dict()[name]) for name, weight in own.items()))

    def test_edges_by_their_definition(self):
        torch.manual_seed(4)
        edge, x = EdgeConv(3, 6, 4), torch.randn(2, 20, 3)
        edge(x)  # so that the batch norm is not the identity
        near = torch.cdist(x, x).topk(4, 2, largest=False).indices
        for training in (True, False):
            edge.train(training)
            edges = torch.stack([x[b, near[b]] - x[b][:, None] for b in range(2)])  # B x N x k x C
            plain = edge.neighbour(edges).amax(2) + edge.point(x)
            torch.testing.assert_close(edge(x), torch.relu(edge.norm(plain.flatten(0, 1))).view(2, 20, 6))
        grad = lambda training: torch.autograd.grad(edge.train(training).farthest(edge.neighbour(x), near).square().sum(), edge.neighbour.weight)[0]
        torch.testing.assert_close(grad(True), grad(False))

    def test_no_product_of_bumps_is_denormal(self):
        at, spread = torch.linspace(-1.25, 1.25, 20), 2.5 / 19
        clouds = torch.from_numpy(RNG.uniform(-3, 3, (8, 2, 64))).float()
        x, y = bumps(clouds, at, spread)
        self.assertGreater((x[..., None] * y[:, :, None]).min(), torch.finfo(torch.float32).tiny)
        plain = torch.exp(-0.5 * ((clouds[..., None] - at) / spread) ** 2)
        self.assertLess((torch.stack([x, y], 1) - plain).abs().max(), 1e-13)

    def test_networks_do_not_see_a_motion(self):
        torch.manual_seed(2)
        for name in NETWORKS:
            d = 2 if name == "density" else 3
            model = invariant(build({"network": name}, d, 5), "SE").eval()
            cloud = torch.from_numpy(RNG.normal(size=(6, 64, d)) * np.arange(1, d + 1) / 4).float()
            with torch.no_grad():
                self.assertEqual(model(cloud).argmax(1).tolist(), model(cloud @ rotation(d).T + 1).argmax(1).tolist(), name)


class Standing(unittest.TestCase):
    @torch.no_grad()
    def test_a_model_of_what_stands_sees_a_tilt_and_no_turn(self):
        torch.manual_seed(2)
        model = invariant(build({"network": "pointnet"}, 3, 5), "axis").eval()
        cloud = torch.from_numpy(RNG.normal(size=(6, 64, 3)) * np.array([0.2, 0.3, 0.5])).float()
        turn, tilt = torch.eye(3), torch.eye(3)
        turn[:2, :2] = tilt[1:, 1:] = torch.tensor([[0.6, -0.8], [0.8, 0.6]])
        torch.testing.assert_close(model(cloud @ turn.T + 1), model(cloud), atol=1e-5, rtol=0)
        self.assertGreater((model(cloud @ tilt.T) - model(cloud)).abs().max(), 1e-3)

    def test_shapes_with_y_up_are_stood_up(self):
        self.assertEqual(standing(np.array([[[1.0, 2.0, 3.0]]])).tolist(), [[[1.0, -3.0, 2.0]]])


class Card(unittest.TestCase):
    def test_interval(self):
        # 95 % by Wilson: 0 of 10 is at most 3.84 / 13.84, and 1/2 is in the middle of its own.
        self.assertEqual(interval(0.0, 10), [0.0, 0.2775])
        self.assertAlmostEqual(sum(interval(0.5, 82)), 1, places=4)
        self.assertEqual(intervals({"0.1": 0.0, "0.2": 0.5}, 10), {"0.1": [0.0, 0.2775], "0.2": interval(0.5, 10)})


class Training(Folder):
    def run_recipe(self, *options):
        """One epoch on four shapes: the program's result, and the checkpoint."""
        file, out = self.place / "f.npz", self.place / "m.pt"
        points = np.random.default_rng(1).normal(size=(6, 64, 3)).astype(np.float16)
        np.savez(file, points=points, label=np.array([0, 1, 0, 1, 0, 1], np.uint8), test=np.array([0, 0, 0, 0, 1, 1], np.uint8), classes=np.array(["a", "b"]))
        done = subprocess.run([sys.executable, "-W", "ignore", "train.py", "furniture", file, "--out", out, "--points", "48", "--epochs", "1", "--group", "axis", "--hold", "2", *options],
                              capture_output=True, text=True, check=False)
        return done, torch.load(out) if out.exists() else None

    def test_noise_on_transformations_is_drawn(self):
        plain, without = self.run_recipe()
        self.assertEqual(plain.returncode, 0, plain.stderr)
        again = self.run_recipe()[1]
        self.assertTrue(all(torch.equal(weight, again["weights"][name]) for name, weight in without["weights"].items()))
        noisy, saved = self.run_recipe("--noise", "twist=0.26", "taper=0.2")
        self.assertEqual(noisy.returncode, 0, noisy.stderr)
        self.assertEqual(saved["options"]["noise"], {"twist": 0.26, "taper": 0.2})
        self.assertEqual(list(json.loads(noisy.stdout)["held"]), ["0.05", "0.1", "0.2"])
        self.assertTrue(all(torch.isfinite(weight).all() for weight in saved["weights"].values()))
        self.assertFalse(all(torch.equal(weight, without["weights"][name]) for name, weight in saved["weights"].items()))

    def test_noise_that_votes_cannot_have_is_refused(self):
        for options, reason in ((("--noise", "twist=0.26", "--group", "SE"), "--noise needs --group axis"), (("--noise", "bend=1"), "has no 'bend'"), (("--noise", "twist"), "invalid deviation value")):
            done, _ = self.run_recipe(*options)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(reason, done.stderr)


class Export(Folder):
    def test_shapes_names_and_halves(self):
        for name in NETWORKS:
            d = 2 if name == "density" else 3
            model = build({"network": name}, d, 3)
            digest, size = write(model, d, "SE", ["a", "b", "c"], self.place / "m.onnx")
            made = onnx.load(self.place / "m.onnx")
            self.assertEqual(size, (self.place / "m.onnx").stat().st_size)
            dims = [v.dim_param or v.dim_value for v in made.graph.input[0].type.tensor_type.shape.dim]
            self.assertEqual(dims, ["batch", d, "points"], name)
            self.assertEqual({p.key: p.value for p in made.metadata_props}, {"classes": '["a", "b", "c"]'})
            wide = [t.name for t in made.graph.initializer if t.data_type == onnx.TensorProto.FLOAT and len(t.dims) > 1]
            self.assertEqual(wide, [], name)


# Script that runs models on inputs each, with the page's runtime.
SAYS = """
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
const ort = createRequire(`${process.argv[1]}/js/`)('onnxruntime-web');
ort.env.wasm.numThreads = 1;
const all = [];
const tensor = ([name, { type, dims, data }]) =>
  [name, new ort.Tensor(type, type === 'int64' ? BigInt64Array.from(data, BigInt) : Float32Array.from(data), dims)];
for (const { model, inputs } of JSON.parse(readFileSync(0, 'utf8'))) {
  const session = await ort.InferenceSession.create(Buffer.from(model, 'base64'), { logSeverityLevel: 3 });
  const [{ dims, data }] = Object.values(await session.run(Object.fromEntries(Object.entries(inputs).map(tensor))));
  all.push({ dims, data: Array.from(data) });
}
console.log(JSON.stringify(all));
"""
REPOSITORY = Path(__file__).resolve().parents[3]


def answers(asked):
    """Return the first output of each model for its inputs by name."""
    inputs = lambda arrays: {name: {"type": str(x.dtype), "dims": x.shape, "data": x.ravel().tolist()} for name, x in arrays.items()}
    told = [{"model": base64.b64encode(model).decode(), "inputs": inputs(arrays)} for model, arrays in asked]
    said = subprocess.run(["node", "--input-type=module", "-e", SAYS, str(REPOSITORY)], input=json.dumps(told), capture_output=True, check=True, text=True)
    return [np.array(y["data"]).reshape(y["dims"]) for y in json.loads(said.stdout)]


class Forces(unittest.TestCase):
    def test_are_the_differences_of_the_energy(self):
        energy, forces = ((REPOSITORY / f"site/models/{name}.onnx").read_bytes() for name in ("energy", "forces"))
        card = json.loads((REPOSITORY / "site/models/forces.json").read_text())
        self.assertEqual([card["sha256"], card["gradient_of"]["sha256"]], [hashlib.sha256(file).hexdigest() for file in (forces, energy)])
        clean = json.loads((REPOSITORY / "site/examples/energy-3d.json").read_text())["clean"]
        start, elements, step = np.float32(clean["points"]), np.array(clean["attributes"]["element"]), np.float32(0.01)
        moves = np.eye(start.size, dtype=np.float32).reshape(-1, *start.shape)
        near = np.concatenate([start + k * step * moves for k in (-2, -1, 1, 2)])
        found, energies = answers([(model, {"positions": x, "elements": np.tile(elements, (len(x), 1))}) for model, x in ((forces, start[None]), (energy, near))])
        lowest, low, high, highest = energies.reshape(4, -1)
        np.testing.assert_allclose(found[0].ravel(), (8 * (low - high) - (lowest - highest)) / (12 * step), atol=0.02)
        self.assertGreater(np.linalg.norm(found), 30)


class Winograd(Folder):
    def convolution(self, size, channels=8, out=5, then=(), bias=True, pads=1, **attributes):
        """A model of one convolution and what follows it."""
        kinds = ["Conv", *then]
        halving = {"kernel_shape": [2, 2], "strides": [2, 2]}
        of = lambda kind: {"pads": [pads] * 4, **attributes} if kind == "Conv" else halving if kind == "MaxPool" else {}
        values = ["x", *(f"v{i}" for i in range(len(kinds) - 1)), "y"]
        inputs = lambda i: [values[i], *(["w", "b"][: 1 + bias] if i == 0 else [])]
        nodes = [onnx.helper.make_node(kind, inputs(i), [values[i + 1]], **of(kind)) for i, kind in enumerate(kinds)]
        weights = {"w": RNG.normal(size=(out, channels, 3, 3)), "b": RNG.normal(size=out)}
        constants = [onnx.numpy_helper.from_array(value.astype(np.float32), name) for name, value in weights.items() if bias or name == "w"]
        value = lambda name, shape: onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
        graph = onnx.helper.make_graph(nodes, "g", [value("x", ["n", channels, *size])], [value("y", ["n", None, None, None])], constants)
        made = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)])
        made.ir_version = 8
        return made

    def test_the_same_function(self):
        shapes = [((5, 5), ["Relu"]), ((10, 10), ["Relu", "MaxPool"]), ((4, 7), []), ((6, 8), ["Relu", "MaxPool"]), ((3, 2), ["Relu"]), ((5, 4), ["Relu", "MaxPool"]), ((6, 6), ["MaxPool"])]
        asked = []
        for (size, then), bias in itertools.product(shapes, (True, False)):
            model, x = self.convolution(size, then=then, bias=bias), RNG.normal(size=(3, 8, *size)).astype(np.float32)
            asked.append((model.SerializeToString(), {"x": x}))
            self.assertEqual(faster(model), 1)
            self.assertNotIn("Conv", [node.op_type for node in model.graph.node])
            asked.append((model.SerializeToString(), {"x": x}))
        said = answers(asked)
        for plain, other, (model, given) in zip(said[::2], said[1::2], asked[::2]):
            np.testing.assert_allclose(other, plain, atol=2e-5, err_msg=f"{given['x'].shape} {[node.op_type for node in onnx.load_from_string(model).graph.node]}")

    def test_an_axis_in_tiles_by_its_definition(self):
        # F(2, 3) of a row: the two outputs of each tile, from its four products, are the correlation with the filter.
        filter, row = RNG.normal(size=3), RNG.normal(size=7)
        g = np.array([filter[0], filter.sum() / 2, (filter[0] - filter[1] + filter[2]) / 2, filter[2]])
        products = (to_tiles(7) @ row).reshape(4, 4) * g[:, None]
        outputs = np.stack([products[0] + products[1] + products[2], products[1] - products[2] - products[3]], 1).ravel()[:7]
        np.testing.assert_allclose(outputs, np.correlate(np.pad(row, 1), filter), atol=1e-6)

    def test_others_stay(self):
        for other in ({"channels": 4}, {"pads": 0}, {"strides": [2, 2]}, {"pads": 2, "dilations": [2, 2]}, {"size": ("h", 6)}):
            model = self.convolution(**{"size": (6, 6), **other})
            before = model.SerializeToString()
            self.assertEqual(faster(model), 0, other)
            self.assertEqual(model.SerializeToString(), before, other)

    def test_a_value_that_is_shown_is_kept(self):
        model = self.convolution((6, 6), then=["Relu"])
        model.graph.output.append(onnx.helper.make_tensor_value_info("v0", onnx.TensorProto.FLOAT, ["n", 5, 6, 6]))
        self.assertEqual(faster(model), 1)
        self.assertEqual([node.op_type for node in model.graph.node][-1], "Relu")

    def test_channels_are_not_moved_to_and_fro(self):
        model = build({"network": "views"}, 3, 3).eval()
        write(model, 3, "SE", ["a", "b", "c"], self.place / "m.onnx")
        moves = [tuple(node.attribute[0].ints) for node in onnx.load(self.place / "m.onnx").graph.node if node.op_type == "Transpose"]
        self.assertEqual([moves.count((0, 2, 3, 1)), moves.count((0, 3, 1, 2))], [1, 1])


if __name__ == "__main__":
    unittest.main()
