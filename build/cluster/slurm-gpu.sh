#!/bin/bash
# Certified accuracy of a PyTorch model, its votes counted by an array of tasks with a GPU each:
#
#     job=$(sbatch --parsable --array=0-7 build/cluster/slurm-gpu.sh build/cluster/certify_model.py out)
#     sbatch --dependency=afterok:$job --gpus=0 build/cluster/slurm-gpu.sh build/cluster/certify_model.py out
#
# The second job joins the shards, which needs neither GPU nor model. Change certify_model.py, or give a script that takes
# the same arguments. All nodes see the folder. A task that is requeued does what is left. PYTHON names the Python.
#SBATCH --job-name=orbitcert-votes
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --gpus=1
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
set -eu

export GOMAXPROCS="${SLURM_CPUS_PER_TASK:-1}" OMP_NUM_THREADS="${SLURM_CPUS_PER_TASK:-1}"
exec "${PYTHON:-python3}" "$@" ${SLURM_ARRAY_TASK_ID:+"$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"}
