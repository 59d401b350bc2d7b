"""Tests of the installed package: run by build/python/test.sh."""

import copy
import dataclasses
import doctest
import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import orbitcert
from orbitcert.model_file import class_names
from orbitcert.native import PROGRAM
from orbitcert.request import certify_request
from orbitcert.smoothing import digest

REPOSITORY = Path(__file__).resolve().parents[3]

rng = np.random.default_rng(7)
CLEAN = rng.normal(size=(64, 3))
NEAR = CLEAN + 0.002 * rng.normal(size=(64, 3))
ASKED = {"sigma": 0.1, "votes": 9731, "samples": 10_000, "group": "SE", "draws": 2000}


def command(*arguments, document=""):
    return subprocess.run([Path(sys.executable).with_name("orbitcert"), *arguments], input=document, capture_output=True, text=True)


def refusal(case, act):
    with case.assertRaises(orbitcert.InputError) as caught:
        act()
    return caught.exception.field, str(caught.exception)


class Certify(unittest.TestCase):
    def test_is_what_the_command_prints(self):
        certificate = orbitcert.certify(CLEAN, NEAR, **ASKED)
        request = {
            "clean": {"points": CLEAN.tolist()}, "perturbed": {"points": NEAR.tolist()}, "sigma": 0.1,
            "prediction": {"votes": 9731, "samples": 10_000}, "group": "SE", "samples": 2000,
        }
        self.assertEqual(command("certify", "-", document=json.dumps(request)).stdout, certificate.text)
        self.assertEqual(certificate.certified_by, tuple(json.loads(certificate.text)["certified_by"]))
        self.assertIs(type(certificate.orbit), orbitcert.Closed)
        self.assertEqual(certificate.orbit.distance, certificate.document["orbit"]["distance"])
        self.assertEqual(certificate.monte_carlo.samples, 2000)
        self.assertIsNone(certificate.exact)

    def test_is_true_where_it_certifies_and_nowhere_else(self):
        self.assertTrue(orbitcert.certify(CLEAN, NEAR, **ASKED))
        far = orbitcert.certify(CLEAN, CLEAN + rng.normal(size=CLEAN.shape), **ASKED)
        self.assertFalse(far)
        self.assertFalse(far.certified)

    def test_takes_arrays_of_any_kind_files_and_attacks(self):
        whole = rng.integers(-5, 5, size=(20, 2))
        want = orbitcert.certify(whole.astype(float), whole + 0.25, **ASKED)
        for kind in (np.float32, np.float64, np.int8, ">f8", "f2"):
            self.assertEqual(orbitcert.certify(whole.astype(kind), (whole + 0.25).astype("f4"), **ASKED), want)
        self.assertEqual(orbitcert.certify(np.asfortranarray(whole), (whole + 0.25).tolist(), **ASKED), want)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "cloud.npy"
            np.save(path, whole.astype(float))
            self.assertEqual(orbitcert.certify(path, str(path), **ASKED), orbitcert.certify(whole, whole, **ASKED))
        turned = orbitcert.certify(CLEAN, {"attack": "rotate", "degrees": np.int64(5), "axis": np.array([0, 0, 1])}, **ASKED)
        self.assertLess(turned.orbit.distance, 1e-9)
        radius = orbitcert.certify(CLEAN, **ASKED)
        self.assertIsNone(radius.orbit.distance)
        self.assertGreater(radius.orbit.radius, 0)
        self.assertEqual(orbitcert.certify(CLEAN, NEAR, **{**ASKED, "votes": np.int32(9731), "sigma": np.float64(0.1)}).certified, True)

    def test_takes_one_sigma_for_each_point(self):
        each = np.linspace(0.1, 0.3, len(CLEAN))
        uneven = orbitcert.certify(CLEAN, NEAR, **{**ASKED, "sigma": each})
        self.assertEqual(uneven, orbitcert.certify(CLEAN, NEAR, **{**ASKED, "sigma": each.tolist()}))
        self.assertLess(uneven.orbit.distance, orbitcert.certify(CLEAN, NEAR, **ASKED).orbit.distance)
        self.assertEqual(orbitcert.certify(CLEAN, NEAR, **{**ASKED, "sigma": [0.1] * len(CLEAN)}), orbitcert.certify(CLEAN, NEAR, **ASKED))
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **{**ASKED, "sigma": each[:2]}))[0], "sigma")
        each[1] = np.nan
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **{**ASKED, "sigma": each})), ("sigma[1]", "sigma[1]: must be finite, got nan"))

    def test_refuses_by_the_name_of_the_argument(self):
        for argument, changed in {
            "sigma": -1, "votes": 10_001, "samples": 0, "draws": -3, "group": "X", "alpha": 2, "permutation": 7,
            "bound": "best", "fly": 1, "runner_up": 9999, "axis": [0, 0, 1],
        }.items():
            with self.subTest(argument):
                field, text = refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **{**ASKED, argument: changed}))
                self.assertEqual(field, argument)
                self.assertTrue(text.startswith(f"{argument}: "), text)
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **{**ASKED, "sigma": float("nan")})), ("sigma", "sigma: must be finite, got nan"))
        broken = CLEAN.copy()
        broken[17, 1] = np.inf
        for field, clouds in {
            "clean": (broken, NEAR), "perturbed": (CLEAN, NEAR[:-1]),
        }.items():
            self.assertEqual(refusal(self, lambda: orbitcert.certify(*clouds, **ASKED))[0], field)
        self.assertIn("point 17", refusal(self, lambda: orbitcert.certify(broken, NEAR, **ASKED))[1])
        for bad in (CLEAN[0], CLEAN[None], np.array([["a", "b"]]), CLEAN + 1j, "", object()):
            self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, bad, **ASKED))[0] or "perturbed", "perturbed")
        field, text = refusal(self, lambda: orbitcert.certify("nowhere.ply", NEAR, **ASKED))
        self.assertIsNone(field)
        self.assertIn("nowhere.ply: ", text)
        self.assertEqual(text.count("nowhere.ply"), 1)
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, sigma=0.1, votes=1, samples=2))[0], "group")

    def test_names_all_that_is_wrong(self):
        with self.assertRaises(orbitcert.InputError) as caught:
            orbitcert.certify(CLEAN, NEAR, **{**ASKED, "sigma": -1, "votes": 10_001, "draws": -1})
        self.assertEqual([caught.exception.field, *(other.field for other in caught.exception.others)], ["sigma", "votes", "draws"])
        self.assertIn("-1", str(caught.exception.others[1]))

    def test_what_a_reader_decides_is_a_warning(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pandas.csv"
            path.write_text(",0,1\n0,1,2\n1,5,6\n2,3,8\n")
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                orbitcert.certify(path, path, **ASKED)
            path.write_text("1,2,3,4\n5,6,7,8\n")
            with self.assertRaises(orbitcert.InputError) as asked:
                orbitcert.certify(path, path, **ASKED)
        self.assertIn("numbers the rows and is left out", str(said[0].message))
        self.assertEqual(said[0].filename, __file__)
        self.assertEqual([remedy["reading"] for remedy in asked.exception.remedies], [{"transposed": True}, {"transposed": False}])

    def test_draws_only_if_no_exact_value_exists(self):
        """The program decides, so a request has `samples` only if `draws` is given."""
        asked = {name: value for name, value in ASKED.items() if name != "draws"}
        flat = CLEAN[:, :2]
        for clouds in ((CLEAN, NEAR), (flat, flat + 0.001)):
            request = {
                **{name: {"points": cloud.tolist()} for name, cloud in zip(("clean", "perturbed"), clouds)},
                "sigma": 0.1, "prediction": {"votes": 9731, "samples": 10_000}, "group": "SE",
            }
            self.assertEqual(orbitcert.certify(*clouds, **asked).text, command("certify", "-", document=json.dumps(request)).stdout)
        self.assertNotIn("samples", certify_request(flat, flat, **asked))
        self.assertEqual(certify_request(flat, flat, draws=7, **asked)["samples"], 7)

    def test_gives_a_runner_up_beside_counted_votes(self):
        votes = orbitcert.smooth(wide, FLAT, 0.25, 400)
        self.assertEqual(certify_request(FLAT, sigma=0.25, votes=votes, runner_up=3)["prediction"]["runner_up"], {"votes": 3})

    def test_overhead(self):
        """A call takes at most 30 ms of this process beyond what the program takes by itself."""
        clouds = [rng.normal(size=(1024, 3)) for _ in range(2)]
        request = json.dumps(orbitcert.certify(*clouds, **ASKED).document["request"]).encode()
        ways = {
            "call": lambda: orbitcert.certify(*clouds, **ASKED),
            "program": lambda: subprocess.run([PROGRAM, "certify", "-"], input=request, capture_output=True),
        }
        times = {name: [] for name in ways}
        for _ in range(15):
            for name, way in ways.items():
                before = time.process_time()
                way()
                times[name].append(time.process_time() - before)
        overhead = 1000 * (min(times["call"]) - min(times["program"]))
        print(f"overhead of a call with two clouds of 1,024 points: {overhead:.1f} ms", file=sys.stderr)
        self.assertLess(overhead, 30)


class Results(unittest.TestCase):
    def test_verify(self):
        certificate = orbitcert.certify(CLEAN, NEAR, **ASKED)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "certificate.json"
            certificate.save(path)
            self.assertEqual(path.read_bytes(), certificate.text.encode())
            self.assertEqual(command("verify", str(path)).returncode, 0)
            for same in (certificate, certificate.document, path):
                self.assertEqual(orbitcert.verify(same).orbit, certificate.orbit)
        forged = json.loads(certificate.text)
        forged["orbit"]["radius"] *= 2
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            orbitcert.verify(certificate)
        with self.assertRaises(orbitcert.VerificationFailedError) as caught:
            orbitcert.verify(forged)
        self.assertTrue(str(caught.exception).startswith("verification failed:\n  orbit.radius: "))
        self.assertIs(orbitcert.DoesNotStandError, orbitcert.VerificationFailedError)
        self.assertEqual(len(caught.exception.differences), 1)
        self.assertTrue(caught.exception.differences[0].startswith("orbit.radius: "))
        self.assertEqual(refusal(self, lambda: orbitcert.verify({"certified": True}))[0], "request")

    def test_minimum(self):
        least = orbitcert.minimum(CLEAN, NEAR, sigma=0.1, group="SE", draws=2000)
        self.assertTrue(0.5 <= least.orbit <= least.black_box <= 1)
        for p, certified in ((least.orbit, True), (least.orbit - 1e-3, False)):
            self.assertEqual(orbitcert.certify(CLEAN, NEAR, sigma=0.1, probability=p, group="SE").orbit.certified, certified)

    def test_withstand(self):
        asked = {"sigma": 0.1, "votes": 9731, "samples": 10_000, "group": "SE"}
        withstood = orbitcert.withstand(CLEAN, along=[0, 1, 1], **asked)
        self.assertTrue(withstood)
        self.assertEqual([of.family for of in withstood.ranges], ["scale", "stretch", "shear", "taper", "twist", "rotation", "shift"])
        self.assertIn(1e9, withstood["rotation"])
        shear, moved = withstood["shear"], withstood.each_point * np.sign(CLEAN) / np.sqrt(3)
        self.assertIn(shear.by, ("orbit", "tight"))
        self.assertTrue(shear.low <= shear.black_box.low < 0 < shear.black_box.high <= shear.high)
        for t in (shear.low, shear.high):
            sheared = CLEAN + t * np.outer((CLEAN - CLEAN.mean(0)) @ shear.along, shear.toward)
            self.assertTrue(orbitcert.certify(CLEAN, sheared, **asked))
        self.assertTrue(orbitcert.certify(CLEAN, CLEAN + moved, **asked))
        self.assertEqual(withstood.document["each_point"], withstood.each_point)
        self.assertFalse(orbitcert.withstand(CLEAN, sigma=0.1, probability=0.4, group="SE"))
        self.assertEqual(refusal(self, lambda: orbitcert.withstand(CLEAN, along=[0, 0], **asked))[0], "along")
        with self.assertRaises(KeyError):
            withstood["melt"]
        self.assertEqual((list(withstood), len(withstood)), ([of.family for of in withstood.ranges], 7))
        self.assertEqual(("shear" in withstood, "melt" in withstood, 0 in withstood), (True, False, False))

    def test_run(self):
        path = REPOSITORY / "site/datasets/shapes.json"
        result = orbitcert.run(path)
        self.assertEqual(json.loads(command("run", str(path)).stdout), result.document)
        self.assertEqual(len(result.accuracy["orbit"]), len(result.grid))
        self.assertEqual(orbitcert.run(json.loads(path.read_text())).accuracy, result.accuracy)
        self.assertEqual(result.families, {})
        text = json.dumps(result.document)
        options = {"model": "a: net", "dataset": "shapes", "url": "https://example.org/run.json"}
        self.assertEqual(result.card(**options), command("card", *(f"--{name}={value}" for name, value in options.items()), "-", document=text).stdout)
        self.assertIn(f"‖Δ‖ = {result.grid[1]:g}", result.card(badge=True, at=result.grid[1]))
        self.assertEqual(refusal(self, lambda: result.card(url="no address"))[0], "url")
        self.assertEqual(refusal(self, lambda: result.card(badge=True, at=-1))[0], "at")

    def test_run_of_ranges(self):
        document = json.loads((REPOSITORY / "site/datasets/shapes.json").read_text())
        del document["attack"]
        result = orbitcert.run({**document, "withstand": {"along": [0, 0, 1]}})
        self.assertEqual((result.grid, result.accuracy), ([], {}))
        self.assertEqual(result.families["twist"].unit, "rad/length")
        for family in result.families.values():
            self.assertTrue(all(low <= high for low, high in zip(family.black_box, family.withstood, strict=True)))
        self.assertEqual(min(result.families["rotation"].withstood), max(result.families["rotation"].withstood))
        self.assertIn("Certified accuracy under every shear up to 0.1, best of all", result.card())
        self.assertIn("% under every shear up to 0.1<", result.card(badge=True, family="shear", at=0.1))
        self.assertEqual(refusal(self, lambda: result.card(badge=True, family="melt"))[0], "family")

    def test_shards_and_merge(self):
        path = REPOSITORY / "site/datasets/shapes.json"
        with tempfile.TemporaryDirectory() as folder:
            for shard in range(3):
                self.assertIsNone(orbitcert.run(path, out=folder, shard=f"{shard}/3"))
            for document in ([], [path], [json.loads(path.read_text())]):
                self.assertEqual(orbitcert.merge(folder, *document), orbitcert.run(path))
            self.assertEqual(orbitcert.run(path, out=Path(folder) / "again"), orbitcert.merge(folder))
            changed = json.loads(path.read_text())
            changed["clouds"][1]["label"] += 1
            self.assertIn("another run", refusal(self, lambda: orbitcert.merge(folder, changed))[1])
        self.assertIn("shard", refusal(self, lambda: orbitcert.run(path, out="nowhere", shard="3/3"))[1])
        self.assertEqual(refusal(self, lambda: orbitcert.run({"sigma": -1}))[0], "sigma")

    def test_merge_refuses_clouds_whose_files_have_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            cloud, path = Path(folder) / "cloud.npy", Path(folder) / "run.json"
            entry = {"name": "a", "label": 0, "votes_pred": [99, 1], "votes_cert": [9731, 269], "file": "cloud.npy"}
            path.write_text(json.dumps({"sigma": 0.1, "group": "SE", "attack": {"family": "scale", "norms": [0, 0.1]}, "samples": 0, "clouds": [entry]}))
            np.save(cloud, CLEAN)
            orbitcert.run(path, out=Path(folder) / "parts", shard="0/1")
            self.assertEqual(orbitcert.merge(Path(folder) / "parts", path).total, 1)
            np.save(cloud, NEAR)
            self.assertEqual(orbitcert.merge(Path(folder) / "parts").total, 1)
            self.assertIn("changed", refusal(self, lambda: orbitcert.merge(Path(folder) / "parts", path))[1])

    def test_is_frozen_and_typed(self):
        certificate = orbitcert.certify(CLEAN, NEAR, **ASKED)
        with self.assertRaises(dataclasses.FrozenInstanceError):
            certificate.certified = True
        self.assertTrue((Path(orbitcert.__file__).parent / "py.typed").exists())

    def test_card_of_a_notebook(self):
        certificate = orbitcert.certify(CLEAN, NEAR, **ASKED)
        html = certificate._repr_html_()
        self.assertNotIn("http", html.split("<script>")[0])
        self.assertEqual(html.count("</script"), 1)
        self.assertNotIn(str(CLEAN[0, 0]), html)
        self.assertLess(len(html), 50_000)
        (REPOSITORY / "build/out/card.html").write_text(f"<!doctype html><meta charset=utf-8><title>card</title>{html}{html}", encoding="utf-8")


def wide(inputs):
    """Wide or high, by the spread of the coordinates."""
    return inputs.std(1)[:, :2] - np.float32([0, 0.5])


FLAT = np.array([[0, 0], [2, 0], [3, 1], [0, 1], [-1, 0.5]])


class Smooth(unittest.TestCase):
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
        with self.assertWarnsRegex(UserWarning, "votes not recounted"):
            orbitcert.verify(certificate)
        for batch in (1, 7, 100_000):
            self.assertEqual(orbitcert.smooth(wide, FLAT, 0.25, 400, classes=["wide", "high"], batch=batch), votes)

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
        self.assertIn("1100 of 1100 samples recounted, each has the class that is written", said.stdout, said.stderr)

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


class Errors(unittest.TestCase):
    def test_cross_a_process_pool(self):
        """As with Dask and joblib, which pickle them."""
        certificate = json.loads(orbitcert.certify(CLEAN, NEAR, **ASKED).text)
        certificate["orbit"]["radius"] *= 2
        bad = {**ASKED, "sigma": -1, "votes": 10_001}
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            far = pool.submit(orbitcert.verify, certificate).exception()
            wrong = pool.submit(partial(orbitcert.certify, CLEAN, NEAR, **bad)).exception()
        with self.assertRaises(orbitcert.VerificationFailedError) as near:
            orbitcert.verify(certificate)
        self.assertIs(type(far), orbitcert.VerificationFailedError)
        self.assertEqual((str(far), far.differences), (str(near.exception), near.exception.differences))
        self.assertEqual((wrong.field, str(wrong), [other.field for other in wrong.others]), ("sigma", refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **bad))[1], ["votes"]))

    def test_are_copied_and_pickled_with_all_they_have(self):
        remedies = [{"label": "by columns", "reading": {"transposed": True}}]
        for error in (
            orbitcert.InputError("is bad", "clean", remedies, [orbitcert.InputError("is worse")]), orbitcert.InputError("is bad"),
            orbitcert.VerificationFailedError(["orbit.radius: 1, not 2"]), orbitcert.Error("ended"),
        ):
            error.where = "here"
            for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
                self.assertEqual((type(again), str(again), again.args), (type(error), str(error), error.args))
                for name in ("field", "message", "remedies", "differences", "where"):
                    self.assertEqual(getattr(again, name, None), getattr(error, name, None))
                self.assertEqual(list(map(str, getattr(again, "others", ()))), list(map(str, getattr(error, "others", ()))))


