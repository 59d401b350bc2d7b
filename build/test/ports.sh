#!/usr/bin/env bash
# Runs tests of the core as they run elsewhere: as WebAssembly in Node, which is what the page
# computes with, and on processors with other instructions, 32-bit Intel and 64-bit Arm, which is emulated.
#   ports.sh bits   what freezes bits: tests whose names have Golden or SameBits
#   ports.sh all    all tests, whole; for 32-bit Intel those of the packages that freeze bits, for Arm what freezes them
set -euo pipefail
cd "$(dirname "$0")/../.."

frozen=$(grep -rlE '^func Test\w*(Golden|SameBits)' --include='*_test.go' core | xargs -n1 dirname | sort -u | sed 's|^|./|')
bits=(-run 'Golden|SameBits')
case $1 in
  bits) packages=$frozen; run=("${bits[@]}"); emulated=("${bits[@]}" -short) ;;
  all) packages=$(GOOS=js GOARCH=wasm go list ./core/... | grep -v /cmd/); run=(-timeout 1h); emulated=("${bits[@]}" -timeout 1h); export ORBITCERT_PROBLEMS=1 ;; # the command line is native only
  *) echo "ports.sh: bits or all, not $1" >&2; exit 2 ;;
esac

# Finds the emulator, or installs Debian's (as root).
emulator() {
  local name=qemu-aarch64-static
  if ! command -v $name > /dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends qemu-user-static; } >&2 || true
  fi
  command -v $name || { echo "The tests for 64-bit Arm need $name, which Debian has as qemu-user-static: install it." >&2; return 1; }
}

# Go's launcher has room for 8 KiB of environment, so the tests get little of it.
# shellcheck disable=SC2086
GOOS=js GOARCH=wasm go test -vet=off "${run[@]}" $packages \
  -exec "env -i 'PATH=$PATH' 'HOME=${HOME:-/}' 'ORBITCERT_PROBLEMS=${ORBITCERT_PROBLEMS-}' '$(go env GOROOT)/lib/wasm/go_js_wasm_exec'"
# Only 64-bit Intel machines run, and need, such programs.
if [ "$(go env GOOS)/$(go env GOARCH)" = linux/amd64 ]; then
  # shellcheck disable=SC2086
  GOARCH=386 go test -vet=off "${run[@]}" $frozen
  qemu=$(emulator)
  # shellcheck disable=SC2086
  GOARCH=arm64 go test -vet=off "${emulated[@]}" -exec "$qemu" $frozen
fi
