#!/usr/bin/env bash
# Installs Debian's packages, as root: debian.sh PACKAGE… One call waits for another, since stages of make run beside each
# other, and for whatever else installs here.
set -euo pipefail
out=$(cd "$(dirname "$0")/.." && pwd)/out
mkdir -p "$out"
export DEBIAN_FRONTEND=noninteractive
# The lock is not for what a package starts.
apt() { flock -o "$out/debian.lock" apt-get -qq -o DPkg::Lock::Timeout=600 "$@" >&2; }
apt update
apt install -y --no-install-recommends "$@"
