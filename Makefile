# Everything goes through scripts/deps.sh, which finds or fetches HiGHS, compiles the program that solves with it,
# and writes .deps/env.sh. Go code needs no cgo but for the race detector.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

ENV := source .deps/env.sh;
PREFIX ?= /usr/local
# The tags of slow tests; the second is that of all builds (scripts/deps.sh).
SLOW := -tags slow,arrow_json_stdlib

# What runs goroutines over shared memory. RACES are the tests of pipeline/sweep and solvers/prove that have several
# workers; the others there compute for minutes under the race detector, in one goroutine.
CONCURRENT := ./internal/... ./dataset/equity ./pipeline/store ./pipeline/work ./pipeline/scaleout \
	./solvers/limitholdem/training ./solvers/extensive
RACES := Workers|Make|AgainstBruteForce|Round|Cuts
# How long each fuzz target gets.
FUZZTIME := 3s

.PHONY: help deps build install demo test test-slow fuzz stress bench lint release clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

deps: ## find HiGHS or fetch it into .deps, without root
	@scripts/deps.sh

# The compiler takes a sixth less time if it collects garbage less often, and more memory.
build: export GOGC := 400
build: deps ## build bin/feltlab, and bin/feltcheck, which checks proofs
	@$(ENV) go build -buildvcs=auto -o bin/feltlab ./cmd/feltlab
	@$(ENV) go build -buildvcs=auto -o bin/feltcheck ./cmd/feltcheck
	@if [ -d .deps/highs ]; then ln -sfn ../.deps/highs bin/highs; else rm -f bin/highs; fi

install: build ## copy the programs to $(PREFIX)/bin, and HiGHS to $(PREFIX)/libexec/feltlab
	@install -D -t $(DESTDIR)$(PREFIX)/bin bin/feltlab bin/feltcheck
	@if [ -d .deps/highs ]; then rm -rf $(DESTDIR)$(PREFIX)/libexec/feltlab; mkdir -p $(DESTDIR)$(PREFIX)/libexec; \
		cp -R .deps/highs $(DESTDIR)$(PREFIX)/libexec/feltlab; fi

demo: build ## set up, build, and show formulas for aces, a heads-up chart, and a page to open
	@$(ENV) bin/feltlab sweep configs/demo.yaml
	@echo; $(ENV) bin/feltlab jamfold chart --stacks 2x9bb
	@$(ENV) page=$$(bin/feltlab report results/demo --out results/demo/report.html); \
		echo "Open the page in a browser: $$page"

# The compiler, staticcheck and the tests take less time, and more memory, if they collect garbage less often.
test: export GOGC := 400
lint fuzz stress: export GOGC := 200

# Packages without tests are not compiled, and make lint runs go vet. Some tests wait, so one package more than there are
# cores runs at once.
test: deps ## set up and run the tests
	@$(ENV) go test -vet=off -p $$(($$(getconf _NPROCESSORS_ONLN) + 1)) \
		$$(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...)

test-slow: deps ## run all tests, the exhaustive proofs included (47 minutes on two cores)
	@$(ENV) go test $(SLOW) -timeout 3h ./...

fuzz: deps ## run every fuzz target for some seconds, one on each core
	@$(ENV) grep -rE --include='*_test.go' '^func Fuzz' . | sed -nE 's|^(.*)/[^/]*:func (Fuzz[A-Za-z0-9]*)\(.*|\1 \2|p' | \
		xargs -P "$$(getconf _NPROCESSORS_ONLN)" -I {} bash -c 'scripts/fuzz.sh {} $(FUZZTIME)'

stress: deps ## look for races, fuzz, kill processes and resume (five minutes on two cores)
	@$(ENV) CGO_ENABLED=1 go test -vet=off -race -short -timeout 10m $(CONCURRENT)
	@$(ENV) CGO_ENABLED=1 go test -vet=off -race -short -timeout 10m -run '$(RACES)' ./pipeline/sweep ./solvers/prove
	@$(ENV) go test -vet=off -run Killed -count 3 ./pipeline/store ./pipeline/sweep
	@$(MAKE) fuzz

bench: deps ## run the benchmarks
	@$(ENV) go test -run '^$$' -bench . -benchmem ./...

# No file is left out by the tag slow, so one run of go vet reads all.
lint: deps ## check format, go.mod, vet and staticcheck
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	@$(ENV) go mod tidy -diff
	@$(ENV) go vet $(SLOW) ./...
	@$(ENV) go tool staticcheck ./...

release: ## pack programs without cgo for Linux, macOS and Windows into dist
	@CGO_ENABLED=0 go run ./scripts/release

clean: ## remove what was built; .deps stays, remove it by hand to fetch HiGHS again
	rm -rf bin dist
