#!/usr/bin/env bash
# Runs every fuzz target on the given number of inputs, e.g. fuzz.sh 30000x. A count and
# not a time: at the end of a time Go 1.26 may fail a target that is fine (go.dev/issue/75804).
set -euo pipefail
cd "$(dirname "$0")/../.."

for package in $(go list ./core/... ./wasm/...); do
  for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
    echo "fuzz $target for $1"
    go test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "$1" > build/out/fuzz.log 2>&1 || {
      cat build/out/fuzz.log
      exit 1
    }
  done
done
