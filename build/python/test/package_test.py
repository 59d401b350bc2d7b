"""Tests of certificates, ranges and runs of the installed package: run by build/python/test.sh."""

import dataclasses
import json
import math
import os
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import orbitcert
import pandas
from orbitcert.native import PROGRAM
from orbitcert.request import certify_request
from orbitcert.transport import LARGE
from fixtures import ASKED, CLEAN, FLAT, NEAR, REPOSITORY, command, refusal, rng, wide


class Certify(unittest.TestCase):
    def test_names_attribute_and_point_of_a_refusal(self):
        points, element = [[0, 0], [2, 0], [3, 1]], {"element": [8, 1, 1]}
        ask = lambda clean, perturbed=None, sigma=0.1, **more: lambda: orbitcert.certify(clean, perturbed, sigma=sigma, probability=0.9, group="T", **more)
        by = lambda **values: {"attribute": "element", "values": values}
        for act, field, problem in (
            (ask((points, {"element": [8, 1]})), "clean.attributes.element", "has 2 values for 3 points"),
            (ask((points, {"element": [8, math.nan, 1]})), "clean.attributes.element", "point 1 must be finite, got nan"),
            (ask((points, {"element": ["O", "H", "H"]})), "clean.attributes.element", "must have one number for each point"),
            (ask({"points": points, "attributes": [8, 1, 1]}), "clean.attributes", "must map names to one number for each point"),
            (ask((points, element), (points, {"element": [1, 8, 1]})), "perturbed.attributes.element", "point 1 has 1, the clean cloud 8"),
            (ask((points, element), (points, {"element": [1, 1, 1]}), permutation=True), "perturbed.attributes.element", "point 3 has 1, which more points have"),
            (ask((points, element), points), "perturbed", 'has no attribute "element"'),
            (ask((points, element), attributes=["charge"]), "clean", 'has no attribute "charge"'),
            (ask((points, element), sigma=by(**{"8": 0.1})), "sigma.values", 'has no σ for 1, which is "element" of point 2'),
            (ask((points, element), sigma=by(**{"8": 0.1, "1": -1})), "sigma.values.1", "must be positive"),
            (ask((points, element), sigma={"attribute": "element", "values": {8: 0.1, math.nan: 0.1}}), "sigma.values", "keys are values of the attribute"),
            (ask(points, sigma=by(**{"8": 0.1})), "sigma.attribute", 'is "element", which the clean cloud does not have'),
        ):
            said = refusal(self, act)
            self.assertEqual(said[0], field)
            self.assertIn(problem, said[1])
        self.assertLess(ask((points, element), points, attributes=[])().orbit.distance, 1e-9)

    def test_reads_clouds_with_attributes_to_certify(self):
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("error")  # its attributes show what a note would say
            path = Path(folder) / "water.xyz"
            path.write_text("3\nwater\nO 0 0 0\nH 1 0 0\nH 0 1 0\n")
            water = orbitcert.read(path)
        certificate = orbitcert.certify(water, (water.points[[0, 2, 1]], water.attributes), sigma=0.1, probability=0.9, group="none", permutation=True)
        self.assertEqual(certificate.document["request"]["clean"]["attributes"], {"element": [8, 1, 1]})
        self.assertLess(certificate.orbit.distance, 1e-9)

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

    def test_prints_a_short_table_rounded_to_the_safe_side(self):
        certificate = orbitcert.certify(CLEAN, NEAR, **ASKED)
        state, head, *rows = str(certificate).splitlines()
        self.assertEqual((state, head.split()), ("certified", ["argument", "certified", "lower", "distance", "radius"]))
        self.assertEqual([row.split("  ")[0] for row in rows], [name for name, _ in certificate._bounds()])
        self.assertEqual([name for name, _ in certificate._bounds()][:2], ["black box", "orbit-based"])
        lower, distance, radius = map(float, rows[1].split()[-3:])
        orbit = certificate.orbit
        self.assertTrue(0 <= orbit.lower - lower < 1e-4 and 0 <= distance - orbit.distance < 1e-4 and 0 <= orbit.radius - radius < 1e-4)
        self.assertLess(max(map(len, str(certificate).splitlines())), 80)

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

    def test_takes_the_numbers_of_a_model_that_returns_one(self):
        numbers = np.append(rng.normal(size=1000), np.nan)
        certificate = orbitcert.certify(FLAT, FLAT + 0.01, sigma=0.5, values=numbers, group="T")
        self.assertEqual(certificate.orbit.interval, certificate.document["orbit"]["interval"])
        self.assertLess(certificate.orbit.interval["lower"], certificate.orbit.interval["upper"])
        self.assertIsNone(certificate.document["request"]["prediction"]["values"][-1])
        near = orbitcert.certify(FLAT, FLAT + 0.01, sigma=0.5, values=numbers, select=[0.0], tolerance=3.0, group="T")
        self.assertTrue(near.certified)
        with self.assertRaises(orbitcert.InputError) as caught:
            orbitcert.certify(FLAT, sigma=0.5, values=[1.0], tolerance=1.0, group="none")
        self.assertIn("select", str(caught.exception))

    def test_refuses_numbers_of_a_model_that_are_none(self):
        for values, field in (([1.0, math.inf], "values[1]"), (["1.5", "2"], "values"), ([True, False], "values")):
            self.assertEqual(refusal(self, lambda: orbitcert.certify(FLAT, FLAT, sigma=0.5, values=values, group="T"))[0], field)

    def test_refuses_what_is_no_number(self):
        for argument, value in {"sigma": 1j, "votes": {1, 2}, "alpha": b"1", "runner_up": (x for x in "1")}.items():
            with self.subTest(argument):
                self.assertIn("must be made of numbers", refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **{**ASKED, argument: value}))[1])
                self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **{**ASKED, argument: value}))[0], argument)

    def test_refuses_coordinates_that_are_masked_or_rounded(self):
        for cloud, problem in (
            (np.ma.masked_greater(CLEAN, np.median(CLEAN)), "masked"), (np.full((4, 3), 2**53 + 1), "point 0 has a whole number from 2^53 on"),
            (np.full((4, 3), 2**63, dtype=np.uint64), "point 0 has a whole number from 2^53 on"),
            ((CLEAN, {"element": np.ma.masked_less(np.arange(len(CLEAN)), 2)}), "clean.attributes.element: has masked"),
        ):
            self.assertIn(problem, refusal(self, lambda: orbitcert.certify(cloud, cloud, **ASKED))[1])
        whole = np.ma.masked_greater(CLEAN, np.inf)
        self.assertTrue(orbitcert.certify(whole, whole, **ASKED).certified)
        broken = CLEAN * np.where(np.arange(len(CLEAN)) == 3, np.nan, 1)[:, None]
        self.assertIn("pair 1: point 3 must be finite", refusal(self, lambda: orbitcert.certify_many([CLEAN, broken], **ASKED))[1])

    def test_takes_the_votes_on_a_label_for_each_point(self):
        n = len(FLAT)
        labels = {"predicted": [0] * n, "votes": [1000] * (n - 1) + [500], "samples": 1000}
        certificate = orbitcert.certify(FLAT, FLAT + 0.01, sigma=0.5, labels=labels, group="T")
        self.assertEqual(certificate.orbit.labels["count"], n - 1)
        self.assertEqual(len(certificate.orbit.labels["radius"]), n)
        self.assertFalse(certificate.certified)

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
        self.assertEqual(field, "clean")
        self.assertIn(f"looked for {os.path.abspath('nowhere.ply')}", text)
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
        self.assertEqual([remedy["reading"] for remedy in asked.exception.remedies], [{"transposed": True}, {"transposed": False}, {"decimal": ","}])

    def test_draws_only_if_no_exact_value_exists(self):
        """The program decides, so a request has `samples` only if `draws` is given."""
        asked = {name: value for name, value in ASKED.items() if name != "draws"}
        flat = CLEAN[:, :2]
        for clouds in ((CLEAN, NEAR), (flat, flat + 0.001)):
            request = {
                **{name: {"points": cloud.tolist()} for name, cloud in zip(("clean", "perturbed"), clouds)},
                "sigma": 0.1, "prediction": {"votes": 9731, "samples": 10_000}, "group": "SE",
            }
            certificate = orbitcert.certify(*clouds, **asked)
            self.assertEqual(certificate.text, command("certify", "-", document=json.dumps(request)).stdout)
            self.assertTrue(certificate.exact is None or certificate.monte_carlo is None)
        self.assertEqual(orbitcert.certify(flat, flat + 0.001, draws=100, **asked).monte_carlo.samples, 100)
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
        self.assertEqual(orbitcert.verify(certificate).partial, ())
        for name, rows in (("none-2d", []), ("euclidean-2d-drawn", ["tight.monte_carlo"]), ("orthogonal-3d-drawn-only", ["tight.monte_carlo", "certified"])):
            partly = orbitcert.verify(REPOSITORY / f"core/certificate/testdata/released/0.6.0/{name}.json")
            self.assertEqual([line.split(":")[0] for line in partly.partial], rows)
            self.assertEqual((bool(partly), partly.document["certified"]), (rows[-1:] != ["certified"], True), name)
        with self.assertRaises(orbitcert.VerificationFailedError) as withdrawn:
            orbitcert.verify(REPOSITORY / "core/certificate/testdata/released/0.6.0/rod-3d-drawn.json")
        self.assertIn("withdrawn", withdrawn.exception.differences[0])
        self.assertEqual(refusal(self, lambda: orbitcert.verify({"certified": True}))[0], "core")

    def test_minimum(self):
        least = orbitcert.minimum(CLEAN, NEAR, sigma=0.1, group="SE", draws=2000)
        self.assertTrue(0.5 <= least.orbit <= least.black_box <= 1)
        for p, certified in ((least.orbit, True), (least.orbit - 1e-3, False)):
            self.assertEqual(orbitcert.certify(CLEAN, NEAR, sigma=0.1, probability=p, group="SE").orbit.certified, certified)

    def test_withstand(self):
        asked = {"sigma": 0.1, "votes": 9731, "samples": 10_000, "group": "SE"}
        withstood = orbitcert.withstand(CLEAN, along=[0, 1, 1], **asked)
        self.assertTrue(withstood)
        self.assertEqual([of.family for of in withstood.ranges], ["scale", "stretch", "shear", "taper", "bulge", "twist", "rotation", "shift"])
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
        self.assertEqual((list(withstood), len(withstood)), ([of.family for of in withstood.ranges], 8))
        self.assertEqual(("shear" in withstood, "melt" in withstood, 0 in withstood), (True, False, False))

    def test_run(self):
        path = REPOSITORY / "build/out/site/datasets/shapes.json"
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

    def test_run_without_a_document(self):
        clouds = [CLEAN, CLEAN * 1.1, CLEAN[:4]]
        votes = {"label": [0, 1, 1], "votes_pred": [[95, 5], [2, 98], [40, 60]], "votes_cert": [[970, 30], [15, 985], [420, 580]]}
        asked = {"sigma": 0.1, "group": "SE", "attack": {"family": "rotate", "degrees": [0, 10, 90], "axis": [0, 0, 1]}}
        found = orbitcert.run(clouds=clouds, votes=votes, **asked)
        rows = [dict(zip(votes, row)) for row in zip(*votes.values())]
        same = orbitcert.run({**asked, "clouds": [{"points": cloud, **row} for cloud, row in zip(clouds, rows)]})
        self.assertEqual((found.accuracy, found.total), (same.accuracy, 3))
        self.assertEqual(orbitcert.run(clouds=clouds, votes=pandas.DataFrame(votes), **asked).accuracy, found.accuracy)
        self.assertEqual(refusal(self, lambda: orbitcert.run(clouds=clouds[:2], votes=votes, **asked)), ("votes.label", "votes.label: has 3 rows for 2 clouds; give each cloud one"))
        self.assertEqual(refusal(self, lambda: orbitcert.run(votes=votes, **asked))[0], "clouds")
        self.assertEqual(refusal(self, lambda: orbitcert.run(clouds=clouds, votes=votes["votes_cert"], **asked))[0], "votes")
        self.assertEqual(refusal(self, lambda: orbitcert.run("run.json", shards=(0, 2))), ("shards", "shards: is not a known argument; did you mean shard?"))
        lost = orbitcert.run(clouds=["nowhere.npy"], **asked)
        self.assertEqual(lost.document["failed"], 1)
        self.assertIn("1 clouds", str(lost))

    def test_a_certificate_has_three_verdicts(self):
        asked = {"sigma": 0.5, "probability": 0.9, "group": "SE"}
        alone, near, far = orbitcert.certify(CLEAN, **asked), orbitcert.certify(CLEAN, CLEAN, **asked), orbitcert.certify(CLEAN, CLEAN * 3, **asked)
        self.assertEqual([one.certified for one in (alone, near, far)], [None, True, False])
        self.assertEqual([bool(one) for one in (alone, near, far)], [True, True, False])
        self.assertEqual({one.radius for one in (alone, near, far)}, {alone.orbit.radius})
        self.assertIsNone(orbitcert.verify(alone.text).certified)
        hidden = orbitcert.certify(CLEAN, clouds=False, **asked)
        self.assertEqual((hidden.certified, hidden.radius), (None, alone.radius))

    def test_names_what_the_caller_got_wrong(self):
        asked = {"sigma": 0.5, "probability": 0.9, "group": "SE"}
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, sgima=1, **asked))[0], "sgima")
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, sigma=1, vots=3, samples=4)), ("vots", "vots: is not a known argument; did you mean votes?"))
        self.assertIn("nan", refusal(self, lambda: orbitcert.certify(CLEAN, **{**asked, "sigma": math.nan}))[1])
        self.assertEqual(refusal(self, lambda: orbitcert.certify("nowhere.ply", **asked)), ("clean", f"clean: no such file: looked for {os.path.abspath('nowhere.ply')}"))
        for act, field in ((orbitcert.verify, "certificate"), (orbitcert.run, "document"), (orbitcert.calibrate, "result")):
            self.assertEqual(refusal(self, partial(act, "nowhere.json")), (field, f"{field}: no such file: looked for {os.path.abspath('nowhere.json')}"))
        self.assertEqual(refusal(self, lambda: orbitcert.verify(7))[0], "certificate")
        self.assertEqual(refusal(self, lambda: orbitcert.run({}, shard="0/2"))[0], "shard")
        self.assertEqual(refusal(self, lambda: orbitcert.smooth(lambda x: np.full((len(x), 2), np.nan), CLEAN, 0.1, 100, progress=False))[0], "model")

    def test_first_of_several_classes(self):
        asked = {"sigma": 0.1, "probability": 0.6, "group": "SE"}
        first, two = orbitcert.certify(CLEAN, **asked), orbitcert.certify(CLEAN, top=2, superclass=["chair", "stool"], **asked)
        self.assertAlmostEqual(two.orbit.radius - first.orbit.radius, 0.1 * 0.4307273, 6)
        self.assertEqual((two.document["request"]["top"], two.document["request"]["prediction"]["classes"]), (2, ["chair", "stool"]))
        self.assertNotIn("top", first.document["request"])
        self.assertEqual(orbitcert.withstand(CLEAN, top=2, **asked).radius, two.orbit.radius)
        del asked["probability"]
        least = [orbitcert.minimum(CLEAN, CLEAN * 1.05, top=top, **asked).orbit for top in (1, 2, 3)]
        self.assertTrue(least[0] > least[1] > least[2] > 0.25, least)
        asked["probability"] = 0.6
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, top=0, **asked))[0], "top")
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, top=2, runner_up=0.2, **asked))[0], "runner_up")
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, superclass=[], **asked))[0], "superclass")

    def test_run_with_the_runner_up(self):
        document = json.loads((REPOSITORY / "build/out/site/datasets/shapes.json").read_text())
        result = orbitcert.run(document)
        self.assertEqual(set(result.one_class), {"black_box", "orbit"})
        self.assertNotIn("one_class", result.accuracy)
        self.assertIn("orbit, one class", str(result))
        self.assertIn(f"\naverage radius  {math.floor(1000 * result.average_radius['black_box']) / 1000:.3f}", str(result))
        self.assertGreaterEqual(result.average_radius["orbit"], result.average_radius["one_class"])
        alone = orbitcert.run({**document, "runner_up": False})
        self.assertEqual(alone.one_class, {})
        # Beside a runner-up, one class has half of the level.
        self.assertTrue(all(half <= whole for half, whole in zip(result.one_class["orbit"], alone.accuracy["orbit"], strict=True)))

    def test_run_of_ranges(self):
        document = json.loads((REPOSITORY / "build/out/site/datasets/shapes.json").read_text())
        del document["attack"]
        result = orbitcert.run({**document, "withstand": {"along": [0, 0, 1]}})
        self.assertEqual((result.grid, result.accuracy), ([], {}))
        self.assertEqual(result.families["twist"].unit, "rad/length")
        for family in result.families.values():
            self.assertTrue(all(low <= high for low, high in zip(family.black_box, family.withstood, strict=True)))
            self.assertEqual(len(family.one_class), len(family.sizes))
        self.assertEqual(min(result.families["rotation"].withstood), max(result.families["rotation"].withstood))
        self.assertIn("Certified accuracy under every shear up to 0.1, best of all", result.card())
        self.assertIn("% under every shear up to 0.1 (", result.card(badge=True, family="shear", at=0.1))
        self.assertEqual(refusal(self, lambda: result.card(badge=True, family="melt"))[0], "family")

    def test_run_of_large_arrays(self):
        clouds = [{"name": str(i), "label": 0, "votes_pred": [99, 1], "votes_cert": [9731, 269], "points": rng.normal(size=(LARGE + i, 2))} for i in range(2)]
        asked = {"sigma": 0.1, "group": "SE", "attack": {"family": "scale", "norms": [0, 0.1]}, "samples": 0}
        result = orbitcert.run({**asked, "clouds": clouds})
        self.assertEqual(result, orbitcert.run({**asked, "clouds": [{**cloud, "points": cloud["points"].tolist()} for cloud in clouds]}))
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                self.assertEqual(result, orbitcert.run({**asked, "clouds": clouds}, out=folder))

    def test_shards_and_merge(self):
        path = REPOSITORY / "build/out/site/datasets/shapes.json"
        with tempfile.TemporaryDirectory() as folder:
            for shard in range(3):
                self.assertIsNone(orbitcert.run(path, out=folder, shard=(shard, 3)))
            for document in ([], [path], [json.loads(path.read_text())]):
                self.assertEqual(orbitcert.merge(folder, *document), orbitcert.run(path))
            self.assertEqual(orbitcert.run(path, out=Path(folder) / "again"), orbitcert.merge(folder))
            changed = json.loads(path.read_text())
            changed["clouds"][1]["label"] += 1
            self.assertIn("another run", refusal(self, lambda: orbitcert.merge(folder, changed))[1])
        self.assertIn("shard", refusal(self, lambda: orbitcert.run(path, out="nowhere", shard=(3, 3)))[1])
        self.assertEqual(refusal(self, lambda: orbitcert.run({"sigma": -1}))[0], "sigma")

    def test_merge_refuses_clouds_whose_files_have_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            cloud, path = Path(folder) / "cloud.npy", Path(folder) / "run.json"
            entry = {"name": "a", "label": 0, "votes_pred": [99, 1], "votes_cert": [9731, 269], "file": "cloud.npy"}
            path.write_text(json.dumps({"sigma": 0.1, "group": "SE", "attack": {"family": "scale", "norms": [0, 0.1]}, "samples": 0, "clouds": [entry]}))
            np.save(cloud, CLEAN)
            orbitcert.run(path, out=Path(folder) / "parts", shard=(0, 1))
            self.assertEqual(orbitcert.merge(Path(folder) / "parts", path).total, 1)
            np.save(cloud, NEAR)
            self.assertEqual(orbitcert.merge(Path(folder) / "parts").total, 1)
            self.assertIn("changed", refusal(self, lambda: orbitcert.merge(Path(folder) / "parts", path))[1])

    def test_is_frozen_and_typed(self):
        certificate = orbitcert.certify(CLEAN, NEAR, **ASKED)
        with self.assertRaises(dataclasses.FrozenInstanceError):
            certificate.certified = True
        self.assertTrue((Path(orbitcert.__file__).parent / "py.typed").exists())


if __name__ == "__main__":
    unittest.main()
