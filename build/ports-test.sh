#!/usr/bin/env bash
# Runs tests of the core as they run elsewhere: as WebAssembly in Node, which is what the page
# computes with, and on a processor with other instructions, 32-bit Intel.
#   ports-test.sh bits   what freezes bits: tests whose names have Golden or SameBits
#   ports-test.sh all    all tests; for 32-bit Intel those of the packages that freeze bits
set -euo pipefail
cd "$(dirname "$0")/.."

frozen=$(grep -rlE '^func Test\w*(Golden|SameBits)' --include='*_test.go' core | xargs -n1 dirname | sort -u | sed 's|^|./|')
case $1 in
  bits) packages=$frozen; run=(-run 'Golden|SameBits') ;;
  all) packages=$(GOOS=js GOARCH=wasm go list ./core/... | grep -v /cmd/); run=(-timeout 1h) ;; # the command line is native only
  *) echo "ports-test.sh: bits or all, not $1" >&2; exit 2 ;;
esac

# Go's launcher has room for 8 KiB of environment, so the tests get little of it.
# shellcheck disable=SC2086
GOOS=js GOARCH=wasm go test -vet=off "${run[@]}" $packages \
  -exec "env -i 'PATH=$PATH' 'HOME=${HOME:-/}' '$(go env GOROOT)/lib/wasm/go_js_wasm_exec'"
# Only 64-bit Intel machines run such programs.
if [ "$(go env GOOS)/$(go env GOARCH)" = linux/amd64 ]; then
  # shellcheck disable=SC2086
  GOARCH=386 go test -vet=off "${run[@]}" $frozen
fi
