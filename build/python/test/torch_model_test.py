"""Tests of the models that orbitcert.torch counts, and of their mode afterwards: run by build/python/test.sh."""

import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np
import orbitcert
import torch
from orbitcert.evaluation import Answer
from orbitcert.probe import EVERY, Probed, differ
from orbitcert.torch import CertifiedAccuracyCallback, Invariant, Smoothed, certify_dataset, export_onnx
from orbitcert.folder_lock import locked
from torch import nn
from torch.nn import functional

torch.manual_seed(5)
CLOUDS = torch.randn(3, 10, 3) * torch.tensor([1.0, 2, 3])
LOADER = [(CLOUDS, [0, 1, 2])]
ASKED = {"sigma": 0.25, "samples": 200, "attack": {"family": "scale", "norms": [0, 0.1]}, "draws": 0}


class Net(nn.Module):
    """A small PointNet, B×N×D to B×C. `change` maps its logits to others."""

    def __init__(self, change=lambda logits: logits, classes=4):
        super().__init__()
        torch.manual_seed(3)
        self.points = nn.Sequential(nn.Linear(3, 16), nn.ReLU())
        self.classes = nn.Linear(16, classes)
        self.change, self.scale = change, 1

    def forward(self, clouds):
        return self.change(self.scale * self.classes(self.points(clouds).amax(1)))


def masked(value, then=lambda logits: logits):
    """Logits that are changed, and whose class 3 is masked then."""
    def change(logits):
        logits = then(logits).clone()
        logits[:, 3] = value
        return logits
    return change


def dropped(logits):
    return functional.dropout(logits, 0.2, training=True)


def normalised(logits):
    return logits * torch.tensor([4, 0.2, 1, 1]) / (1e-6 + logits.std(0, keepdim=True)) if len(logits) > 1 else logits


def from_call(number, then):
    """Logits that change from a call on."""
    calls = []

    def change(logits):
        calls.append(1)
        return then(logits) if len(calls) >= number else logits
    return change


def refusal(case, act):
    with case.assertRaises(orbitcert.InputError) as caught:
        act()
    return caught.exception


def counted(model, cloud=0, n=200, **asked):
    return orbitcert.smooth(model, CLOUDS[cloud], 0.25, n, group="none", **asked)


class Folder(unittest.TestCase):
    def setUp(self):
        hold = tempfile.TemporaryDirectory()
        self.addCleanup(hold.cleanup)
        self.place = Path(hold.name)

    def certify(self, model, folder="a", loader=LOADER, **changed):
        classifier = model if isinstance(model, Invariant) else Invariant(model, "SE")
        return certify_dataset(classifier, loader, self.place / folder, **{**ASKED, **changed})


class Probe(Folder):
    def test_refuses_models_behind_a_masked_class(self):
        for value in (-1e4, -1e9):
            for then in (dropped, normalised):
                with self.subTest(value=value, then=then.__name__):
                    model = Net(masked(value, then))
                    self.assertEqual(refusal(self, lambda: self.certify(model, f"{value}{then.__name__}")).field, "classifier")
                    self.assertEqual(refusal(self, lambda: counted(model)).field, "model")
            self.assertEqual(self.certify(Net(masked(value)), f"{value}").total, 3)

    def test_refuses_a_model_that_changes_during_the_count(self):
        for number in (40, 21 + EVERY):
            error = refusal(self, lambda: counted(Net(from_call(number, dropped)), n=3000, batch=64))
            self.assertIn("random numbers", str(error))
        self.assertIn("at the start of the count", str(refusal(self, lambda: counted(Net(from_call(20, lambda logits: logits * 2))))))
        # Whichever check comes first: one repeats a batch, the other the first batch of the count.
        self.assertRegex(str(refusal(self, lambda: self.certify(Net(from_call(40, dropped)), batch=32))), "random numbers|at the start of the count")

    def test_refuses_rows_that_change_others_now_and_then(self):
        """Let a row that is far out, about 1 in 60, change the class of its whole batch. The first 16 rows have none."""
        def rarely(logits):
            return logits.flip(1) if bool((logits[:, 0] > far).any()) else logits

        far = float("inf")
        rows = []
        counted(Net(lambda logits: rows.append(logits) or logits), n=12000, batch=64)
        far = float(torch.cat(rows)[:, 0].quantile(1 - 1 / 60))
        self.assertFalse(bool((torch.cat(rows)[:16, 0] > far).any()))
        self.assertIn("another batch", str(refusal(self, lambda: counted(Net(rarely), n=12000, batch=64))))
        self.assertEqual(counted(Net(rarely), n=300, batch=1).samples, 300)

    def test_takes_models_without_a_class_for_some_rows(self):
        probed = Probed(Answer(lambda rows: np.where(rows[:, :1] > 0, np.nan, [[np.inf, -1]]), "model"), 8)
        self.assertEqual(probed(np.float32([[1], [-1], [2]])).shape, (3, 2))

    def test_differ_compares_what_is_counted(self):
        one = np.array([[3.0, 1, -1e9], [1, 2, -1e9], [0.5, 0, -1e9]])
        for change, found in (((0, 0, 1e-4), False), ((0, 0, 0.1), True), ((0, 2, 1e8), False), ((2, 1, 0.6), True), ((1, 2, np.inf), True)):
            other = one.copy()
            other[change[0], change[1]] += change[2]
            self.assertEqual(differ(one, other), found, change)
        self.assertTrue(differ(one, one[:2]))
        self.assertTrue(differ(np.array([0, 1]), np.array([0, 0])))
        self.assertFalse(differ(one.astype("f4") + np.float32(1e6), one.astype("f4") + np.float32(1e6)))
        # Rows of a large lead do not hide rows that are drawn by chance.
        mixed = np.array([[1e4, 0], [1e4, 0], [1, 0]])
        self.assertTrue(differ(mixed, np.array([[1e4, 0], [1e4, 0], [0, 1]])))

    def test_rounding_of_a_row_near_a_tie_is_no_difference(self):
        batch = np.float32([[1.5, 1.5001, -2], [3, 1, 0], [0, 2, 1]])
        for change, found in ((2.4e-7, False), (-4e-4, False), (4e-3, True)):
            self.assertEqual(differ(batch[:1], batch[:1] + np.float32([change, 0, 0]), batch), found, change)


