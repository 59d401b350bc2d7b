#!/bin/bash
# A Slurm cluster of two nodes on this machine, on loopback addresses: an array of eight
# tasks, of which one node is killed in the middle, ends with the bytes of a plain run.
# Everything is in build/out/cluster; what is started here is ended here, by its id.
PATH="$PATH:/usr/sbin"

# shellcheck source=build/cluster/begin.sh
source "$(dirname "$0")/begin.sh"
mkdir -p "$dir/state" "$dir/spool"
# shellcheck disable=SC2329 # begin.sh calls it
leave() {
  scancel --quiet --user="$(id -un)" 2> /dev/null || true
  for _ in $(seq 50); do
    [ -n "$(squeue --noheader 2> /dev/null)" ] || break # the daemons still have tasks to end
    sleep 0.2
  done
}

port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

# Only loopback addresses are listened on (NoInAddrAny), and no process is bound to a
# processor or tracked by control groups, for which a container has no right.
export SLURM_CONF="$dir/slurm.conf"
cat > "$SLURM_CONF" <<CONF
ClusterName=orbitcert
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort=$(port)
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/%n.pid
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmdParameters=config_overrides
ProctrackType=proctrack/pgid
TaskPlugin=task/none
GresTypes=gpu
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdTimeout=5
JobRequeue=1
MailProg=/bin/true
NodeName=one NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(port) CPUs=2 RealMemory=2000 Gres=gpu:1
NodeName=two NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(port) CPUs=2 RealMemory=2000 Gres=gpu:1
PartitionName=all Nodes=ALL Default=YES State=UP
CONF

# As many GPUs as a node has tasks of PyTorch at a time. None is there, and none is needed.
echo "Name=gpu File=/dev/null" > "$dir/gres.conf"

head -c 1024 /dev/urandom > "$dir/munge.key"
chmod 600 "$dir/munge.key"
munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munge.pid" \
  --log-file="$dir/munge.log" --seed-file="$dir/munge.seed" > "$dir/munged.log" 2>&1 &
started+=($!)
until [ -S "$dir/munge.socket" ]; do sleep 0.1; done
slurmctld -D > "$dir/slurmctld.log" 2>&1 &
started+=($!)
for name in one two; do
  slurmd -D -N "$name" > "$dir/$name.log" 2>&1 &
  started+=($!)
  declare "node_$name=$!"
done
for _ in $(seq 150); do
  [ "$(sinfo --noheader --format='%t %D' 2> /dev/null)" != "idle 2" ] || break
  sleep 0.2
done
sinfo

job=$(ORBITCERT="$dir/orbitcert" sbatch --parsable --array=0-7 --mem-per-cpu=100M --output="$dir/task-%a.log" \
  build/cluster/slurm.sh "$dir/run.json" "$dir/parts")

# tasks_of_two prints the processes of the node's tasks: nothing else tells them from those of the other node.
tasks_of_two() {
  local pid
  for pid in $(pgrep -f "^$dir/orbitcert run --shard"); do
    if grep -qsz '^SLURMD_NODENAME=two$' "/proc/$pid/environ"; then echo "$pid"; fi
  done
}

while sleep 0.1; do
  [ -n "$(squeue --noheader --job="$job")" ] || { echo "test-slurm: no task of the node was seen in the middle"; exit 1; }
  tasks=$(tasks_of_two)
  ! hold "$tasks" || break
done

# The node falls silent: its daemon first, then the keepers of its tasks and the tasks.
lost=$(squeue --noheader --nodelist=two --states=running --format='%i' | tr '\n' ' ')
before=$(lines)
# shellcheck disable=SC2154 # declared above
kill -KILL "$node_two"
for pid in $tasks; do
  keeper=$(awk '/^PPid:/ { print $2 }' "/proc/$pid/status" 2> /dev/null || true)
  if grep -qs '^slurmstepd' "/proc/$keeper/cmdline"; then kill -KILL "$keeper" || true; fi
  kill -KILL "$pid" 2> /dev/null || true
done
echo "killed the node two with the tasks $lost, $before clouds were done"

while [ -n "$(squeue --noheader --job="$job" 2> /dev/null)" ]; do sleep 0.5; done
"$dir/orbitcert" merge "$dir/parts" "$dir/run.json" > "$dir/result.json"
grep -h "is complete" "$dir"/task-*.log
grep -q "requeue" "$dir/slurmctld.log" || { echo "test-slurm: nothing was requeued"; exit 1; }
compare

# The node is back. Four tasks of PyTorch count votes, each with a GPU in name; a job without a GPU and without PyTorch joins them.
slurmd -D -N two > "$dir/two-again.log" 2>&1 &
started+=($!)
scontrol update nodename=two state=resume 2> /dev/null || true
/usr/bin/python3 -B build/python/wheel.py host
/usr/bin/python3 -m zipfile -e build/out/python/orbitcert-*.whl "$dir/python"
chmod +x "$dir/python/orbitcert/bin/orbitcert"
export PYTHON=/usr/bin/python3 PYTHONPATH="$dir/python" PYTHONDONTWRITEBYTECODE=1
mkdir -p "$dir/without/torch"
echo 'raise ImportError("the join needs no PyTorch")' > "$dir/without/torch/__init__.py"
small=(--parsable --cpus-per-task=1 --mem=900M build/cluster/slurm-gpu.sh build/cluster/certify_model.py "$dir/votes")
votes=$(sbatch --array=0-3 --output="$dir/votes-%a.log" "${small[@]}")
join=$(PYTHONPATH="$dir/without:$PYTHONPATH" sbatch --dependency="afterok:$votes" --gpus=0 --output="$dir/join.log" "${small[@]}")
while [ -n "$(squeue --noheader --job="$votes,$join" 2> /dev/null)" ]; do sleep 0.5; done
"$PYTHON" build/cluster/certify_model.py "$dir/alone" 0/1
cmp "$dir/votes/run.json" "$dir/alone/shard-0-of-1/run.json"
cmp "$dir/join.log" <("$PYTHON" build/cluster/certify_model.py "$dir/alone")
cat "$dir/join.log"
[ "$(find "$dir/votes" -path '*shard-*-of-4/votes.jsonl' | wc -l)" = 4 ]
echo "four tasks of PyTorch: the same votes as in one process"