class Types(unittest.TestCase):
    """Of the installed package, by Debian's mypy."""

    def mypy(self, *arguments):
        cache = f"--cache-dir={REPOSITORY / 'build/out/mypy'}"
        return subprocess.run(["/usr/bin/mypy", "--strict", "--python-executable", sys.executable, cache, *arguments], capture_output=True, text=True).stdout

    def check(self, *scripts):
        """What mypy says of scripts."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"script{i}.py" for i in range(len(scripts))]
            for path, code in zip(paths, scripts):
                path.write_text(code, encoding="utf-8")
            return self.mypy(*map(str, paths))

    def test_the_package_is_clean(self):
        self.assertIn("Success: no issues found", self.mypy("--exclude=/torch/", "-p", "orbitcert"))

    def test_the_widgets_are_clean(self):
        """But for their base classes: Debian has no anywidget."""
        with tempfile.TemporaryDirectory() as folder:
            package = Path(folder) / "orbitcert_widget"
            shutil.copytree(REPOSITORY / "build/python/orbitcert_widget", package)
            for name in ("errors.py", "request.py"):
                shutil.copy(REPOSITORY / "build/python/orbitcert" / name, package)
            self.assertIn("Success: no issues found", self.mypy("--ignore-missing-imports", "--allow-subclassing-any", "--allow-untyped-decorators", str(package)))

    def test_scripts_and_the_readme_are_clean(self):
        """The README's lines that need neither PyTorch nor anywidget."""
        blocks = [block.split("```")[0] for block in (REPOSITORY / "README.md").read_text(encoding="utf-8").split("```python\n")[1:]]
        shown = [doctest.script_from_examples(block) if ">>>" in block else block for block in blocks]
        self.assertIn("Success: no issues found", self.check(TYPED, *(code for code in shown if "orbitcert.torch" not in code and "orbitcert_widget" not in code)))

    def test_wrong_arguments_are_told(self):
        bad = [
            'orbitcert.run("run.json", out="a", shard="0/2").card()', 'orbitcert.certify(clean, sigma=0.1, probability=0.9, group="SE3")',
            'orbitcert.smooth(lambda rows: rows, clean, 0.1, layout="NBD")', 'certificate.orbit.lowest',
        ]
        told = self.check("\n".join([TYPED, *bad, ""]))
        first = TYPED.count("\n") + 2
        self.assertEqual({int(line.split(":")[1]) for line in told.splitlines() if ": error: " in line}, set(range(first, first + len(bad))), told)


