"""Runs all code of site/docs/pytorch.md and recipes.md, and commands that need numpy, with the installed package: run by build/python/test.sh."""

import json
import math
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
from torch_run_test import REPOSITORY, Folder


def blocks(page, language):
    """The blocks of a page of the docs in a language."""
    text = (REPOSITORY / f"site/docs/{page}.md").read_text(encoding="utf-8")
    return [block.split("```")[0] for block in text.split(f"```{language}\n")[1:]]


class Pages(Folder):
    def installed(self, page):
        """Stand for the first block of a page, which fetches the repository and installs this package. Return the others."""
        first, *others = blocks(page, "sh")
        self.assertRegex(first, r"^git clone https://github.com/orbitcert/orbitcert\npip install [\w ]*./orbitcert/build/python\nmake -C orbitcert site\n$")
        (self.place / "orbitcert").symlink_to(REPOSITORY)
        return others

    def python(self, page, then="", *options):
        """Run all Python of a page as one script, and return what it prints."""
        said = subprocess.run([sys.executable, *options, "-c", "".join(blocks(page, "python")) + then], capture_output=True, text=True, cwd=self.place, env=ENVIRONMENT)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        return said.stdout

    def sh(self, commands):
        for command in commands:
            said = subprocess.run(["sh", "-ec", command], capture_output=True, text=True, cwd=self.place, env=ENVIRONMENT)
            self.assertEqual(said.returncode, 0, f"{command}: {said.stderr}")

    def read(self, name):
        return json.loads((self.place / name).read_text(encoding="utf-8"))

    def test_the_guide_runs_from_training_to_card(self):
        commands = self.installed("pytorch")
        said = self.python("pytorch")
        lines = re.findall(r"turned by (\d+)°: (\d+)% certified, (\d+)% without invariance", said)
        self.assertEqual([int(degrees) for degrees, _, _ in lines], [0, 10, 90])
        shares = [int(share) for _, share, _ in lines]
        self.assertEqual((shares[0] > 0, len(set(shares)), lines[2][2]), (True, 1, "0"), said)
        self.assertTrue(said.startswith("True\n{'certified_accuracy/0': tensor("), said)
        self.assertIn("\n4 clouds\n", said)
        self.sh(commands)
        self.assertEqual(self.read("result.json")["total"], 4)
        self.assertIn("rods", (self.place / "card.yaml").read_text())
        self.assertIn("<svg", (self.place / "badge.svg").read_text())
        self.assertEqual(self.read("rods/run.json")["voted"]["model"]["classes"], ["ball", "rod"])

    def test_the_recipes_vote_as_their_networks_do(self):
        commands = self.installed("recipes")
        then = "".join(
            f"open('{name}-here.json', 'w').write(smooth({name}.model, cloud, 0.3, 200, layout={name}.layout, file='{name}.onnx').text)\n"
            for name in ("pointnet2", "dgcnn", "transformer"))
        said = self.python("recipes", then)
        self.assertRegex(said, r"^\[.*\] [\d.]+\nIoU at least 0\.(69|70|71)\nTrue\nTrue\nalone \{.*\}\ndenoised \{.*\}\n$")
        *grasp, radius = map(float, re.findall(r"-?\d+\.\d+", said.split("\n")[0]))
        self.assertTrue(0 < radius < math.hypot(*grasp) <= 2, said)
        self.sh(commands)
        for name in ("pointnet2", "dgcnn", "transformer"):
            there, here = self.read(f"{name}.json"), self.read(f"{name}-here.json")
            self.assertEqual((there["votes"], there["sampled"]), (here["votes"], here["sampled"]))
        painted = self.read("pointnet.json")
        self.assertEqual((painted["model"]["attributes"], painted["model"]["output"], painted["votes"]["samples"]), (["red", "green", "blue"], "logits", 200))
        self.assertEqual(self.read("digit-votes.json")["votes"]["samples"], 200)
        self.assertEqual(self.read("certificate.json")["request"]["prediction"]["evidence"]["model"]["name"], "transformer.onnx")

    def test_molecules_are_read_and_their_energy_is_certified(self):
        commands = self.installed("molecules")
        self.sh(commands[:2])
        self.assertEqual(self.read("methane.json")["attributes"], {"element": [6, 1, 1, 1, 1]})
        self.assertEqual(self.read("methane.json")["points"][4][2], 2.1997e-06)
        self.assertEqual(self.read("frame.json"), {"points": np.load(self.place / "frames.npz")["R"][3].tolist(), "attributes": {"element": [8, 1, 1]}})
        near, far = map(float, self.python("molecules", "", "-Wignore::UserWarning").splitlines()[-1].split())
        self.assertLess(near, far)
        self.sh(commands[2:])
        certificate = self.read("certificate.json")
        interval = certificate["orbit"]["interval"]
        self.assertTrue(interval["lower"] < interval["upper"])
        self.assertEqual(certificate["request"]["prediction"]["evidence"]["model"]["attributes"], ["element"])
        forces = self.read("forces-certificate.json")
        self.assertEqual((forces["certified"], len(forces["orbit"]["vectors"])), (True, 3))
        water = self.read("water-certificate.json")
        self.assertEqual((water["certified"], [vector["angle"] < 30 for vector in water["orbit"]["vectors"]]), (True, [True] * 3))

    def test_the_commands_with_numpy_run(self):
        (self.place / "site").symlink_to(REPOSITORY / "site")
        (self.place / "orbitcert").symlink_to(Path(sys.executable).with_name("orbitcert"))
        self.sh(block for block in blocks("command-line", "sh") if "numpy" in block)

    def test_the_package_and_the_pages_are_clean_for_mypy(self):
        """But for calls of PyTorch, which does not type all of its own."""
        for page in ("pytorch", "recipes", "molecules"):
            (self.place / f"{page}.py").write_text("".join(blocks(page, "python")), encoding="utf-8")
        cache = f"--cache-dir={REPOSITORY / 'build/out/mypy'}"
        for checked in (["pytorch.py", "recipes.py", "molecules.py", "--allow-untyped-calls"], ["-p", "orbitcert"]):
            command = ["/usr/bin/mypy", "--config-file", CONFIGURATION, "--strict", "--python-executable", sys.executable, cache, *checked]
            self.assertIn("Success: no issues found", subprocess.run(command, capture_output=True, text=True, cwd=self.place).stdout)


CONFIGURATION = str(REPOSITORY / "build/python/test/mypy.ini")
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}

if __name__ == "__main__":
    unittest.main()
