#!/usr/bin/env bash
# The manifests are ones that Kubernetes takes, by the schemas of its release; the same with a field misspelled or
# of another type is refused. The first time compiles the validator: three minutes.
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

validate() {
  go run sigs.k8s.io/kubectl-validate@v0.0.4 --version 1.30 "$1" > "$work/said" 2>&1
}

for manifest in kubernetes.yaml kubernetes-gpu.yaml; do validate "$manifest" || { cat "$work/said"; exit 1; }; done
for change in 's/completions:/completion:/' 's/mountPath:/mountpath:/' 's/backoffLimit: 100/backoffLimit: many/'; do
  sed "$change" kubernetes.yaml > "$work/bad.yaml"
  ! validate "$work/bad.yaml" || { echo "kubernetes.yaml after $change is taken"; exit 1; }
  grep -q 'nvalid' "$work/said" || { cat "$work/said"; exit 1; }
done
echo "kubernetes.yaml, kubernetes-gpu.yaml: Jobs of Kubernetes 1.30"
