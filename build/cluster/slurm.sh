#!/bin/bash
# A run over a dataset as an array of tasks, each a shard:
#
#     sbatch --array=0-63 build/cluster/slurm.sh run.json parts
#     orbitcert merge parts run.json > result.json
#
# The folder of the parts is one that all nodes see. A task that is requeued, or submitted
# again with the others, does what is left. ORBITCERT is the command, orbitcert without.
#SBATCH --job-name=orbitcert
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=200M
set -eu

# On a node whose tasks are not bound to processors a task would take all of them.
export GOMAXPROCS="${SLURM_CPUS_PER_TASK:-1}"
exec "${ORBITCERT:-orbitcert}" run --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "$2" "$1"
