#!/usr/bin/env bash
# Runs the stages of make test: the build and then the JavaScript beside all others, whose output comes in one piece per stage.
set -uo pipefail
cd "$(dirname "$0")/../.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Tests need no compressed forms.
built() {
  make --no-print-directory build demo PACKED=
}

javascript() {
  CHROME_PATH=$(node build/install/browser.mjs) node js/test/run.js js/test/*.test.js js/test/*/*.test.js
}

# ended NAME START RESULT
ended() {
  echo "$1: $([ "$3" = 0 ] && echo passed || echo failed) after $((SECONDS - $2)) s"
  return "$3"
}

# stage NAME COMMAND…
stage() {
  local name=$1 start=$SECONDS result=0
  shift
  "$@" > "$log" 2>&1 || result=1
  cat "$log"
  ended "$name" $start $result
}

# Those that do not need the site. What the build compiles as well comes last, and is compiled once.
others() {
  local failed=0
  stage bits build/test/ports.sh first || failed=1
  stage go go test -vet=off -timeout 1h ./... || failed=1
  stage check make --no-print-directory check || failed=1
  return $failed
}

failed=0
others &
others=$!
built
if ended build 0 $?; then
  javascript &
  javascript=$!
  wait $others || failed=1
  stage deploy node build/edge/deploy-check.mjs || failed=1
  wait $javascript
  ended javascript 0 $? || failed=1
else
  failed=1
  wait $others
fi
exit $failed