TYPED = """
import numpy
import orbitcert

clean = numpy.zeros((5, 2))
certificate = orbitcert.certify(clean, clean, sigma=0.1, votes=9731, samples=10_000, group="SE")
lower = certificate.orbit.lower
shear: orbitcert.Range = orbitcert.withstand(clean, sigma=0.1, votes=9731, samples=10_000, group="SE")["shear"]
card: str = orbitcert.run("run.json").card()
version: str = orbitcert.__version__
group: orbitcert.Group = "SE"
layout: orbitcert.Layout = "BND"
"""


class Command(unittest.TestCase):
    def test_knows_its_version(self):
        self.assertEqual(orbitcert.__version__, importlib.metadata.version("orbitcert"))
        self.assertEqual(orbitcert.__version__, json.loads((REPOSITORY / "js/package.json").read_text())["version"])

    def test_is_the_program(self):
        self.assertRegex(command("--version").stdout, r"^orbitcert, core \d")
        self.assertEqual(command("certify", "nowhere.json").returncode, 2)
        self.assertEqual(subprocess.run([sys.executable, "-m", "orbitcert", "--version"], capture_output=True).returncode, 0)

    def test_starts_without_numpy(self):
        code = "import sys, orbitcert.__main__; sys.exit('numpy' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_imports_torch_for_those_who_ask(self):
        code = "import sys, orbitcert; sys.exit('torch' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)
        code = "import sys; sys.modules['torch'] = None; import orbitcert.torch"
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
        self.assertTrue(said.endswith("\nImportError: orbitcert.torch needs PyTorch: pip install torch\n"), said)
        self.assertNotIn("During handling", said)

    @unittest.skipIf(os.name == "nt", "Windows has no such signals")
    def test_passes_signals_on(self):
        child = subprocess.Popen([Path(sys.executable).with_name("orbitcert"), "certify", "-"], stdin=subprocess.PIPE)
        time.sleep(0.3)
        child.terminate()
        self.assertEqual(child.wait(10), -15)
        child.stdin.close()


