# Every target works in a fresh clone; what it needs it installs by itself.

PORT ?= 8787
FUZZTIME ?= 5000000x

.PHONY: help build serve edge demo deploy-check test check-go test-go test-386 test-wasm test-fuzz test-js fuzz soundness forgery load soak bench size clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

build: ## static site in build/out/site, edge worker in build/out/edge
	@build/modules.sh run
	@build/site.sh
	@build/edge.sh

serve: ## build and serve page and sharing API on http://localhost:PORT (8787)
	@build/modules.sh run
	@build/site.sh
	@go build -o build/out/server ./wasm/edge
	@exec build/out/server -site build/out/site -data build/out/data -port "$(PORT)"

edge: ## the same on workerd, as at the edge
	@build/modules.sh test
	@build/site.sh
	@build/edge.sh
	@PORT="$(PORT)" node build/edge-dev.mjs

demo: ## the page in one HTML file that opens from disk: build/out/orbitcert.html
	@build/modules.sh run
	@build/site.sh
	@node build/demo.mjs

deploy-check: ## build all for Cloudflare and for static hosts, and check it against their limits
	@build/modules.sh test
	@build/site.sh
	@build/edge.sh
	@node build/deploy-check.mjs

test: check-go test-go test-386 test-wasm test-fuzz test-js ## everything: vet, Go natively and as wasm, fuzzing, types, browser

check-go:
	@unformatted="$$(gofmt -l build core wasm)"; test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet -tags explorer ./core/... ./wasm/...

test-go:
	go test ./...

# The same certificates, bit for bit, on a machine with other instructions. Only
# 64-bit Intel machines run such programs.
test-386:
	@case "$$(go env GOOS)/$$(go env GOARCH)" in linux/amd64) GOARCH=386 go test ./core/assignment ./core/certificate ./core/haar ./core/invariance ./core/registration ./core/smoothing ./core/special ./core/tight;; esac

test-wasm:
	@build/wasm-test.sh

test-fuzz:
	@mkdir -p build/out
	@build/fuzz.sh 30000x

test-js:
	@build/modules.sh test
	@build/site.sh
	@build/edge.sh
	@node build/deploy-check.mjs
	@node build/demo.mjs
	cd js && node_modules/.bin/tsc --project tsconfig.json
	CHROME_PATH="$$(node build/browser.mjs)" node js/test/run.js js/test/*.test.js

fuzz: ## fuzz every target on FUZZTIME inputs (5000000x)
	@mkdir -p build/out
	@build/fuzz.sh "$(FUZZTIME)"

soundness: ## 100,000 hostile problems and 40,000 certificates per bound type: is any bound above the truth?
	ORBITCERT_PROBLEMS=100000 go test -count=1 -timeout 6h -v -run 'Adversarial|Coverage|ClopperPearson|MinimaCertify|NoSeedIsFound|RegistrationIsSound|Settled|Motions' ./core/certificate ./core/bound ./core/registration ./core/smoothing

soak: ## 500 certificates in one page: does it grow?
	@build/modules.sh test
	@build/site.sh
	CHROME_PATH="$$(node build/browser.mjs)" SOAK=1 node --test js/test/deaths.test.js

forgery: ## 100,000 mutants each of stored entries and of requests, 5,000 entries on workerd: does the edge take any?
	@build/modules.sh test
	@build/edge.sh
	ORBITCERT_FORGERIES=100000 go test -count=1 -v -run Forged ./wasm/edge
	ORBITCERT_FORGERIES=5000 node --test --test-name-pattern=mutants js/test/edge-worker.test.js

load: ## hits, visitors and floods on the sharing service, native and on workerd: rates and latencies
	@build/modules.sh test
	@build/site.sh
	@build/edge.sh
	@go run ./build/load

bench: ## Go benchmarks, and times in the browser
	@build/modules.sh test
	@build/site.sh
	go test -run '^$$' -bench . ./core/...
	CHROME_PATH="$$(node build/browser.mjs)" node --test-reporter=dot js/test/bench.js
	CHROME_PATH="$$(node build/browser.mjs)" node --test-reporter=dot js/test/bench-explore.js

size: ## sizes of what a visitor loads: raw, gzip, brotli
	@build/modules.sh run
	@build/site.sh
	@node build/size.mjs

clean: ## remove what was built and installed
	rm -rf build/out js/node_modules
