"""A run over a dataset as tasks of Dask, each a shard, whose result is printed:

    python3 build/cluster/dask_run.py scheduler.json run.json parts 64 > result.json

The folder of the parts is one that all workers see. A task whose worker is lost goes to
another one, which does what is left. ORBITCERT is the command, orbitcert without.
"""

import os
import subprocess
import sys

from distributed import Client


def shard(i, command, run, parts, shards):
    # One processor for each thread of a worker.
    subprocess.run([command, "run", "--shard", f"{i}/{shards}", "--out", parts, run], check=True, env={**os.environ, "GOMAXPROCS": "1"})


if __name__ == "__main__":
    scheduler, run, parts, shards = sys.argv[1:]
    command = os.environ.get("ORBITCERT", "orbitcert")
    with Client(scheduler_file=scheduler) as client:
        client.gather(client.map(shard, range(int(shards)), command=command, run=run, parts=parts, shards=shards, pure=False))
    sys.exit(subprocess.run([command, "merge", parts, run]).returncode)
