"""Tests of reading, exploring, many pairs, large clouds, tables and figures of the installed package: run by build/python/test.sh."""

import doctest
import io
import json
import math
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from importlib import import_module
from pathlib import Path
from unittest import mock

import matplotlib
import numpy as np
import orbitcert
from orbitcert.dataset import result
from orbitcert.progress import heard
from orbitcert.ranges import toward_zero
from fixtures import ASKED, CLEAN, FLAT, NEAR, REPOSITORY, command, refusal, rng

matplotlib.use("Agg")

SOLID = {"sigma": 0.5, "votes": 9731, "samples": 10_000, "group": "SE"}


def saved(folder, text):
    path = Path(folder) / "request.json"
    path.write_text(json.dumps(text))
    return str(path)


class Reads(unittest.TestCase):
    def test_points_and_attributes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "water.xyz"
            path.write_text("3\n\nO 0 0 0.5\nH 1 0 0\nH 0 2 0\n")
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                points, attributes = orbitcert.read(path)
            path.write_text('3\nLattice="9 0 0 0 9 0 0 0 9"\nO 0 0 0.5\nH 1 0 0\nH 0 2 0\n')
            with self.assertWarnsRegex(UserWarning, "cell that Lattice gives is left out"):
                orbitcert.read(path)
            np.testing.assert_array_equal(points, [[0, 0, 0.5], [1, 0, 0], [0, 2, 0]])
            np.testing.assert_array_equal(attributes["element"], [8, 1, 1])
            np.savez(Path(folder) / "two.npz", a=CLEAN, b=NEAR)
            np.testing.assert_array_equal(orbitcert.read(Path(folder) / "two.npz", "b").points, NEAR)
            np.save(Path(folder) / "rows.npy", CLEAN.T)
            small = orbitcert.read(Path(folder) / "rows.npy", transposed=True, preparation={"points": 5})
            self.assertEqual((small.points.shape, small.attributes), ((5, 3), {}))

    def test_refuses_by_the_file(self):
        field, text = refusal(self, lambda: orbitcert.read("/nowhere.ply"))
        self.assertEqual((field, text), (None, "/nowhere.ply: no such file or directory"))


class Explores(unittest.TestCase):
    def test_as_the_command_does(self):
        with tempfile.TemporaryDirectory() as folder:
            path = saved(folder, {"clean": {"points": FLAT.tolist()}, "sigma": 0.5, "prediction": {"votes": 9731, "samples": 10_000}, "group": "SE"})
            found = orbitcert.curve(FLAT, "random", **SOLID, to=1, steps=4, directions=3, direction_seed=5)
            self.assertEqual(found.text, command("curve", "--kind", "random", "--to", "1", "--steps", "4", "--directions", "3", "--seed", "5", path).stdout)
            self.assertEqual((len(found.x), len(found.tight), len(found.tight[0])), (5, 5, 3))
            self.assertEqual(orbitcert.radii(FLAT, **SOLID).text, command("radii", path).stdout)
            [region] = orbitcert.regions(FLAT, **SOLID, size=4)
            self.assertEqual(region.rows, json.loads(command("regions", "--size", "4", path).stdout)["regions"][0]["rows"])
        found = orbitcert.map(2, 0.5, size=9)
        self.assertEqual(found.text, command("map", "-", document='{"norm": 2, "distance": 0.5, "size": 9}').stdout)
        np.testing.assert_array_equal(np.isfinite(found.values).sum(axis=1), [len(row) for row in json.loads(found.text)["rows"]])
        self.assertTrue(np.isnan(found.values[0, 0]))

    def test_turns_about_an_axis(self):
        found = orbitcert.curve(CLEAN, "rotate", **ASKED, to=10, steps=1, turn_axis=np.array([1, 0, 0]), turn_noise=0.5)
        self.assertEqual(found.x, [0, 10])

    def test_names_the_argument(self):
        for field, more in (("turn_noise", {"turn_noise": -1}), ("kind", {"kind": "turn"}), ("to", {"to": -1}), ("steps", {"steps": 0.5}), ("direction_seed", {"direction_seed": -1}), ("turn_axis", {"turn_axis": [0, 0, 1], "kind": "rotate"})):
            self.assertEqual(refusal(self, lambda: orbitcert.curve(FLAT, **SOLID, **more))[0], field)
        self.assertEqual(refusal(self, lambda: orbitcert.map(2, -1))[0], "distance")
        self.assertEqual(refusal(self, lambda: orbitcert.regions(FLAT, **SOLID, pair="taper-twist"))[0], "pair")

    def test_examples(self):
        for room in ("exploration", "batch"):
            self.assertEqual(doctest.testmod(import_module(f"orbitcert.{room}")).failed, 0, room)


