#!/bin/bash
# Dask with two workers on this machine, one of which is killed in the middle of eight
# tasks: the result has the bytes of a plain run. Everything is in build/out/cluster; what is
# started here is ended here, by its id.
python=/usr/bin/python3

# shellcheck source=build/cluster/begin.sh
source "$(dirname "$0")/begin.sh"

"$python" -m distributed.cli.dask_scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file "$dir/scheduler.json" > "$dir/scheduler.log" 2>&1 &
started+=($!)
until [ -s "$dir/scheduler.json" ]; do sleep 0.1; done
for name in one two; do
  "$python" -m distributed.cli.dask_worker --host 127.0.0.1 --no-nanny --no-dashboard --nthreads 2 --local-directory "$dir" --name "$name" --scheduler-file "$dir/scheduler.json" > "$dir/$name.log" 2>&1 &
  started+=($!)
  declare "worker_$name=$!"
done
until grep -qs "Registered to" "$dir/one.log" && grep -qs "Registered to" "$dir/two.log"; do sleep 0.1; done

ORBITCERT="$dir/orbitcert" "$python" build/cluster/dask_run.py "$dir/scheduler.json" "$dir/run.json" "$dir/parts" 8 > "$dir/result.json" 2> "$dir/run.log" &
run=$!
started+=("$run")

while sleep 0.1; do
  kill -0 "$run" 2> /dev/null || { echo "test-dask: no task of the worker was seen in the middle"; exit 1; }
  # shellcheck disable=SC2154 # declared above
  children=$(pgrep --parent "$worker_two" || true)
  ! hold "$children" || break
done

# shellcheck disable=SC2086 # several
kill -KILL "$worker_two" $children
echo "killed a worker of Dask with its $(wc -w <<< "$children") tasks"
wait "$run"
compare
