# Every target works in a fresh clone; what it needs it installs by itself.

PORT ?= 8787
SINCE ?= HEAD
FUZZTIME ?= 5000000x
# How long each Go benchmark runs: a time, or a number of times, as in 1x.
BENCHTIME ?= 1s

# With -trimpath every clone of these sources shares what Go has compiled and tested.
export GOFLAGS := -trimpath $(filter-out -trimpath,$(shell go env GOFLAGS 2> /dev/null))

# Visitors need fewer packages than the tests.
PACKAGES := $(if $(filter-out build serve demo space pages size wheels widget,$(MAKECMDGOALS)),test,run)

# What serves the page sends its files packed.
PACKED := $(if $(filter build serve load,$(MAKECMDGOALS)),packed)

# Stages beside each other; where make can (4.0 and later) each one's output comes in one piece, at its end.
BESIDE = +$(MAKE) --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# What the compiler knows of the sources from last time.
TYPES = js/node_modules/.bin/tsc --incremental --tsBuildInfoFile build/out/types

BROWSER = CHROME_PATH="$$(node build/browser.mjs)"

.PHONY: help help-all build serve edge demo space pages votes board board-check deploy-check test check test-go test-bits test-js test-browsers test-python test-widget test-package test-models models paper test-release package release wheels widget fuzz test-cluster soundness campaigns kills forgery load soak bench size clean test-quick
.PHONY: packages site worker one-file one-file-models
.DEFAULT_GOAL := help

help: ##+ list the targets that most need
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile
	@echo "make help-all lists the rest."

help-all: ##+ list all targets
	@awk -F ':.*##[+]? ' '/^[a-z-]+:.*##[+]? / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

packages:
	@build/modules.sh $(PACKAGES)

site: packages
	@build/site.sh $(PACKED)

worker: packages
	@build/edge/workers.sh

one-file: site
	@node build/demo.mjs

one-file-models: site
	@node build/demo.mjs --models

build: site worker ## static site in build/out/site, edge worker in build/out/edge

package: site ## the npm package, in build/out/npm
	@node build/npm.mjs

wheels: packages ##+ the Python package for every system, in build/out/python
	@python3 -B build/python/wheel.py

widget: site ##+ the Python package of the widgets for notebooks, in build/out/python
	@python3 -B build/python/widget.py

serve: site ## build and serve page and sharing API on http://localhost:PORT (8787)
	@echo "build/out/server"
	@go build -o build/out/server ./wasm/edge
	@exec build/out/server -site build/out/site -data build/out/data -port "$(PORT)"

edge: site worker ## the same on workerd, as at the edge
	@PORT="$(PORT)" node build/edge/dev.mjs

demo: one-file one-file-models ## the page in one HTML file that opens from disk: build/out/orbitcert.html, and orbitcert-models.html, which runs models

space: site ## a static Space of Hugging Face, complete without a server: build/out/space (ORBITCERT_SPACE=OWNER/NAME names its place)
	@node build/host/host.mjs space

pages: site ## the same for any static host, with what was checked: build/out/pages
	@node build/host/host.mjs pages

votes: site ##+ count again the votes of the shipped models in the first example and the datasets, after a model or a cloud has changed
	@node build/content/votes.mjs

board: site ##+ check the entries of the board, certificates and some votes of each by chance, and write site/docs/board.html; see build/board
	@node build/board/board.mjs --to site/docs

board-check: site ##+ only check them: fails where one is refused
	@node build/board/board.mjs

deploy-check: site worker ##+ what was built is within the limits of Cloudflare and complete on any static host
	@node build/deploy-check.mjs

test: ## all that must be green at every commit: the stages below, two at a time
	@$(BESIDE) test-js check test-go test-bits deploy-check

test-quick: site worker ##+ Go's tests, the unit tests and the test files that changed since SINCE (HEAD); proves less than make test
	go test -vet=off ./...
	$(BROWSER) node --test js/test/*.test.js js/test/unit/*.test.js $$(git diff --name-only --diff-filter=d $(SINCE) -- 'js/test/[dep]*/*.test.js')

check: packages ##+ the form of Go sources, what vet finds, the types of the JavaScript
	@unformatted="$$(gofmt -l build core wasm)"; test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./core/... ./wasm/...
	$(TYPES)/js.json --project js/tsconfig.json
	$(TYPES)/build.json --project build/tsconfig.json
	$(TYPES)/worker.json --project wasm/edge/worker/tsconfig.json

test-go: ##+ Go natively: numerics against second algorithms and sourced values, 10,000 mutants of every format, the native edge
	go test -vet=off ./...

test-bits: ##+ the first certificates have the same bits as WebAssembly, on 32-bit Intel and on 64-bit Arm (emulated)
	@build/test/ports.sh first

test-js: site worker one-file one-file-models ##+ the page in a Chromium browser with a faulty edge, the edge on workerd
	$(BROWSER) node js/test/run.js js/test/*.test.js js/test/*/*.test.js

test-browsers: site one-file ## first verdict, own files, a shared link, a model's votes, HDF5, no network, the demo from disk, in Chromium, Firefox and WebKit
	CHROME_PATH="$$(node build/browser.mjs all)" node --test --test-timeout=1200000 js/test/browsers.js