class Many(unittest.TestCase):
    def test_are_those_of_single_calls(self):
        clean = [*rng.normal(size=(3, 8, 2)), *rng.normal(size=(2, 9, 2))]
        near = [cloud + 0.01 for cloud in clean]
        votes = [990, 900, 700, 400, 1000]
        asked = {"sigma": 0.3, "samples": 1000, "group": "SO", "clouds": True}
        many = orbitcert.certify_many(clean, near, votes=np.array(votes), **asked)
        for one, certificate in zip(map(lambda *pair: orbitcert.certify(*pair[:2], votes=pair[2], **asked), clean, near, votes), many):
            self.assertEqual(json.loads(certificate.text), json.loads(one.text))
        for certificate in orbitcert.certify_many(clean, near, votes=votes, **{**asked, "clouds": None}):
            self.assertEqual(orbitcert.verify(certificate).certified, certificate.certified)
            self.assertNotIn("clean", certificate.document["request"])
        self.assertEqual(orbitcert.certify_many([], [], votes=1, **asked), [])
        self.assertEqual(orbitcert.certify_many(clean, votes=990, **asked)[4].black_box.radius, many[0].black_box.radius)

    def test_name_the_pair_that_is_bad(self):
        clean = rng.normal(size=(3, 8, 2))
        asked = {"sigma": 0.3, "samples": 1000, "group": "SO"}
        field, text = refusal(self, lambda: orbitcert.certify_many(clean, clean, votes=[1, 1001, 2], **asked))
        self.assertEqual((field, text), ("votes", "votes: pair 1: must be at most samples, got 1001 of 1000"))
        self.assertEqual(refusal(self, lambda: orbitcert.certify_many(clean, clean[:2], votes=3, **asked))[0], "perturbed")
        self.assertEqual(refusal(self, lambda: orbitcert.certify_many(clean, clean, votes=[3], **asked))[0], "votes")


class Large(unittest.TestCase):
    """Clouds that travel in files."""

    def test_give_what_they_gave_as_numbers(self):
        clean = rng.normal(size=(2500, 3))
        near = clean + 1e-4
        whole = orbitcert.certify(clean, near, **ASKED)
        lists = orbitcert.certify({"points": clean.tolist()}, {"points": near.tolist()}, **ASKED)
        self.assertEqual(whole.text, lists.text)
        self.assertEqual(refusal(self, lambda: orbitcert.certify(np.zeros((3000, 4)), near, **ASKED))[0], "clean")
        self.assertEqual(orbitcert.withstand(clean, **ASKED).text, orbitcert.withstand({"points": clean.tolist()}, **ASKED).text)

    def test_are_certified_in_gram_form(self):
        clean = rng.normal(size=(20_000, 3))
        short = orbitcert.certify(clean, clean + 1e-4, **ASKED)
        self.assertLess(len(short.text), 10_000)
        self.assertTrue(orbitcert.verify(short).certified)
        self.assertIn("clean", orbitcert.certify(clean, clean + 1e-4, **ASKED, clouds=True).document["request"])
        self.assertNotIn("clean", orbitcert.certify(CLEAN, NEAR, **ASKED, clouds=False).document["request"])
        self.assertIn("clean", orbitcert.certify(CLEAN, NEAR, **ASKED).document["request"])

    def test_alone_leave_their_digest(self):
        clean = rng.normal(size=(20_000, 3))
        short, whole = orbitcert.certify(clean, **ASKED), orbitcert.certify(clean, **ASKED, clouds=True)
        self.assertEqual((short.black_box, short.orbit), (whole.black_box, whole.orbit))
        self.assertLess(len(short.text), 1000)
        self.assertEqual(str(short).splitlines()[:2], ["radii; no perturbation was given", "argument     radius"])
        self.assertEqual(short.document["request"]["gram"]["cloud"]["points"], 20_000)
        with self.assertWarnsRegex(UserWarning, "the cloud was not compared.* give `clean` for that"):
            orbitcert.verify(short)
        with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
            warnings.simplefilter("error")
            path = Path(folder) / "clean.npy"
            np.save(path, clean)
            for cloud in (clean, path, str(path), {"points": clean.tolist()}, {"file": str(path)}, orbitcert.read(path)):
                orbitcert.verify(short, clean=cloud)
            self.assertEqual(refusal(self, lambda: orbitcert.verify(short, clean={"file": str(path), "columns": 3}))[0], "clean")
        with self.assertRaises(orbitcert.VerificationFailedError) as failure:
            orbitcert.verify(short, clean=clean + 1e-9)
        self.assertIn("request.gram.cloud.sha256", failure.exception.differences[0])
        self.assertEqual(refusal(self, lambda: orbitcert.verify(whole, clean=clean))[0], "clean")
        self.assertEqual(refusal(self, lambda: orbitcert.verify(short, clean=[[1, "x"]]))[0], "clean")

    def test_alone_keep_their_attributes_in_the_digest(self):
        cloud = ([[0, 1, 2], [1, 0, 3]], {"charge": [1, 2]})
        for one in (orbitcert.certify(cloud, **ASKED, clouds=False), orbitcert.certify_many([cloud], **ASKED)[0]):
            self.assertEqual(orbitcert.verify(one, clean=cloud).orbit, one.orbit)
            with self.assertRaises(orbitcert.VerificationFailedError):
                orbitcert.verify(one, clean=(cloud[0], {"charge": [1, 3]}))

    def test_alone_stay_where_sigma_differs(self):
        spread = {**ASKED, "sigma": [0.1, *[0.2] * (len(CLEAN) - 1)]}
        for act in (lambda: orbitcert.certify(CLEAN, **spread, clouds=False), lambda: orbitcert.certify_many([CLEAN], **spread, clouds=False)):
            self.assertEqual(refusal(self, act)[0], "sigma")
        self.assertIn("clean", orbitcert.certify(CLEAN, **spread).document["request"])

    def test_of_a_million_points_take_little_memory(self):
        code = (
            "import numpy, orbitcert, resource\n"
            "clean = numpy.random.default_rng(1).normal(size=(1_000_000, 3))\n"
            f"assert orbitcert.certify(clean, clean + 1e-6, **{ASKED!r}) and len(orbitcert.certify(clean, **{ASKED!r}).text) < 1000\n"
            "print(sum(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))\n"
        )
        before = time.monotonic()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        megabytes = int(done.stdout) / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        print(f"two clouds of 1,000,000 points: {time.monotonic() - before:.1f} s, {megabytes:.0f} MB", file=sys.stderr)
        self.assertLess(megabytes, 500)


