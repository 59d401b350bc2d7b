#!/usr/bin/env bash
# Trains the small models of site/models that label points, return a number or see attributes, and writes them. Minutes on one core.
#
#   build/content/models/cases.sh
#
# Needs Debian's python3-openbabel beside what packages.sh installs, and the built site. All data is made here, from seeds.
set -euo pipefail
cd "$(dirname "$0")"
./packages.sh
. ./training.sh
site=../../../site/models

/usr/bin/python3 parts.py train "$out/parts.pt"
/usr/bin/python3 parts.py export "$out/parts.pt" "$site/parts.onnx"
/usr/bin/python3 parts.py card "$out/parts.pt" "$site/parts.onnx" > "$site/parts.json"

for shard in 0 2 4 6; do /usr/bin/python3 molecules.py "$out/molecules-$shard.npz" --shard $shard/8; done
/usr/bin/python3 energy.py train "$out" "$out/energy.pt"
/usr/bin/python3 energy.py export "$out/energy.pt" "$site/energy.onnx"
/usr/bin/python3 energy.py card "$out" "$out/energy.pt" "$site/energy.onnx" > "$site/energy.json"
/usr/bin/python3 energy.py forces "$site/energy.onnx" "$site/forces.onnx" > "$site/forces.json"

for case in scans handed fruit; do
  for alone in "" --alone; do
    /usr/bin/python3 attributed.py train $case "$out/$case$alone.pt" $alone
    /usr/bin/python3 attributed.py export "$out/$case$alone.pt" "$site/$case${alone/--/-}.onnx"
  done
done
node ../attributed.mjs
for case in scans handed fruit; do
  /usr/bin/python3 attributed.py card "$out/$case.pt" "$site/$case.onnx" "$site/../docs/votes/attributes.json" > "$site/$case.json"
done
