# SPDX-License-Identifier: MIT
# Code that comes to no scheduling point, constructors that do not come back, and
# interrupts: each run ends by itself, says what it was and where, and keeps its figures.
. tests/expect.sh

file=tests/explore/hang_test.c
explore() { # CODE OPTION… -- FLAG…
    local code=$1
    shift
    run "$code" timeout 300 "$LINCHPIN" explore $file --spec self --condition none "$@"
}

nowhere() {
    explore 3 --hang 1s --scenario 'stop' -- -DSPIN_HERE
    out_has 'no scheduling point for 1 s: the code spins or waits where explore does not see it, at hang_test.c:'
    out_has 'stop_here at hang_test.c:'
    out_has 'stop at hang_test.c:'
    out_has 'Scenario: stop'
}
beside nowhere
says() { # WORDS OPTION…
    explore 3 --hang 1s "${@:2}"
    out_has "$1"
}
beside says 'no scheduling point for 1 s' --scenario 'stop | inc' -- -DBLOCK_SIGNALS
beside says 'no scheduling point for 1 s' --scenario 'stop | inc' --replay 2,0 -- -DSPIN_HERE
# Nothing in the process works any more.
beside says 'no sign of life' --scenario 'stop | inc' -- -DSTOP

# In one of several processes, and after executions that are still counted.
several() {
    explore 3 --hang 1s --jobs 2 --scenario 'inc | look | inc' -- -DSPIN_HERE
    out_has 'no scheduling point for 1 s'
    out_has 'stop_here at hang_test.c:'
    out_has ' complete executions'
    out_says ' parts of the interleavings'
    out_lacks ' 0 complete executions'
}
beside several

# In the process that makes serial runs.
serial() {
    run 3 timeout 300 "$LINCHPIN" explore $file --hang 1s --spec self --scenario 'stop' -- -DSPIN_HERE
    out_has 'no scheduling point for 1 s'
}
beside serial

# While it is loaded.
loaded() { # HOW WORDS…
    local words
    explore 2 --hang 1s --scenario 'inc' -- "-DAT_START=$1"
    for words in 'linchpin: while the object was loaded: ' "${@:2}"; do
        err_has "$words"
    done
}
for how in '*(volatile int*)8=1' '_exit(0)' 'abort()' '__builtin_trap()' 'raise(SIGTERM)'; do
    beside loaded "$how"
done
beside loaded 'exit(0)' 'the object called exit(0)'
beside loaded 'SPIN' 'no scheduling point for 1 s'
cat >"$scratch/throws.cpp" <<'EOF'
#include <linchpin/linchpin.h>
static struct thrower { thrower() { throw 1; } } instance;
static void *create(void) { return new int; }
static lp_value run(void *, const lp_value *) { return LP_UNIT; }
LP_OBJECT(throws, .create = create, .spec = "register", .methods = {{.name = "write", .run = run}})
EOF
run 2 timeout 300 "$LINCHPIN" explore "$scratch/throws.cpp"
err_has 'while the object was loaded: crashed: a C++ exception that nobody catches'

# The time limit, where no decision is taken.
late() {
    explore 3 --timeout 8s --scenario 'stop' -- -DSPIN_HERE
    out_has 'the time limit was reached in code that comes to no scheduling point, at hang_test.c:'
}
beside late

# Interrupts: nobody's fault, and the figures are told. The object sends them itself, so
# they come when the exploration is under way.
interrupted() { # SIGNAL JOBS
    mkdir "$scratch/tmp"
    export TMPDIR=$scratch/tmp
    explore 3 --jobs "$2" --search paths --scenario 'inc inc inc | inc inc inc | look inc' \
        -- "-DHOW=$1" "-DFLAG=\"$scratch/flag\""
    out_has 'interrupted'
    out_lacks 'did not come to a point'
    out_has ' complete executions'
    out_has 'Scenario: inc'
    [ -z "$(ls -A "$scratch/tmp")" ] || fail "files are left: $(ls -A "$scratch/tmp")"
}
for signal in SIGINT SIGTERM; do
    for jobs in 1 2; do
        beside interrupted $signal $jobs
    done
done
done_testing