class Progress(unittest.TestCase):
    RUN = {
        "sigma": 0.5, "group": "SE", "samples": 0, "attack": {"family": "scale", "norms": [0.1]},
        "clouds": [{"name": str(i), "points": rng.normal(size=(8, 3)).tolist(), "label": 1, "votes_pred": [1, 9], "votes_cert": [100, 9900]} for i in range(7)],
    }

    def test_of_a_run_is_a_bar_of_tqdm(self):
        for terminal, wanted, tqdm, shown in ((True, True, True, "bar"), (False, True, True, ""), (True, False, True, ""), (True, True, False, "")):
            said = io.StringIO()
            said.isatty = lambda: terminal
            without = {} if tqdm else {"tqdm.auto": None}
            with mock.patch("sys.stderr", said), mock.patch("orbitcert.progress.DELAY", 0), mock.patch.dict("sys.modules", without):
                orbitcert.run(self.RUN, progress=wanted)
                with tempfile.TemporaryDirectory() as folder:
                    orbitcert.run(self.RUN, out=folder, progress=wanted)
            self.assertEqual("bar" if "7/7" in said.getvalue() and "cloud" in said.getvalue() else said.getvalue(), shown)

    def test_lines_are_copied_without_tqdm(self):
        said = io.StringIO()
        said.isatty = lambda: False
        line = b"orbitcert: 3 of 7 clouds, about 2 s left\n"
        for progress, terminal, wanted in ((True, False, False), (False, False, True), (True, True, True)):
            said.isatty = lambda: terminal
            with mock.patch("sys.stderr", said), heard(progress) as (_, listen):
                self.assertEqual((listen(line), listen(b"orbitcert: shard 0/2 is complete: 3 clouds, 3 of them now\n")), (wanted, False))


