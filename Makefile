# Each target does all of its own set-up, in a virtual environment inside the checkout.
# Needs python3 (3.11 or newer, with venv and headers) and a C compiler, nothing else.
PYTHON ?= python3
BIN := .venv/bin
NATIVE := $(wildcard native/*.pyx native/*.pxi native/src/*)
PACKAGE := $(NATIVE) $(shell find csp_sudoku encoders native -name '*.py')

.PHONY: demo serve test lint format docs package floors torture sanitize fuzz bench clean

serve: .venv/installed
	$(BIN)/csp-sudoku serve

demo: $(or $(wildcard .venv/installed),.venv/runs)
	$(BIN)/python examples/demo.py

# One worker per core; an idle one takes tests from the others.
test: .venv/installed
	$(BIN)/pytest --numprocesses auto --dist worksteal

# The documentation, as pages in build/docs; a warning is an error.
docs: .venv/installed
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env docs build/docs

# mypy and import-linter want to see the package as it is installed, so the stage puts the folders where
# they are imported.
lint: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	rm -rf .stage && mkdir -p .stage/csp_sudoku
	ln -s $(CURDIR)/csp_sudoku/* .stage/csp_sudoku/
	ln -s $(CURDIR)/encoders $(CURDIR)/native .stage/csp_sudoku/
	cd .stage && ../$(BIN)/mypy --cache-dir ../.mypy_cache --config-file ../pyproject.toml -p csp_sudoku
	cd .stage && ../$(BIN)/lint-imports --config ../pyproject.toml --no-cache --no-logo
	if [ -x $(TSC) ]; then $(TSC) --project csp_sudoku/web; fi

# TypeScript, which checks the scripts of the page, and axe, for its tests in a browser. Where there is
# no npm, `make lint` leaves the scripts out.
TSC = build/npm/node_modules/.bin/tsc
build/npm/installed: tests/web/package.json
	mkdir -p build/npm
	cp tests/web/package.json build/npm/
	cd build/npm && npm install --silent --no-audit --no-fund
	touch $@

# A source distribution, a wheel from it, that wheel alone in an environment of its own, and its page.
package: .venv/installed
	rm -rf build/package && mkdir -p build/package
	$(BIN)/python -m pip --disable-pip-version-check wheel --quiet --no-deps \
	    --wheel-dir build/package "$$($(BIN)/python tests/package/make_sdist.py build/package)"
	$(PYTHON) -m venv build/package/venv
	build/package/venv/bin/python -m pip --disable-pip-version-check install --quiet build/package/*.whl
	cd build/package && venv/bin/python ../../tests/package/check_installed.py
	build/package/venv/bin/python -m pip --disable-pip-version-check install --quiet \
	    "$$(echo build/package/*.whl)[web]"
	cd build/package && venv/bin/python ../../tests/package/check_served.py

# That wheel once more, with the lowest versions that pyproject.toml declares of everything it can use.
# The tests stand in a folder of their own, so that none of them imports from the checkout.
floors: package
	rm -rf build/floors && $(PYTHON) -m venv build/floors
	$(BIN)/python tests/package/lowest_versions.py > build/floors/constraints.txt
	build/floors/bin/python -m pip --disable-pip-version-check install --quiet \
	    --constraint build/floors/constraints.txt \
	    "$$(echo build/package/*.whl)[all]" 'pytest>=8.2' 'hypothesis>=6.100'
	build/floors/bin/csp-sudoku selftest
	cp -r tests build/floors/tests
	cd build/floors && bin/python -m pytest --quiet --import-mode=importlib -p no:cacheprovider \
	    --config-file /dev/null --rootdir . --confcutdir . tests/backends

# What should never break, under attack: files, objects, folders, signals, limits, memory, proofs.
SECONDS ?= 60
torture: .venv/installed
	$(BIN)/python -m tests.torture $(SECONDS)

# The native tests once more, with the kernels under the address and undefined-behaviour sanitizers.
sanitize: build/sanitized/built
	$(SANITIZED) $(BIN)/pytest tests/native

# The native interface under the sanitizers, called with valid, nearly valid and hostile arguments.
# By hand: make fuzz FUZZ="--calls 1000000 --seed 7"
FUZZ ?= --seconds 25
fuzz: build/sanitized/built
	$(SANITIZED) $(BIN)/python -m tests.fuzz.native_interface --folder build/sanitized $(FUZZ)

# Python's own allocator would hide small blocks from the address sanitizer.
SANITIZED = LD_PRELOAD="$$(cc -print-file-name=libasan.so)" PYTHONPATH=build/sanitized:. \
    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONMALLOC=malloc PYTHONSAFEPATH=1
build/sanitized/built: .venv/installed tests/native/sanitizing-cc $(PACKAGE)
	rm -rf build/sanitized build/sanitizing && mkdir -p build/sanitizing
	printf '[build]\nbuild_base = build/sanitizing\n' > build/sanitizing/apart.cfg
	DIST_EXTRA_CONFIG=build/sanitizing/apart.cfg CC=$(CURDIR)/tests/native/sanitizing-cc \
	    $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps \
	    --no-build-isolation --target build/sanitized .
	for module in build/sanitized/csp_sudoku/native/*.so; do grep -q __asan "$$module" || exit 1; done
	touch $@

# What the project claims, measured beside the peers that are named, for this CPU. With puzzle files:
# make bench DATA=FOLDER PEERS="tdoku=LIB.so:TdokuSolverDpllTriadSimd gridchecker=FILE qqwing=FILE"
bench: .venv/installed
	$(BIN)/python bench/claims.py $(if $(DATA),--data $(DATA)) $(PEERS:%=--peer %) $(if $(QUICK),--quick)

format: .venv/installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.venv/bin/python:
	$(PYTHON) -m venv .venv

# What the demo uses, and no tools for developers.
.venv/runs: .venv/bin/python pyproject.toml setup.py $(NATIVE)
	@echo "First run: compiling the native modules and installing the solvers, for less than a minute"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[cpsat]'
	touch $@

# The first install brings every tool; when only native code has changed, that alone is compiled.
.venv/installed: .venv/bin/python pyproject.toml setup.py $(NATIVE)
	if [ $@ -nt pyproject.toml ]; then \
	    $(BIN)/python setup.py --quiet build_ext --inplace; \
	else \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'; \
	fi
	touch $@

clean:
	rm -rf .venv .stage build dist *.egg-info native/*.so
