#!/usr/bin/env bash
# Installs the npm packages, only when the lock file changed since last time.
#   modules.sh run    what the page needs
#   modules.sh test   that and what the tests need
set -euo pipefail
cd "$(dirname "$0")/../../js"

wanted=$1
sum=$(cksum < package-lock.json)
stamp=node_modules/.orbitcert
have=$(cat "$stamp" 2>/dev/null || true)

if [ "$have" = "test $sum" ] || [ "$have" = "$wanted $sum" ]; then
  exit 0
fi
# Installs the packages of the tests again if they were installed before.
case $have in test*) wanted=test ;; esac
omit=()
if [ "$wanted" = run ]; then
  omit=(--omit=dev)
fi
echo "js/node_modules: installing"
npm ci ${omit[@]+"${omit[@]}"} --prefer-offline --loglevel=error
echo "$wanted $sum" > "$stamp"
