# Python 3.11 or newer, make and git are all a fresh machine needs; a C compiler makes it fast.
# Each environment is set up by the first target that needs it and again when its inputs change.

PYTHON ?= python3
TRACE_GAMES ?= 2000
TRACE_PURE := build/trace-pure-$(TRACE_GAMES).txt

# .venv runs the sources (pure Python), .venv-compiled the wheel (mypyc); .venv-bench and .venv-peers
# add libraries that only `make bench` and `make test-peers` need, with versions but in no lock
PURE := .venv
COMPILED := .venv-compiled
BENCH := .venv-bench
PEERS := .venv-peers

UV := $(PURE)/bin/uv
LOCK := requirements.lock.txt
SOURCES := $(shell find src -type f ! -name '*.pyc' ! -name '*.so' ! -path 'src/intrigue/page/*') \
	pyproject.toml hatch_build.py
# the page: its sources, what it is built into, and the tools that build it, Node included
PAGE := src/intrigue/page/index.html
PAGE_SOURCES := $(shell find web -type f ! -path 'web/node_modules/*' ! -name protocol.ts \
	! -name said.ts ! -name taught.ts ! -name '*.woff2')
NODE_MODULES := web/node_modules/ready
NPM := cd web && PATH="$(CURDIR)/$(PURE)/bin:$$PATH" npm
# One file after another in each process, so that a file's browser or server starts once; the longest
# files first (tests/conftest.py). Twice as many processes as cores: half of what a test does is waiting.
WORKERS ?= 4
EVERYTHING = $(COMPILED)/bin/python -P -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder \
	--durations 30

.PHONY: help play dev test lint page test-page test-pure test-compiled test-peers trace bench bench-reveal fuzz \
	worlds chaos reliability reliability-page load opponents opponents-page beliefs beliefs-page \
	screens wheel setup lock clean

.DELETE_ON_ERROR:

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

play: $(COMPILED)/ready ## start the server on an embedded database (ARGS="--port 8000 …")
	@$(COMPILED)/bin/intrigue serve $(ARGS)

dev: $(PURE)/ready $(PAGE) ## server and page for whoever changes them, each anew with every change: http://localhost:5173
	@$(PURE)/bin/node web/scripts/dev.js $(ARGS)

# The full run stands last: its closing line is the one to read. What people use is the compiled
# wheel, so that is what everything is tested on; the sources are shown to do the same.
test: ## everything that must hold before a commit
	@$(MAKE) --no-print-directory --output-sync --jobs 2 \
		$(COMPILED)/ready lint test-page test-pure $(TRACE_PURE)
	@$(MAKE) --no-print-directory --output-sync --jobs 2 trace test-peers
	@$(MAKE) --no-print-directory test-compiled

lint: $(PURE)/ready ## style, types, and who may import whom
	$(PURE)/bin/ruff check .
	$(PURE)/bin/ruff format --check .
	$(PURE)/bin/mypy
	$(PURE)/bin/lint-imports

page: $(PAGE) ## build the page, types first

test-page: $(PAGE) ## the page's own logic, style and types
	$(NPM) run check
	$(NPM) test

test-pure: $(PURE)/ready ## on the sources: the kernel, every scenario, one seed of each of the kit's checks
	$(PURE)/bin/python -m pytest -q tests/kernel tests/session tests/conformance tests/test_golden.py \
		--ignore tests/session/test_verdicts.py  # long, and what judges is compiled nowhere

test-compiled: $(COMPILED)/ready ## everything on the compiled wheel, in a browser too
	@$(call without-compiler,everything is tested on plain Python.,unset INTRIGUE_EXPECT) \
	echo '$(EVERYTHING)' && $(EVERYTHING)

test-peers: $(PEERS)/ready ## environments on the compiled wheel, by the suites of PettingZoo, Gymnasium and OpenSpiel
	$(PEERS)/bin/python -P -m pytest tests/peers

trace: $(TRACE_PURE) $(COMPILED)/ready ## the same games in both modes, decision by decision
	@$(call without-compiler,there are no two modes to compare.,exit 0) \
	$(COMPILED)/bin/python -P tests/trace.py build/trace-compiled.txt --games $(TRACE_GAMES) && \
	cmp $(TRACE_PURE) build/trace-compiled.txt && echo "Both modes did the same."

$(TRACE_PURE): $(SOURCES) tests/trace.py $(PURE)/ready
	@mkdir -p build
	$(PURE)/bin/python -P tests/trace.py $@ --games $(TRACE_GAMES)

