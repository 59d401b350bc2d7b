"""Tests of the export, the callback and the progress of orbitcert.torch, as it is installed: run by build/python/test.sh."""

import io
import json
import subprocess
import sys
import types
import unittest
from unittest import mock

import numpy as np
import orbitcert
import torch
from orbitcert.progress import Progress
from orbitcert.torch import CertifiedAccuracyCallback, Invariant, certify_dataset, export_onnx
from torch import nn
from torch_run_test import ASKED, BALL, CLOUDS, LABELS, LOADER, REPOSITORY, Folder, Net, Soft, classifier, refusal


class Export(Folder):
    def test_the_page_counts_the_same_votes(self):
        """The file, opened by the page's own runtime without a browser, has the votes of the module: all documents are the same bytes."""
        file = self.place / "net.onnx"
        export_onnx(classifier(), file, dimension=3, classes=["bed", "chair", 'ta"ble'])
        certify_dataset(classifier(), LOADER, self.place, file=file, classes=["bed", "chair", 'ta"ble'], **ASKED)
        said = self.votes(self.place / "run.json", "--recount")
        self.assertIn("5 clouds counted again, each with the votes of the document", said)

    def test_the_page_counts_attacks_and_samples_of_points_again(self):
        file, model = self.place / "net.onnx", Invariant(Soft(), "SE", layout="BDN")
        export_onnx(model, file, dimension=3)
        clouds = CLOUDS.clone()
        clouds[0, 0, 0] = -0.0  # which JavaScript writes as 0
        labels = [orbitcert.smooth(model.model, cloud, 0.25, 100, layout="BDN").predicted for cloud in clouds]
        asked = {"sigma": 0.25, "samples": 200, "attack": BALL, "subsample": 8, "file": file}
        result = certify_dataset(model, [(clouds, labels)], self.place, **asked)
        self.assertTrue(result.document["attacks"]["found"] > 0, result.document["attacks"])
        self.assertIn("5 clouds counted again, each with the votes of the document", self.votes(self.place / "run.json", "--recount"))

    def votes(self, *arguments):
        command = ["node", REPOSITORY / "build/out/orbitcert-votes.mjs", *arguments, "--model", self.place / "net.onnx"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_every_layout_is_one_that_the_page_takes(self):
        class Laid(nn.Module):
            def __init__(self, layout):
                super().__init__()
                self.layout, self.net = layout, Net()

            def forward(self, inputs):
                if self.layout == "BPDN":
                    return torch.stack([self.net(pose) for pose in inputs.unbind(1)]).mean(0)
                if "flat" in self.layout:
                    inputs = inputs.view(-1, *((3, 10) if self.layout == "flat BDN" else (10, 3)))
                inputs = inputs[..., 0] if self.layout.endswith("1") else inputs
                return self.net(inputs if "BDN" in self.layout else inputs.transpose(1, 2))

        for layout in ("BND", "BDN", "BND1", "BDN1", "flat BND", "flat BDN", "BPDN"):
            with self.subTest(layout):
                points = 10 if "flat" in layout else None
                export_onnx(Invariant(Laid(layout), "SE", layout=layout), self.place / "net.onnx", dimension=3, points=points)
                request = {"clean": {"points": CLOUDS[0, :10].double().tolist()}, "sigma": 0.25, "group": "SE"}
                (self.place / "request.json").write_text(json.dumps(request))
                flags = ["--layout", layout] if "flat" in layout else []
                counted = json.loads(self.votes(self.place / "request.json", "--samples", "200", *flags))
                self.assertEqual(counted["model"]["layout"], layout)
                model = Invariant(Laid(layout), "SE", layout=layout).model
                votes = orbitcert.smooth(model, CLOUDS[0, :10], 0.25, 200, layout=layout, file=self.place / "net.onnx")
                self.assertEqual((counted["votes"], counted["sampled"]), (votes.document["votes"], votes.document["sampled"]))

    def test_is_compared_where_there_is_a_runtime(self):
        for wrong in (0, 1):
            with self.subTest(wrong):
                model = classifier().train()
                runtime = types.ModuleType("onnxruntime")
                runtime.InferenceSession = lambda data, providers: types.SimpleNamespace(
                    run=lambda names, feeds: [Net().eval().forward_of(feeds["clouds"]) + np.float32(wrong)])
                Net.forward_of = lambda self, inputs: self.classes(self.points(torch.from_numpy(inputs)).amax(2)).detach().numpy() * 4
                sys.modules["onnxruntime"] = runtime
                try:
                    if wrong:
                        self.assertEqual(refusal(self, lambda: export_onnx(model, self.place / "m.onnx", dimension=3)), "classifier")
                    else:
                        export_onnx(model, self.place / "good.onnx", dimension=3)
                finally:
                    del sys.modules["onnxruntime"]
                self.assertTrue(model.model.training)
        self.assertEqual([path.name for path in self.place.iterdir()], ["good.onnx"])
        self.assertEqual(refusal(self, lambda: export_onnx(model, self.place / "m.onnx", dimension=4)), "dimension")

    def test_names_of_classes(self):
        import onnx

        classes = [f"class {i} " * 1000 for i in range(3)]
        export_onnx(classifier(), self.place / "m.onnx", dimension=3, classes=classes)
        for some in (classes[:2], [*classes, "another"]):
            self.assertEqual(refusal(self, lambda: export_onnx(classifier(), self.place / "n.onnx", dimension=3, classes=some)), "classes")
        made = onnx.load(self.place / "m.onnx")
        onnx.checker.check_model(made)
        self.assertEqual([(p.key, json.loads(p.value)) for p in made.metadata_props], [("classes", classes)])


class Callback(unittest.TestCase):
    def measure(self, **changed):
        return CertifiedAccuracyCallback(classifier(), LOADER, **{"sigma": 0.25, "radii": (0.0, 0.1, 0.3), "samples": 200, **changed})

    def test_is_the_share_of_the_radii_that_the_core_certifies(self):
        radii = []
        for cloud, label in zip(CLOUDS, LABELS):
            votes = orbitcert.smooth(classifier().model, cloud, 0.25, 200, layout="BDN")
            certified = orbitcert.certify(cloud, sigma=0.25, votes=votes, draws=0).orbit.radius
            radii.append(certified if votes.predicted == label else 0)
        found = self.measure().measure()
        self.assertEqual(found, {r: sum(x > r for x in radii) / 5 for r in (0.0, 0.1, 0.3)})
        self.assertTrue(found[0.0] > found[0.3] or found[0.0] == 0, found)
        self.assertEqual(self.measure(first=2).measure()[0.0], sum(x > 0 for x in radii[:2]) / 2)
        chance = Invariant(nn.Sequential(nn.Flatten(), nn.Linear(36, 3)), "SE", layout="BDN")
        chance.model.register_forward_hook(lambda model, inputs, logits: logits + torch.rand_like(logits))
        self.assertEqual(refusal(self, CertifiedAccuracyCallback(chance, LOADER, sigma=1, radii=(1,)).measure), "classifier")

    def test_logs_as_a_trainer_asks(self):
        logged = []
        module = types.SimpleNamespace(log=lambda name, value: logged.append((name, value)))
        callback = self.measure(every=2)
        callback.on_validation_epoch_end(types.SimpleNamespace(sanity_checking=True), module)
        for _ in range(3):
            callback.on_validation_epoch_end(types.SimpleNamespace(sanity_checking=False), module)
        self.assertEqual([name for name, _ in logged], ["certified_accuracy/0", "certified_accuracy/0.1", "certified_accuracy/0.3"])
        self.assertEqual(dict(logged)["certified_accuracy/0.1"], self.measure().measure()[0.1])

    def test_is_a_callback_of_lightning_where_that_is_loaded(self):
        class Base:
            state_key = "key"

            def on_fit_start(self, trainer, module):
                pass

        self.assertIs(type(self.measure()), CertifiedAccuracyCallback)
        for name in ("lightning.pytorch", "pytorch_lightning"):
            sys.modules[name] = types.ModuleType(name)
            sys.modules[name].Callback = Base
            try:
                callback = self.measure()
            finally:
                del sys.modules[name]
            self.assertIsInstance(callback, Base)
            self.assertIsInstance(callback, CertifiedAccuracyCallback)
            callback.on_fit_start(None, None)
            self.assertEqual(callback.radii, (0.0, 0.1, 0.3))

    def test_refuses(self):
        for radii in ((), (-1,), (float("nan"),)):
            self.assertEqual(refusal(self, lambda: self.measure(radii=radii)), "radii")


class Report(unittest.TestCase):
    def said_of_40_clouds(self, terminal):
        """Report progress if every cloud takes four seconds."""
        said, now = io.StringIO(), [100.0]
        said.isatty = lambda: terminal
        with mock.patch.dict("sys.modules", {"tqdm.auto": None}), mock.patch("sys.stderr", said), mock.patch("time.monotonic", lambda: now[0]):
            progress = Progress(40)
            for done in range(1, 41):
                now[0] += 4
                progress.add(done, fresh=True)
            progress.end()
        return said.getvalue()

    def test_progress(self):
        left = {8: "2 min", 16: "2 min", 24: "64 s", 32: "32 s", 40: "0 s"}
        lines = [f"orbitcert: votes of {done} of 40 clouds, about {time} left\n" for done, time in left.items()]
        self.assertEqual(self.said_of_40_clouds(terminal=False), "".join(lines))
        said = self.said_of_40_clouds(terminal=True)
        self.assertTrue(said.startswith("\rvotes of 1 of 40 clouds, about 3 min left\x1b[K\rvotes of 2 of 40"))
        self.assertTrue(said.endswith("\r\x1b[K"))


if __name__ == "__main__":
    unittest.main()
