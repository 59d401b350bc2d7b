#!/usr/bin/env bash
# Runs the stages of make test: the JavaScript beside all others, whose output comes in one piece per stage.
set -uo pipefail
cd "$(dirname "$0")/../.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

javascript() {
  CHROME_PATH=$(node build/browser.mjs) node js/test/run.js js/test/*.test.js js/test/*/*.test.js
}

# stage NAME COMMAND…
stage() {
  local name=$1 start=$SECONDS result=passed
  shift
  "$@" > "$log" 2>&1 || result=failed
  cat "$log"
  echo "$name: $result after $((SECONDS - start)) s"
  [ $result = passed ]
}

others() {
  local failed=0
  stage check make --no-print-directory check || failed=1
  stage go go test -vet=off ./... || failed=1
  stage bits build/test/ports.sh first || failed=1
  stage deploy node build/deploy-check.mjs || failed=1
  return $failed
}

others &
javascript
javascript=$?
echo "javascript: $([ $javascript = 0 ] && echo passed || echo failed) after $SECONDS s"
wait $! && [ $javascript = 0 ]
