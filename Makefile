# SPDX-License-Identifier: MIT
# The front door. `make demo` and `make test` work on a bare Debian machine: they
# install what is missing first. All other targets only say what is missing and
# which `make setup…` installs it. CMake does the building.

PREFIX  = /usr/local
DESTDIR =
JOBS    = $(shell nproc 2>/dev/null || echo 2)
BUILD   = build
CASES   = 1000000
MODELS  = 2000
RUNS    = 100000
ROUNDS  = 1000000
FUZZ_SECONDS = 60
# Of what is alike `make test` has a part, and after the next commit another: the same again with TURN=.
TURN    = $(shell git rev-list --count HEAD 2>/dev/null || echo 0)
PORCUPINE =
LTSCOMPARE =
BEFORE  =
# One more than there are processors: some tests wait for processes of their own.
CTEST   = "$(CURDIR)/tools/in_memory" ctest --output-on-failure --no-label-summary -j$(shell expr $(JOBS) + 1)

# GLOBs in CMake are checked at build time, so configuring once is enough.
configure = test -f $(BUILD)/$(1)/Makefile || cmake -S . -B $(BUILD)/$(1) $(2) >/dev/null
build     = cmake --build $(BUILD)/$(1) -j$(JOBS) -- --no-print-directory -s

.PHONY: all release side-by-side setup setup-test setup-bench setup-docs setup-deb setup-libraries demo docs deb report editors test install uninstall bench bench-explore
.PHONY: bench-set bench-spin bench-ltl-spin bench-roundup bench-sync soak soak-objects soak-histories soak-replay libraries fuzz
.PHONY: asan-tests builds-beside bench-report bench-pat bench-refine bench-sets bench-abd bench-run bench-instructions bench-before check coverage mutants tidy format clean help

all: release

help:
	@echo 'make              build linchpin: $(BUILD)/release/bin/linchpin'
	@echo 'make demo         see it find faults, within seconds, and one of them as a page'
	@echo 'make check        while working: build what changed and run the fast tests, within two minutes'
	@echo 'make test         run every test: gcc, clang, sanitizers, format, tidy, docs'
	@echo 'make test-judge   the tests of one folder of tests/: test-cli, test-verify, …'
	@echo 'make docs         the documents as a site with search: $(BUILD)/site/index.html (after make setup-docs)'
	@echo 'make report       the report page from its source, with Node: report/page.html'
	@echo 'make editors      the grammars of editors/, and a package for VS Code, with Node: $(BUILD)/vscode/linchpin-lin.vsix'
	@echo 'make setup        install what building needs; setup-test, setup-bench, setup-docs, setup-deb, setup-libraries: what those need'
	@echo 'make install      PREFIX=$(PREFIX) DESTDIR='
	@echo 'make uninstall    remove what install installed'
	@echo 'make deb          Debian packages, source and binary: $(BUILD)/deb (after make setup-deb)'
	@echo 'make bench        measure; make bench-explore: the explorer (SIZE=short: no long ones)'
	@echo '                  PORCUPINE=DIR: its source, and Porcupine beside; BEFORE=DIR: another linchpin beside'
	@echo 'make side-by-side PORCUPINE=DIR  one violation in its page and in ours: $(BUILD)/side-by-side'
	@echo 'make bench-pat, bench-set, bench-roundup: tables of papers, theirs beside ours; bench-least: the smallest K'
	@echo 'make bench-sync   how soon faults of channels, barriers and the like are found (RUNS=100)'
	@echo 'make bench-sets   which properties find which faults of the sets'
	@echo 'make bench-abd    the replicated register and its simulation (SIZES="1x1 2x1 2x2": writes x reads)'
	@echo 'make bench-run    the replicated register as processes, recorded and judged, beside bare sockets'
	@echo 'make bench-spin   states per second, beside SPIN on the same models; bench-ltl-spin: and with formulas'
	@echo 'make bench-refine two systems compared, beside mCRL2 (LTSCOMPARE=path; SIZE=short: no long ones)'
	@echo 'make bench-report pages of up to a million operations, and of a long trace: bytes, seconds, frames (ROUNDS=3)'
	@echo 'make bench-before BEFORE=DIR  check, explore and verify beside a build before: verdicts, counts, seconds'
	@echo 'make bench-instructions BEFORE=DIR  of check and verify, beside those of a build before'
	@echo 'make soak         the random tests with many more cases'
	@echo 'make soak-objects every correct object, RUNS=$(RUNS) runs each, on a quiet and on a loaded machine'
	@echo 'make soak-replay  runs of ten thousand operations, replayed step by step in the model'
	@echo 'make soak-histories  what test records in ROUNDS=$(ROUNDS) runs is among what explore finds'
	@echo 'make libraries    objects of Debian packages under test: after make setup-libraries'
	@echo 'make fuzz         look for crashes in the readers: FUZZ_SECONDS=$(FUZZ_SECONDS) for each'
	@echo 'make coverage     which lines of each room the tests run'
	@echo 'make mutants      which changes of MUTATED="src/…" no test of MUTANT_TESTS="judge/fast …" notices'
	@echo 'make tidy         clang-tidy with the deepest analysis; make test has a shallower one'
	@echo 'make format       lay out the source with clang-format, the models with linchpin fmt'
	@echo 'make clean        remove $(BUILD)/'