class Mode(Folder):
    def flags(self, model):
        return {name: part.training for name, part in model.named_modules()}

    def frozen(self):
        """A model in training mode, of which two submodules are not."""
        model = nn.Sequential(nn.Flatten(), nn.BatchNorm1d(30), nn.Sequential(nn.Linear(30, 3), nn.Dropout(0.5))).train()
        model[1].eval()
        model[2][1].eval()
        return model

    def test_restores_the_flag_of_every_submodule(self):
        for act in (
            counted,
            lambda model: self.certify(model),
            lambda model: CertifiedAccuracyCallback(Invariant(model), LOADER, sigma=0.25, radii=(0.1,), samples=200).measure(),
            lambda model: export_onnx(Invariant(model), self.place / "m.onnx", dimension=3, points=10),
            lambda model: refusal(self, lambda: counted(model, n=5)),
        ):
            model = self.frozen()
            before = self.flags(model)
            act(model)
            self.assertEqual(self.flags(model), before)
            self.assertEqual(len(set(before.values())), 2)

    def test_takes_modules_of_torchscript_and_wrappers(self):
        model = nn.Sequential(nn.Flatten(), nn.Linear(30, 3), nn.Dropout(0.5)).eval()
        plain = counted(model).document
        scripted = torch.jit.script(model)
        for other in (scripted, torch.jit.trace(model, CLOUDS), torch.jit.freeze(scripted), nn.Sequential(torch.jit.freeze(scripted)).train(False), nn.DataParallel(model)):
            self.assertEqual(counted(other).document, plain)

    def test_calls_train_of_a_module_that_does_more_there(self):
        class Merged(Net):
            modes = ()

            def train(self, mode=True):
                self.modes += (mode,)
                return super().train(mode)

        model = Merged()
        counted(model)
        self.assertEqual(model.modes, (False, True))

    def test_restores_a_module_that_cannot_be_switched(self):
        class Stuck(Net):
            def eval(self):
                super().eval()
                raise RuntimeError("stuck")

        model = Stuck().train()
        for _ in range(2):
            with self.assertRaisesRegex(RuntimeError, "stuck"):
                counted(model)
            self.assertTrue(all(part.training for part in model.modules()))

    def test_two_threads_count_one_module_in_evaluation_mode(self):
        """The first count ends while the second one is under way; neither sees dropout."""
        first_done, second_started = threading.Event(), threading.Event()

        class Waiting(Net):
            def forward(self, clouds):
                assert not self.training
                if threading.current_thread().name == "second" and not second_started.is_set():
                    second_started.set()
                return functional.dropout(super().forward(clouds), 0.5, self.training)

        model = Waiting().train()
        alone = counted(Waiting(), n=3000, batch=16)
        found = {}

        def second():
            slow = lambda module, clouds: (first_done.wait(60) if second_started.is_set() else None, module(clouds))[1]
            found["second"] = counted(model, n=3000, batch=16, forward=slow)

        thread = threading.Thread(target=second, name="second")

        class First(nn.Module):
            """The same module inside another one, which counts in a thread of its own and has a lock of its own."""

            def __init__(self):
                super().__init__()
                self.inner = model

            def forward(self, clouds):
                return self.inner(clouds)

        outer = First().train()

        def start_second(module, clouds):
            if not thread.is_alive() and not second_started.is_set():
                thread.start()
                second_started.wait(60)
            return module(clouds)

        found["first"] = counted(outer, n=3000, batch=16, forward=start_second)
        self.assertFalse(model.training)
        first_done.set()
        thread.join()
        self.assertEqual({name: votes.document["votes"] for name, votes in found.items()}, dict.fromkeys(("first", "second"), alone.document["votes"]))
        self.assertTrue(model.training and outer.training and all(part.training for part in model.modules()))

    def test_refuses_a_module_that_another_thread_trains(self):
        model = Net()
        model.change = from_call(30, lambda logits: model.train() and logits)
        self.assertIn("training mode", str(refusal(self, lambda: counted(model, n=1000, batch=16))))


