# Every target works in a fresh clone and installs what it needs.

PORT ?= 8787
# The commit since which make test-quick looks for changes; all tests everything.
SINCE ?= HEAD
# How long each Go benchmark runs: a time, or a number of times, as in 1x, which those in the browser take as well.
BENCHTIME ?= 1s
export BENCHTIME
# The seed of what make campaigns draws: planted faults and delays of timers.
SEED ?= 7
# The page tests that make campaigns runs with late timers; build/test/long.sh timers runs all.
LATE ?= $(patsubst %,js/test/page/%.test.js,shown order settings citation category comparison remedies storage files hand points)
# The parts of the Python packages that make test-python tests.
PARTS ?= package torch checker

# With -trimpath every clone of these sources shares what Go has compiled and tested.
export GOFLAGS := -trimpath $(filter-out -trimpath,$(shell go env GOFLAGS 2> /dev/null))

# Visitors need fewer npm packages than the tests.
PACKAGES := $(if $(filter-out site build serve demo pages wheels,$(MAKECMDGOALS)),test,run)

# The page's servers send its files compressed.
PACKED := $(if $(filter build serve load bench,$(MAKECMDGOALS)),packed)

# The compiler keeps what it knows of the sources.
TYPES = js/node_modules/.bin/tsc --incremental --tsBuildInfoFile build/out/types

# The benchmarks that make bench runs: of Go, of the page and of the Python package.
BENCHES ?= go page phone large labels first change explore turn draw many

BROWSER = CHROME_PATH="$$(node build/install/browser.mjs)"

.PHONY: help site build serve demo clean check test test-quick test-browsers test-python test-package test-cluster campaigns soundness load bench package wheels pages release board models paper
.DEFAULT_GOAL := help

help: ##use list the targets
	@for group in use check package research; do echo "$$group"; \
	  awk -F ":.*##$$group " "/^[a-z-]+:.*##$$group / { printf \"  make %-14s %s\n\", \$$1, \$$2 }" Makefile; done

site: ##use the static site, in build/out/site
	@build/install/modules.sh $(PACKAGES)
	@build/site.sh $(PACKED)

build: site ##use the static site and the edge workers, in build/out/edge
	@build/edge/workers.sh

serve: site ##use build and serve page and sharing API on http://localhost:PORT (8787)
	@echo "build/out/server"
	@go build -o build/out/server ./wasm/edge
	@exec build/out/server -site build/out/site -data build/out/data -port "$(PORT)"

demo: site ##use the page in one HTML file that opens from disk: build/out/orbitcert.html; orbitcert-models.html also runs models
	@node build/demo/demo.mjs
	@node build/demo/demo.mjs --models

clean: ##use remove what was built and installed
	rm -rf build/out js/node_modules

check: ##check the form of sources and workflows, vet, the types of the JavaScript
	@build/install/modules.sh test
	@unformatted="$$(gofmt -l build core wasm)"; test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./core/... ./wasm/...
	go tool -modfile=build/actionlint/go.mod actionlint -shellcheck= -pyflakes=
	$(TYPES)/js.json --project js/tsconfig.json
	$(TYPES)/build.json --project build/tsconfig.json
	$(TYPES)/worker.json --project wasm/edge/worker/tsconfig.json

test: ##check everything that must pass at every commit: page and edge in Chromium and workerd, Go natively, frozen bits, make check
	@build/install/modules.sh test
	@build/test/stages.sh

test-quick: ##check the fast tests of what changed since SINCE (HEAD) and of what imports it; SINCE=all runs every fast test; proves less than make test
	@build/install/modules.sh test
	@node build/test/quick.mjs $(SINCE)

test-browsers: demo ##check the short path in Chromium, Firefox and WebKit
	CHROME_PATH="$$(node build/install/browser.mjs all)" node --test --test-timeout=1200000 js/test/browsers.js

test-python: package demo ##check the Python packages as installed; PARTS="package torch checker" chooses some, checker being the second checker
	$(if $(filter package,$(PARTS)),@build/python/test.sh package_test reference_test explore_test smooth_test use_test resident_test source_test install_test)
	$(if $(filter package,$(PARTS)),@$(BROWSER) node --test --test-timeout=1200000 js/test/notebook.js)
	$(if $(filter torch,$(PARTS)),@build/content/models/packages.sh)
	$(if $(filter torch,$(PARTS)),@PYTHON=/usr/bin/python3 build/python/test.sh torch_test torch_model_test torch_run_test torch_use_test torch_stated_test torch_attributes_test torch_export_test torch_turn_test torch_docs_test)
	$(if $(filter torch,$(PARTS)),@cd build/content/models && PYTHONPATH=../../python /usr/bin/python3 -B -W ignore -m unittest models_test cases_test)
	$(if $(filter checker,$(PARTS)),@build/checker/test.sh)