setup:
	@tools/setup build
setup-test:
	@tools/setup test
# What `make bench` compares with, besides the source of Porcupine.
setup-bench:
	@tools/setup bench
setup-docs:
	@tools/setup docs
setup-deb:
	@tools/setup deb
setup-libraries:
	@tools/setup libraries

release:
	@tools/setup --check build
	@$(call configure,release,-DBUILD_TESTING=OFF)
	@$(call build,release)

demo: setup
	@$(MAKE) -s --no-print-directory release
	@tools/demo $(BUILD)/release/bin $(BUILD)/demo.html

# Development builds: warnings are errors. The full set of tests runs once, with gcc,
# 10 % of the random cases (2,000 for each judge and spec) and a fifth of the models where there are hundreds.
# Where a script has dozens of cases that are alike (an object of the catalogue, a construct of C, a template)
# a run has a third of them, or a sixth; which, TURN says, the number of commits, so that the next ones have the others.
# clang-tidy, in a fresh clone, looks at what was changed and at every third of the other files (tests/repository/tidy.sh).
# The emitted C, too, is held against the interpreter for all models, and optimised for some of them in turns.
# `make soak` has the rest.
# What runs again elsewhere does so for a reason:
#   clang with sanitizers: another compiler, and all of C; of the command line not specs that misbehave, what
#     fills the memory, nor what mostly waits or starts programs; verify's traces are those of the catalogue, whose
#     models the random tests have, too, and so is what register machines are made of, in a hundred thousand histories;
#   thread sanitizer: what has threads.
# The first is after faults that any of the cases may show: 3 % of the cases (600 for each pair of
# a judge and a spec) and 15 % of the models are enough there. Of the random models, of which
# each test goes through much the same code below, and of the command line a run has every third test, in turns.
# The address sanitizer keeps two frames of each allocation, not thirty: a quarter of its time went into
# them. A test that fails, run again alone, shows them all. Of what was freed it keeps the last 16 megabytes, not 256,
# to see that nobody uses it: to touch new pages all the time took most of the system's time. `make soak` has all tests
# with it, all its checks and 256 megabytes.
# Temporary files of all tests are in memory where there is plenty of it: see tools/in_memory.
# Objects of Debian packages have a target of their own, `make libraries`.
# The full set comes last, so that its summary is the last thing to be seen.
# What is compiled (models, objects under test) is kept for all tests of a run, and no longer:
# what was compiled before a change must not hide what it broke.
test check: export LINCHPIN_TURN = $(TURN)
test: export LINCHPIN_TESTS_CACHE = $(abspath $(BUILD))/tests-cache
test: export LINCHPIN_CACHE = $(LINCHPIN_TESTS_CACHE)
test: setup-test
	@rm -rf '$(LINCHPIN_TESTS_CACHE)'
	@echo '== turn $(TURN): the same cases again with make test TURN=$(TURN)'
	@echo '== clang with address and undefined-behaviour sanitizers: build, C tests, command line'
	@$(call configure,asan,-DLP_DEVELOP=ON -DLP_SANITIZE=ON -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++)
	@$(call build,asan)
	@$(MAKE) --no-print-directory -j2 TURN=$(TURN) asan-tests builds-beside
	@echo '== gcc with the thread sanitizer: tests of what has threads'
	@$(configure_tsan)
	@$(call build,tsan) threaded_tests
	@cd $(BUILD)/tsan && LINCHPIN_PERCENT=10 $(CTEST) -L threads
	@echo '== gcc: build, all tests'
	@$(configure_gcc)
	@$(call build,gcc)
	@cd $(BUILD)/gcc && LINCHPIN_PERCENT=10 LINCHPIN_MODELS_PERCENT=20 $(CTEST) -E '/libraries$$'

