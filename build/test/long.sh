#!/usr/bin/env bash
# Campaigns of hours. Run make build first.
#   long.sh kills     50 runs, two attempts at a time, are killed and a part is torn: do they end with the same bytes?
#   long.sh forgery   100,000 mutants of stored entries and of requests, 5,000 entries on workerd: does the edge take any?
#   long.sh mutants   COUNT (200) faults planted in the sources, one at a time (SEED): does a fast test find each?
#   long.sh timers    tests of all pages, or of FILES, with each timer of the page delayed by 0 to 5 s (SEED): does a page or a test depend on the clock?
#   long.sh soak      500 certificates in one page, 10,000 files in one run, 1,000 damaged HDF5 files: does the page grow or freeze?
#   long.sh sequences 300 sequences of what a visitor does, on the served page: is each verdict that of what is shown?
set -euo pipefail
cd "$(dirname "$0")/../.."

case ${1-} in
  kills) ORBITCERT_KILLS=50 go test -count=1 -v -run KilledRuns ./core/cmd/orbitcert ;;
  forgery)
    ORBITCERT_FORGERIES=100000 go test -count=1 -v -run Forged ./wasm/edge
    ORBITCERT_FORGERIES=5000 node --test --test-name-pattern=mutants js/test/edge/worker.test.js
    ;;
  mutants) go run ./build/test/mutants "${COUNT:-200}" ${SEED:+"$SEED"} ;;
  timers)
    CHROME_PATH=$(node build/install/browser.mjs)
    export CHROME_PATH ORBITCERT_DELAYED=${SEED:-$(date +%N)}
    # shellcheck disable=SC2086
    node js/test/run.js ${FILES:-js/test/page/*.test.js}
    ;;
  soak)
    CHROME_PATH=$(node build/install/browser.mjs)
    export CHROME_PATH SOAK=1
    node --test js/test/page/deaths.test.js
    node --test --test-name-pattern='10000 files' js/test/page/dataset-hard.test.js
    node --test --test-name-pattern='mutants' js/test/page/hdf5.test.js
    node --test --test-name-pattern='damaged' js/test/unit/laz.test.js
    ;;
  sequences)
    CHROME_PATH=$(node build/install/browser.mjs)
    export CHROME_PATH SOAK=1
    node js/test/run.js js/test/page/sequences.test.js
    ;;
  *) sed -n '2,8s/^# //p' "$0" >&2; exit 2 ;;
esac
