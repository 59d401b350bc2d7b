"""Tests of runs of orbitcert.torch over data sets, and of its poses, as it is installed: run by build/python/test.sh."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np
import orbitcert
import torch
from orbitcert.native import PROGRAM
from orbitcert.torch import CertifiedAccuracyCallback, Invariant, PrincipalPoses, certify_dataset, export_onnx
from orbitcert.run_file import compact
from torch import nn
from torch.nn import functional

REPOSITORY = Path(__file__).resolve().parents[3]

torch.manual_seed(11)
CLOUDS = torch.randn(5, 12, 3) * torch.tensor([1.0, 2, 3]) * torch.tensor([0.5, 1, 1.5, 0.7, 1.2])[:, None, None]
LABELS = torch.tensor([1, 2, 2, 0, 1])
LOADER = [(CLOUDS[:2], LABELS[:2]), (list(CLOUDS[2:]), LABELS[2:].tolist())]
ASKED = {"sigma": 0.25, "samples": 200, "select": 100, "attack": {"family": "scale", "norms": [0, 0.1, 0.2]}, "draws": 0}


class Net(nn.Module):
    """A small PointNet, B×D×N to B×C. It keeps all that it is shown; from `stop` rows on it ends its process, as if that was killed."""

    def __init__(self, seed=24):
        super().__init__()
        torch.manual_seed(seed)
        self.points = nn.Sequential(nn.Conv1d(3, 16, 1), nn.BatchNorm1d(16), nn.ReLU())
        self.classes = nn.Linear(16, 3)
        self.register_buffer("turn", torch.zeros(()))
        self.seen, self.stop = [], None

    def forward(self, inputs):
        if not torch.onnx.is_in_onnx_export():
            assert not self.training and not torch.is_grad_enabled()
            self.seen.append(inputs.numpy().copy())
            if self.stop is not None and sum(map(len, self.seen)) > self.stop:
                import os
                os._exit(9)
        return 4 * self.classes(self.points(inputs).amax(2))


def classifier(seed=24):
    return Invariant(Net(seed=seed), "SE", layout="BDN")


def refused(case, act):
    with case.assertRaises(orbitcert.InputError) as caught:
        act()
    return caught.exception


def refusal(case, act):
    return refused(case, act).field


def without_probes(seen, drawn):
    """The batches in `seen` that are the rows drawn, in their order. All others must be single rows and halves of batches, shown again."""
    counted, at, again = [], 0, set(map(bytes, drawn))
    for rows in seen:
        if len(counted) < len(drawn) and len(rows) > 16 and rows.tobytes() == drawn[at : at + len(rows)].tobytes():
            counted.append(rows)
            at += len(rows)
        else:
            assert set(map(bytes, rows)) <= again
    return np.concatenate(counted)


class Folder(unittest.TestCase):
    def setUp(self):
        self.hold = tempfile.TemporaryDirectory()
        self.place = Path(self.hold.name)

    def tearDown(self):
        self.hold.cleanup()


class CertifyDataset(Folder):
    def certify(self, folder="a", loader=LOADER, model=None, **changed):
        return certify_dataset(model or classifier(), loader, self.place / folder, **{**ASKED, **changed})

    def document(self, folder="a"):
        return json.loads((self.place / folder / "run.json").read_text())

    def test_draws_are_those_of_the_core_bit_by_bit(self):
        model = classifier()
        self.certify(model=model, workers=1)
        plan = {
            "sigma": 0.25, "group": "SE",
            "prediction": {"model": {"sha256": "0" * 64, "layout": "BDN", "classes": ["0", "1", "2"]}, "sampling": {"select": 100, "estimate": 200}},
        }
        drawn = []
        for cloud in CLOUDS:
            path = self.place / "plan.json"
            path.write_text(json.dumps({**plan, "clean": {"points": cloud.double().tolist()}}))
            with open(self.place / "drawn.npy", "wb") as file:
                subprocess.run([PROGRAM, "draw", path], stdout=file, check=True)
            drawn.append(np.load(self.place / "drawn.npy"))
        self.assertEqual(np.concatenate(drawn).shape, (5 * 300 * 4, 3, 12))
        self.assertEqual(np.concatenate(drawn).tobytes(), without_probes(model.model.seen, np.concatenate(drawn)).tobytes())

    def test_is_the_run_of_the_votes_that_smooth_counts(self):
        model = classifier().train()
        result = self.certify(model=model)
        self.assertTrue(model.training and model.model.training)
        self.assertEqual(result, orbitcert.run(self.place / "a/run.json"))
        self.assertEqual((result.total, result.grid), (5, [0, 0.1, 0.2]))
        self.assertTrue(0 < result.accuracy["orbit"][0] <= 1)
        document = self.document()
        for entry, cloud, label in zip(document["clouds"], CLOUDS, LABELS):
            votes = orbitcert.smooth(classifier().model, cloud, 0.25, 200, layout="BDN", select=100).document
            self.assertEqual((entry["label"], entry["points"]), (int(label), cloud.double().tolist()))
            self.assertEqual(entry["votes_cert"], [*votes["votes"]["estimate"], 200 - sum(votes["votes"]["estimate"])])
            self.assertEqual(entry["votes_pred"], [*votes["votes"]["select"], 100 - sum(votes["votes"]["select"])])
        self.assertGreater(len({tuple(entry["votes_cert"]) for entry in document["clouds"]}), 2)

    def test_a_count_stops_once_all_norms_are_decided(self):
        attack = {"family": "ball", "norms": [0, 0.05]}
        model = classifier()
        early, two = self.certify(model=model, attack=attack, select=None, samples=2000), self.certify("two", attack=attack, samples=2000)
        self.assertEqual(early.document["settings"]["anytime"], {"classes": 3, "planned": 2000})
        self.assertNotIn("anytime", two.document["settings"])
        document = self.document()
        self.assertEqual(document["voted"]["sampling"]["select"], 0)
        counted = [sum(entry["votes_cert"]) for entry in document["clouds"]]
        self.assertFalse(any("votes_pred" in entry for entry in document["clouds"]))
        self.assertTrue(min(counted) < 500 and max(counted) <= 2000, counted)
        self.assertLess(sum(map(len, model.model.seen)), 5 * 4 * 2100, "rows of four poses, fewer than all samples have")
        self.assertEqual(self.certify("again", attack=attack, select=None, samples=2000, batch=64, workers=1), early)
        with self.assertRaises(orbitcert.InputError) as refused:
            self.certify(attack={**attack, "norms": [0, 0.1]}, select=None, samples=2000)
        self.assertIn("asked", str(refused.exception))

    def test_a_killed_run_goes_on_to_the_same_bytes(self):
        whole = self.certify("whole")
        for stop, torn in ((300 * 4 * 2 + 300, b""), (300 * 4 * 3 + 900, b'{"cloud": {"name": "000')):
            code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nfrom torch_run_test import *\n" \
                f"model = classifier()\nmodel.model.stop = {stop}\n" \
                f"certify_dataset(model, LOADER, {str(self.place / str(stop))!r}, workers=1, **ASKED)\n"
            self.assertEqual(subprocess.run([sys.executable, "-B", "-c", code]).returncode, 9)
            kept = self.place / str(stop) / "votes.jsonl"
            done = len(kept.read_bytes().splitlines()) - 1
            self.assertTrue(0 < done < 5, done)
            with open(kept, "ab") as file:
                file.write(torn)
            model = classifier()
            self.assertEqual(self.certify(str(stop), model=model), whole)
            self.assertEqual(sum(len(rows) for rows in model.model.seen if len(rows) == 256), (5 - done) * (300 * 4 // 256 * 256))
            for name in ("run.json", "votes.jsonl"):
                self.assertEqual((self.place / str(stop) / name).read_bytes(), (self.place / "whole" / name).read_bytes())

    def test_votes_serve_another_attack(self):
        self.certify()
        model = classifier()
        turned = self.certify(model=model, attack={"family": "rotate", "degrees": [0, 10], "noise": 0.1, "draws": 2})
        self.assertEqual((max(map(len, model.model.seen)), turned.grid), (16, [0, 10]))
        ranges = self.certify(model=model, attack=None)
        self.assertEqual((max(map(len, model.model.seen)), ranges.grid, ranges.families["rotation"].unit), (16, [], "rad"))
        self.assertEqual(self.certify(model=model), orbitcert.run(self.place / "a/run.json"))

    def test_the_number_of_workers_does_not_matter(self):
        for workers in (1, 2, 7):
            self.certify(str(workers), workers=workers)
        self.assertEqual(len({(self.place / str(workers) / "run.json").read_bytes() for workers in (1, 2, 7)}), 1)
        self.assertEqual(threading.active_count(), 1)

    def test_shards_are_the_same_run_once_they_are_joined(self):
        whole = self.certify("whole")
        model = classifier()
        for i in (2, 0, 1):
            part = self.certify("shards", model=model, shard=(i, 3))
            self.assertEqual([cloud["name"] for cloud in part.document["results"]], [f"{number:05d}" for number in range(i, 5, 3)])
        self.assertEqual(sum(len(rows) for rows in model.model.seen if len(rows) == 256), 5 * (300 * 4 // 256 * 256))
        model = classifier()
        self.assertEqual(self.certify("shards", model=model), whole)
        self.assertEqual(max(map(len, model.model.seen)), 16)  # counted nothing again
        for name in ("run.json", "votes.jsonl"):
            self.assertEqual((self.place / "shards" / name).read_bytes(), (self.place / "whole" / name).read_bytes())

    def test_shards_are_joined_without_the_model(self):
        whole = self.certify("whole")
        for i in range(3):
            self.certify("shards", shard=(i, 3))
        self.assertEqual(orbitcert.merge(self.place / "shards"), whole)
        self.assertEqual((self.place / "shards/run.json").read_bytes(), (self.place / "whole/run.json").read_bytes())
        code = "import sys, orbitcert\nassert orbitcert.merge(sys.argv[1]).total == 5 and 'torch' not in sys.modules\n"
        subprocess.run([sys.executable, "-B", "-c", code, self.place / "shards"], check=True)

    def test_refuses_to_join_shards_that_are_not_of_one_run(self):
        for name, shards, problem in (
            ("missing", [(0, {}), (2, {})], "shard-1-of-3 is missing or not finished"),
            ("sigma", [(0, {}), (1, {"sigma": 0.2}), (2, {})], "shard-1-of-3 has another sigma"),
            ("model", [(0, {}), (1, {}), (2, {"model": classifier(seed=36)})], "shard-2-of-3 has another weights, model"),
            ("attack", [(0, {}), (1, {"attack": {"family": "scale", "norms": [0]}}), (2, {})], "shard-1-of-3 has another attack"),
            ("clouds", [(0, {"loader": LOADER[:1]}), (1, {}), (2, {})], "shard-1-of-3 has another loader"),
            ("fewer", [(0, {}), (1, {}), (2, {"loader": [(CLOUDS[:4], LABELS[:4])]})], "shard-2-of-3 has another loader"),
            ("order", [(0, {}), (1, {"loader": [(CLOUDS[[0, 2, 1, 3, 4]], LABELS)]}), (2, {})], "shard-1-of-3 has another loader"),
            ("labels", [(0, {}), (1, {"loader": [(CLOUDS, LABELS[[0, 1, 2, 4, 3]])]}), (2, {})], "shard-1-of-3 has another loader"),
            ("more", [(0, {}), (1, {}), (2, {}), (0, {"shard": (0, 2)})], "has shards of 2 and of 3"),
        ):
            with self.subTest(name):
                for i, change in shards:
                    self.certify(name, **{"shard": (i, 3), **change})
                error = refused(self, lambda: orbitcert.merge(self.place / name))
                self.assertEqual(error.field, "folder")
                self.assertIn(problem, str(error))
        for cut in ("run.json", "votes.jsonl"):
            with self.subTest(cut):
                kept = self.place / "attack/shard-2-of-3" / cut
                self.certify("attack", shard=(1, 3))
                whole = kept.read_bytes()
                kept.write_bytes(whole[: whole.rfind(b"{")])
                self.assertIn("shard-2-of-3 is missing or not finished", str(refused(self, lambda: orbitcert.merge(self.place / "attack"))))
                kept.write_bytes(whole)

    def test_what_a_shard_has_not_done_is_counted_when_they_are_joined(self):
        whole = self.certify("whole")
        self.certify("some", shard=(1, 2))
        kept = self.place / "some/shard-1-of-2/votes.jsonl"
        kept.write_bytes(kept.read_bytes()[:-9])
        model = classifier()
        self.assertEqual(self.certify("some", model=model), whole)
        self.assertEqual(sum(len(rows) for rows in model.model.seen if len(rows) == 256), 4 * (300 * 4 // 256 * 256))

    def test_refuses_shards_of_something_else(self):
        self.certify("a", shard=(0, 2))
        self.assertEqual(refusal(self, lambda: self.certify("a", sigma=0.2)), "out")
        self.assertEqual(refusal(self, lambda: self.certify("a", model=classifier(seed=36))), "out")
        for shard in ((2, 2), (-1, 2), (0, 0), (1,), (0.5, 2), (7, 8)):
            self.assertEqual(refusal(self, lambda: self.certify("b", shard=shard)), "shard")

    def test_a_model_that_returns_classes_needs_their_names(self):
        """A cloud whose samples have few classes does not tell how many there are."""
        def classes(model, inputs):
            return model(inputs).argmax(1)

        def certify(folder, **names):
            return certify_dataset(Invariant(Net(), "none", layout="BDN", forward=classes), LOADER, self.place / folder, **ASKED, **names)

        self.assertEqual(refusal(self, lambda: certify("unnamed")), "classes")
        whole = self.certify("logits", model=Invariant(Net(), "none", layout="BDN"))
        self.assertEqual(certify("named", classes=["0", "1", "2"]).accuracy, whole.accuracy)

    def test_refuses_a_folder_of_something_else(self):
        self.certify()
        swapped = [(CLOUDS[[1, 0]], LABELS[[1, 0]]), *LOADER[1:]]
        moved = classifier()
        with torch.no_grad():
            moved.model.turn += 1
        for change in (
            {"model": classifier(seed=36)}, {"model": moved}, {"sigma": 0.2}, {"samples": 300}, {"permutation": True}, {"loader": swapped},
            {"loader": [(CLOUDS[:2], 2 - LABELS[:2])]},
        ):
            with self.subTest(change):
                self.assertEqual(refusal(self, lambda: self.certify(**change)), "out")
        self.assertEqual(self.certify(loader=LOADER[:1]).total, 2)

    def test_refuses_what_is_no_function_of_one_cloud(self):
        class Batch(Net):
            def __init__(self):
                super().__init__()
                self.points[1] = nn.BatchNorm1d(16, track_running_stats=False)

        class Chance(Net):
            def forward(self, inputs):
                return functional.dropout(super().forward(inputs), training=True)

        for folder, kind in (("another batch", Batch), ("random numbers", Chance)):
            with self.assertRaisesRegex(orbitcert.InputError, f"classifier: .*{folder}"):
                self.certify(folder, model=Invariant(kind(), "SE", layout="BDN"))
            self.assertFalse((self.place / folder / "votes.jsonl").exists())
        for wrong in (classifier().model, classifier().poses):
            self.assertEqual(refusal(self, lambda: self.certify(model=wrong)), "classifier")
            self.assertEqual(refusal(self, lambda: export_onnx(wrong, self.place / "m.onnx", dimension=3)), "classifier")
            self.assertEqual(refusal(self, lambda: CertifiedAccuracyCallback(wrong, LOADER, sigma=1, radii=(1,))), "classifier")

    def test_refuses_a_file_of_something_else(self):
        self.certify()
        kept = self.place / "a/votes.jsonl"
        head, first, *rest = kept.read_bytes().splitlines(True)
        for bad in (b"no\n", b"[]\n", b"\xff\n", head + b"no\n", head + b"{}\n", head + b"[]\n"):
            kept.write_bytes(bad)
            self.assertEqual(refusal(self, self.certify), "out")
        for torn in (b"", b"no", head[:-1], head + first[:-1]):
            kept.write_bytes(torn)
            self.certify()
            self.assertEqual(kept.read_bytes(), b"".join([head, first, *rest]))

    def test_broken_clouds_and_labels(self):
        broken = CLOUDS[:3].clone()
        broken[1, 4, 0] = float("nan")
        result = self.certify(loader=[(broken, LABELS[:3])])
        failure = self.document()["clouds"][1]
        self.assertEqual((failure["name"], result.total), ("00001", 3))
        self.assertIn("point 4", failure["failure"])
        self.assertEqual(self.certify(loader=[(broken, LABELS[:3])]), result)
        self.assertEqual(refusal(self, lambda: self.certify("b", loader=[(CLOUDS[:1], [3])])), "loader")
        self.assertEqual(refusal(self, lambda: self.certify("c", loader=[(CLOUDS[:2], [1])])), "loader")
        self.assertEqual(refusal(self, lambda: self.certify("d", loader=[])), "loader")
        self.assertEqual(refusal(self, lambda: self.certify("e", loader=[(broken[1:2], [0])])), "loader")
        self.assertEqual(refusal(self, lambda: self.certify("f", sigma=-1)), "sigma")

    def test_about_an_axis_and_of_any_order(self):
        model = Invariant(Net(), "axis", layout="BDN", axis=[0, 0, 2], translation=True)
        self.certify(model=model, permutation=True, classes=["a", "b", 'c": ü'])
        document = self.document()
        self.assertEqual((document["group"], document["axis"], document["translation"], document["permutation"]), ("axis", [0, 0, 2], True, True))
        self.assertEqual((document["voted"]["classifier"]["poses"], document["voted"]["classifier"]["sorted"]), (2, True))
        self.assertEqual(document["voted"]["model"]["classes"], ["a", "b", 'c": ü'])

    def test_compact_keeps_what_stands_in_strings(self):
        value = {"a": {'b": ': ['x": 1', "\\", "  ", 1e-7], "empty": {}, "none": []}, "c": -0.5}
        self.assertEqual(compact(json.dumps(value, indent=2)), json.dumps(value, separators=(",", ":")))


class Soft(Net):
    """One that may be differentiated."""

    def forward(self, inputs):
        return 4 * self.classes(self.points(inputs).amax(2))


BALL = {"family": "ball", "norms": [0, 0.25, 0.5, 1, 2, 4], "search": 30}


class Attacks(Folder):
    def certify(self, folder, **changed):
        return certify_dataset(Invariant(Soft(), "SE", layout="BDN"), self.loader(), self.place / folder, **{"sigma": 0.25, "samples": 200, **changed})

    def loader(self):
        """Labels that the classifier gives, so that clouds are attacked, but for one."""
        labels = [orbitcert.smooth(Soft(), cloud, 0.25, 100, layout="BDN").predicted for cloud in CLOUDS]
        labels[4] = (labels[4] + 1) % 3
        return [(CLOUDS, labels)]

    def test_what_is_found_stands_above_what_is_certified(self):
        result = self.certify("a", attack=BALL)
        certified, left = result.accuracy["orbit"], result.accuracy["attacked"]
        self.assertTrue(all(low <= high for low, high in zip(certified, left)) and left[-1] < left[0], (certified, left))
        attacks, clouds = result.document["attacks"], result.document["results"]
        self.assertEqual((attacks["clouds"], "contradictions" in attacks, clouds[4].get("attacked")), (4, False, None))
        self.assertTrue(1 <= attacks["found"] <= 4, attacks)
        for cloud, entry in zip(clouds[:4], json.loads((self.place / "a/run.json").read_text())["clouds"]):
            found = cloud["attacked"].get("found")
            self.assertEqual(len(entry["attacked"]), cloud["attacked"]["clouds"])
            if found:
                moved = np.array(entry["attacked"][0]["points"]) - np.array(entry["points"])
                self.assertTrue(found["distance"] <= np.linalg.norm(moved) + 1e-9 <= 4 + 1e-6, (found, np.linalg.norm(moved)))
        self.assertEqual(self.certify("b", attack=BALL, workers=1), result)
        kept = self.place / "b/votes.jsonl"
        kept.write_bytes(b"".join(kept.read_bytes().splitlines(True)[:3]))
        self.assertEqual(self.certify("b", attack=BALL), result)
        self.assertEqual(refusal(self, lambda: self.certify("b", attack={**BALL, "search": 31})), "out")

    def test_of_samples_of_points_too(self):
        result = self.certify("a", attack=BALL, subsample=6)
        self.assertEqual(sorted(result.accuracy), ["attacked", "black_box", "orbit", "subsample"])
        self.assertTrue(all(low <= high for low, high in zip(result.accuracy["subsample"], result.accuracy["attacked"])), result.accuracy)
        points = self.certify("b", subsample=6).document["points"]
        self.assertEqual([change["change"] for change in points], ["replaced", "added", "removed"])
        self.assertEqual(refusal(self, lambda: self.certify("c", subsample=13)), "subsample")
        self.assertEqual(refusal(self, lambda: self.certify("a", attack=BALL, subsample=5)), "out")

    def test_a_forged_one_is_no_result(self):
        self.certify("a", attack=BALL)
        document = json.loads((self.place / "a/run.json").read_text())
        cloud = max(document["clouds"], key=lambda one: max(one["votes_cert"]))
        predicted = int(np.argmax(cloud["votes_pred"]))
        cloud["attacked"] = [{"points": cloud["points"], "votes": [190 if i == (predicted + 1) % 3 else 0 for i in range(3)], "samples": 200}]
        with self.assertRaisesRegex(orbitcert.VerificationFailedError, f"{cloud['name']}: is certified, but votes of fresh noise have another prediction"):
            orbitcert.run(document)


class Poses(Folder):
    def drawn(self, cloud, classifier):
        """Draw as the core does, samples × poses × N × D, all groups from the same noise."""
        sampling = {"select": 1, "estimate": 100, "fresh": True, "seed": "5" * 64}
        model = {"sha256": "0" * 64, "layout": "BND", "classes": ["0", "1"]}
        request = {"clean": {"points": cloud.tolist()}, "sigma": 0.25, **classifier, "prediction": {"model": model, "sampling": sampling}}
        (self.place / "plan.json").write_text(json.dumps(request))
        with open(self.place / "drawn.npy", "wb") as file:
            subprocess.run([PROGRAM, "draw", self.place / "plan.json"], stdout=file, check=True)
        rows = torch.from_numpy(np.load(self.place / "drawn.npy"))
        return rows.view(101, -1, *cloud.shape)

    def test_are_those_of_the_core_but_for_its_grid(self):
        """Of the core's samples without poses, which are within half a step of the grid, 2⁻¹⁰, of what it has posed."""
        for d in (2, 3):
            cloud = CLOUDS[0, :, :d].double()
            about = [{"group": "axis", "axis": [1, 2, -2]}, {"group": "axis", "axis": [0, 1, 0], "translation": True}] if d == 3 else []
            for asked in [*({"group": group} for group in ("none", "T", "SO", "O", "SE", "E")), *about]:
                with self.subTest(asked, dimension=d):
                    core = self.drawn(cloud, asked)
                    mine = PrincipalPoses(**asked)(self.drawn(cloud, {"group": "none"})[:, 0])
                    self.assertEqual(mine.shape, core.shape)
                    away = (core[:, :, None] - mine[:, None]).abs().amax((3, 4))  # of every pose from every other
                    self.assertLess(float(away.amin(2).max()), 0.02)
                    self.assertLess(float(away.amin(1).max()), 0.02)


if __name__ == "__main__":
    unittest.main()