configure_tsan = $(call configure,tsan,-DLP_DEVELOP=ON -DLP_SANITIZE=thread)
configure_gcc  = $(call configure,gcc,-DLP_DEVELOP=ON)

# Parts of `make test`. What is built after these tests is built beside them, for when they wait and for their end,
# where there is nothing to do for a processor. It is built again when it is needed: then little is left to do, and what
# is wrong is said there.
asan-tests:
	@cd $(BUILD)/asan && MAKEFLAGS= LINCHPIN_PERCENT=3 LINCHPIN_MODELS_PERCENT=15 ASAN_OPTIONS=malloc_context_size=2:quarantine_size_mb=16 \
	    $(CTEST) -L 'unit|cli|library' -E "^(verify/(traces|register_machines)|cli/(hostile|hungry|interrupts|option_pairs)|$$( \
	    ctest -N -R '^(verify/(random_|views_)|cli/)' | awk '/Test +#/ && ++n % 3 != $(TURN) % 3 { print $$NF }' | paste -sd'|'))$$"
builds-beside:
	@{ $(configure_tsan) && nice -n 19 $(call build,tsan) threaded_tests && $(configure_gcc) && nice -n 19 $(call build,gcc); } \
	    >/dev/null 2>&1 || true

# The development build that has all tests.
develop = tools/setup --check test && $(configure_gcc) && $(call build,gcc)

# The fast tests of every room, with a tenth of the random cases.
check:
	@$(develop)
	@cd $(BUILD)/gcc && LINCHPIN_PERCENT=10 $(CTEST) --progress -L fast

# The tests of one folder: `make test-judge`, `make test-cli`.
test-%:
	@$(develop)
	@cd $(BUILD)/gcc && $(CTEST) -R '^$*/'

# Many more cases, everything that `make test` has in turns, and sanitizers that ask at every access and every sum of
# a pointer, too, with every test.
soak:
	@tools/setup --check test
	@$(call configure,release-test,-DBUILD_TESTING=ON)
	@$(call build,release-test)
	@cd $(BUILD)/release-test && LINCHPIN_CASES=$(CASES) LINCHPIN_MODELS=$(MODELS) $(CTEST) -L unit --timeout 86400
	@cd $(BUILD)/release-test && LINCHPIN_ALL=1 $(CTEST) -L script -LE repository -E '/libraries$$' --timeout 86400
	@$(call configure,asan-all,-DLP_DEVELOP=ON -DLP_SANITIZE=all -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++)
	@$(call build,asan-all)
	@cd $(BUILD)/asan-all && $(CTEST) -L 'unit|cli|library' --timeout 86400
	@tests/run/random_faults.sh $(BUILD)/release-test/bin/linchpin
	@tests/run/replayed_runs.sh $(BUILD)/release-test/bin/linchpin

soak-replay: release
	@tests/run/replayed_runs.sh $(BUILD)/release/bin/linchpin

# No correct object is ever blamed.
soak-objects: release
	@tools/soak $(BUILD)/release/bin $(RUNS)

soak-histories: release
	@LINCHPIN=$(BUILD)/release/bin/linchpin LINCHPIN_ROUNDS=$(ROUNDS) bash tests/engines/test_same_histories.sh

# clang-tidy with the limit that the analyzer sets itself; `make test` looks less deep.
tidy:
	@$(develop)
	@cd $(BUILD)/gcc && TIDY_NODES=225000 $(CTEST) -L tidy

libraries:
	@tools/setup --check libraries
	@$(develop)
	@cd $(BUILD)/gcc && $(CTEST) -R '^(harness|explore)/libraries'

