# Everything goes through scripts/deps.sh, which finds or fetches HiGHS and writes the flags
# for cgo to .deps/env.sh; where there is no HiGHS, that file selects the build without it.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Sourced by every recipe that calls the go command. It sets GOFLAGS=-tags=... -ldflags=..., which
# the same flags on a command line would replace; $$FELTLAB_TAGS is there to be repeated.
ENV := source .deps/env.sh;
NOCGO := CGO_ENABLED=0

.PHONY: help deps build demo test test-slow fuzz bench lint clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

deps: ## find HiGHS or fetch it into .deps, without root
	@scripts/deps.sh

build: deps ## build bin/feltlab, and bin/feltcheck, which checks proofs
	@$(ENV) go build -o bin/feltlab ./cmd/feltlab
	@$(ENV) $(NOCGO) go build -o bin/feltcheck ./cmd/feltcheck

demo: build ## set up, build and run the main job on configs/demo.yaml
	@$(ENV) bin/feltlab sweep configs/demo.yaml

test: deps ## set up and run the tests
	@$(ENV) go test ./...

test-slow: deps ## run all tests, the exhaustive proofs included (hours)
	@$(ENV) go test -tags "$${FELTLAB_TAGS:+$$FELTLAB_TAGS,}slow" -timeout 3h ./...

fuzz: deps ## run every fuzz target for some seconds
	@$(ENV) grep -rlE '^func Fuzz' --include='*_test.go' . | while read -r file; do \
		for name in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9]*)\(.*/\1/p' "$$file"); do \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime 5s "./$$(dirname "$$file")"; \
		done; \
	done

bench: deps ## run the benchmarks
	@$(ENV) go test -run '^$$' -bench . -benchmem ./...

lint: deps ## check format, vet and staticcheck, with and without cgo
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	@$(ENV) go vet ./...
	@$(ENV) go vet -tags "$${FELTLAB_TAGS:+$$FELTLAB_TAGS,}slow" ./...
	@$(ENV) $(NOCGO) go build ./...
	@$(ENV) $(NOCGO) go vet ./...
	@$(ENV) go tool staticcheck ./...

clean: ## remove what was built; .deps stays, remove it by hand to fetch HiGHS again
	rm -rf bin
