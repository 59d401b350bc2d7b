#!/usr/bin/env bash
# Installs what the tests of clusters need, as root: Debian's Slurm and Dask.
set -euo pipefail
export PATH="$PATH:/usr/sbin"
missing() {
  local tool
  for tool in munged slurmctld slurmd sbatch; do command -v "$tool" > /dev/null || return 0; done
  ! /usr/bin/python3 -c 'import distributed' 2> /dev/null
}
missing || exit 0
echo "slurm-wlm, munge, python3-distributed: installing"
"$(dirname "$0")/../install/debian.sh" slurm-wlm munge python3-distributed