test-python: site ##+ the Python package, installed from its wheel: certificates, votes of models, errors, the command
	@build/python/test.sh package_test

test-widget: site ##+ the widgets in JupyterLab's notebook, with a real kernel and server of Jupyter (Debian's) in Chromium: what is shown, errors, progress, what Python gets back
	@$(BROWSER) build/python/test-widget.sh

test-package: package ##+ the npm package, installed from its tarball: bundled by Vite and esbuild, in a page without a bundler, its types
	$(BROWSER) node --test --test-timeout=1200000 js/test/bundlers.js

release: one-file one-file-models package ## what a release has, in build/out/release: the command line, wheels, npm package and page, with their checksums
	@python3 -B build/release.py

test-release: ##+ clones in two places, built from nothing, make the same release, byte for byte
	@build/test/release.sh

test-models: site ##+ what the Python package has for PyTorch; training's readers, networks and exporter; with Debian's PyTorch
	@build/content/models/packages.sh
	@PYTHON=/usr/bin/python3 build/python/test.sh torch_test torch_run_test
	cd build/content/models && PYTHONPATH=../../python /usr/bin/python3 -B -W ignore -m unittest models_test

models: ##+ train the models of site/models: DIGITS=folder of MNIST's IDX files, FURNITURE=npz of shapes; hours
	@build/content/models/models.sh "$(DIGITS)" "$(FURNITURE)"

paper: site ##+ the paper's experiments, votes to figures (site/docs/experiments.html): DIGITS and FURNITURE as for models; hours
	@build/content/paper/paper.sh "$(DIGITS)" "$(FURNITURE)"

fuzz: ##+ no reader panics, hangs or reads twice differently: Go's fuzzing of every target on FUZZTIME inputs (5000000x)
	@mkdir -p build/out
	@build/test/fuzz.sh "$(FUZZTIME)"

soundness: site ##+ no bound is above the truth: 100,000 hostile problems, 40,000 certificates per bound type, 200 attacks by votes, 30,000 mutants of every format; all Go tests whole, also as WebAssembly and on 32-bit Intel, frozen bits on 64-bit Arm
	ORBITCERT_ATTACKS=200 node --test js/test/desk/attack.test.js
	ORBITCERT_PROBLEMS=100000 go test -count=1 -timeout 6h -v ./core/... ./wasm/...
	ORBITCERT_AXIS=1 go test -count=1 -timeout 1h -v -run Axis ./core/tight
	@build/test/ports.sh all

soak: site ##+ 500 certificates in one page: does it grow? 10,000 files in one run: does it freeze? 1,000 damaged HDF5 files: is each refused or read?
	$(BROWSER) SOAK=1 node --test js/test/page/deaths.test.js
	$(BROWSER) SOAK=1 node --test --test-name-pattern='10000 files' js/test/page/dataset-hard.test.js
	$(BROWSER) SOAK=1 node --test --test-name-pattern='mutants' js/test/page/hdf5.test.js
	SOAK=1 node --test --test-name-pattern='damaged' js/test/unit/laz.test.js

test-cluster: ##+ a Slurm cluster and one of Dask, on loopback: a node is killed in the middle, the bytes stay; what the image for Kubernetes holds, and its manifest by the schemas of Kubernetes
	@build/cluster/packages.sh
	build/cluster/test-slurm.sh
	build/cluster/test-dask.sh
	build/cluster/test-kubernetes.sh

campaigns: site ##+ long counts: a worker killed at 50 points of a run, 800 files in one run, 60 damaged HDF5 and 300 damaged LAZ files, frozen bits whole
	$(BROWSER) CAMPAIGN=1 node js/test/run.js js/test/page/deaths.test.js js/test/page/dataset-hard.test.js js/test/page/hdf5.test.js js/test/unit/laz.test.js
	@build/test/ports.sh bits

kills: ##+ 50 times two attempts at a run are killed and a part torn: does it end with the same bytes?
	ORBITCERT_KILLS=50 go test -count=1 -v -run KilledRuns ./core/cmd/orbitcert

forgery: worker ##+ 100,000 mutants each of stored entries and of requests, 5,000 entries on workerd: does the edge take any?
	ORBITCERT_FORGERIES=100000 go test -count=1 -v -run Forged ./wasm/edge
	ORBITCERT_FORGERIES=5000 node --test --test-name-pattern=mutants js/test/edge/worker.test.js

load: site worker ##+ hits, visitors and floods on the sharing service, native and on workerd: rates and latencies
	@go run ./build/load

bench: site ## Go benchmarks, and times in the browser
	go test -run '^$$' -bench . -benchtime $(BENCHTIME) ./core/...
	$(BROWSER) node --test-reporter=dot js/test/bench/first.js
	$(BROWSER) node --test-reporter=dot js/test/bench/change.js
	$(BROWSER) node --test-reporter=dot js/test/bench/explore.js
	$(BROWSER) node --test-reporter=dot js/test/bench/turn.js
	CHROME_PATH="$$(node build/browser.mjs all)" node js/test/bench/draw.js

size: site ##+ sizes of what a visitor loads: raw, gzip, brotli
	@node build/size.mjs

clean: ## remove what was built and installed
	rm -rf build/out js/node_modules
