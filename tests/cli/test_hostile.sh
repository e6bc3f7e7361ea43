# SPDX-License-Identifier: MIT
# Objects that do all to outlive the run: --timeout ends each, with a verdict that says
# so, and nothing of them is left. Where what is hostile is something else, an object that would not end rests
# instead of spinning: a dozen of them would have the machine for a minute. Of those that spin `make test` has half,
# in turns.
. tests/expect.sh

hostile() { # CODE COMMAND DEFINITION…
    local code=$1 command=$2
    shift 2
    run "$code" timeout -s KILL 300 "$LINCHPIN" "$command" tests/cli/hostile_test.c --timeout 6s \
        --scenario 'inc inc | inc' -- "${@/#/-D}"
}

stopped() { # CODE COMMAND DEFINITION WORDS…: of what it prints
    local words
    hostile "$1" "$2" "$3"
    for words in "${@:4}"; do
        if [ "$1" = 2 ]; then err_has "$words"; else out_has "$words"; fi
    done
}

beside_in_turns() { # of those that spin
    ! turn 2 || beside "$@"
}
for how in 'IN_CREATE=ignore_signals();REST' 'IN_CALL=block_signals();REST' 'IN_CALL=close_all();REST' \
    'IN_CREATE=kill(getpid(), SIGSTOP)'; do
    beside stopped 3 test "$how" 'the time limit was reached after no progress for '
done
beside_in_turns stopped 3 test 'IN_CALL=SPIN' 'the time limit was reached after no progress for '
beside_in_turns stopped 3 test 'AT_START=SPIN' 'the time limit was reached while the test was loaded'
for end in 'block_signals();REST' 'kill(getpid(), SIGSTOP)'; do
    beside stopped 3 test "AT_START=$end" 'the time limit was reached, and the test did not end'
done

for how in 'IN_CALL=SPIN' 'IN_CREATE=block_signals();SPIN'; do
    beside_in_turns stopped 3 explore "$how" 'the time limit was reached in code that comes to no scheduling point' \
        'Scenario: inc inc | inc'
done
beside_in_turns stopped 2 explore "AT_START=ignore_signals();SPIN" 'while the object was loaded: the time limit was reached'
for where in IN_CALL AT_START; do
    beside stopped 3 explore "$where=kill(getpid(), SIGSTOP)" 'the time limit was reached'
done

# Compiling counts.
cat >"$scratch/large.c" <<'EOF'
#define MANY(x) x x x x x x x x x x x x x x x x
int large(int x) { MANY(MANY(MANY(MANY(MANY(x += x * x;))))) return x; }
EOF
large() { # COMMAND FILE
    run 3 timeout -s KILL 300 "$LINCHPIN" "$1" tests/cli/hostile_test.c "$2" --timeout 1s
    out_has 'compiling was stopped: the time limit was reached'
}
beside large test "$scratch/large.c"
beside large explore "$scratch/large.c"

# Processes that got away, whoever ended the run: their numbers are noted.
escaped() { # WHAT CODE DEFINITION WORDS…
    local pid words
    hostile "$2" test "$3" "NOTE=\"$scratch/note\""
    for words in "${@:4}"; do
        out_has "$words"
    done
    checks=$((checks + 1))
    [ -s "$scratch/note" ] || fail "nobody got away: $1"
    for pid in $(cat "$scratch/note"); do
        ! kill -0 "$pid" 2>/dev/null || fail "process $pid is left: $1"
    done
}
# Waits until the one that got away has noted its number.
noted='while(access(NOTE,F_OK))usleep(1000)'
beside escaped 'the end of the run' 0 "IN_CALL=escape();$noted"
beside escaped 'the end of a run with many' 0 \
    "IN_CREATE=if(access(NOTE,F_OK)){for(int i=0;i<150;i++)escape();$noted;}"
beside escaped 'the time limit' 3 "IN_CALL=escape();$noted;REST"
beside escaped 'a crash' 1 "IN_CALL=escape();$noted;abort()"
beside escaped 'the time limit, when it was loaded' 3 "AT_START=escape();$noted;REST"
beside escaped 'an interrupt' 3 "AT_START=escape();$noted;kill(getppid(),SIGINT);REST" 'interrupted'
done_testing