class Unseen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        clouds = [{"name": str(i), "points": rng.normal(size=(8, 3)).tolist(), "label": 1, "votes_pred": [1, 9], "votes_cert": [50 + 10 * i, 950 - 10 * i]}
            for i in range(9)]
        cls.asked = {"sigma": 0.5, "group": "SE", "samples": 0, "attack": {"family": "scale", "norms": [0, 0.2]}, "clouds": clouds}
        cls.found = orbitcert.run(cls.asked)

    def test_compares_two_models_as_the_command_does(self):
        weaker = orbitcert.run({**self.asked, "clouds": [{**cloud, "votes_cert": [450, 550]} for cloud in self.asked["clouds"]]})
        with tempfile.TemporaryDirectory() as folder:
            path = saved(folder, weaker.document)
            compared = orbitcert.compare(self.found, path, radii=[0.2, 0.4])
            other = Path(folder) / "found.json"
            other.write_text(json.dumps(self.found.document))
            self.assertEqual(command("compare", "--json", "--radii=0.2,0.4", str(other), path).stdout, compared.text)
        self.assertEqual((compared.clouds, compared.radii, compared.second, compared.only_first), (9, [0.2, 0.4], [0, 0], compared.first))
        self.assertEqual(compared.p_value[0], 2 * 0.5 ** 9)
        self.assertIn("<td>0.00391</td>", compared._repr_html_())
        lost = {**self.asked, "clouds": self.asked["clouds"][:8]}
        self.assertEqual(refusal(self, lambda: orbitcert.compare(self.found, orbitcert.run(lost)))[1], 'first and second: only the first result has the cloud "8"')
        self.assertEqual(refusal(self, lambda: orbitcert.compare(self.found, weaker, radii=[-1]))[0], "radii[0]")

    def test_plans_as_the_command_does(self):
        document = json.loads(command("plan", "--json", "--probability=0.95", "--radius=0.2", "--sigma=0.25", "--alpha=0.01").stdout)
        self.assertEqual(orbitcert.plan(0.95, 0.2, 0.25, alpha=0.01), document["samples"])
        self.assertEqual(refusal(self, lambda: orbitcert.plan(1.5, 0.1, 0.1))[0], "probability")
        self.assertIn("no number of samples", refusal(self, lambda: orbitcert.plan(0.6, 1, 0.1))[1])

    def test_bounds_boxes_as_the_command_does(self):
        examples = Path(__file__).parents[3] / "site/docs/examples"
        parts = [json.loads(command("certify", str(examples / f"box-{part}.json")).stdout) for part in ("centre", "heading", "length", "width")]
        found = orbitcert.box(*parts)
        self.assertTrue(0.65 < found["iou"] < 0.66 and found["size"] == [4.18, 1.82], found)
        self.assertEqual(refusal(self, lambda: orbitcert.box(*parts, parts[3]))[1][:33], "height: is a fifth certificate, a")

    def test_calibrates_as_the_command_does(self):
        calibration = orbitcert.calibrate(self.found, coverage=0.5, radius=0.1)
        self.assertEqual(json.loads(command("calibrate", "--json", "--coverage=0.5", "--radius=0.1", "-", document=json.dumps(self.found.document)).stdout), calibration)
        self.assertEqual((calibration["clouds"], calibration["rank"]), (9, 4))
        self.assertTrue(orbitcert.calibrate(self.found, coverage=0.5, per_class=True)["per_class"])
        self.assertEqual(refusal(self, lambda: orbitcert.calibrate(self.found, coverage=2))[0], "coverage")
        with self.assertWarnsRegex(UserWarning, "every class is in the set"):
            orbitcert.calibrate(self.found, coverage=0.99)

    def test_states_sets_that_hold_the_true_class(self):
        def wide(inputs):
            return np.stack([np.ones(len(inputs)), np.zeros(len(inputs)), np.zeros(len(inputs)) - 1], axis=1)

        votes = orbitcert.smooth(wide, CLEAN[:8], 0.5, 1000, group="SE", progress=False)
        calibration = orbitcert.calibrate(self.found, coverage=0.5, radius=0.1)
        certificate = orbitcert.certify(CLEAN[:8], sigma=0.5, votes=votes, sets=calibration)
        self.assertEqual(certificate.document["sets"], {"classes": ["0"], "coverage": 0.5, "radius": 0.1, "threshold": calibration["threshold"]})
        fresh = [{**cloud, "points": rng.normal(size=(8, 3)).tolist()} for cloud in self.asked["clouds"][:3]]
        self.assertEqual(orbitcert.run({**self.asked, "clouds": fresh, "sets": calibration}).document["sets"]["held"], 1)


