"""Tests of copied code, pasted as it is: it installs its package from a site and runs. `make test-python PARTS=package`."""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
import venv
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SITE = REPOSITORY / "build/out/site"

# Prints the codes of an example as the page at an address has them.
CODES = """
const [words, address, id, request] = process.argv.slice(1);
const { codeOf, withInstall } = await import(words);
const { version } = JSON.parse(request), example = JSON.parse(request).example;
const cloud = (which) => ({ name: `${id}-${which}.json`, address: `${address}examples/clouds/${id}-${which}.json` });
const packages = { wheels: `${address}packages/index.html`, tarball: `${address}packages/orbitcert-${version}.tgz` };
const codes = codeOf('certify', example, { clean: cloud('clean'), perturbed: cloud('perturbed') });
console.log(JSON.stringify(Object.fromEntries(Object.entries(codes).map(([language, code]) => [language, withInstall(language, code, packages)]))));
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        site = cls.folder / "site"
        site.mkdir()
        shutil.copy(SITE / "index.html", site)
        shutil.copytree(SITE / "examples", site / "examples")
        subprocess.run(["node", REPOSITORY / "build/packages.mjs", site], check=True, stdout=subprocess.DEVNULL)
        server = cls.enterClassContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.shutdown)
        version = re.search(r'name="orbitcert-packages" content="([\d.]+)"', (site / "index.html").read_text(encoding="utf-8")).group(1)
        example = json.loads((SITE / "examples/digit-2d.json").read_bytes())
        words, address = (REPOSITORY / "js/words/code.js").as_uri(), f"http://127.0.0.1:{server.server_port}/"
        script = ["node", "--input-type=module", "-e", CODES, words, address, "digit-2d", json.dumps({"version": version, "example": example})]
        cls.codes = json.loads(subprocess.run(script, check=True, capture_output=True).stdout)
        cls.wanted = json.loads((SITE / "examples/certificates/digit-2d.json").read_bytes())["certificate"]

    def environment(self, name, numpy):
        """Return the folder and the environment variables of a new Python environment, empty or with the numpy of the system."""
        room = self.folder / name
        venv.create(room, with_pip=True, system_site_packages=numpy)
        return room, {**os.environ, "PATH": f"{room / 'bin'}:{os.environ['PATH']}", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def run_code(self, command, room, variables, code=None):
        done = subprocess.run(command, cwd=room, env=variables, input=code, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_python(self):
        room, variables = self.environment("python", numpy=True)
        code = self.codes["python"]
        installs = [line.removeprefix("# ") for line in code.splitlines() if line.startswith("# ")]
        self.run_code(["sh", "-e"], room, variables, "\n".join(installs))
        printed = self.run_code([room / "bin/python", "-"], room, variables, code)
        self.assertRegex(printed, r"^certified\nargument +certified +lower +distance +radius\n")

    def test_command_line(self):
        room, variables = self.environment("command", numpy=False)
        printed = self.run_code(["sh", "-e"], room, variables, self.codes["command"])
        self.assertEqual(json.loads(printed[printed.index("{\n"):])["orbit"], self.wanted["orbit"])

    def test_javascript(self):
        room = self.folder / "javascript"
        room.mkdir()
        code = self.codes["javascript"]
        (room / "certify.mjs").write_text(code, encoding="utf-8")
        install = re.search(r"// (npm install .*)", code).group(1)
        self.run_code(["sh", "-ec", f"{install} --no-audit --no-fund && node certify.mjs > printed"], room, os.environ)
        self.assertIn(f"radius: {self.wanted['orbit']['radius']}", (room / "printed").read_text(encoding="utf-8"))


unittest.main()
