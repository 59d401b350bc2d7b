"""Tests of the process that answers the calls of the installed package: run by build/python/test.sh."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import orbitcert
from orbitcert import resident
from orbitcert.native import call
from fixtures import ASKED, CLEAN, NEAR, command, refusal

# Draws that take minutes.
LONG = {**ASKED, "draws": 10_000_000}


def certified():
    return orbitcert.certify(CLEAN, NEAR, **ASKED).text


def process():
    """Return the number of the process that answers next."""
    certified()
    return resident.waiting[-1].child.pid


def kill_when_busy(number, process=None):
    """Send a signal to this process, or another, once a call is under way."""
    while resident.waiting:
        time.sleep(0.001)
    os.kill(process or os.getpid(), number)


class Resident(unittest.TestCase):
    def setUp(self):
        self.want = certified()

    def test_prints_what_the_command_prints(self):
        request = {"clean": {"points": CLEAN.tolist()}, "perturbed": {"points": NEAR.tolist()}, "sigma": 0.1, "prediction": {"votes": 9731, "samples": 10_000}, "group": "SE"}
        document = json.dumps(request)
        for name, options in [("certify", []), ("pmin", []), ("withstand", []), ("radii", []), ("curve", ["--kind=rotate", "--to=30"])]:
            self.assertEqual(call(name, *options, "-", document=document.encode()), command(name, *options, "-", document=document).stdout)

    def test_is_one_for_all_calls_of_a_thread(self):
        first = process()
        self.assertEqual({process() for _ in range(5)}, {first})

    def test_is_started_again_where_it_was_killed(self):
        killed = process()
        os.kill(killed, signal.SIGKILL)
        self.assertEqual(certified(), self.want)
        self.assertNotEqual(process(), killed)

    def test_leaves_a_call_in_which_it_is_killed_to_a_process_of_its_own(self):
        killer = threading.Thread(target=kill_when_busy, args=(signal.SIGKILL, process()))
        killer.start()
        wide = orbitcert.certify(CLEAN, NEAR, **{**ASKED, "draws": 100_000})
        killer.join()
        self.assertEqual(wide.monte_carlo.samples, 100_000)

    def test_belongs_to_one_process(self):
        """A fork has its own, and leaves that of its parent alone."""
        parent = process()
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(write, json.dumps([certified() == self.want, process()]).encode())
            os._exit(0)
        os.close(write)
        with open(read, "rb") as answer:
            same, own = json.loads(answer.read())
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertTrue(same)
        self.assertNotEqual(own, parent)
        self.assertEqual(process(), parent)

    def test_serves_threads(self):
        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(set(pool.map(lambda _: certified(), range(64))), {self.want})
        self.assertLessEqual(len(resident.waiting), resident.WAITING)
        self.assertEqual(set(resident.waiting), resident.living)

    def test_answers_after_a_mistake(self):
        before = process()
        self.assertEqual(refusal(self, lambda: orbitcert.certify(CLEAN, NEAR, **{**ASKED, "votes": 10_001}))[0], "votes")
        self.assertEqual(process(), before)

    def test_reads_files_beside_the_caller(self):
        self.addCleanup(os.chdir, os.getcwd())
        for name in (b"a", "ü".encode(), b"\xff"):
            with tempfile.TemporaryDirectory() as folder:
                place = os.path.join(os.fsencode(folder), name)
                os.mkdir(place)
                os.chdir(place)
                np.save("cloud.npy", CLEAN)
                self.assertIn('"points"', call("read", "cloud.npy", quiet=True))
                os.chdir("/")

    def test_is_not_read_in_place_of_standard_input(self):
        for path in ("/dev/stdin", "//dev/../dev/fd/0", "/proc/self/fd/0"):
            self.assertIn("is not a regular file", refusal(self, lambda: call("read", path))[1])
        self.assertEqual(certified(), self.want)

    def test_ends_with_the_caller(self):
        for last in ("", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"):
            code = f"import orbitcert; from orbitcert import resident; orbitcert.plan(0.97, 0.1, 0.1); print(resident.waiting[0].child.pid, flush=True); {last}"
            with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as caller:
                number = int(caller.stdout.readline())
            while Path(f"/proc/{number}").exists():
                time.sleep(0.001)

    def test_ends_at_an_interrupt_and_starts_again(self):
        # Where a shell began the tests in the background, Python leaves an interrupt alone.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        busy = process()
        interrupter = threading.Thread(target=kill_when_busy, args=(signal.SIGINT,))
        interrupter.start()
        with self.assertRaises(KeyboardInterrupt):
            orbitcert.certify(CLEAN, NEAR, **LONG)
        interrupter.join()
        self.assertEqual(certified(), self.want)
        self.assertNotEqual(process(), busy)


if __name__ == "__main__":
    unittest.main()
