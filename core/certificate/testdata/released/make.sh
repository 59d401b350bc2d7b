#!/usr/bin/env bash
# Certifies the requests beside it by the program of an earlier commit: make.sh COMMIT, from a clone with history.
# The last commits of the cores are eee3cc7 (0.5.0), 71a5253 (0.6.0), b177c6a (0.7.0) and c2fd147 (0.8.0).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'git -C "$here" worktree remove --force "$work/tree"; rm -rf "$work"' EXIT
git -C "$here" worktree add --quiet --detach "$work/tree" "$1"
(cd "$work/tree" && go build -o "$work/orbitcert" ./core/cmd/orbitcert)
core=$("$work/orbitcert" --version)
mkdir -p "$here/${core##* }"
for request in "$here"/requests/*.json; do
  name=$(basename "$request")
  # Requests with fields that the core did not know have no document of it.
  "$work/orbitcert" certify "$request" > "$work/$name" 2> /dev/null && mv "$work/$name" "$here/${core##* }/$name"
done