class Copied(unittest.TestCase):
    """Code that the page has to copy."""

    def test_gives_the_same_document(self):
        request = {
            "sigma": 0.1, "prediction": {"votes": 9731, "samples": 10_000, "runner_up": {"votes": 3}}, "group": "SE", "permutation": False,
            "alpha": 1e-3, "preparation": {"drop_missing": True, "normalise": "none"},
        }
        names = {"clean": "it's \\n \"ü\" 😀\u202e{x}.json", "perturbed": "-moved.npz"}
        files = {"clean": {"name": names["clean"]}, "perturbed": {"name": names["perturbed"], "reading": {"part": "b"}}}
        gram = {"gram": {"dimension": 2, "matrix": np.eye(4).tolist()}}
        whole = {"clean": {"points": CLEAN.tolist()}, "perturbed": {"points": NEAR.tolist()}, **request}
        radii = {name: value for name, value in request.items() if name != "preparation"}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / names["clean"]).write_text(json.dumps(whole["clean"]))
            np.savez(Path(folder) / names["perturbed"], a=CLEAN, b=NEAR)
            for call, asked, named, wanted in [
                ("certify", {"clean": {}, "perturbed": {"file": ""}, "samples": 2000, **request}, files, {**whole, "samples": 2000}),
                ("certify", {**gram, **radii, "samples": 0}, {}, {**gram, **radii, "samples": 0}),
                ("withstand", {"clean": {}, **radii}, files, {"clean": whole["clean"], **radii}),
            ]:
                with self.subTest(call):
                    code = copied(call, asked, named) + "import sys\nsys.stdout.write(result.text)\n"
                    said = subprocess.run([sys.executable, "-X", "utf8", "-"], input=code, capture_output=True, encoding="utf-8", cwd=folder)
                    self.assertEqual(said.stderr, "")
                    shown, _, text = said.stdout.partition("\n")
                    self.assertIn("certified=", shown)
                    self.assertEqual(text, command(call, "-", document=json.dumps(wanted)).stdout)


def copied(call, request, files):
    """What the page has to copy for Python."""
    script = f"import {{ codeOf }} from {json.dumps((REPOSITORY / 'js' / 'words' / 'code.js').as_uri())};\n" \
        f"process.stdout.write(codeOf({json.dumps(call)}, {json.dumps(request)}, {json.dumps(files)}).python);"
    return subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, check=True, encoding="utf-8").stdout


class Readme(unittest.TestCase):
    def test_shows_what_one_sees(self):
        for file in ("README.md", "site/docs/start.md"):
            with self.subTest(file):
                text = (REPOSITORY / file).read_text(encoding="utf-8")
                session = text.split("```python\n")[1].split("```")[0]
                case = doctest.DocTestParser().get_doctest(session, {}, file, file, 0)
                runner = doctest.DocTestRunner(verbose=False)
                runner.run(case)
                self.assertEqual((runner.failures > 0, runner.tries > 3), (False, True))


if __name__ == "__main__":
    unittest.main()