# Without a C compiler nothing is compiled: everything is tested on plain Python, and there is nothing
# to compare. CI must not pass that way.
define without-compiler
if ls dist/*-none-any.whl >/dev/null 2>&1; then \
	echo "No C compiler was found when the wheel was built: $(1)"; $(if $(CI),exit 1,$(2)); \
else export INTRIGUE_EXPECT=compiled; fi;
endef

bench: $(BENCH)/ready ## speed beside OpenSpiel and TextArena, into docs/performance.md (minutes; ARGS="--only jaccuse": one game)
	$(BENCH)/bin/python benchmarks/run.py $(ARGS)
	@$(if $(findstring --only,$(ARGS)),,$(MAKE) --no-print-directory bench-reveal)

bench-reveal: $(PURE)/ready $(PAGE) ## frames a second of Truce's reveal in Chromium, into docs/performance.md
	$(PURE)/bin/python benchmarks/reveal.py

# long runs write what they counted into a folder, if one is named (FIGURES=build/reliability)
figures = $(if $(FIGURES),--json $(FIGURES)/$(1).json)

fuzz: $(COMPILED)/ready ## the conformance kit on fresh seeds (ARGS="--minutes 5"), then deals (DEALS=100000), then bent frames over the wire (FRAMES=100000)
	$(COMPILED)/bin/python -P tests/fuzz.py $(ARGS)
	$(COMPILED)/bin/python -m tests.fuzz_promises --deals $(or $(DEALS),100000) $(call figures,deals)
	$(COMPILED)/bin/python -m tests.server.fuzz_wire --frames $(or $(FRAMES),100000) $(call figures,wire)

worlds: $(COMPILED)/ready ## coupled two worlds by the thousand, at feeds (PAIRS=5000) and over sockets (SOCKET_PAIRS=200)
	$(COMPILED)/bin/python -m tests.server.worlds feeds --pairs $(or $(PAIRS),5000) $(call figures,worlds-feeds)
	$(COMPILED)/bin/python -m tests.server.worlds sockets --pairs $(or $(SOCKET_PAIRS),200) $(call figures,worlds-sockets)

chaos: $(COMPILED)/ready ## kill the server at random moments (KILLS=200), one to three on PostgreSQL (PG_KILLS=30 each), and let the power fail (LOSSES=200)
	$(COMPILED)/bin/python -m tests.server.chaos --kills $(or $(KILLS),200) $(call figures,chaos-sqlite)
	for n in 1 2 3; do $(COMPILED)/bin/python -m tests.server.chaos --kills $(or $(PG_KILLS),30) \
		--database postgresql --processes $$n $(call figures,chaos-postgresql-$$n) || exit 1; done
	$(COMPILED)/bin/python -m tests.server.power --losses $(or $(LOSSES),200) $(call figures,power)

reliability: ## all long runs, into docs/reliability.md (hours)
	@$(MAKE) --no-print-directory chaos KILLS=1000 PG_KILLS=100 LOSSES=1000 FIGURES=build/reliability
	@$(MAKE) --no-print-directory fuzz FRAMES=1000000 FIGURES=build/reliability
	@$(MAKE) --no-print-directory worlds PAIRS=100000 SOCKET_PAIRS=10000 FIGURES=build/reliability
	@$(MAKE) --no-print-directory reliability-page

reliability-page: $(PURE)/ready ## what the long runs counted, into docs/reliability.md
	$(PURE)/bin/python -m tests.figures build/reliability

load: $(COMPILED)/ready ## many tables over real sockets, beside boardgame.io, into docs/load.md
	$(COMPILED)/bin/python benchmarks/load.py $(ARGS)

# Each pair of neighbouring levels meets at three tables, and the quick players of playouts meet normal; a run that was stopped goes on where it was.
# Emperor at six, where equals on either side win about as often.
RUNGS := easy,random normal,easy hard,normal lean,normal
OPPONENTS ?= truce jaccuse emperor complot accusation
opponents: $(COMPILED)/ready ## levels of bots against each other, into docs/opponents.md (hours; OPPONENTS=complot: one game; GAMES=400 matches a table, JOBS=2)
	@mkdir -p build/opponents
	@for game in $(OPPONENTS); do \
		case $$game in emperor) seats="--seats 6" ;; *) seats= ;; esac; \
		for rung in $(RUNGS); do file=build/opponents/$$game-$$(echo $$rung | tr , -); \
			echo "$$game: $$rung"; $(COMPILED)/bin/intrigue --lang en lab arena $$game $$seats --pair \
			--bots $$rung --games $(or $(GAMES),400) --jobs $(or $(JOBS),2) --rows $$file.jsonl \
			--json > $$file.part && mv $$file.part $$file.json || exit 1; \
		done; done
	@$(MAKE) --no-print-directory opponents-page

opponents-page: $(PURE)/ready ## what the arena said, into docs/opponents.md
	$(PURE)/bin/python benchmarks/opponents.py build/opponents

beliefs: $(COMPILED)/ready ## how much of what a seat believes is true, into docs/beliefs.md (minutes; BELIEFS=emperor: one game; GAMES=500, JOBS=2)
	@mkdir -p build/beliefs
	@for game in $(or $(BELIEFS),$(OPPONENTS)); do echo "$$game"; file=build/beliefs/$$game; \
		$(COMPILED)/bin/intrigue --lang en lab beliefs $$game --games $(or $(GAMES),500) \
			--jobs $(or $(JOBS),2) --json > $$file.part && mv $$file.part $$file.json || exit 1; \
	done
	@$(MAKE) --no-print-directory beliefs-page

beliefs-page: $(PURE)/ready ## what the lab said of beliefs, into docs/beliefs.md
	$(PURE)/bin/python benchmarks/beliefs.py build/beliefs

screens: $(PURE)/ready $(PAGE) ## pictures of every screen, into docs/screens/
	$(PURE)/bin/python -m tests.page.screens

wheel: dist/ready ## the compiled wheel, in dist/

setup: $(PURE)/ready ## the development environment, .venv

lock: $(PURE)/ready ## choose versions anew
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--python $(PURE)/bin/python --extra dev pyproject.toml --output-file $(LOCK)
	@! grep -n '://' $(LOCK)

clean: ## remove environments, builds and every compiled file
	rm -rf $(PURE) $(COMPILED) $(BENCH) $(PEERS) build dist .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache web/node_modules src/intrigue/page web/src/lib/protocol.ts \
		web/src/games/*/said.ts web/src/games/*/taught.ts
	find . -name .git -prune -o \( -name '*.so' -o -name '*.pyd' -o -name '*.pyc' \) -type f \
		-exec rm -f {} +
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# --- environments -------------------------------------------------------------------------------

$(PURE)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "intrigue needs Python 3.11 or newer, and $(PYTHON) is not. Name one, for example:"; \
		echo "    make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(PURE)

# uv comes from the lock too, with its hash
$(UV): | $(PURE)/bin/python
	sed -n '/^uv==/,/# via/p' $(LOCK) > $(PURE)/uv.txt
	$(PURE)/bin/python -m pip install --quiet --require-hashes --requirement $(PURE)/uv.txt

$(PURE)/ready: $(LOCK) pyproject.toml hatch_build.py | $(UV)
	$(UV) pip sync --quiet --require-hashes --python $(PURE)/bin/python $(LOCK)
	$(UV) pip install --quiet --no-deps --no-build-isolation --python $(PURE)/bin/python --editable .
	@touch $@

$(NODE_MODULES): web/package-lock.json $(PURE)/ready
	$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

# Types come from the server and sentences from the games: a page that does not fit them is not built.
WIRE := $(shell find src/intrigue/server -name '*.py') $(wildcard src/intrigue/games/*/view.py src/intrigue/games/*/text/*.toml) \
	src/intrigue/session/message.py
$(PAGE): $(NODE_MODULES) $(PAGE_SOURCES) $(WIRE)
	$(PURE)/bin/python -m intrigue.server.web.openapi | $(PURE)/bin/node web/scripts/types.js
	$(PURE)/bin/python -m intrigue.server.web.page_words | $(PURE)/bin/node web/scripts/words.js
	$(PURE)/bin/node web/scripts/fonts.js
	$(NPM) run --silent types:check
	$(NPM) run --silent build

# What takes longest needs no page: it is compiled before and beside it, and the wheel finds it done.
build/rules: $(filter %.py %.toml,$(SOURCES)) $(PURE)/ready
	$(PURE)/bin/python hatch_build.py
	@touch $@

dist/ready: build/rules $(SOURCES) $(PAGE)
	@rm -rf dist
	$(UV) build --wheel --no-build-isolation --python $(PURE)/bin/python --out-dir dist
	@touch $@

$(COMPILED)/ready: dist/ready $(LOCK)
	$(UV) venv --quiet --clear --python $(PURE)/bin/python $(COMPILED)
	$(UV) pip sync --quiet --require-hashes --python $(COMPILED)/bin/python $(LOCK)
	$(UV) pip install --quiet --no-deps --python $(COMPILED)/bin/python dist/*.whl
	@touch $@

$(BENCH)/ready: dist/ready
	$(UV) venv --quiet --clear --python $(PURE)/bin/python $(BENCH)
	$(UV) pip install --quiet --python $(BENCH)/bin/python --constraint $(LOCK) "$$(ls dist/*.whl)[bench]"
	@touch $@

$(PEERS)/ready: dist/ready
	$(UV) venv --quiet --clear --python $(PURE)/bin/python $(PEERS)
	$(UV) pip install --quiet --python $(PEERS)/bin/python --constraint $(LOCK) \
		"$$(ls dist/*.whl)[peers]" pytest pytest-timeout
	@touch $@
