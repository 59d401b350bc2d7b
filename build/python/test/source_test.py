"""Tests of the package as pip builds it from the repository: `make test-python PARTS=package`."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
import venv
from importlib.metadata import metadata
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SOURCE = f"git+file://{REPOSITORY}#subdirectory=build/python"


def installed(folder, path):
    """Return what pip says when it installs from the repository, with the programs of a path, and the folder of the programs that it installs."""
    venv.create(folder, with_pip=True)
    bins = Path(folder, "bin")
    command = [bins / "python", "-m", "pip", "install", "--no-index", "--no-deps", "--disable-pip-version-check", SOURCE]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": path}), bins


class Source(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def programs(self, *names):
        """Return a folder with these programs alone."""
        tools = self.folder / "tools"
        tools.mkdir()
        for name in names:
            (tools / name).symlink_to(shutil.which(name))
        return str(tools)

    def test_builds_where_go_is_and_npm_is_not(self):
        path = self.programs("go", "git", "bash", "env", "dirname", "cat", "cksum", "sh")
        result, bins = installed(self.folder / "room", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        version = subprocess.run([bins / "orbitcert", "--version"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(version, r"^orbitcert, core \d+\.\d+\.\d+$")

    def test_names_go_where_it_is_missing(self):
        result, _ = installed(self.folder / "room", self.programs("git", "bash", "env", "sh"))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("building from source needs Go", result.stdout + result.stderr)

    def test_the_wheel_has_the_readme_with_links_that_work_elsewhere(self):
        wheel = metadata("orbitcert")
        self.assertEqual((wheel["Name"], wheel["Author"]), ("orbitcert", "The OrbitCert authors"))
        self.assertEqual(wheel.get_all("Requires-Dist"), ["numpy", 'torch>=1.13; extra == "torch"'])
        links = re.findall(r'(?:\]\(|src(?:set)?=")([^#)"]*)', wheel.get_payload())
        self.assertTrue(len(links) > 10 and all(link.startswith("https://") for link in links), links)


unittest.main()
