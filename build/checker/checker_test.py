"""The second checker against the command line: certificates pass, forged ones fail. ORBITCERT names the program."""
import array, base64, collections, copy, gzip, json, math, os, pathlib, random, re, subprocess, sys, tempfile, types, unittest

import description, many, mathematics, orbitcheck

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
RELEASED = ROOT / "core/certificate/testdata/released"
# Certificates that take a second; CHECKER=all takes every request.
SAMPLE = ["none-2d", "translation-3d", "rotation-2d", "radius-2d", "gram-2d", "subsample-3d", "changes-3d"]


def certified(request, *options):
    out = subprocess.run([os.environ["ORBITCERT"], "certify", *options, "-"], input=json.dumps(request).encode(), capture_output=True, check=True)
    return json.loads(out.stdout)


def checked(document, *options, beside=()):
    """Run the second checker: in this process, or by its command line with options and for texts."""
    if not options and not isinstance(document, str):
        code, lines = orbitcheck.examine(orbitcheck.parsed(json.dumps(document)), [orbitcheck.parsed(json.dumps(one)) for one in beside])
        printed = "\n".join(f"{status:12} {row}: {text}" for status, row, text in lines if status != "verified")
        return types.SimpleNamespace(returncode=code, stdout=printed, stderr=printed)
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, f"{i}.json") for i in range(1 + len(beside))]
        for path, value in zip(paths, (document, *beside)):
            path.write_text(value if isinstance(value, str) else json.dumps(value))
        return subprocess.run([sys.executable, str(HERE / "orbitcheck.py"), *options, *map(str, paths)], capture_output=True, text=True)


def evidence(request, prediction, answer, width):
    """The votes document of a function that gives each row of samples so many numbers."""
    plan = {**request, "prediction": prediction}
    run = lambda call, data, *more: subprocess.run([os.environ["ORBITCERT"], call, *more], input=data, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "plan.json")
        path.write_text(json.dumps(plan))
        drawn = run("draw", b"", str(path))
        end = 10 + int.from_bytes(drawn[8:10], "little")
        rows, points, dimension = map(int, re.findall(r"\d+", re.search(r"shape.*\((.*)\)", drawn[10:end].decode())[1]))
        numbers = array.array("f", drawn[end:])
        found = array.array("f", (x for i in range(rows) for x in answer(numbers[i * points * dimension:(i + 1) * points * dimension], dimension)))
        head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {', '.join(map(str, width))}), }}".ljust(117) + "\n"
        return json.loads(run("count", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + found.tobytes(), str(path), "-"))


