"""Tests of the votes that the installed package counts: run by build/python/test.sh."""

import base64
import gzip
import hashlib
import io
import json
import math
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy as np
import orbitcert
from orbitcert.model_file import class_names
from orbitcert.native import PROGRAM
from orbitcert.smoothing import digest
from orbitcert.transport import LARGE, filed
from fixtures import FLAT, REPOSITORY, command, refusal, rng, wide


class Smooth(unittest.TestCase):
    def test_large_clouds_travel_in_files(self):
        cloud = rng.normal(size=(LARGE, 3))
        with filed({"clean": {"points": cloud}, "clouds": [{"name": "a", "points": cloud}, {"name": "b", "points": cloud[1:]}]}) as lighter:
            self.assertEqual([sorted(of) for of in (lighter["clean"], *lighter["clouds"])], [["coordinates", "file"], ["coordinates", "file", "name"], ["name", "points"]])
            np.testing.assert_array_equal(np.load(lighter["clouds"][0]["file"]), cloud)
        self.assertEqual(orbitcert.smooth(wide, cloud, 0.25, 100), orbitcert.smooth(wide, {"points": cloud.tolist()}, 0.25, 100))
        cloud[7] = np.nan
        self.assertEqual(refusal(self, lambda: orbitcert.smooth(wide, {"points": cloud}, 0.25, 100))[0], "clean")

    def test_shows_attributes_to_the_model(self):
        points = rng.normal(size=(5, 3))
        attributes = {"element": np.array([6, 1, 1, 8, 1]), "charge": np.linspace(-1, 1, 5)}

        def model(inputs):
            self.assertEqual(inputs.shape[2], 5)
            self.assertEqual({tuple(row) for row in inputs[:, :, 3:].reshape(-1, 2)}, set(zip(np.float32(attributes["charge"]), attributes["element"] / 2)))
            score = (inputs[:, :, 0] * inputs[:, :, 3]).sum(1)
            return np.stack([score, -score], 1)

        sigma = {"attribute": "element", "values": {1: 0.4, 6: 0.2, 8: 0.1}}
        seen = ["charge", {"name": "element", "scale": 0.5}]
        votes = orbitcert.smooth(model, (points, attributes), sigma, 200, group="none", permutation=True, attributes=seen)
        self.assertEqual(votes.document["model"]["attributes"], seen)
        for one in ("element", {"name": "element", "scale": 2}):
            alone, listed = (orbitcert.smooth(lambda inputs: inputs[:, :, 3], (points, attributes), 0.1, 200, group="none", attributes=of) for of in (one, [one]))
            self.assertEqual(alone, listed)
        order = rng.permutation(5)
        other = (points[order], {name: values[order] for name, values in attributes.items()})
        certificate = orbitcert.certify((points, attributes), other, sigma=sigma, votes=votes, permutation=True)
        self.assertLess(certificate.orbit.distance, 1e-9)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # nothing recounts the votes
            self.assertEqual(orbitcert.verify(certificate).certified, certificate.certified)
        self.assertEqual(refusal(self, lambda: orbitcert.smooth(model, (points, attributes), sigma, 200))[0], "attributes")
        swapped = (points, {**attributes, "element": attributes["element"][::-1]})
        self.assertIn("sampling.", refusal(self, lambda: orbitcert.certify(swapped, sigma=sigma, votes=votes, permutation=True))[0])

    def test_shows_a_bar_of_tqdm(self):
        for terminal, wanted, shown in ((True, True, True), (True, False, False), (False, True, False)):
            said = io.StringIO()
            said.isatty = lambda: terminal
            with mock.patch("sys.stderr", said), mock.patch("orbitcert.progress.DELAY", 0):
                orbitcert.smooth(wide, FLAT, 0.25, 400, progress=wanted)
            self.assertEqual("input" in said.getvalue(), shown, said.getvalue())

    def test_counts_what_the_command_line_counts(self):
        votes = orbitcert.smooth(wide, FLAT, 0.25, 400, classes=["wide", "high"])
        plan = {
            "clean": {"points": FLAT.tolist()}, "sigma": 0.25, "group": "SE",
            "prediction": {"model": {"sha256": "0" * 64, "layout": "BND", "classes": ["wide", "high"]}, "sampling": {"estimate": 400}},
        }
        with tempfile.TemporaryDirectory() as folder:
            path, inputs, logits = (str(Path(folder) / name) for name in ("plan.json", "inputs.npy", "logits.npy"))
            Path(path).write_text(json.dumps(plan))
            with open(inputs, "wb") as file:
                subprocess.run([PROGRAM, "draw", path], stdout=file, check=True)
            np.save(logits, wide(np.load(inputs)))
            self.assertEqual(json.loads(command("count", path, logits).stdout), votes.document)
        self.assertEqual(votes.samples, 400)
        certificate = orbitcert.certify(FLAT, FLAT + 0.01, sigma=0.25, votes=votes)
        self.assertEqual(certificate.document["request"]["group"], "SE")
        self.assertEqual(certificate.document["request"]["prediction"]["votes"], votes.votes)
        with self.assertWarnsRegex(UserWarning, "votes were not recounted"):
            orbitcert.verify(certificate)
        for batch in (1, 7, 100_000):
            self.assertEqual(orbitcert.smooth(wide, FLAT, 0.25, 400, classes=["wide", "high"], batch=batch), votes)

    def test_stops_at_a_radius(self):
        shown = []

        def seen(rows):
            shown.append(len(rows))
            return wide(rows)

        votes = orbitcert.smooth(seen, FLAT, 0.25, 4000, radius=0.25, batch=64)
        self.assertLess(votes.samples, 200)
        self.assertLess(sum(shown), 2 * 4 * votes.samples + 1000, "rows of two poses, at most twice as many as needed, and those of the tests")
        self.assertGreater(orbitcert.certify(FLAT, sigma=0.25, votes=votes).orbit.radius, 0.25)
        self.assertEqual(orbitcert.smooth(wide, FLAT, 0.25, 4000, radius=0.25, batch=1000).text, votes.text)
        self.assertEqual(orbitcert.smooth(wide, FLAT, 0.25, 400, radius=9.0).samples, 400, "beyond reach")
        for bad in (-1, float("nan"), float("inf")):
            self.assertEqual(refusal(self, lambda: orbitcert.smooth(wide, FLAT, 0.25, radius=bad))[0], "radius")
        self.assertEqual(refusal(self, lambda: orbitcert.smooth(wide, FLAT, 0.25, radius=0.1, select=100))[0], "radius")

    def test_recounts_votes_that_stopped_early(self):
        votes = orbitcert.smooth(wide, FLAT, 0.25, 400)
        plan = {name: votes.document[name] for name in ("model", "classifier", "sampling")}
        request = {"clean": {"points": FLAT.tolist()}, "perturbed": {"points": (FLAT + 0.01).tolist()}, "sigma": 0.25, "group": "SE"}
        with tempfile.TemporaryDirectory() as folder:
            path, classes = (str(Path(folder) / name) for name in ("plan.json", "classes.npy"))
            Path(path).write_text(json.dumps({**request, "prediction": plan}))
            np.save(classes, np.frombuffer(gzip.decompress(base64.b64decode(votes.document["sampled"])), np.int8))
            early = json.loads(command("count", path, classes).stdout)
        self.assertEqual((early["votes"]["rule"], votes.document["votes"]["rule"]), ("anytime", "anytime"))
        self.assertLess(early["votes"]["samples"], 100)
        counted = early["votes"]
        stopped = orbitcert.Votes(counted["predicted"], counted["estimate"][counted["predicted"]], counted["samples"], json.dumps(early))
        certificate = orbitcert.certify(FLAT, FLAT + 0.01, sigma=0.25, votes=stopped)
        self.assertTrue(certificate.certified)
        self.assertEqual(orbitcert.recount(certificate, wide, batch=64).samples, early["votes"]["samples"])

    def test_recounts(self):
        votes = orbitcert.smooth(wide, FLAT, 0.25, 400)
        certificate = orbitcert.certify(FLAT, FLAT + 0.01, sigma=0.25, votes=votes)
        for document in (certificate, certificate.document):
            again = orbitcert.recount(document, wide, batch=64)
            self.assertEqual((again.votes, again.samples, again.predicted), (votes.votes, votes.samples, votes.predicted))
        with self.assertRaisesRegex(orbitcert.VerificationFailedError, "samples have another class, first sample 0"):
            orbitcert.recount(certificate, lambda rows: -wide(rows))
        self.assertEqual(refusal(self, lambda: orbitcert.recount(orbitcert.certify(FLAT, FLAT, sigma=0.25, probability=0.9, group="SE"), wide))[0], "document")
        self.assertEqual(refusal(self, lambda: orbitcert.recount(certificate, 3))[0], "model")
        file = REPOSITORY / "js/test/models/bdn2.onnx"
        first = lambda rows: np.stack([rows[:, 0].mean(1), -rows[:, 0].mean(1), 0 * rows[:, 0, 0]], 1)
        three = np.array([[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]])
        counted = orbitcert.smooth(first, three, 0.1, 200, group="none", layout="BDN", classes=["left", "right", "middle"], file=file)
        shared = orbitcert.certify(three, three, sigma=0.1, votes=counted)
        self.assertEqual(orbitcert.recount(shared, file).votes, 200)
        with self.assertRaisesRegex(orbitcert.InputError, "half.onnx: "):
            orbitcert.recount(shared, REPOSITORY / "js/test/models/half.onnx")

    def test_what_names_a_model_has_all_its_files_in_it(self):
        files = [REPOSITORY / "js/test/models" / name for name in ("outside.onnx", "weights1.bin", "weights2.bin")]
        lines = "".join(hashlib.sha256(file.read_bytes()).hexdigest() + "\n" for file in files)
        self.assertEqual(digest(files), hashlib.sha256(lines.encode()).hexdigest())
        self.assertEqual(digest(files[0]), lines[:64])

    def test_classes_have_the_names_of_the_model_file(self):
        file = REPOSITORY / "site/models/furniture.onnx"
        eleven = lambda rows: np.repeat(wide(rows), [10, 1], axis=1) - np.arange(11)
        votes = orbitcert.smooth(eleven, FLAT, 0.25, 200, file=file)
        self.assertEqual(votes.document["model"]["classes"][:3], ["bed", "cabinet", "chair"])
        self.assertEqual(orbitcert.smooth(wide, FLAT, 0.25, 200, file=file).document["model"]["classes"], ["0", "1"])
        self.assertEqual(orbitcert.smooth(wide, FLAT, 0.25, 200, file=file, classes=["a", "b"]).document["model"]["classes"], ["a", "b"])

    def test_names_in_files_of_models(self):
        entry = lambda key, text: b"\x72" + bytes([len(key) + len(text) + 4]) + b"\x0a" + bytes([len(key)]) + key + b"\x12" + bytes([len(text)]) + text
        for content, names in (
            (entry(b"classes", b'["a", "b, c", 3]'), ["a", "b, c", "3"]), (entry(b"labels", b"bed, sofa\nlamp,"), ["bed", "sofa", "lamp"]),
            (b"\x08\x08" + entry(b"labels", b"x") + b"\x3a\x02ab" + entry(b"classes", b"[]"), []), (entry(b"author", b"me"), None),
            (b"", None), (b"\xff" * 20, None), (entry(b"classes", b"bed")[:-1], None), (b"PK\x03\x04", None), (b"\x72\x80", None),
        ):
            with self.subTest(content), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "net.ONNX"
                path.write_bytes(content)
                self.assertEqual(class_names(str(path)), names)
                self.assertIsNone(class_names(__file__))

    def test_votes_can_be_recounted_by_the_page_and_its_twin(self):
        file = REPOSITORY / "js/test/models/bnd.onnx"  # logits (m, -m) of the mean m of the first coordinates
        cloud = rng.normal(size=(8, 3))

        def model(inputs):
            mean = inputs[:, :, 0].mean(1)
            return np.stack([mean, -mean], 1)

        votes = orbitcert.smooth(model, cloud, 0.5, 1000, file=file, group="none")
        self.assertGreater(votes.document["votes"]["estimate"][1 - votes.predicted], 0)
        certificate = orbitcert.certify(cloud, cloud, sigma=0.5, votes=votes)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "certificate.json"
            certificate.save(path)
            said = subprocess.run(["node", REPOSITORY / "build/out/orbitcert-votes.mjs", path, "--model", file, "--recount"], capture_output=True, text=True)
        self.assertIn("1000 of 1000 samples recounted, each with the class of the document", said.stdout, said.stderr)

    def test_takes_classes_and_other_layouts(self):
        votes = orbitcert.smooth(lambda inputs: (inputs[:, :, 0].mean(1) > 0.5).astype(int), FLAT, 0.25, 200, group="none")
        self.assertEqual((len(votes.document["model"]["classes"]), votes.samples), (2, 200))
        turned = orbitcert.smooth(lambda inputs: wide(inputs.transpose(0, 2, 1)), FLAT, 0.25, 200, layout="BDN")
        self.assertEqual(turned.document["model"]["layout"], "BDN")
        fresh = [orbitcert.smooth(wide, FLAT, 0.25, 200, fresh=True).document["sampling"]["seed"] for _ in range(2)]
        self.assertNotEqual(*fresh)

    def test_of_some_points(self):
        votes = orbitcert.smooth(wide, FLAT, 0.25, 1000, subsample=3)
        certificate = orbitcert.certify(FLAT, FLAT[1:], sigma=0.25, votes=votes)
        self.assertEqual((certificate.subsample.kept, certificate.document["request"]["subsample"]), (len(FLAT) - 1, 3))
        self.assertIsNone(certificate.orbit.distance)
        within = orbitcert.certify(FLAT, {"changes": {"removed": 1}}, sigma=0.25, votes=votes)
        self.assertAlmostEqual(within.subsample.lower, certificate.subsample.lower, 9)
        self.assertEqual(bool(within), orbitcert.withstand(FLAT, sigma=0.25, votes=votes).changes["removed"] > 0)
        self.assertEqual(refusal(self, lambda: orbitcert.certify(FLAT, FLAT[1:], sigma=0.25, votes=990, samples=1000, group="SE"))[0], "perturbed")
        self.assertEqual(refusal(self, lambda: orbitcert.smooth(wide, FLAT, 0.25, 200, subsample=1))[0], "subsample")

    def test_with_noise_on_transformations(self):
        tall = [[1, 0, -0.5], [0.2, 0.4, 0], [0, 1, 0.5], [-0.5, 0, 0.7]]
        noise = {"twist": 0.3}
        votes = orbitcert.smooth(lambda inputs: np.tile(np.float32([1, 0]), (len(inputs), 1)), tall, 0.05, 400, group="axis", axis=[0, 0, 1], noise=noise, classes=["a", "b"])
        self.assertEqual(votes.document["sampling"]["parameters"], noise)
        twisted = [[x * math.cos(0.2 * z) - y * math.sin(0.2 * z), x * math.sin(0.2 * z) + y * math.cos(0.2 * z), z] for x, y, z in tall]
        certificate = orbitcert.certify(tall, twisted, sigma=0.05, votes=votes)
        self.assertEqual((certificate.certified_by, certificate.document["request"]["noise"]), (("parameters",), noise))
        self.assertTrue(0.15 < certificate.parameters.shift["twist"] <= 0.2, "points that are moved a little may take a part of the twist")
        self.assertIsNone(certificate.orbit.lower)
        ranges = orbitcert.withstand(tall, sigma=0.05, votes=votes)
        self.assertAlmostEqual(ranges["twist"].high, certificate.parameters.radii["twist"], 5)
        least = orbitcert.minimum(tall, twisted, sigma=0.05, group="axis", axis=[0, 0, 1], noise=noise)
        self.assertTrue(0.7 < least.parameters < 0.8, least)
        self.assertIsNone(least.orbit)
        self.assertEqual(refusal(self, lambda: orbitcert.certify(tall, twisted, sigma=0.05, votes=votes, noise={"twist": 0.4}))[0], "prediction.evidence.sampling.parameters")
        self.assertEqual(refusal(self, lambda: orbitcert.certify(tall, twisted, sigma=0.05, probability=0.9, group="SE", noise=noise))[0], "noise")

    def test_refuses(self):
        for field, act in {
            "sigma": lambda: orbitcert.smooth(wide, FLAT, 0, 200),
            "n": lambda: orbitcert.smooth(wide, FLAT, 0.1, 5),
            "cloud": lambda: orbitcert.smooth(wide, FLAT[0], 0.1, 200),
            "group": lambda: orbitcert.smooth(wide, FLAT, 0.1, 200, group="axis"),
            "layout": lambda: orbitcert.smooth(wide, FLAT, 0.1, 200, layout="NBD"),
            "classes": lambda: orbitcert.smooth(wide, FLAT, 0.1, 200, classes=["one"]),
            "model": lambda: orbitcert.smooth(lambda inputs: wide(inputs)[:-1], FLAT, 0.1, 200),
        }.items():
            with self.subTest(field):
                self.assertEqual(refusal(self, act)[0], field)
        for group, classes, problem in (
            ("SE", lambda inputs: wide(inputs).argmax(1), "model: returns a class for each input, but the group shows each sample in several poses"),
            ("none", lambda inputs: wide(inputs).argmax(1) + 10**12, "model: returns the class 100000000000"),
            ("none", lambda inputs: wide(inputs).argmax(1) / 2, "model: returns float64 of shape (200,)"),
        ):
            with self.subTest(problem):
                self.assertIn(problem, refusal(self, lambda: orbitcert.smooth(classes, FLAT, 0.1, 200, group=group))[1])
        with self.assertRaises(ZeroDivisionError):
            orbitcert.smooth(lambda inputs: 1 // 0, FLAT, 0.1, 200)
        with self.assertRaises(FileNotFoundError):
            orbitcert.smooth(wide, FLAT, 0.1, 200, file="nowhere.onnx")

    def test_refuses_what_is_no_function_of_one_input(self):
        chance = np.random.default_rng(1)
        for words, model in {
            "random numbers": lambda rows: wide(rows) + chance.normal(size=(len(rows), 2)),
            "another batch": lambda rows: wide(rows) - wide(rows).mean(0),
        }.items():
            field, text = refusal(self, lambda: orbitcert.smooth(model, FLAT, 0.25, 400))
            self.assertEqual(field, "model")
            self.assertIn(words, text)
            field, text = refusal(self, lambda: orbitcert.smooth(lambda rows: np.hstack([model(rows), np.full((len(rows), 1), -1e9)]), FLAT, 0.25, 400))
            self.assertIn(words, text)

    def test_warns_where_it_is_called(self):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            orbitcert.smooth(lambda rows: np.where(rows[:, :1, 0] > 0, np.nan, wide(rows)), FLAT, 0.25, 400)
        self.assertEqual([warning.filename for warning in told], [__file__])

    def test_of_torch(self):
        try:
            import torch
        except ImportError:
            print("not tested, since torch is not installed: smooth with a torch.nn.Module", file=sys.stderr)
            return

        class Wide(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = torch.nn.Parameter(torch.tensor([0.0, -0.5]))

            def forward(self, inputs):
                assert not self.training and not torch.is_grad_enabled()
                return inputs.std(1, unbiased=False)[:, :2] + self.weight

        model = Wide()
        votes = orbitcert.smooth(model, torch.tensor(FLAT), 0.25, 400)
        self.assertTrue(model.training)
        self.assertEqual(votes.document["votes"], orbitcert.smooth(wide, FLAT, 0.25, 400).document["votes"])


def first(inputs):
    """The first coordinate of the first point."""
    return inputs[:, 0, 0]


def above(inputs):
    """Scores of two labels of each point: above the plane z = 0, or below."""
    return np.stack([inputs[..., 2], -inputs[..., 2]], -1)


class NumbersAndLabels(unittest.TestCase):
    cloud = np.array([[0.3, 0, 0.4], [1, 0.2, -0.5], [-1.2, 1, 0.6], [-0.2, 0, 1.5], [-1, -1, -0.8]])

    def test_numbers_are_those_of_the_rows_that_are_drawn(self):
        votes = orbitcert.smooth(first, self.cloud, 0.1, 200, group="none", returns="number")
        plan = {"clean": {"points": self.cloud.tolist()}, "sigma": 0.1, "group": "none", "prediction": {name: votes.document[name] for name in ("model", "classifier", "sampling")}}
        with tempfile.TemporaryDirectory() as folder:
            path, inputs = str(Path(folder) / "plan.json"), str(Path(folder) / "inputs.npy")
            Path(path).write_text(json.dumps(plan))
            with open(inputs, "wb") as file:
                subprocess.run([PROGRAM, "draw", path], stdout=file, check=True)
            rows = np.load(inputs)
        self.assertEqual([*votes.document["select"], *votes.values], first(rows).tolist())
        self.assertEqual((votes.predicted, votes.votes, votes.samples, votes.labels), (-1, 200, 200, None))
        certificate = orbitcert.certify(self.cloud, self.cloud + 0.01, sigma=0.1, votes=votes, tolerance=0.5, draws=0)
        self.assertTrue(certificate.certified)
        interval = certificate.orbit.interval
        self.assertTrue(interval["lower"] < 0.3 < 0.31 < interval["upper"], interval)
        self.assertEqual(orbitcert.recount(certificate, first).values, votes.values)
        with self.assertRaisesRegex(orbitcert.VerificationFailedError, "prediction.values: 300 samples have another number, first sample 0"):
            orbitcert.recount(certificate, lambda inputs: first(inputs) + 2.0**-10)

    def test_a_number_that_is_not_finite_has_no_value(self):
        with self.assertWarnsRegex(UserWarning, "of 200 samples have no number"):
            votes = orbitcert.smooth(lambda inputs: np.where(first(inputs) > 0.3, first(inputs), np.nan), self.cloud, 0.1, 200, group="none", returns="number")
        self.assertEqual(sum(math.isnan(x) for x in votes.values), 200 - votes.votes)
        self.assertTrue(50 < votes.votes < 150, votes.votes)
        certificate = orbitcert.certify(self.cloud, self.cloud, sigma=0.1, votes=votes, draws=0)
        self.assertEqual(certificate.orbit.interval, {})

    def test_labels_follow_their_points_through_poses_and_order(self):
        for model, returns in ((above, "BNC"), (lambda inputs: above(inputs).swapaxes(1, 2), "BCN")):
            votes = orbitcert.smooth(model, self.cloud, 0.1, 200, group="axis", axis=[0, 0, 1], permutation=True, returns=returns, classes=["above", "below"])
            self.assertEqual(votes.labels["predicted"], [0, 1, 0, 0, 1])
            self.assertGreaterEqual(min(votes.labels["votes"]), 195)
            self.assertEqual(votes.votes, min(votes.labels["votes"]))
            certificate = orbitcert.certify(self.cloud, self.cloud + 0.01, sigma=0.1, votes=votes, permutation=True, draws=0)
            self.assertTrue(certificate.certified)
            self.assertEqual(certificate.orbit.labels["certified"], [True] * 5)
            self.assertEqual(orbitcert.recount(certificate, model).labels, votes.labels)
            with self.assertRaisesRegex(orbitcert.VerificationFailedError, "have other labels"):
                orbitcert.recount(certificate, lambda inputs: -model(inputs))

    def test_labels_may_be_whole_numbers_where_a_sample_has_one_pose(self):
        def model(inputs):
            return above(inputs).argmax(-1)

        votes = orbitcert.smooth(model, self.cloud, 0.1, 200, group="none", returns="BNC")
        self.assertEqual(votes.labels["predicted"], [0, 1, 0, 0, 1])
        field, said = refusal(self, lambda: orbitcert.smooth(model, self.cloud, 0.1, 200, group="SE", returns="BNC"))
        self.assertRegex(said, "poses of a sample vote on a label by the sum of their scores")

    def test_refuses_answers_that_are_open_or_do_not_fit(self):
        def coordinates(inputs):
            return inputs[:, 0]

        cases = [
            (coordinates, {"returns": "number"}, "the model returns 3 numbers for a cloud; give 0 to 2"),
            (coordinates, {"returns": "number", "number": 3}, "is 3; the model returns 3 numbers"),
            (above, {}, "must return 16 rows of logits"),
            (above, {"returns": "BCN", "classes": ["a", "b"]}, "want scores"),
            (above, {"returns": "BNC", "subsample": 3}, "a sample labels only the points in it"),
            (first, {"returns": "number", "how": "declared"}, "tested by classes"),
            (lambda inputs: first(inputs) + rng.normal(), {"returns": "number"}, "must not draw random numbers"),
        ]
        for model, options, message in cases:
            self.assertIn(message, refusal(self, lambda: orbitcert.smooth(model, self.cloud, 0.1, 200, **options))[1])


if __name__ == "__main__":
    unittest.main()