class Resume(Folder):
    def test_refuses_votes_of_a_model_that_gives_other_logits(self):
        self.certify(Net())
        changes = {
            "attribute": lambda model: setattr(model, "scale", -1),
            "hook": lambda model: model.register_forward_hook(lambda module, inputs, logits: logits.flip(1)),
            "forward": lambda model: setattr(model, "forward", lambda clouds: Net.forward(model, -clouds)),
        }
        for name, change in changes.items():
            with self.subTest(name):
                model = Net()
                change(model)
                error = refusal(self, lambda: self.certify(model))
                self.assertEqual(error.field, "out")
                self.assertIn("gave other logits", str(error))
        swap = Invariant(Net(), "SE", forward=lambda model, clouds: model(clouds).flip(1))
        self.assertEqual(refusal(self, lambda: self.certify(swap)).field, "out")
        self.assertEqual(self.certify(Net()).total, 3)

    def test_resumes_after_rounding(self):
        """As on another device: logits that are a millionth off."""
        self.certify(Net())
        self.assertEqual(self.certify(Net(lambda logits: logits * (1 + 1e-6))).total, 3)

    def test_one_run_at_a_time_has_a_folder(self):
        (self.place / "a").mkdir()
        with locked(self.place / "a"):
            self.assertEqual(refusal(self, lambda: self.certify(Net())).field, "out")
        code = f"import sys\nfrom pathlib import Path\nfrom orbitcert.folder_lock import locked\n" \
            f"with locked(Path({str(self.place / 'a')!r})):\n    print('held', flush=True)\n    sys.stdin.read()\n"
        with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            self.assertEqual(other.stdout.readline(), b"held\n")
            self.assertIn("another run is using", str(refusal(self, lambda: self.certify(Net()))))
            other.kill()
        self.assertEqual(self.certify(Net()).total, 3)