class Shown(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        clouds = [
            {"name": f"<{i}>", "points": rng.normal(size=(8, 3)).tolist(), "label": 1, "votes_pred": [1, 9], "votes_cert": [100 + 200 * i, 9900 - 200 * i]}
            for i in range(3)
        ]
        settings = {"clouds": clouds, "sigma": 0.5, "group": "SE", "samples": 0}
        cls.grid = orbitcert.run({**settings, "attack": {"family": "scale", "norms": [0, 0.2, 0.4]}})
        cls.ranges = orbitcert.run({**settings, "withstand": {}})

    def test_frames(self):
        frame = self.grid.to_frame()
        self.assertEqual((len(frame), list(frame["size"][:3])), (9, [0, 0.2, 0.4]))
        share = frame[frame["size"] == 0.2]["orbit"].mean()
        self.assertAlmostEqual(share / frame["orbit"].max(), self.grid.accuracy["orbit"][1])
        self.assertEqual(set(frame[frame["size"] == 0.2]["orbit_population"]), {self.grid.population["orbit"][1]})
        self.assertTrue(all(lower < share for lower, share in zip(self.grid.population["orbit"][:1], self.grid.accuracy["orbit"])))
        before = result(json.dumps({name: value for name, value in self.grid.document.items() if name != "population"}), None)
        self.assertEqual((before.population, list(before.to_frame())), ({}, [name for name in frame if not name.endswith("_population")]))
        self.assertIn(" 100 ", str(before))
        self.assertNotIn(".0 ", str(self.grid).split("average")[0])
        frame = self.ranges.to_frame()
        self.assertEqual(set(frame["family"]), set(self.ranges.families))

    def test_figures(self):
        ax = self.grid.plot()
        self.assertEqual((ax.get_title("left"), len(ax.collections)), ("3 clouds; bands reach down to clouds not seen (95 %)", len(self.grid.population)))
        [tight, *_] = ax.lines
        self.assertEqual((tight.get_label(), tight.get_ydata()[0]), ("Tight", 100 * self.grid.accuracy["tight"][0]))
        # Between two sizes the line has the lower share.
        for x, y in zip(*tight.get_data()):
            after = min(range(3), key=lambda at: (self.grid.grid[at] < x, self.grid.grid[at]))
            self.assertGreaterEqual(y + 1e-9, 100 * min(self.grid.accuracy["tight"][max(0, after - 1):after + 2]))
        self.assertEqual(len(self.ranges.plot()), len(self.ranges.families))
        certificate = orbitcert.certify(CLEAN, NEAR, **ASKED)
        widths = [bar.get_width() for bar in certificate.plot().patches]
        self.assertEqual(widths, [certificate.black_box.radius, certificate.orbit.radius])
        for one in (orbitcert.radii(FLAT, **SOLID), orbitcert.curve(FLAT, **SOLID, steps=2), orbitcert.map(2, 1, size=5)):
            one.plot()

    def test_figures_name_the_package_they_need(self):
        code = "import sys; sys.modules['matplotlib'] = sys.modules['pandas'] = None; import orbitcert; orbitcert.radii([[0, 1], [1, 0]], sigma=1, probability=0.9, group='none').plot()"
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
        self.assertTrue(said.endswith("\nImportError: Radii.plot needs matplotlib: pip install matplotlib\n"), said)

    def test_tables(self):
        for one, texts in (
            (self.grid, ["<th>at</th>", "3 clouds"]), (self.ranges, ["<td>twist</td>"]), (orbitcert.withstand(CLEAN, **ASKED), ["<td>shear</td>", "rad/length"]),
            (orbitcert.radii(FLAT, **SOLID), ["<td>tight, every direction</td><td>0."]), (orbitcert.minimum(FLAT, FLAT + 0.01, sigma=0.5, group="SE"), ["<td>black box</td><td>0.5"]),
            (orbitcert.curve(FLAT, **SOLID, steps=2), ["<figure aria-label", "<svg", "scale, to "]), (orbitcert.map(2, 1, size=5), ["<svg", "at ‖Δ‖ = 1 σ; without invariance 0.8414<"]),
        ):
            html = one._repr_html_()
            self.assertNotIn("<?xml", html)
            for text in texts:
                self.assertIn(text, html)


    def test_ends_are_rounded_towards_zero(self):
        found = orbitcert.withstand(CLEAN, **ASKED)
        lines = {line.split()[0]: line.split()[1:3] for line in str(found).splitlines()[2:]}
        self.assertEqual(list(lines), list(found))
        for family, (low, high) in lines.items():
            self.assertTrue(found[family].low <= float(low) <= 0 <= float(high) <= found[family].high, family)
        self.assertEqual([toward_zero(end) for end in (0.29999999, -1.23456789, 1e-9, math.inf)], ["0.299999", "-1.23456", "1e-09", "inf"])
        self.assertEqual(str(orbitcert.withstand(CLEAN, **{**ASKED, "votes": 5})), "not certified")


if __name__ == "__main__":
    unittest.main()