# Which lines the tests run, room by room.
coverage:
	@tools/setup --check test
	@tools/coverage $(BUILD)/coverage $(JOBS)

# Changes one operator or constant at a time, and lists those that no test notices.
MUTATED      = $(wildcard src/judge/fast/*.c)
MUTANT_TESTS = judge/fast judge/search
mutants:
	@tools/setup --check test
	@tools/mutants $(BUILD)/mutants $(JOBS) '$(MUTANT_TESTS)' $(MUTATED)

# One program per parser; what they learn stays in the build folder.
fuzz:
	@tools/setup --check test
	@tools/fuzz $(BUILD)/fuzz $(FUZZ_SECONDS) $(JOBS)

bench: release
	@bench/run $(BUILD)/release/bin
	@bench/read.sh $(BUILD)/release
	@bench/stress.sh $(BUILD)/release
	@PORCUPINE='$(PORCUPINE)' BEFORE='$(BEFORE)' bench/porcupine.sh $(BUILD)/release/bin

side-by-side: release
	@PORCUPINE='$(PORCUPINE)' bench/side_by_side.sh $(BUILD)/release/bin $(BUILD)/side-by-side

bench-explore: release
	@bench/explore.sh $(BUILD)/release/bin $(SIZE)

# Tables of the papers about models, ours beside theirs.
bench-pat: release
	@bench/pat.sh $(BUILD)/release/bin
bench-set: release
	@bench/set.sh $(BUILD)/release/bin
bench-spin: release
	@bench/spin.sh $(BUILD)/release/bin
bench-ltl-spin: release
	@bench/ltl_spin.sh $(BUILD)/release/bin
# Refinement, on files that mCRL2's ltscompare reads too.
bench-refine: release
	@LTSCOMPARE='$(LTSCOMPARE)' SIZE='$(SIZE)' bench/refine.sh $(BUILD)/release/bin
# Tables of the paper about quasi-linearizability.
bench-roundup: release
	@bench/roundup.sh $(BUILD)/release/bin
bench-least: release
	@bench/least.sh $(BUILD)/release/bin $(BUILD)/least.svg
# How soon faults of synchronisation objects are found, RUNS processes for each figure.
bench-sync: RUNS = 100
bench-sync: release
	@bench/sync.sh $(BUILD)/release $(RUNS)

# All figures that have a build before to compare with.
bench-before: release
	@bench/beside.sh $(BUILD)/release/bin '$(BEFORE)'

bench-instructions: release
	@bench/instructions.sh $(BUILD)/release/bin '$(BEFORE)'

# How large report pages are, and how soon and how smoothly they are drawn.
bench-report: export ROUNDS = 3
bench-report: release
	@modules=$$(tools/node_modules $(BUILD)/node) && bench/report.sh $(BUILD)/release/bin "$$modules"

bench-sets: release
	@bench/sets.sh $(BUILD)/release/bin

bench-abd: release
	@bench/abd.sh $(BUILD)/release/bin $(SIZES)

bench-run: release
	@cmake --build $(BUILD)/release -t bench-bare-sockets -- --no-print-directory -s
	@bench/run_abd.sh $(BUILD)/release

# The documents as a static site, which needs no network.
docs:
	@tools/setup --check docs
	@tools/site/make $(BUILD)/site

# The report page from its source. The file is committed: only who changes the source needs Node.
report:
	@modules=$$(tools/node_modules $(BUILD)/node) && "$$modules/.bin/tsc" -p report && \
	    node report/build.mjs "$$modules" report/page.html

# The grammars from their templates and the words of the language, which is committed, too; and the package.
editors:
	@tools/grammars
	@tools/vscode $(BUILD)/vscode

install: release
	@tools/install put $(BUILD)/release '$(DESTDIR)' '$(PREFIX)'

uninstall:
	@tools/install remove $(BUILD)/release '$(DESTDIR)' '$(PREFIX)'

# From what git has, changes that are not committed among them: a build of its own, with Debian's flags.
deb:
	@tools/setup --check deb
	@JOBS=$(JOBS) tools/deb $(BUILD)/deb

format: release
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i
	@git ls-files -co --exclude-standard 'objects/*.lin' 'tests/verify/*.lin' | xargs $(BUILD)/release/bin/linchpin fmt

clean:
	rm -rf $(BUILD)
