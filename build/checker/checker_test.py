"""The second checker against the command line: certificates pass, forged ones fail. ORBITCERT names the program."""
import copy, json, os, pathlib, random, subprocess, sys, tempfile, unittest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
RELEASED = ROOT / "core/certificate/testdata/released"
# Certificates that take seconds; CHECKER=all takes every request, up to two minutes for those in space.
SAMPLE = ["none-2d", "translation-3d", "rotation-2d", "radius-2d", "gram-2d", "subsample-3d", "changes-3d"]


def certified(request):
    out = subprocess.run([os.environ["ORBITCERT"], "certify", "-"], input=json.dumps(request).encode(), capture_output=True, check=True)
    return json.loads(out.stdout)


def checked(document, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(document, file)
        file.flush()
        return subprocess.run([sys.executable, str(HERE / "orbitcheck.py"), *options, file.name], capture_output=True, text=True)


def numbers(value, path=()):
    """The numbers that a certificate claims, with the way to them."""
    if isinstance(value, bool) or not isinstance(value, (dict, list, int, float)):
        return
    if isinstance(value, (int, float)):
        yield path
        return
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if key not in ("error", "monte_carlo", "seed", "request", "format", "distance_lower", "axis"):
            yield from numbers(inner, (*path, key))


def forge(document, path):
    forged = copy.deepcopy(document)
    place = forged
    for key in path[:-1]:
        place = place[key]
    old = place[path[-1]]
    place[path[-1]] = old + 1 if isinstance(old, int) else old * 1.001 + 1e-5
    return forged


class Checker(unittest.TestCase):
    def names(self):
        return [p.stem for p in sorted((RELEASED / "requests").glob("*.json"))] if os.environ.get("CHECKER") == "all" else SAMPLE

    def test_certificates_pass(self):
        for name in self.names():
            with self.subTest(name):
                document = certified(json.loads((RELEASED / "requests" / f"{name}.json").read_text()))
                out = checked(document)
                self.assertIn(out.returncode, (0, 4) if "drawn" in name else (0,), out.stdout + out.stderr)

    def test_attributes_stay_with_their_points(self):
        cloud = lambda points, element: {"points": points, "attributes": {"element": element}}
        points = [[0, 0], [2, 0.5], [0.5, 1.5], [-1, 0.2]]
        moved = [[0.05, 0], [0.5, 1.55], [2, 0.5], [-1, 0.2]]
        request = {"clean": cloud(points, [6, 8, 1, 1]), "perturbed": cloud(moved, [6, 1, 8, 1]), "sigma": 0.5, "group": "SE", "permutation": True, "samples": 0, "prediction": {"probability": 0.95}}
        document = certified(request)
        self.assertEqual(checked(document).returncode, 0)
        document["request"]["perturbed"]["attributes"]["element"] = [6, 8, 1, 1]
        self.assertEqual(checked(document).returncode, 3)

    def test_the_first_of_several_classes(self):
        for name, top in (("none-2d", 3), ("rotation-2d", 2), ("changes-3d", 2)):
            with self.subTest(name):
                request = json.loads((RELEASED / "requests" / f"{name}.json").read_text())
                request["prediction"] = {"votes": 650, "samples": 1000, "classes": ["chair", "stool"]}
                document = certified({**request, "top": top})
                self.assertEqual(checked(document).returncode, 0, document)
                document["request"]["top"] = top + 1
                self.assertEqual(checked(document).returncode, 3, "another top")

    def test_votes_at_any_time(self):
        request = json.loads((RELEASED / "requests" / "none-2d.json").read_text())
        for votes, samples, other in ((28, 30, 2), (17, 17, 0), (9700, 10_000, 250), (6000, 10_000, 3000), (0, 5, 3)):
            for more in ({}, {"runner_up": {"votes": other}}):
                with self.subTest(f"{votes} of {samples} {more}"):
                    request["prediction"] = {"votes": votes, "samples": samples, "anytime": {"classes": 10, "planned": 10_000}, **more}
                    document = certified(request)
                    out = checked(document)
                    self.assertEqual(out.returncode, 0, out.stdout + out.stderr)
                    document["request"]["prediction"]["anytime"]["classes"] = 11
                    self.assertEqual(checked(document).returncode, 3 if votes else 0, "another number of classes")

    def test_released_certificates_pass(self):
        for core in ("0.5.0", "0.6.0", "0.7.0"):
            for name in ("none-2d", "translation-3d", "gram-2d"):
                path = RELEASED / core / f"{name}.json"
                if path.exists():
                    out = checked(json.loads(path.read_text()))
                    self.assertEqual(out.returncode, 0, f"{core} {name}: {out.stdout}{out.stderr}")

    def test_forged_numbers_fail(self):
        for name, count in {"none-2d": 10, "translation-3d": 10, "subsample-3d": 1}.items():
            document = certified(json.loads((RELEASED / "requests" / f"{name}.json").read_text()))
            paths = list(numbers(document))
            self.assertGreater(len(paths), 5)
            for path in random.Random(1).sample(paths, count):
                with self.subTest(f"{name} {path}"):
                    out = checked(forge(document, path))
                    self.assertIn(out.returncode, (2, 3), out.stdout)

    def test_forged_requests_fail(self):
        document = certified(json.loads((RELEASED / "requests/translation-3d.json").read_text()))
        for change in ({"sigma": 0.21}, {"alpha": 0.002}, {"group": "none"}, {"prediction": {"votes": 971, "samples": 1000}}):
            forged = copy.deepcopy(document)
            forged["request"].update(change)
            self.assertEqual(checked(forged).returncode, 3, change)
        forged = copy.deepcopy(document)
        forged["request"]["clean"]["points"][0][0] += 1e-4
        self.assertEqual(checked(forged).returncode, 3)

    def test_withdrawn_results_fail(self):
        document = json.loads((RELEASED / "0.7.0/rod-3d-drawn.json").read_text())
        del document["tight"]["axis"]  # about a minute, and not what is tested
        out = checked(document)
        self.assertEqual(out.returncode, 3, out.stdout)
        self.assertIn("withdrawn", out.stdout)

    def test_steps_are_printed(self):
        document = certified(json.loads((RELEASED / "requests/none-2d.json").read_text()))
        out = checked(document, "--explain")
        for row in ("probability.lower", "black_box.radius", "orbit.alignment", "tight.exact.value"):
            self.assertIn(row, out.stdout)

    def test_unreadable_files(self):
        for text in ("", "{}", "[1]", '{"request": 3}'):
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(text)
                file.flush()
                out = subprocess.run([sys.executable, str(HERE / "orbitcheck.py"), file.name], capture_output=True, text=True)
            self.assertEqual((out.returncode, out.stdout), (2, ""), text)
            self.assertNotIn("Traceback", out.stderr)


if __name__ == "__main__":
    unittest.main()