test-package: package ##check the npm package, installed from its tarball: bundlers, a page without one, its types
	$(BROWSER) node --test --test-timeout=1200000 js/test/bundlers.js

test-cluster: site ##check Slurm and Dask on loopback: a node is killed in a run; the manifest for Kubernetes
	@build/cluster/packages.sh
	@build/content/models/packages.sh
	build/cluster/test-slurm.sh
	build/cluster/test-dask.sh
	build/cluster/test-kubernetes.sh

campaigns: site ##check every page of the docs in an empty folder, and long counts: killed workers, 800 files in one run, damaged files, 200,000 sequences of events, 40 of them on the page, late timers, 20 planted faults, frozen bits whole; build/test/long.sh has longer ones
	$(BROWSER) CAMPAIGN=1 node js/test/run.js js/test/desk/snippets.test.js js/test/page/deaths.test.js js/test/page/dataset-hard.test.js js/test/page/hdf5.test.js js/test/page/sequences.test.js js/test/unit/laz.test.js
	QUESTIONS=200000 node --test js/test/unit/question.test.js js/test/unit/run-state.test.js
	SEED=$(SEED) FILES="$(LATE)" build/test/long.sh timers
	COUNT=20 SEED=$(SEED) build/test/long.sh mutants
	@build/test/ports.sh bits

soundness: site ##check no bound above the truth: 100,000 hostile problems, 40,000 certificates per bound, 200 attacks, 30,000 mutants per format, 20,000 forgeries; also as WebAssembly, on 386 and arm64
	ORBITCERT_ATTACKS=200 node --test js/test/desk/attack.test.js
	ORBITCERT_PROBLEMS=100000 go test -count=1 -timeout 6h -v ./core/... ./wasm/...
	ORBITCERT_AXIS=1 go test -count=1 -timeout 1h -v -run Axis ./core/tight
	FORGERIES=20000 build/checker/test.sh
	@build/test/ports.sh all

load: build ##check rates and latencies of the sharing service, native and on workerd
	@go run ./build/load

bench: site ##check Go benchmarks for BENCHTIME (1s) each, and times, bytes and memory in the browser; BENCHES="page phone large" are those that a visitor waits for
	$(if $(filter go,$(BENCHES)),go test -run '^$$' -bench . -benchtime $(BENCHTIME) ./core/...)
	@for bench in $(filter-out go draw many,$(BENCHES)); do $(BROWSER) node --test-reporter=dot js/test/bench/$$bench.js || exit 1; done
	$(if $(filter draw,$(BENCHES)),CHROME_PATH="$$(node build/install/browser.mjs all)" node js/test/bench/draw.js)
	$(if $(filter many,$(BENCHES)),build/python/test.sh many_bench)

package: site ##package the npm package, in build/out/npm
	@node build/npm.mjs

wheels: demo package ##package the Python packages for every system, in build/out/python, and with the npm package in the site
	@python3 -B build/python/wheel.py
	@node build/packages.mjs build/out/site

pages: site ##package the site for any static host, in build/out/pages; with ORBITCERT_SPACE=OWNER/NAME a Space of Hugging Face, in build/out/space
	@node build/host/host.mjs $(if $(ORBITCERT_SPACE),space,pages)

release: demo package ##package everything a release has, in build/out/release, with checksums, and the site with packages, in build/out/pages
	@python3 -B build/release.py
	@node build/packages.mjs build/out/site
	@node build/host/host.mjs pages

board: site ##research check the entries of the board; TO=site/docs also writes its page
	@node build/board/board.mjs $(if $(TO),--to $(TO))

models: ##research train the models of site/models: DIGITS=folder of MNIST's IDX files, FURNITURE=npz of shapes; hours
	@build/content/models/models.sh "$(DIGITS)" "$(FURNITURE)"

paper: site ##research the paper's experiments, votes to figures; DIGITS and FURNITURE as for models; hours
	@build/content/paper/paper.sh "$(DIGITS)" "$(FURNITURE)"