class Outputs(Folder):
    def test_takes_the_first_of_several_outputs_or_a_function_of_them(self):
        plain = counted(Net()).document
        for change, forward in (
            (lambda logits: (logits, torch.eye(3)), None),
            (lambda logits: [logits, None], None),
            (lambda logits: {"features": torch.eye(3), "logits": logits}, None),
            (lambda logits: {"scores": logits}, None),
            (lambda logits: {"a": torch.eye(3), "b": logits}, lambda model, clouds: model(clouds)["b"]),
        ):
            self.assertEqual(counted(Net(change), forward=forward).document, plain)
        array = lambda rows: (rows.std(1), None)
        self.assertEqual(counted(array).document, counted(lambda rows: rows.std(1)).document)

    def test_names_the_model_and_what_to_do(self):
        error = refusal(self, lambda: counted(Net(lambda logits: {"a": logits, "b": logits})))
        self.assertEqual(str(error), "model: returns a dictionary of a, b; choose the logits by forward=lambda model, clouds: model(clouds)['a']")
        error = refusal(self, lambda: self.certify(Net(lambda logits: {"a": logits, "b": logits})))
        self.assertEqual(error.field, "classifier")
        for bad in (lambda logits: logits[:-1], lambda logits: None, lambda logits: "logits", lambda logits: {}, lambda logits: logits[:, :, None]):
            self.assertEqual(refusal(self, lambda: counted(Net(bad))).field, "model")
        self.assertEqual(refusal(self, lambda: counted("net.onnx")).field, "model")
        self.assertEqual(refusal(self, lambda: counted(Net(), batch=0)).field, "batch")

    def test_of_a_classifier_serve_training_runs_and_export(self):
        pointnet = Invariant(Net(lambda logits: (functional.log_softmax(logits, 1), torch.eye(3))), "SE")
        plain = Invariant(Net(lambda logits: functional.log_softmax(logits, 1)), "SE")
        self.assertTrue(torch.equal(pointnet.eval()(CLOUDS), plain.eval()(CLOUDS)))
        self.assertEqual(self.certify(pointnet, "a").accuracy, self.certify(plain, "b").accuracy)
        torch.manual_seed(1)
        Smoothed(pointnet, 0.1, 2)(CLOUDS).sum().backward()
        self.assertGreater(float(pointnet.model.classes.weight.grad.abs().sum()), 0)
        chosen = Invariant(Net(lambda logits: {"a": logits[:, :2], "b": logits}), "SE", forward=lambda model, clouds: model(clouds)["b"])
        for classifier in (pointnet, chosen):
            export_onnx(classifier, self.place / "m.onnx", dimension=3)
            import onnx
            output, = onnx.load(self.place / "m.onnx").graph.output
            self.assertEqual((output.name, len(output.type.tensor_type.shape.dim)), ("logits", 2))

    def test_takes_double_half_and_bfloat_modules(self):
        plain = counted(Net())
        self.assertEqual(counted(Net().double()).document["votes"], plain.document["votes"])
        model = Invariant(Net().double(), "SE")
        self.assertEqual(self.certify(model).total, 3)
        self.assertEqual(model.eval()(CLOUDS).dtype, torch.float32)
        export_onnx(model, self.place / "m.onnx", dimension=3)

        class Low(nn.Module):
            """A linear model in a type for which Debian's PyTorch has few operations on a CPU."""

            def __init__(self, kind):
                super().__init__()
                self.weights = nn.Parameter(torch.tensor([1.0, -1, 0.5]).to(kind))

            def forward(self, clouds):
                assert clouds.dtype == self.weights.dtype
                return (clouds.float()[:, :, :3].mean(1) * self.weights.float()).to(self.weights.dtype)

        for kind in (torch.float16, torch.bfloat16):
            self.assertEqual(counted(Low(kind)).samples, 200)
            self.assertEqual(self.certify(Low(kind), str(kind)).total, 3)


class Loader(Folder):
    def test_names_the_loader_and_what_to_do(self):
        points, labels = CLOUDS, torch.tensor([0, 1, 2])
        for batch, words in (
            ({"points": points, "label": labels}, "collate=lambda batch: (batch['points'], batch['label'])"),
            ((points, labels, labels), "has 3 parts"),
            (points, "is a Tensor"),
            ((points, labels[:2]), "has 3 clouds and 2 labels"),
            ((points, 3), "one value as its labels"),
            ((points, torch.tensor(1)), "one value as its labels"),
            ((points, functional.one_hot(labels)), "the label of cloud 0 must be the number of its class"),
            ((points, [0.5, 1, 2]), "got 0.5"),
            ((points, [0, -1, 2]), "got -1"),
            ((points, ["ball", "rod", "cone"]), "got ball"),
            ((points.transpose(1, 2), labels), "cloud 0 has shape (3, 10), but clouds are N×D with D = 2 or 3; transpose it"),
            ((points[:, :, :1], labels), "shape (10, 1)"),
        ):
            with self.subTest(words):
                error = refusal(self, lambda: self.certify(Net(), loader=[batch]))
                self.assertEqual(error.field, "loader")
                self.assertIn(words, str(error))

    def test_takes_labels_of_any_whole_kind(self):
        results = [self.certify(Net(), str(i), loader=[(CLOUDS, labels)]).accuracy for i, labels in enumerate(
            ([0, 1, 2], torch.tensor([[0], [1], [2]]), np.array([0, 1, 2], "u1"), torch.tensor([0.0, 1, 2]))) ]
        self.assertEqual(results, results[:1] * 4)

    def test_that_is_read_only_once_is_named(self):
        callback = CertifiedAccuracyCallback(Invariant(Net()), (batch for batch in LOADER), sigma=0.25, radii=(0.1,), samples=200)
        callback.measure()
        self.assertEqual(refusal(self, callback.measure).field, "loader")
        self.assertEqual(self.certify(Net(), loader=(batch for batch in LOADER)).total, 3)


if __name__ == "__main__":
    unittest.main()
