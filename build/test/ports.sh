#!/usr/bin/env bash
# Runs tests of the core as they run elsewhere: as WebAssembly in Node, which is what the page
# computes with, and on processors with other instructions, 32-bit Intel and 64-bit Arm, which are emulated where they must be.
#   ports.sh first  the beginning of what freezes bits (-short): tests whose names have Golden or SameBits
#   ports.sh bits   what freezes bits, whole
#   ports.sh all    all tests, whole; for 32-bit Intel those of the packages that freeze bits, for Arm what freezes them
set -euo pipefail
cd "$(dirname "$0")/../.."

frozen=$(grep -rlE '^func Test\w*(Golden|SameBits)' --include='*_test.go' core | xargs -n1 dirname | sort -u | sed 's|^|./|')
node=$(go env GOROOT)/lib/wasm/go_js_wasm_exec

# Finds an emulator, or installs Debian's (as root).
emulator() {
  local name=qemu-$1-static
  if ! command -v "$name" > /dev/null && [ "$(id -u)" = 0 ]; then
    build/install/debian.sh qemu-user-static || true
  fi
  command -v "$name" || { echo "The tests for other processors need $name, which Debian has in qemu-user-static: install it." >&2; return 1; }
}

# Runs programs for 32-bit Intel: directly, or in an emulator if the kernel takes only those of 64 bits. Its threads
# have one table of segments in common, which a signal in the middle of Go's scheduler would tear.
intel() {
  GOARCH=386 go test -vet=off -run '^$' ./core/digest > /dev/null 2>&1 || echo "env GODEBUG=asyncpreemptoff=1 $(emulator i386)"
}

# Runs what freezes bits with flags of go test.
bits() {
  # shellcheck disable=SC2086
  go test -vet=off $short -run 'Golden|SameBits' -timeout 1h "$@" $frozen
}

# Go's launcher has room for 8 KiB of environment, so the tests get little of it.
wasm=(env -i "PATH=$PATH" "HOME=${HOME:-/}")
# Only 64-bit Intel machines run, and need, programs for other processors.
others() { [ "$(go env GOOS)/$(go env GOARCH)" = linux/amd64 ]; }

case $1 in
  first | bits)
    short=
    [ "$1" = bits ] || short=-short
    if others; then
      intel=$(intel)
      GOARCH=386 bits ${intel:+-exec "$intel"}
      arm=$(emulator aarch64)
      GOARCH=arm64 bits -exec "$arm"
    fi
    # Last, when a build that began with it has compiled what both need.
    GOOS=js GOARCH=wasm bits -exec "${wasm[*]} $node"
    ;;
  all) # the command line is native only
    packages=$(GOOS=js GOARCH=wasm go list ./core/... | grep -v /cmd/)
    # shellcheck disable=SC2086
    GOOS=js GOARCH=wasm go test -vet=off -timeout 1h $packages -exec "${wasm[*]} ORBITCERT_PROBLEMS=1 $node"
    others || exit 0
    intel=$(intel)
    # shellcheck disable=SC2086
    ORBITCERT_PROBLEMS=1 GOARCH=386 go test -vet=off -timeout 1h ${intel:+-exec "$intel"} $frozen
    ORBITCERT_PROBLEMS=1 short= GOARCH=arm64 bits -exec "$(emulator aarch64)"
    ;;
  *) echo "ports.sh: first, bits or all, not $1" >&2; exit 2 ;;
esac
