"""Tests of errors, types, the command and the documented lines of the installed package: run by build/python/test.sh."""

import copy
import doctest
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
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from unittest import mock

import numpy as np
import orbitcert
from orbitcert import content, smoothing
from fixtures import ASKED, CLEAN, NEAR, REPOSITORY, command, refusal


DOCUMENTED = ("README.md", "site/docs/start.md", "site/docs/python.md")


class Licences(unittest.TestCase):
    def test_of_what_the_program_contains_come_with_it(self):
        text = next(path for path in importlib.metadata.files("orbitcert") if path.name == "THIRD-PARTY-LICENSES.txt").read_text()
        for owner in ("The Go Authors", "Gonum Authors", "Liberation"):
            self.assertIn(owner, text)


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

    def test_show_text_of_others_on_one_line(self):
        """A document must not draw its own verdict on a terminal."""
        forged = "\x1b[2J\r\norbitcert: verified\n\u202e\u009b"
        certificate = json.loads(orbitcert.certify(CLEAN, NEAR, **ASKED).text)
        documents = [{**certificate, forged: 1}, {**certificate, "core": forged}, {**certificate, "notes": [forged]}, {**certificate, "certified_by": [forged]},
            {**certificate, "request": {**certificate["request"], forged: 1}}, {**certificate, "request": {**certificate["request"], "group": forged}},
            {**certificate, "request": {**certificate["request"], "clean": {"file": forged}}}]
        calls = [*(partial(orbitcert.verify, document) for document in documents), partial(orbitcert.read, forged), partial(orbitcert.read, CLEAN, forged),
            partial(orbitcert.certify, CLEAN, NEAR, **{**ASKED, "group": forged}), partial(orbitcert.certify, CLEAN, NEAR, **ASKED, **{forged: 1})]
        for call in calls:
            with self.assertRaises((orbitcert.Error, orbitcert.InputError, TypeError)) as raised:
                call()
            if not isinstance(raised.exception, TypeError):
                self.assertTrue(all(line.isprintable() for line in str(raised.exception).split("\n")), ascii(str(raised.exception)))
                self.assertNotIn("orbitcert: verified", str(raised.exception).split("\n"))
        for error in (orbitcert.InputError(forged, forged, [{"label": forged}]), orbitcert.VerificationFailedError([forged])):
            self.assertTrue(all(line.isprintable() for line in str(error).split("\n")), ascii(str(error)))

    def test_refuse_files_without_an_end(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe, long = os.path.join(folder, "pipe"), os.path.join(folder, "long")
            os.mkfifo(pipe)
            Path(long).write_bytes(b" " * 2001)
            for path in (pipe, "/dev/zero"):
                for call in (content.content, orbitcert.verify, smoothing.digest):
                    with self.assertRaisesRegex(orbitcert.InputError, "is not a regular file; give a file, or a pipe of the shell"):
                        call(path)
            with mock.patch.object(content, "MOST", 2000), self.assertRaisesRegex(orbitcert.InputError, "long: has more than 2e-06 GB"):
                orbitcert.verify(long)
            read, write = os.pipe()
            os.write(write, b"{}")
            os.close(write)
            self.assertEqual(content.content(f"/dev/fd/{read}"), b"{}")
            os.close(read)

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
        config = f"--config-file={REPOSITORY / 'build/python/test/mypy.ini'}"
        return subprocess.run(["/usr/bin/mypy", "--strict", config, "--python-executable", sys.executable, cache, *arguments], capture_output=True, text=True).stdout

    def check(self, *scripts):
        """Return mypy's report on scripts."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"script{i}.py" for i in range(len(scripts))]
            for path, code in zip(paths, scripts):
                path.write_text(code, encoding="utf-8")
            return self.mypy(*map(str, paths))

    def test_the_package_is_clean(self):
        self.assertIn("Success: no issues found", self.mypy("--exclude=/torch/", "-p", "orbitcert"))

    def test_scripts_and_the_readme_are_clean(self):
        """The lines of README and start.md that do not need PyTorch."""
        texts = [(REPOSITORY / file).read_text(encoding="utf-8") for file in DOCUMENTED]
        found = [[block.split("```")[0] for block in text.split("```python\n")[1:]] for text in texts]
        sessions = ["".join(block for block in blocks if ">>>" in block) for blocks in found]
        blocks = [*sessions, *(block for blocks in found for block in blocks if ">>>" not in block)]
        shown = [doctest.script_from_examples(block) if ">>>" in block else block for block in blocks]
        self.assertIn("Success: no issues found", self.check(TYPED, *(code for code in shown if "orbitcert.torch" not in code)))

    def test_wrong_arguments_are_told(self):
        bad = [
            'orbitcert.run("run.json", out="a", shard=(0, 2)).card()', 'orbitcert.certify(clean, sigma=0.1, probability=0.9, group="SE3")',
            'orbitcert.smooth(lambda rows: rows, clean, 0.1, layout="NBD")', 'certificate.orbit.lowest',
            'orbitcert.curve(clean, "turn", sigma=0.1, probability=0.9, group="SE")', 'orbitcert.regions(clean, sigma=0.1, probability=0.9, group="SE", pair="twist")',
        ]
        told = self.check("\n".join([TYPED, *bad, ""]))
        first = TYPED.count("\n") + 2
        self.assertEqual({int(line.split(":")[1]) for line in told.splitlines() if ": error: " in line}, set(range(first, first + len(bad))), told)


TYPED = """
from __future__ import annotations

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
points, attributes = orbitcert.read("chair.ply", "0", columns=6)
curve: orbitcert.Curve = orbitcert.curve(clean, "rotate", sigma=0.1, votes=9731, samples=10_000, group="SE", to=30)
reach: float | None = curve.reach
every: float | None = orbitcert.radii(clean, sigma=0.1, votes=9731, samples=10_000, group="SE").every
values = orbitcert.map(5, 1, size=20).values
rows: list[str] = orbitcert.regions(clean, sigma=0.1, votes=9731, samples=10_000, group="SE", pair="rotation-shear")[0].rows
many: list[orbitcert.Certificate] = orbitcert.certify_many([clean], [clean], sigma=0.1, votes=[9731], samples=10_000, group="SE")
frame = orbitcert.run("run.json").to_frame()
orbitcert.run("run.json").plot()
many[0].plot()
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
                    document = command(call, "-", document=json.dumps(wanted)).stdout
                    self.assertTrue(said.stdout.endswith(document))
                    # The table that print shows comes first.
                    self.assertIn("certified", said.stdout.removesuffix(document))


def copied(call, request, files):
    """Return the code that the page offers for Python."""
    script = f"import {{ codeOf }} from {json.dumps((REPOSITORY / 'js' / 'words' / 'code.js').as_uri())};\n" \
        f"process.stdout.write(codeOf({json.dumps(call)}, {json.dumps(request)}, {json.dumps(files)}).python);"
    return subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, check=True, encoding="utf-8").stdout


class Readme(unittest.TestCase):
    def test_shows_what_one_sees(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)  # where the examples write their files
        for file in DOCUMENTED:
            with self.subTest(file):
                text = (REPOSITORY / file).read_text(encoding="utf-8")
                session = "".join(block.split("```")[0] for block in text.split("```python\n")[1:] if block.startswith(">>>"))
                case = doctest.DocTestParser().get_doctest(session, {}, file, file, 0)
                runner = doctest.DocTestRunner(verbose=False)
                runner.run(case)
                self.assertEqual((runner.failures > 0, runner.tries > 3), (False, True))


if __name__ == "__main__":
    unittest.main()
