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
    build/debian.sh qemu-user-static || true
  fi
  command -v "$name" || { echo "The tests for other processors need $name, which Debian has in qemu-user-static: install it." >&2; return 1; }
}

# Runs programs for 32-bit Intel: directly, or in an emulator if the kernel takes only those of 64 bits. Its threads
# have one table of segments in common, which a signal in the middle of Go's scheduler would tear.
intel() {
  GOARCH=386 go test -vet=off -run '^$' ./core/digest > /dev/null 2>&1 || echo "env GODEBUG=asyncpreemptoff=1 $(emulator i386)"
}

# Runs what freezes bits as WebAssembly, 386 or arm64, with flags: platform, first line of what says the runner's version, runner.
# Go keeps no results of tests that a runner runs. A program that has passed and has opened no file passes again,
# so the id of its content (go tool buildid) is noted beside it.
bits() {
  local folder=build/out/bits/$1 version package program wanted
  version=$($2 | head -n 1)
  shift 2
  # shellcheck disable=SC2086
  go test -c -vet=off -ldflags='-s -w' -o "$folder/" $frozen
  for package in $frozen; do
    program=$PWD/$folder/$(basename "$package").test
    wanted="$(go tool buildid "$program") $version $flags $* $(cksum < build/test/ports.sh)"
    if [ "$(cat "$program.passed" 2> /dev/null)" = "$wanted" ]; then
      echo "ok  	$package	as ${folder##*/} (the same program has passed)"
      continue
    fi
    rm -f "$program.passed"
    # shellcheck disable=SC2086
    (cd "$package" && "$@" "$program" -test.run 'Golden|SameBits' -test.testlogfile="$program.opened" -test.paniconexit0 $flags)
    [ "$(cat "$program.opened")" != '# test log' ] || echo "$wanted" > "$program.passed"
    echo "ok  	$package	as ${folder##*/}"
  done
}

# Go's launcher has room for 8 KiB of environment, so the tests get little of it.
wasm=(env -i "PATH=$PATH" "HOME=${HOME:-/}")
# Only 64-bit Intel machines run, and need, programs for other processors.
others() { [ "$(go env GOOS)/$(go env GOARCH)" = linux/amd64 ]; }

case $1 in
  first | bits)
    flags=
    [ "$1" = bits ] || flags=-test.short
    if others; then
      intel=$(intel)
      # shellcheck disable=SC2086
      GOARCH=386 bits 386 "${intel:-true} --version" $intel
      arm=$(emulator aarch64)
      GOARCH=arm64 bits arm64 "$arm --version" "$arm"
    fi
    # Last, when a build that began with it has compiled what both need.
    GOOS=js GOARCH=wasm bits wasm 'node --version' "${wasm[@]}" "$node"
    ;;
  all) # the command line is native only
    packages=$(GOOS=js GOARCH=wasm go list ./core/... | grep -v /cmd/)
    # shellcheck disable=SC2086
    GOOS=js GOARCH=wasm go test -vet=off -timeout 1h $packages -exec "${wasm[*]} ORBITCERT_PROBLEMS=1 $node"
    others || exit 0
    intel=$(intel)
    # shellcheck disable=SC2086
    ORBITCERT_PROBLEMS=1 GOARCH=386 go test -vet=off -timeout 1h ${intel:+-exec "$intel"} $frozen
    # shellcheck disable=SC2086
    ORBITCERT_PROBLEMS=1 GOARCH=arm64 go test -vet=off -run 'Golden|SameBits' -timeout 1h -exec "$(emulator aarch64)" $frozen
    ;;
  *) echo "ports.sh: first, bits or all, not $1" >&2; exit 2 ;;
esac
