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

explore 3 --hang 1s --scenario 'stop' -- -DSPIN_HERE
out_has 'no scheduling point for 1 s: the code spins or waits where explore does not see it, at hang_test.c:'
out_has 'stop_here at hang_test.c:'
out_has 'stop at hang_test.c:'
out_has 'Scenario: stop'
explore 3 --hang 1s --scenario 'stop | inc' -- -DBLOCK_SIGNALS
out_has 'no scheduling point for 1 s'
explore 3 --hang 1s --scenario 'stop | inc' --replay 2,0 -- -DSPIN_HERE
out_has 'no scheduling point for 1 s'
# Nothing in the process works any more.
explore 3 --hang 1s --scenario 'stop | inc' -- -DSTOP
out_has 'no sign of life'

# In one of several processes, and after executions that are still counted.
explore 3 --hang 1s --jobs 2 --scenario 'inc | look | inc' -- -DSPIN_HERE
out_has 'no scheduling point for 1 s'
out_has 'stop_here at hang_test.c:'
out_has ' complete executions'
out_says ' parts of the interleavings'
out_lacks ' 0 complete executions'

# In the process that makes serial runs.
run 3 timeout 300 "$LINCHPIN" explore $file --hang 1s --spec self --scenario 'stop' -- -DSPIN_HERE
out_has 'no scheduling point for 1 s'

# While it is loaded.
for how in '*(volatile int*)8=1' 'exit(0)' '_exit(0)' 'abort()' 'SPIN' '__builtin_trap()' 'raise(SIGTERM)'; do
    explore 2 --hang 1s --scenario 'inc' -- "-DAT_START=$how"
    err_has 'linchpin: while the object was loaded: '
done
explore 2 --hang 1s --scenario 'inc' -- "-DAT_START=exit(0)"
err_has 'the object called exit(0)'
explore 2 --hang 1s --scenario 'inc' -- "-DAT_START=SPIN"
err_has 'no scheduling point for 1 s'
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
explore 3 --timeout 8s --scenario 'stop' -- -DSPIN_HERE
out_has 'the time limit was reached in code that comes to no scheduling point, at hang_test.c:'

# Interrupts: nobody's fault, and the figures are told. The object sends them itself, so
# they come when the exploration is under way.
for signal in SIGINT SIGTERM; do
    for jobs in 1 2; do
        rm -rf "$scratch/flag" "$scratch/tmp"
        mkdir "$scratch/tmp"
        export TMPDIR=$scratch/tmp
        explore 3 --jobs $jobs --search paths --scenario 'inc inc inc | inc inc inc | look inc' \
            -- "-DHOW=$signal" "-DFLAG=\"$scratch/flag\""
        unset TMPDIR
        out_has 'interrupted'
        out_lacks 'did not come to a point'
        out_has ' complete executions'
        out_has 'Scenario: inc'
        [ -z "$(ls -A "$scratch/tmp")" ] || fail "files are left: $(ls -A "$scratch/tmp")"
    done
done
done_testing
