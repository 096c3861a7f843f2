# MCP Discover. `make` lists the targets.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PORT ?= 8787
FUZZTIME ?= 20s
BENCHTIME ?= 1s
DRY ?=

# Wrangler needs a newer Node than many machines have; the pinned one comes with the npm packages.
NODE := web/node_modules/node/bin/node
WRANGLER := $(NODE) web/node_modules/wrangler/bin/wrangler.js

# The local edge needs no account, reports nothing and stays offline.
export WRANGLER_SEND_METRICS := false
export WRANGLER_SEND_ERROR_REPORTS := false
export WRANGLER_HIDE_BANNER := true
export WRANGLER_LOG_PATH := $(CURDIR)/.wrangler/logs
export WRANGLER_REGISTRY_PATH := $(CURDIR)/.wrangler/registry
export CLOUDFLARE_CF_FETCH_ENABLED := false

sources = $(shell find $(1) -type f -not -path '*/node_modules/*' -not -path '*/testdata/*' -not -name '*_test.go' -not -name '*.test.ts' 2>/dev/null)

modules := go.mod go.sum
core := $(call sources,core)
wasm_build = GOOS=js GOARCH=wasm go build -buildvcs=false -modfile=.build/wasm.mod -trimpath -ldflags="-s -w"

# Go's runner for js/wasm refuses a large environment, hence the empty one.
wasm_exec = env -i PATH=$(CURDIR)/web/node_modules/node/bin:$$PATH HOME=$$HOME $$(go env GOROOT)/lib/wasm/go_js_wasm_exec

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Build everything and serve the site at http://127.0.0.1:8787 (PORT=n for another port)
	@echo "MCP Discover: http://127.0.0.1:$(PORT)/ (Ctrl-C stops it)"
	@$(WRANGLER) dev --ip 127.0.0.1 --port $(PORT) --inspector-port 0 --show-interactive-dev-session=false

.PHONY: build
build: .build/mcp-discover .build/site.stamp .build/edge/app.wasm ## Build the command, the site and the edge into .build

.build/npm.stamp: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@mkdir -p .build && touch $@

.build/templ.stamp: $(filter %.templ,$(call sources,templates)) $(modules)
	go tool templ generate -path templates -log-level warn
	@mkdir -p .build && touch $@

.build/mcp-discover: $(core) $(modules)
	go build -trimpath -o $@ ./core/cmd/mcp-discover

.build/wasm.mod: $(modules) $(call sources,wasm/modules)
	go run ./wasm/modules -out $@

# What a visitor downloads is kept small: packages off the hot path are built without inlining, the collector is the
# one with less code, and strip takes the tables out that only a traceback reads.
small := api message report rule rules spec text
.build/browser.wasm: .build/wasm.mod $(core) $(call sources,wasm/browser wasm/pretty wasm/strip)
	GOEXPERIMENT=nogreenteagc $(wasm_build) $(foreach p,$(small),-gcflags=github.com/mcp-discover/mcp-discover/core/$(p)=-l) -gcflags=github.com/tidwall/...=-l -gcflags=sort=-l -gcflags=strings=-l -gcflags=strconv=-l -gcflags=internal/strconv=-l -o .build/browser.raw.wasm ./wasm/browser
	go run ./wasm/strip -in .build/browser.raw.wasm -out $@

.build/site.stamp: $(core) .build/browser.wasm .build/npm.stamp .build/templ.stamp $(call sources,templates web/assets web/content web/site web/gen) wasm/edgehttp/headers.go
	rm -rf .build/site
	$(NODE) web/assets/build.mjs
	go run ./web/gen -out .build/site -manifest .build/assets.json
	@touch $@

# workers-assets-gen empties its folder, so it comes before the binary.
.build/edge/app.wasm: .build/wasm.mod $(core) $(call sources,wasm/edge wasm/edgehttp wasm/pretty)
	go tool workers-assets-gen -mode=go -o .build/edge
	$(wasm_build) -o $@ ./wasm/edge

.PHONY: test
test: .build/npm.stamp ## Run every test: Go, WebAssembly, the local edge, the site in Chromium
	$(NODE) web/e2e/chromium.ts
	$(MAKE) --no-print-directory build
	go test -race ./...
	GOOS=js GOARCH=wasm go test -exec="$(wasm_exec)" ./core/...
	$(NODE) --test --test-reporter=spec --test-concurrency=1 $$(find web/assets web/e2e -name '*.test.ts' -o -name '*.test.mjs' | sort)
	$(MAKE) --no-print-directory deploy DRY=1