class Checker(unittest.TestCase):
    def names(self):
        return [p.stem for p in sorted((RELEASED / "requests").glob("*.json"))] if os.environ.get("CHECKER") == "all" else SAMPLE

    def test_certificates_pass(self):
        for name in self.names():
            with self.subTest(name):
                document = certified(json.loads((RELEASED / "requests" / f"{name}.json").read_text()))
                out = checked(document)
                partly = "monte_carlo" in document.get("tight", {}) or document["orbit"].get("distance_lower", 0) > 0
                self.assertEqual(out.returncode, 4 if partly else 0, out.stdout + out.stderr)

    def test_radii_of_files(self):
        """Both programs, and files that are moved and prepared again."""
        random = many.random.Random(7)
        points = [[random.gauss(0, 2) + 3 for _ in range(2)] for _ in range(12)]
        request = {"clean": {"points": points}, "sigma": 0.3, "group": "SE", "prediction": {"probability": 0.9}}
        for normalise in ("unit_sphere", "rms"):
            for frame in ("own", "clean"):
                with self.subTest(f"{normalise} {frame}"):
                    whole = {**request, "preparation": {"normalise": normalise, "frame": frame}}
                    document = certified(whole)
                    ranges = json.loads(subprocess.run([os.environ["ORBITCERT"], "withstand", "-"], input=json.dumps(whole).encode(), capture_output=True, check=True).stdout)
                    out = checked(document, beside=[ranges])
                    self.assertEqual(out.returncode, 0, out.stdout)
                    self.assertEqual((document.get("scale"), ranges["ranges"][0].get("any")), (True, True) if frame == "own" else (None, None))
                    self.assertEqual(ranges["file_radius"] <= document["orbit"]["file_radius"], True)
                    for row in ("black_box", "orbit"):
                        for factor in (1 + 1e-9, 1 - 1e-6):
                            forged = copy.deepcopy(document)
                            forged[row]["file_radius"] *= factor
                            self.assertEqual(checked(forged).returncode, 3, f"{row} {factor}")
                    forged = copy.deepcopy(ranges)
                    stretch = next(r for r in forged["ranges"] if r["family"] == "stretch")
                    stretch["file"]["to"] *= 3
                    if (normalise, frame) == ("rms", "own"):
                        self.assertEqual(checked(document, beside=[forged]).returncode, 3, "a longer range of the file")
                    for scale in (document["request"]["prepared"]["scale"] * 1.01, -1):
                        forged = copy.deepcopy(document)
                        forged["request"]["prepared"]["scale"] = scale
                        self.assertNotEqual(checked(forged).returncode, 0)

    def test_distances_of_files(self):
        """Both programs, and two files of which one is turned, grown and moved."""
        random = many.random.Random(8)
        points = [[random.gauss(0, 2) + 3 for _ in range(2)] for _ in range(12)]
        others = [[-2.5 * y + random.gauss(0, 0.05), 2.5 * x + random.gauss(0, 0.05)] for x, y in points]
        for normalise in ("unit_sphere", "rms"):
            for frame in ("own", "clean"):
                for group in ("none", "SE"):
                    with self.subTest(f"{normalise} {frame} {group}"):
                        document = certified({"clean": {"points": points}, "perturbed": {"points": others}, "sigma": 0.3, "group": group, "samples": 0,
                            "prediction": {"probability": 0.9}, "preparation": {"normalise": normalise, "frame": frame}})
                        self.assertEqual(checked(document).returncode, 0, checked(document).stdout)
                        for row in ("black_box", "orbit"):
                            for factor in (1 - 1e-9, 1 + 1e-6, None):
                                forged = copy.deepcopy(document)
                                forged[row]["file_distance"] = factor and forged[row]["file_distance"] * factor
                                if not factor:
                                    del forged[row]["file_distance"]
                                self.assertEqual(checked(forged).returncode, 3, f"{row} {factor}")

    def test_attributes_stay_with_their_points(self):
        cloud = lambda points, element: {"points": points, "attributes": {"element": element}}
        points = [[0, 0], [2, 0.5], [0.5, 1.5], [-1, 0.2]]
        moved = [[0.05, 0], [0.5, 1.55], [2, 0.5], [-1, 0.2]]
        request = {"clean": cloud(points, [6, 8, 1, 1]), "perturbed": cloud(moved, [6, 1, 8, 1]), "sigma": 0.5, "group": "SE", "permutation": True, "samples": 0, "prediction": {"probability": 0.95}}
        document = certified(request)
        out = checked(document)
        self.assertEqual((out.returncode, "not computed orbit.distance_lower" in out.stdout), (4, True), "a search is not made again")
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

    def test_intervals_and_labels(self):
        request = json.loads((RELEASED / "requests" / "none-2d.json").read_text())
        numbers = [float(i % 97) for i in range(400)]
        for prediction in ({"values": numbers}, {"values": numbers, "select": numbers[:9], "tolerance": 60}):
            document = certified({**request, "prediction": prediction})
            self.assertEqual(checked(document).returncode, 0)
            document["orbit"]["interval"]["upper"] = max(v for v in numbers if v < document["orbit"]["interval"]["upper"])
            self.assertEqual(checked(document).returncode, 3, "a narrower interval")
        votes = [400 - 20 * i for i in range(len(request["clean"]["points"]))]
        labels = {"predicted": [v % 3 for v in votes], "votes": votes, "samples": 400, "truth": [v % 60 // 20 for v in votes]}
        for ignored in ({"ignore": 1}, {}):
            document = certified({**request, "prediction": {"labels": {**labels, **ignored}}})
            self.assertEqual(checked(document).returncode, 0)
        labels, kept = document["orbit"]["labels"], dict(document["orbit"]["labels"])
        for field in ("changed", "iou", "true_iou", "accuracy", "mean_iou"):
            labels[field] += (-1e-6 if labels[field] > 0.5 else 1e-6) if field != "changed" else 1
            self.assertEqual(checked(document).returncode, 3, field)
            labels[field] = kept[field]
        for certified_labels in ([True] * (labels["count"] + 1), [True] * (labels["count"] - 1)):
            labels["certified"] = certified_labels + [False] * (len(votes) - len(certified_labels))
            labels["count"], labels["share"] = len(certified_labels), len(certified_labels) / len(votes)
            self.assertIn(checked(document).returncode, (2, 3), f"{len(certified_labels)} labels")

    def test_true_labels(self):
        """Both programs: labels that stand for none where nothing says it leave the claims as they are, and are refused."""
        plane = {**many.flat(random.Random(5), "SE", 2), "clean": {"points": [[1, 0], [0, 1], [-1, 0.5], [0.3, 2]]}, "perturbed": {"attack": "scale", "norm": 0.05}}
        labels = {"predicted": [0, 1, 1, 2], "votes": [395, 399, 300, 390], "samples": 400}
        request = lambda **more: {**plane, "prediction": {"labels": {**labels, **more}}}
        radii = {**many.alone(plane), "prediction": {"labels": {**labels, "truth": [0, 1, 7, 2]}}}
        known = [certified(request(truth=[0, 1, 7, 2])), certified(radii)]
        unknown = [certified(request(truth=[0, 1, None, 2])), certified(request(truth=[0, 1, 255, 2], ignore=255))]
        parts = certified(request(predicted=[255, 1, 1, 2], truth=[255, 1, None, 2]))
        self.assertEqual([c["request"]["prediction"]["labels"].get("ignore") for c in (*known, *unknown, parts)], [None, None, -1, 255, -1])
        def said(document, truth, **ignore):
            forged = copy.deepcopy(document)
            own = forged["request"]["prediction"]["labels"]
            own.pop("ignore", None)
            own |= {"truth": truth, **ignore}
            return forged
        for document in (*known, *unknown, parts, said(known[0], [0, 1, 255, 2], ignore=-1), said(unknown[0], [0, 1, None, 2]), said(unknown[0], [0, 1, None, 2], ignore=7),
            said(parts, [255, 1, None, 2])):
            self.assertEqual((checked(document).returncode, many.verified(document)[0]), (0, 0), document["request"]["prediction"])
        forged = [said(document, [0, 1, label, 2], **ignore) for document in known for label, ignore in ((-1, {}), (255, {}), (-1, {"ignore": -2}), (-1, {"ignore": 255}))]
        forged += [said(document, [label] * 4, **ignore) for document in (known[1], unknown[0]) for label, ignore in ((-1, {"ignore": -1}), (None, {}), (7, {"ignore": 7}))]
        forged += [said(unknown[0], [0, 1, none, 2]) for none in (-1, 255)] + [said(unknown[0], [0, None, none, 2]) for none in (-1, 255)]
        for one in forged:
            self.assertEqual((checked(one).returncode, many.verified(one)[0]), (2, 2), one["request"]["prediction"])

    def test_samples_of_points_that_are_scaled_or_alone(self):
        scaled = many.sampled(random.Random(6), perturbed={"attack": "scale", "norm": 0.05})
        for prediction in ({"votes": 990, "samples": 1000}, {"probability": 0.97}):
            document, single = (certified({**request, "prediction": prediction}) for request in (scaled, many.alone(scaled)))
            self.assertEqual((checked(document).returncode, checked(single).returncode), (0, 0), checked(document).stdout + checked(single).stdout)
            for how in ("norm", "distance", "subsample", "missing", "invented"):
                with self.subTest(how):
                    forged = copy.deepcopy(single if how == "invented" else document)
                    if how == "norm":
                        forged["request"]["perturbed"]["norm"] = -0.05
                    elif how == "distance":
                        forged["subsample"]["distance"] *= 0.999
                    elif how == "subsample":
                        forged["request"]["subsample"] += 1
                    elif how == "missing":
                        del forged["subsample"]
                    else:
                        forged["subsample"] = document["subsample"]
                    self.assertEqual((checked(forged).returncode, many.verified(forged)[0]), (3, 3))

    def test_vectors(self):
        """Forces that a tolerance certifies, and forged bounds of them."""
        request = json.loads((ROOT / "core/cmd/orbitcert/testdata/requests/vectors-3d.json").read_text())
        document = certified(request)
        self.assertEqual((document["certified"], checked(document).returncode), (True, 0), checked(document).stdout)
        for how in ("lower", "radius", "certified", "angle", "probability", "tolerance", "missing"):
            with self.subTest(how):
                forged = copy.deepcopy(document)
                row = forged["orbit"]
                if how == "lower":
                    row["vectors"][1]["lower"][2] += 1e-6
                elif how == "radius":
                    row["radius"] *= 1.001
                elif how == "certified":
                    forged["black_box"]["certified"], forged["certified_by"] = True, ["black_box", "orbit"]
                elif how == "angle":
                    row["vectors"][0]["angle"] = 10
                elif how == "probability":
                    forged["probability"] = {"lower": 0.9, "level": 0.001}
                elif how == "tolerance":
                    forged["request"]["prediction"]["vectors"]["tolerance"] = 0.5
                else:
                    del row["vectors"][2]
                self.assertIn(checked(forged).returncode, (2, 3))

    def test_counted_numbers_and_labels(self):
        request = {"clean": {"points": [[0.3, 0], [1, 0.2], [-1.2, 1]]}, "sigma": 0.2, "group": "none"}
        plan = lambda **model: {"model": {"sha256": "0" * 64, "layout": "BND", **model}, "sampling": {"select": 20, "estimate": 200}}
        sides = lambda row, dimension: (s * row[i] for i in range(0, len(row), dimension) for s in (-1, 1))
        asked = {**request, "perturbed": {"points": [[0.35, 0], [1, 0.2], [-1.2, 1]]}}
        for prediction, answer, width in ((plan(returns="number"), lambda row, _: row[:1], [1]), (plan(returns="vector", clip=0.5), lambda row, _: row[:2], [2]),
            (plan(returns="BND", clip=3), lambda row, _: row, [3, 2]), (plan(returns="BNC", classes=["left", "right"]), sides, [3, 2])):
            votes = evidence(request, prediction, answer, width)
            for tolerance in [{}] if "labels" in votes else [{}, {"vectors": {"angle": 60}} if "vectors" in votes else {"tolerance": 0.4}]:
                document = certified({**asked, "prediction": {"evidence": votes, **tolerance}})
                out = checked(document)
                self.assertEqual(out.returncode, 0, out.stdout)
                self.assertNotIn("not computed", out.stdout)
            inner = document["request"]["prediction"]
            for place, key, value in [(inner["evidence"]["sampling"], "sigma", 0.1), (inner["evidence"]["sampling"], "estimate", 199), (inner["evidence"]["model"], "returns", "BCN" if width == [1] else "number"), *[(inner["evidence"]["model"], "clip", 2)] * ("vectors" in votes)]:
                old, place[key] = place[key], value
                self.assertIn(checked(document).returncode, (2, 3), key)
                place[key] = old
        # An ignore beside the evidence does not hold for the true labels in it.
        told = certified({**asked, "prediction": {"evidence": votes, "labels": {**votes["labels"], "truth": [0, 1, 7], "ignore": 7}}})
        self.assertEqual(checked(told).returncode, 0, checked(told).stdout)
        beside = told["request"]["prediction"]["labels"]
        told["request"]["prediction"]["evidence"]["labels"] = {field: value for field, value in beside.items() if field != "ignore"}
        self.assertEqual((checked(told).returncode, many.verified(told)[0]), (3, 3))
        # One point more has the other label in one sample: its votes no longer follow.
        coded = bytearray(gzip.decompress(base64.b64decode(inner["evidence"]["sampled"])))
        coded[-1] = 1 - coded[-1]
        inner["evidence"]["sampled"] = base64.b64encode(gzip.compress(coded)).decode()
        self.assertIn("evidence.sampled", [line.split()[1].rstrip(":") for line in checked(document).stdout.splitlines() if line.startswith("FAILED")])

    def test_noise_on_transformations(self):
        chair = json.loads((HERE.parent.parent / "site/examples/chair-twisted-3d.json").read_text())
        document = certified(chair)
        self.assertEqual(checked(document).returncode, 0)
        for place, key, new in ((document["parameters"]["shift"], "twist", 0.3), (document["parameters"], "lower", 0.8135), (document["parameters"], "distance", 0.05), (document["parameters"]["alignment"], "offset", [0, 0.01, 0]), (document["request"]["noise"], "twist", 0.27)):
            old, place[key] = place[key], new
            self.assertEqual(checked(document).returncode, 3, key)
            place[key] = old

    def test_noise_is_computed_to_its_rounding(self):
        for path in sorted((RELEASED / "0.8.0").glob("noise-*3d.json")):
            document = json.loads(path.read_text())
            if "lower" not in document["parameters"]:
                continue
            self.assertEqual(checked(document).returncode, 0, path)
            for off in (1e-10, -1e-10):
                forged = copy.deepcopy(document)
                forged["parameters"]["lower"] += off
                self.assertEqual(checked(forged).returncode, 3, path)

    def test_cores(self):
        document = json.loads((RELEASED / "0.7.0/none-2d.json").read_text())
        for core, code in (("0.7.0", 0), ("0.7.3", 0), ("0.4.0", 2), ("0.0.1", 2), ("0.7", 2), ("0.07.0", 2), ("0.9.1", 2), ("1.0.0", 2)):
            self.assertEqual(checked({**document, "core": core}).returncode, code, core)

    def test_the_rule_is_told(self):
        for name, rule in (("0.8.0/values-tolerance-3d", "interval and tolerance at alpha each, by the rule of core 0.8.0: all numbers hold together at 2 alpha"),
                ("0.8.0/labels-radius-2d", "all numbers hold together at alpha, by the rule of core 0.8.0")):
            out = checked((RELEASED / f"{name}.json").read_text())
            self.assertIn(rule, out.stdout)
            self.assertIn("verified", out.stdout)

    def test_radii_without_their_cloud(self):
        cloud = {"points": [[0.1, -0.0, 0.3], [1, -0.4, 0], [0, 1, 1], [2, 1, 0]], "attributes": {"mass": [1, 2, 3, 4], "element": [6, 1, 1, 8]}}
        turn = {"group": "axis", "axis": [1, 0, 1], "noise": {"twist": 0.1, "taper": 0.1}, "prediction": {"probability": 0.98}}
        seen = {"group": "SE", "prediction": {"votes": 990, "samples": 1000, "model": {"attributes": ["mass"]}}}
        labels = {"group": "SE", "prediction": {"labels": {"predicted": [0, 1, 1, 0], "votes": [99, 98, 100, 60], "samples": 100}, "model": {"attributes": []}}}
        for asked in (turn, seen, labels):
            own = cloud if asked is seen else {"points": cloud["points"]}
            document = certified({"clean": own, "sigma": 0.2, **asked}, "--gram=0")
            self.assertEqual(set(document["request"]["gram"]) - {"parameters"}, {"dimension", "cloud"})
            out = checked(document)
            self.assertEqual((out.returncode, "not checked  gram.cloud: 4 points" in out.stdout), (0, True), out.stdout + out.stderr)
            out = checked(document, beside=(own,))
            self.assertEqual((out.returncode, "gram.cloud:" in out.stdout), (0, False), out.stdout + out.stderr)
            other = {"points": [[0.2, 0, 0.3], *cloud["points"][1:]], **{name: own[name] for name in own if name != "points"}}
            self.assertEqual(checked(document, beside=(other,)).returncode, 3, "another cloud")
        document["request"]["gram"]["cloud"]["points"] = 5
        self.assertEqual(checked(document).returncode, 2, "another number of labels")
        bent = certified({"clean": {"points": cloud["points"]}, "sigma": 0.2, **turn}, "--gram=0")
        for name, factor in (("radius", 0.5), ("distance", 2)):
            forged = copy.deepcopy(bent)
            place = forged["request"]["gram"]["parameters"] if name == "radius" else forged["parameters"]["radii"]
            place[name] *= factor
            self.assertEqual(checked(forged, beside=({"points": cloud["points"]},)).returncode, 3, name)

    def test_the_most_votes(self):
        most, points = 10**9, [[0, 0], [1, 0], [0, 1]]
        votes = {"votes": most, "samples": most}
        predictions = (votes, {**votes, "votes": most - 1}, {**votes, "runner_up": {"votes": 0}}, {**votes, "anytime": {"classes": 2, "planned": most}},
            {"labels": {"predicted": [0, 0, 0], "votes": [most, most, most - 1], "samples": most}})
        for prediction in predictions:
            document = certified({"clean": {"points": points}, "perturbed": {"points": points}, "sigma": 0.2, "group": "none", "prediction": prediction})
            out = checked(document)
            self.assertEqual(out.returncode, 0, f"{prediction}: {out.stdout}")
            document["probability"]["lower"] += 1e-12
            self.assertEqual(checked(document).returncode, 3, prediction)

    def test_every_cloud_within_a_distance(self):
        for moved, more in ((0, {}), (0.1, {}), (0.1, {"subsample": 2}), (0, {"subsample": 2})):
            request = {"clean": {"points": [[0, 0], [1, 0], [0, 1]]}, "perturbed": {"changes": {"moved": moved}}, "sigma": 0.2, "group": "SE", "prediction": {"votes": 990, "samples": 1000}, "samples": 0, **more}
            for options in ((), ("--gram=0",)):
                document = certified(request, *options)
                out = checked(document)
                self.assertEqual(out.returncode, 0, f"{moved} {more} {options}: {out.stdout}")
                document["orbit"]["certified"] = not document["orbit"]["certified"]
                self.assertEqual(checked(document).returncode, 3, f"{moved} {more} {options}")

    def test_released_certificates_pass(self):
        for core in ("0.5.0", "0.6.0", "0.7.0"):
            for name in ("none-2d", "translation-3d", "gram-2d"):
                path = RELEASED / core / f"{name}.json"
                if path.exists():
                    out = checked(json.loads(path.read_text()))
                    self.assertEqual(out.returncode, 0, f"{core} {name}: {out.stdout}{out.stderr}")

    def test_ranges_and_minima_pass_and_forged_ones_fail(self):
        for name, spread in (("none-2d", False), ("rotation-2d", False), ("translation-3d", True)):
            request = json.loads((RELEASED / "requests" / f"{name}.json").read_text())
            if spread:
                request["sigma"] = [request["sigma"] * (1 + n % 3) for n in range(len(request["clean"]["points"]))]
            document, request = certified(request), json.dumps(request)
            ranges, minimum = (json.loads(subprocess.run([os.environ["ORBITCERT"], call, "-"], input=request.encode(), capture_output=True, check=True).stdout) for call in ("withstand", "pmin"))
            self.assertEqual(checked(document, beside=(ranges, minimum)).returncode, 0)
            forged = ((ranges["ranges"][1], "to", 1.01), (ranges, "linear", 1.001), (ranges, "radius", 1.001), (minimum, "orbit", 0.999), (minimum["tight"], "exact", 0.999))
            for place, key, factor in forged[:2] if spread else forged:
                old = place[key]
                place[key] *= factor
                self.assertEqual(checked(document, beside=(ranges, minimum)).returncode, 3, f"{name} {key}")
                place[key] = old

    def test_samples_follow_the_law_of_the_request(self):
        request = {"clean": {"points": [[1, 0, 0], [0, 1, 1], [-1, 0.5, 2]]}, "sigma": 0.1, "group": "axis", "axis": [0, 0, 1], "noise": {"twist": 0.3}, "samples": 0}
        plan = {"model": {"sha256": "0" * 64, "layout": "BND", "classes": ["a", "b"]}, "sampling": {"select": 20, "estimate": 200}}
        votes = evidence(request, plan, lambda row, dimension: [1, 0], (2,))
        document = certified({**request, "prediction": {"evidence": votes}})
        self.assertEqual(checked(document).returncode, 0, checked(document).stdout)
        for key, value in (("parameters", {"twist": 0.4}), ("axis", [0, 1, 0]), ("subsample", 2), ("scores", True), ("tilt", 0.1)):
            forged = copy.deepcopy(document)
            forged["request"]["prediction"]["evidence"]["sampling"][key] = value
            with self.subTest(key):
                self.assertIn(checked(forged).returncode, (2, 3))
        self.assertEqual(checked({**document, "request": {**document["request"], "tilt": 0.1}}).returncode, 2, "a field that the program does not know")

    def test_sets_that_hold_the_true_class(self):
        """Both programs, by two ways to count, with and without the classifier named; and forgeries of each leaf."""
        points = [[1, 0, 0], [0, 1, 1], [-1, 0.5, 2], [0.3, 2, 0]]
        for select, scored in ((20, {}), (0, {}), (0, {"scores": True})):
            request = {"clean": {"points": points}, "sigma": 0.1, "group": "SE", "samples": 0, **scored}
            plan = {"model": {"sha256": "0" * 64, "layout": "BND", "classes": ["a", "b", "c"]}, "sampling": {"select": select, "estimate": 200}}
            votes = evidence(request, plan, lambda row, dimension: [9, 4.5 + 9 * row[0], 0], (3,))
            clouds = [{"name": str(i), "label": i % 3, "votes_cert": [195 - i if c == i % 3 else i if c == (i + 1) % 3 else 5 for c in range(3)],
                **({"votes_pred": [99 * (c == i % 3) + 1 for c in range(3)]} if select else {}), "points": [[i + 2, 0, 0], *points[1:]]} for i in range(12)]
            run = {"sigma": 0.1, "group": "SE", **scored, "attack": {"family": "ball", "norms": [0.1]}, "clouds": clouds, **({} if select else {"anytime": {"classes": 3, "planned": 200}})}
            call = lambda data, *args: json.loads(subprocess.run([os.environ["ORBITCERT"], *args, "-"], input=json.dumps(data).encode(), capture_output=True, check=True).stdout)
            result = call(run, "run")
            for coverage, radius in ((0.7, 0), (0.9, 0.05), (0.8, 0.15), (0.99, 0.1)):
                for named in (False, True):
                    calibrated = call(result, "calibrate", f"--coverage={coverage}", f"--radius={radius}")
                    if named:
                        calibrated["settings"]["classifier"] = orbitcheck.voter(votes)
                    document = certified({**request, "prediction": {"evidence": votes}, "sets": calibrated})
                    out = checked(document)
                    self.assertEqual(out.returncode, 0, out.stdout)
                    if (coverage, named) == (0.9, True):
                        self.forged_sets_fail(document)
            self.assertEqual(len(document["sets"]["classes"]), 3, "too few clouds give every class")

    def test_sets_of_numbers_and_labels(self):
        """Both programs, with enough calibration clouds and too few; and forgeries."""
        call = lambda data, *args: json.loads(subprocess.run([os.environ["ORBITCERT"], *args, "-"], input=json.dumps(data).encode(), capture_output=True, check=True).stdout)
        clouds = [[[i + 2, 0, 0], [0, 1, 1], [-1, 0.5, 2], [0.3, 2, 0]] for i in range(31)]
        number = lambda i: {"values": [i % 7 / 7 + (k * k) % 101 / 50 for k in range(200)] + [None]}
        labels = lambda i: {"labels": {"predicted": [0, 1, 1, 0], "votes": [200 - i, 190 - i % 9, 60, 0], "samples": 201}}
        for returns, answer, more in (("number", number, {"tolerance": 1}), ("labels", labels, {})):
            run = {"sigma": 0.1, "group": "SE", "samples": 0, "attack": {"family": "ball", "norms": [0.1]}, "returns": returns, **more, "clouds": []}
            for i, points in enumerate(clouds[1:]):
                own = {**answer(i), "truth": 0.4, "select": [1]} if more else {"labels": {**answer(i)["labels"], "truth": [0, 1, 1, 0]}}
                run["clouds"].append({"name": str(i), "points": points, **own})
            result = call(run, "run")
            for coverage, radius, *each in ((0.5, 0), (0.7, 0.05), (0.99, 0.05), *(() if more else ((0.5, 0.05, "--per-class"), (0.99, 0, "--per-class")))):
                sets = call(result, "calibrate", f"--coverage={coverage}", f"--radius={radius}", *each)
                document = certified({"clean": {"points": clouds[0]}, "sigma": 0.1, "group": "SE", "prediction": answer(3), "sets": sets})
                with self.subTest(f"{returns} {coverage}"):
                    out = checked(document)
                    self.assertEqual(out.returncode, 0, out.stdout)
                    claim, own = document["sets"], document["request"]["sets"]
                    forgeries = [(claim, "coverage", 1.01), (own, "radius", 3), (claim.get("interval", {}), "upper", 0.999), (claim.get("interval", {}), "lower", 1.001),
                        (own, "error", 0.999), (own, "returns", 1), (own, "q", 1.001), (own, "rank", 2), (own, "clouds", 2)]
                    for place, field, factor in forgeries:
                        if place.get(field) and (own["rank"] or place is claim):
                            before = place[field]
                            place[field] = {"number": "labels", "labels": "number"}[before] if field == "returns" else before * factor
                            self.assertNotEqual(checked(document).returncode, 0, field)
                            place[field] = before
                    shared = {**document["request"], "gram": {"dimension": 3, "cloud": {"points": 4, "sha256": own["results"][2]["cloud"]}}}
                    del shared["clean"]
                    self.assertEqual(checked({**document, "request": shared}).returncode, 2, "a cloud of the calibration, by its digest")
                    if "only" in claim:
                        claim["only"] = [not one for one in claim["only"]]
                        self.assertEqual(checked(document).returncode, 3, "other points")

    def forged_sets_fail(self, document):
        def forge(text, *changed):
            forged = copy.deepcopy(document)
            *path, last = changed[0]
            place = forged
            for part in path:
                place = place[part]
            place[last] = changed[1]
            with self.subTest(text):
                self.assertIn(checked(forged).returncode, (2, 3))
        near = math.nextafter
        s, claim = document["request"]["sets"], document["sets"]
        for field in ("coverage", "radius", "q", "threshold", "eta", "rank", "clouds"):
            for factor in (0.99, 1.01):
                forge(f"request {field} {factor}", ("request", "sets", field), s[field] * factor if isinstance(s[field], float) else s[field] + round(factor - 1, 0) + 1)
        forge("needed", ("request", "sets", "needed"), 10)
        for field, other in (("sigma", 0.2), ("group", "E"), ("permutation", True), ("subsample", 3), ("preparation", {"normalise": "rms"}), ("classifier", "1" * 64), ("translation", True),
                ("scores", not s["settings"].get("scores", False))):
            forge(f"settings {field}", ("request", "sets", "settings", field), other)
        for field, other in (("votes", 100), ("samples", 190), ("cloud", document["request"]["prediction"]["evidence"]["sampling"]["cloud"][7:]),
                ("cloud", s["results"][0]["cloud"])):
            forge(f"results {field}", ("request", "sets", "results", 11, field), other)
        forge("all votes", ("request", "sets", "results"), s["results"][1:])
        for field in ("coverage", "radius", "threshold"):
            forge(field, ("sets", field), near(claim[field], 2))
        for classes in ([], ["a", "b", "c", "d"], claim["classes"][::-1] + ["c"]):
            forge("classes", ("sets", "classes"), classes)
        for gone in (("sets",), ("request", "sets")):
            forged = copy.deepcopy(document)
            del (forged if len(gone) == 1 else forged["request"])["sets"]
            self.assertEqual(checked(forged).returncode, 3, gone)

    def test_votes_with_one_pose_or_a_random_turn(self):
        request = {"clean": {"points": [[1, 0, 0], [0, 1, 1], [-1, 0.5, 2], [0.3, 2, 0]]}, "sigma": 0.1, "group": "SE", "samples": 0}
        for classifier in ({"pose": "one"}, {"turn": "random"}):
            plan = {"model": {"sha256": "0" * 64, "layout": "BND", "classes": ["a", "b"]}, "classifier": classifier, "sampling": {"estimate": 200}}
            document = certified({**request, "prediction": {"evidence": evidence(request, plan, lambda row, dimension: [1, 0], (2,))}})
            self.assertEqual(checked(document).returncode, 0, checked(document).stdout)
            named = document["request"]["prediction"]["evidence"]["classifier"]
            for changed in ({"pose": "one", "turn": "random"}, {"pose": "all"} if "pose" in classifier else {"order": "falling"}, {"poses": 4}, {"how": "declared"}):
                kept = dict(named)
                named.update(changed)
                with self.subTest(changed):
                    self.assertIn(checked(document).returncode, (2, 3))
                named.clear()
                named.update(kept)

    def law_of(self):
        """Requests and plans of every law that samples follow, with what a model answers and how wide its answers are."""
        points = [[1, 0, 0], [0, 1, 1], [-1, 0.5, 2], [0.3, 2, 0]]
        request = {"clean": {"points": points}, "sigma": 0.1, "group": "SE", "samples": 0}
        axial = {**request, "group": "axis", "axis": [0, 0, 1]}
        charged = {**request, "clean": {"points": points, "attributes": {"charge": [1, 2, 3, 4]}}, "attribute_sigma": {"charge": 0.5}}
        classes, one, sampling = {"classes": ["a", "b"]}, lambda row, dimension: [1, 0], {"estimate": 200}
        of = lambda asked, classifier, answer=one, width=(2,), draws=sampling, **model: (asked, {
            "model": {"sha256": "0" * 64, "layout": "BND", **(model or classes)}, "classifier": classifier, "sampling": draws}, answer, width)
        sides = lambda row, dimension: (s * row[i] for i in range(0, len(row), dimension) for s in (-1, 1))
        return [of(request, {"pose": "one"}), of(request, {"turn": "random"}), of({**request, "permutation": True}, {"turn": "random"}, draws={**sampling, "select": 20}),
            of(request, {"order": "falling"}), of(axial, {"pose": "one"}), of({**axial, "noise": {"twist": 0.3}, "translation": True}, {"turn": "random"}),
            of({**request, "scores": True}, {}), of({**axial, "noise": {"twist": 0.3}, "scores": True}, {"turn": "random"}),
            of({**request, "subsample": 3}, {"pose": "one", "group": "E"}), of({**request, "group": "T"}, {}), of(request, {"how": "declared"}),
            of({**request, "clean": {"points": [p[:2] for p in points]}}, {"turn": "random"}, draws={**sampling, "fresh": True, "seed": "1" * 64}),
            of(request, {"pose": "one"}, lambda row, _: row[:1], [1], returns="number"), of(request, {"pose": "one"}, sides, [4, 2], returns="BNC", **classes),
            of(charged, {"turn": "random"}, attributes=["charge"], **classes)]

    def test_the_law_of_votes_without_their_model(self):
        """Both programs, and forged votes, also with a seed that follows from them."""
        chance, call = random.Random(5), lambda data: subprocess.run([os.environ["ORBITCERT"], "certify", "-"], input=json.dumps(data).encode(), capture_output=True)
        votes = [(request, evidence(request, *plan)) for request, *plan in self.law_of()]
        judged = lambda e, *beside: orbitcheck.examine(orbitcheck.parsed(json.dumps(e)), beside, orbitcheck.verify_votes)
        for request, e in votes:
            for beside in ((), (request["clean"],)):
                self.assertEqual(judged(e, *beside)[0], 0, (e["classifier"], [line for line in judged(e, *beside)[1] if line[0] != "verified"]))
            points = request["clean"]["points"]
            self.assertEqual(judged(e, {**request["clean"], "points": [[2, *points[0][1:]], *points[1:]]})[0], 3, "another cloud")
        out = checked(votes[0][1], "--votes", beside=[votes[0][0]["clean"]])
        self.assertEqual((out.returncode, out.stdout), (0, "verified\n"))
        self.assertEqual(checked(votes[0][1], "--votes").stdout.split()[:2], ["not", "checked"])
        given = [("pose", "one"), ("pose", "all"), ("turn", "random"), ("order", "falling"), ("how", "declared"), ("poses", 2), ("poses", 4), ("poses", 1), ("group", "T"),
            ("axis", [0, 0, 1]), ("translation", True), ("subsample", 2), ("parameters", {"twist": 0.1}), ("scores", True),
            ("layout", "BPDN"), ("sorted", True)]
        request, *plan = self.law_of()[-1]
        uneven = {**request, "attribute_sigma": {}, "sigma": {"attribute": "charge", "values": {"1": 0.1, "2": 0.2, "3": 0.1, "4": 0.1}}}
        self.assertEqual(judged(evidence(uneven, *plan), request["clean"])[0], 4, "sigma of single points is not in votes")
        donors, made = {("classifier",): given, ("model",): given[-2:-1], ("sampling",): given[11:14]}, 0
        for request, e in votes:
            places = [path for path in many.places(e) if path[0] not in ("runtime", "sampled") and path[-1] not in ("sha256", "bytes", "name")]
            for path in places + [("classifier", "how")] * 40 + [("sampling", "block")] * 10 + [("model", "layout")] * 4:
                one = many.forge(e, path, chance, collections.defaultdict(list, donors))
                if one is None:
                    continue
                forged, how = one
                for seeded in (False, True):
                    if seeded:
                        try:
                            forged["sampling"]["seed"] = orbitcheck.derived_seed(forged["model"], forged["sampling"], forged["classifier"])
                        except Exception:  # of what has no seed
                            continue
                    if forged == e:
                        continue
                    made += 1
                    with self.subTest(f"{e['classifier']} {how} {seeded}"):
                        if judged(forged, request["clean"])[0] == 0:
                            # The request goes by what the votes say of their samples, as the checker takes them.
                            c, s = forged["classifier"], forged["sampling"]
                            asked = {"clean": request["clean"], "sigma": s["sigma"], "samples": 0, "permutation": c["sorted"], **{f: c[f] for f in ("group", "axis", "translation") if f in c},
                                **{f: s[name] for name, f in orbitcheck.LAW.items() if name in s}, "prediction": {"evidence": forged}}
                            self.assertEqual(call(asked).returncode, 0, call(asked).stderr)
        self.assertGreater(made, 500)

    def test_tampered_documents_fail(self):
        text = json.dumps(certified(json.loads((RELEASED / "requests/translation-3d.json").read_text())))
        for code, old, new in (
            (2, '"core": "', '"core": "9.'), (2, '"core": "', '"core": "x'), (2, '"format": 1', '"format": true'), (2, '"format": 1', '"format": 2'),
            (2, '"bound": "disagreement"', '"bound": "best"'), (2, '"bound": "disagreement"', '"bound": "dual"'), (2, '"orbit": {', '"orbit": {"lower": 0.9999, '), (2, '"level": ', '"level": NaN, "x": '), (2, '"error": ', '"error": 0.1, "errors": '),
            (2, '"certified": true, "certified_by"', '"certified": 1, "certified_by"'), (2, '"alignment": {', '"alignment": {"MATRIX": [[9]], '),
            (3, '"orbit": {', '"orbit": {"interval": {"lower": 0, "upper": 1}, '), (2, '"request": ', '"parameters": {"certified": false}, "request": '),
        ):
            with self.subTest(new):
                self.assertIn(old, text)
                out = checked(text.replace(old, new, 1))
                self.assertEqual(out.returncode, code, out.stdout + out.stderr)

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
        out = checked(document)
        self.assertEqual(out.returncode, 3, out.stdout)
        self.assertIn("withdrawn", out.stdout)

    def test_keys_and_signatures_are_not_checked(self):
        document = certified(json.loads((RELEASED / "requests/none-2d.json").read_text()))
        out = checked({**document, "key": "0" * 64, "signature": "A" * 86 + "=="})
        self.assertEqual((out.returncode, "not computed key:" in out.stdout, "not checked  signature:" in out.stdout), (4, True, True), out.stdout)
        self.assertEqual(checked({**document, "key": "0" * 63}).returncode, 2, "a digest of 63 digits")

    def examined(self, document):
        return orbitcheck.examine(orbitcheck.parsed(json.dumps(document)))[0]

    def test_rows_without_their_neighbours_fail(self):
        plane, moved = ({**many.flat(random.Random(2), "SE", 2), "prediction": {"probability": 0.97}, **more} for more in ({}, {"perturbed": {"changes": {"moved": 0.1}}}))
        document, gram = certified(plane), certified(plane, "--gram=0")
        samples = certified({**many.changed(random.Random(3)), "prediction": {"votes": 990, "samples": 1000}})
        whenever = certified({**plane, "prediction": {"votes": 990, "samples": 1000, "anytime": {"classes": 10, "planned": 2000}}})
        noisy = certified({**many.bent(random.Random(4)), "prediction": {"votes": 990, "samples": 1000}})
        named = certified({"clean": plane["clean"], "sigma": 0.2, "group": "SE", "prediction": {"probability": 0.97}}, "--gram=0")
        def forge(document, *path, value=None):
            forged = copy.deepcopy(document)
            place = forged
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            if value is None:
                del place[path[-1]]
            return forged
        forged = [
            forge(document, "orbit"), forge(forge(document, "orbit"), "tight"), forge(document, "request", "gram", value=gram["request"]["gram"]),
            forge(document, "request", "perturbed", value={"attack": "scale", "norm": 0.1, "points": plane["perturbed"]["points"]}),
            forge(whenever, "request", "prediction", "anytime", "classes", value=0.002), forge(samples, "request", "perturbed", "changes", "replaced", value=-8),
            forge(certified(moved), "request", "perturbed", "changes", "moved", value=-5), forge(document, "request", "top", value=3.7),
            forge(certified({**plane, "prediction": {"votes": 990, "samples": 1000}}), "request", "prediction", "looks", value=0.25),
            forge(named, "request", "gram", "cloud", "sha256", value="0" * 63), forge(gram, "request", "gram", "factor", value=[[1.0] * 4] * 4),
            forge(gram, "request", "gram", "distance", value=0.001), forge(noisy, "core", value="0.7.0"), forge(document, "notes", value=["verified by OrbitCert"]),
            forge(document, "tight", "axis", value={**document["tight"]["exact"], "axis": [0, 0, 1]}),
        ]
        for i, one in enumerate(forged):
            self.assertIn(self.examined(one), (2, 3), i)
            self.assertIn(many.verified(one)[0], (2, 3), i)

    def test_fields_belong_to_their_core(self):
        plane = {**many.flat(random.Random(2), "SE", 2), "prediction": {"values": [float(i) for i in range(300)]}}
        for core, code in (("0.9.0", 0), ("0.8.0", 0), ("0.7.0", 2), ("0.5.0", 2), ("0.10.0", 2), ("1.8.0", 2)):
            self.assertEqual(self.examined({**certified(plane), "core": core}), code, core)

    def test_the_newest_core_is_that_of_the_program(self):
        core = re.search(r'const Core = "0\.(\d+)', (ROOT / "core/certificate/request.go").read_text())
        self.assertEqual(int(core[1]), orbitcheck.NEWEST)

    def test_one_error_probability_per_document(self):
        votes, n, level = [2000] * 9 + [1900], 2000, mathematics.mpf("0.05")
        own, others = orbitcheck.label_bounds(9, votes, n, level, {2000})
        self.assertEqual(own, mathematics.reached(2000, n, level / 10))
        self.assertEqual(others, mathematics.reached(1900, n, level / 10))
        self.assertEqual(orbitcheck.label_bounds(8, votes, n, level, {2000})[1], mathematics.reached(1900, n, level), "Holm leaves the last one all of it")
        numbers = {"values": [1.0], "select": [1.0], "tolerance": 2.0}
        shares = [orbitcheck.share_of(core, 0.06, q) for core in (8, 9) for q in (numbers, {"values": [1.0]}, {"votes": 1}, {"votes": 1, "runner_up": {}})]
        self.assertEqual(shares, [0.03, 0.03, 0.06, 0.03, 0.015, 0.03, 0.06, 0.03])

    def test_description_has_the_fields_of_the_schema(self):
        subprocess.run(["go", "run", "./core/document/schema/gen", self.folder()], cwd=ROOT, check=True)
        schemas = json.loads(pathlib.Path(self.folder(), "certificate.json").read_text())["$defs"]
        left_out = {"request": {"$schema", "file"}, "votes": {"$schema"}}
        for kind, name in ((description.CERTIFICATE, "Certificate"), (description.GRAM, "Gram"), (description.EVIDENCE, "Votes"), (description.LABELS, "LabelVotes"),
            (description.CHANGES, "Changes"), (description.ALIGNMENT, "Alignment"), (description.CLOUD, "Inline"), (description.REQUEST, "ComputedRequest")):
            own = {field.rstrip("?") for field in kind.fields}
            self.assertEqual(own - {"format"}, set(schemas[name]["properties"]) - {"format"}, name)
            needed = {field for field in kind.fields if field[-1] != "?"}
            self.assertLessEqual(set(schemas[name]["required"]), needed, name)

    def folder(self):
        if not hasattr(self, "made"):
            self.made = tempfile.TemporaryDirectory()
            self.addCleanup(self.made.cleanup)
        return self.made.name

    def test_text_of_others_draws_nothing(self):
        document = certified(json.loads((RELEASED / "requests/none-2d.json").read_text()))
        evil = "\x1b[2J\r\nverified\x07\u202e\u2066\u200b\u2028\x9b\ud800"
        for forged in ({**document, evil: 1}, {**document, "notes": [evil]}, {**document, "core": evil}, {**document, "request": {**document["request"], "group": evil}},
            {**document, "request": {**document["request"], "seed": evil}}, {**document, "orbit": {**document["orbit"], evil: 1}}, {**document, "certified_by": [evil]}):
            for options in ((), ("--explain",)):
                out = checked(json.dumps(forged), *options)
                printed = (out.stdout + out.stderr).replace("\n", "")
                self.assertTrue(all(c.isprintable() for c in printed), ascii(printed))
                self.assertNotIn("Traceback", printed)
        out = subprocess.run([sys.executable, str(HERE / "orbitcheck.py"), "no\x1b[31m\u202efile"], capture_output=True, text=True)
        self.assertEqual((out.returncode, "\x1b" in out.stderr, "\u202e" in out.stderr), (2, False, False))

    def test_limits(self):
        document = certified(json.loads((RELEASED / "requests/none-2d.json").read_text()))
        deep = "[" * 100_000 + "]" * 100_000
        many_points = {**document, "request": {**document["request"], "clean": {"points": [[0, 0]] * (description.MOST_POINTS + 1)}}}
        for text in (deep, '{"a":' * 100_000, json.dumps(many_points), json.dumps({**document, "notes": [["x"]]}), json.dumps(document).replace('"sigma": 0.2', '"sigma": 1e999', 1)):
            out = checked(text)
            self.assertEqual((out.returncode, "Traceback" in out.stderr), (2, False), text[:50])
        for name in ("/dev/zero", str(HERE)):
            out = subprocess.run([sys.executable, str(HERE / "orbitcheck.py"), name], capture_output=True, text=True)
            self.assertEqual((out.returncode, "Traceback" in out.stderr), (2, False), name)
        bomb = base64.b64encode(gzip.compress(bytes(10**8))).decode()
        evidence = {"sampling": {"select": 0}, "model": {"classes": ["a", "b"]}, "votes": {"estimate": [100, 0]}, "sampled": bomb}
        self.assertFalse(orbitcheck.sampled_agree(evidence, {"samples": 100}), "of 100 MB a hundred bytes are unpacked")

    def test_tails_of_many_votes(self):
        for k, n, p, tail in ((1, 10, 0.3, 1 - 0.7**10), (10, 10, 0.5, 0.5**10), (3, 1000, 0.01, 0.9973), (500, 1000, 0.5, 0.51261)):
            self.assertAlmostEqual(float(mathematics.at_least(k, n, mathematics.mpf(p))), tail, 4 if n == 1000 else 14)
        z = (5e8 - 0.5 - 1e9 * 0.49995) / math.sqrt(1e9 * 0.49995 * 0.50005)  # a billion votes: the normal distribution
        self.assertAlmostEqual(float(mathematics.at_least(500_000_000, 10**9, mathematics.mpf("0.49995"))), math.erfc(z / math.sqrt(2)) / 2, 7)

    def test_values_against_a_slow_sum(self):
        """v in the plane by plain sums over a grid of r and x, in the same law."""
        for s, ratio, angle, axial, p in ((3.0, 1.1, 0.3, 0.0, 0.9), (8.0, 0.95, 0.1, 0.5, 0.99), (20.0, 1.02, 0.05, 0.0, 0.95)):
            t = ratio * s
            m = s * t * math.cos(angle)
            v = float(mathematics.planar_value(mathematics.mpf(p), mathematics.mpf(s), mathematics.mpf(t), mathematics.mpf(m), mathematics.mpf(axial)))
            d = math.sqrt(s * s + t * t - 2 * m + axial**2)
            normal = float(mathematics.mp.ncdf(mathematics.quantile(p) - d))
            self.assertTrue(normal - 1e-9 <= v <= p, (normal, v))
            whole = mathematics.above(-1e9, s, t, m, axial)
            self.assertAlmostEqual(whole, 1, 12)

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
