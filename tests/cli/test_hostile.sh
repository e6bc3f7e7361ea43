# SPDX-License-Identifier: MIT
# Objects that do all to outlive the run: --timeout ends each, with a verdict that says
# so, and nothing of them is left.
. tests/expect.sh

hostile() { # CODE COMMAND DEFINITION…
    local code=$1 command=$2
    shift 2
    run "$code" timeout -s KILL 300 "$LINCHPIN" "$command" tests/cli/hostile_test.c --timeout 6s \
        --scenario 'inc inc | inc' -- "${@/#/-D}"
}

for how in 'IN_CALL=SPIN' 'IN_CREATE=ignore_signals();SPIN' 'IN_CALL=block_signals();SPIN' 'IN_CALL=close_all();SPIN' \
    'IN_CREATE=kill(getpid(), SIGSTOP)'; do
    hostile 3 test "$how"
    out_has 'the time limit was reached after no progress for '
done
hostile 3 test 'AT_START=SPIN'
out_has 'the time limit was reached while the test was loaded'
for end in 'block_signals();SPIN' 'kill(getpid(), SIGSTOP)'; do
    hostile 3 test "AT_START=$end"
    out_has 'the time limit was reached, and the test did not end'
done

for how in 'IN_CALL=SPIN' 'IN_CREATE=block_signals();SPIN'; do
    hostile 3 explore "$how"
    out_has 'the time limit was reached in code that comes to no scheduling point'
    out_has 'Scenario: inc inc | inc'
done
hostile 2 explore "AT_START=ignore_signals();SPIN"
err_has 'while the object was loaded: the time limit was reached'
for where in IN_CALL AT_START; do
    hostile 3 explore "$where=kill(getpid(), SIGSTOP)"
    out_has 'the time limit was reached'
done

# Compiling counts.
cat >"$scratch/large.c" <<'EOF'
#define MANY(x) x x x x x x x x x x x x x x x x
int large(int x) { MANY(MANY(MANY(MANY(MANY(x += x * x;))))) return x; }
EOF
for command in test explore; do
    run 3 timeout -s KILL 300 "$LINCHPIN" $command tests/cli/hostile_test.c "$scratch/large.c" --timeout 1s
    out_has 'compiling was stopped: the time limit was reached'
done

# Processes that got away, whoever ended the run: their numbers are noted.
gone() {
    checks=$((checks + 1))
    [ -s "$scratch/note" ] || fail "nobody got away: $1"
    for pid in $(cat "$scratch/note"); do
        ! kill -0 "$pid" 2>/dev/null || fail "process $pid is left: $1"
    done
    rm -f "$scratch/note"
}
note="NOTE=\"$scratch/note\""
# Waits until the one that got away has noted its number.
noted='while(access(NOTE,F_OK))usleep(1000)'
hostile 0 test "IN_CALL=escape();$noted" "$note"
gone 'the end of the run'
hostile 0 test "IN_CREATE=if(access(NOTE,F_OK)){for(int i=0;i<150;i++)escape();$noted;}" "$note"
gone 'the end of a run with many'
hostile 3 test "IN_CALL=escape();$noted;SPIN" "$note"
gone 'the time limit'
hostile 1 test "IN_CALL=escape();$noted;abort()" "$note"
gone 'a crash'
hostile 3 test "AT_START=escape();$noted;SPIN" "$note"
gone 'the time limit, when it was loaded'
hostile 3 test "AT_START=escape();$noted;kill(getppid(),SIGINT);SPIN" "$note"
out_has 'interrupted'
gone 'an interrupt'
done_testing