.PHONY: check
check: .build/npm.stamp ## Check form: gofmt, go vet, tsc, generated files, go.mod
	@unformatted=$$(gofmt -l core templates wasm web/content web/gen web/site); \
	  [ -z "$$unformatted" ] || { echo "gofmt would change:"; echo "$$unformatted"; exit 1; }
	@sums() { find templates -name '*_templ.go' | sort | xargs -r sha256sum; }; before=$$(sums); \
	  go tool templ generate -path templates -log-level warn; \
	  [ "$$before" = "$$(sums)" ] || { echo "templ's files were stale and are regenerated: commit them"; exit 1; }
	go mod tidy -diff
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./core/... ./wasm/...
	cd wasm/pretty && go vet ./...
	cd web && node_modules/.bin/tsc --noEmit -p . && node_modules/.bin/tsc --noEmit -p e2e

.PHONY: golden
golden: ## Rewrite the golden files from what the code does now; read the diff before you commit it
	go test $$(grep -rlE 'core/internal/golden"|flag\.Bool\("update"' --include='*_test.go' core templates wasm web --exclude-dir=node_modules | xargs -r -n1 dirname | sort -u | sed 's|^|./|') -update

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (20s)
	@grep -rHoE '^func Fuzz[A-Za-z0-9_]*' --include='*_test.go' core wasm | sort | while IFS=: read -r file func; do \
	  echo "== $${func#func } in $$(dirname "$$file")"; \
	  go test "./$$(dirname "$$file")" -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime $(FUZZTIME); \
	done

.PHONY: bench
bench: build ## Run the benchmarks: Go, then the browser's
	go test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) ./core/...
	@for file in web/e2e/bench.*; do [ ! -e "$$file" ] || { echo $(NODE) $$file; $(NODE) "$$file"; }; done

.PHONY: size
size: .build/browser.wasm .build/edge/app.wasm .build/npm.stamp ## Print what the browser and the edge have to load
	@$(NODE) web/e2e/size.ts

# The scaffold has the form that core/rules/examples documents.
define example
covers:
related:
-- en.md --
-- ja.md --
-- bad/$(word 3,$(subst -, ,$(ID))).json --
{
  "jsonrpc": "2.0",
  "id": "discover-1",
  "result": {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28"],
    "capabilities": {},
    "ttlMs": 3600000,
    "cacheScope": "private"
  }
}
-- good/plain.json --
{
  "jsonrpc": "2.0",
  "id": "discover-1",
  "result": {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28"],
    "capabilities": {},
    "ttlMs": 3600000,
    "cacheScope": "private"
  }
}

endef

define declaration
	{
		ID: "$(ID)", Since: "$(shell sed -n 's/^const Version = "\(.*\)"/\1/p' core/api/api.go)", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result",
		Clause:  clause("server/discover", "#", spec.Must),
		Title:   text.Text{EN: "", JA: ""},
		Message: text.Text{EN: "", JA: ""},
		Why:     text.Text{EN: "", JA: ""},
		Fix:     text.Text{EN: "", JA: ""},
		Check:   func(p *rule.Pass) {},
	},

endef

.PHONY: new-rule
new-rule: export example := $(example)
new-rule: export declaration := $(declaration)
new-rule: ## Start a rule: make new-rule ID=<family>-<subject>-<fault>
	@[[ "$(ID)" =~ ^[a-z]+(-[a-z0-9]+){2,}$$ ]] || { echo "usage: make new-rule ID=<family>-<subject>-<fault>, all lower case, as in cache-ttl-missing"; exit 1; }
	@file=core/rules/examples/$(ID).txtar; [ ! -e $$file ] || { echo "$$file is there already"; exit 1; }; \
	  printf '%s' "$$example" > $$file; echo "wrote $$file: put prose and samples there"; echo; \
	  echo "add to the list of the family in core/rules:"; echo; printf '%s' "$$declaration"; echo; \
	  echo "then: go test ./core/rules, make golden, and read the diff"

.PHONY: deploy
deploy: build ## Put the site and the edge online with wrangler (DRY=1 only bundles)
	$(WRANGLER) deploy $(if $(DRY),--dry-run --outdir .build/deploy)

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build .wrangler web/node_modules
