# SPDX-License-Identifier: MIT
# A violation prints a schedule; the schedule gives the same violation, the same
# history and the same trace again, and cutting it short is told.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

fail() {
    echo "$*"
    failed=1
}

field() { # of the JSON in a file
    grep -oE "\"$1\":(\"[^\"]*\"|\[[^]]*\])" "$2" | head -1
}

check() { # SCENARIO FILES-AND-OPTIONS…
    scenario=$1
    shift
    "$LINCHPIN" explore --json --quiet "$@" --scenario "$scenario" >"$dir/found"
    [ $? = 1 ] || fail "$*: no violation"
    schedule=$(field schedule "$dir/found" | sed 's/.*:"//; s/"//')
    [ -n "$schedule" ] || fail "$*: no schedule"
    "$LINCHPIN" explore --json --quiet "$@" --scenario "$scenario" --replay "$schedule" >"$dir/again"
    [ $? = 1 ] || fail "$*: --replay $schedule does not show the violation"
    for f in reason detail schedule history trace; do
        [ "$(field $f "$dir/found")" = "$(field $f "$dir/again")" ] || fail "$*: $f differs in the replay"
    done
    [ -n "$(field trace "$dir/again")" ] || fail "$*: no trace"
    # The command that is printed works as it stands.
    reproduce=$("$LINCHPIN" explore "$@" --scenario "$scenario" | sed -n 's/^Reproduce: //p')
    eval "$reproduce" >"$dir/text"
    [ $? = 1 ] || fail "the printed command does not reproduce: $reproduce"
    # The same search twice gives the same bytes.
    "$LINCHPIN" explore --json --quiet "$@" --scenario "$scenario" >"$dir/twice"
    cmp "$dir/found" "$dir/twice" || fail "$*: two runs differ"
    "$LINCHPIN" explore --json --quiet "$@" --scenario "$scenario" --replay "${schedule%%,*}" >"$dir/cut"
    [ $? = 3 ] || fail "$*: a schedule cut short must be unknown"
}

conformance=tests/explore/conformance
check 'inc | inc' $conformance/counter.c --object plain
check 'inc | inc' $conformance/counter.c --object on_stack
check 'inc | inc' $conformance/counter.c --object lent
check 'a | b' $conformance/heap.c --object after_free
check 'a | b' $conformance/threads.c --object order
check 'a | b' $conformance/ends.c --object ends
check 'a | b' $conformance/waiting.c --object once --spurious
check 'a | a | b' $conformance/waiting.c --object which
check 'enq(1) deq | enq(2) deq' objects/queue/ms_queue_test.c objects/queue/ms_queue_no_tail_check.c
check 'push(1) push(2) ; pop | pop push(3) | pop' objects/stack/treiber_test.c objects/stack/treiber_aba.c --reuse

# A livelock is not seen in one execution: the command goes through all of them.
reproduce=$("$LINCHPIN" explore $conformance/threads.c --object spin --scenario 'a | b' | sed -n 's/^Reproduce: //p')
[ -n "$reproduce" ] && eval "$reproduce" >"$dir/text"
[ $? = 1 ] && grep -q 'livelock' "$dir/text" || fail "a livelock is not reproduced by: $reproduce"

# Neither is a leak.
reproduce=$("$LINCHPIN" explore $conformance/heap.c --object leaky --leaks --calls 1x1 | sed -n 's/^Reproduce: //p')
[ -n "$reproduce" ] && eval "$reproduce" >"$dir/text"
[ $? = 1 ] && grep -q 'not freed at the end' "$dir/text" || fail "a leak is not reproduced by: $reproduce"

# What the object prints is shown with --replay only.
"$LINCHPIN" explore $conformance/misuse.c --object leaves --scenario 'd | d' >"$dir/text" 2>&1
[ $? = 0 ] && ! grep -q 'printed to' "$dir/text" || fail "what the object prints is shown"
"$LINCHPIN" explore $conformance/misuse.c --object leaves --scenario 'd | d' --all-histories --replay p,2,0x4,1x4,2 \
    >"$dir/text" 2>"$dir/err"
[ $? = 0 ] && [ "$(grep -c 'printed to' "$dir/err")" = 4 ] && ! grep -q 'printed to' "$dir/text" ||
    fail "with --replay it is not shown on stderr"

# A schedule of an execution that is fine.
"$LINCHPIN" explore --json --quiet $conformance/counter.c --object plain --scenario 'inc | inc' \
    --all-histories --replay p,2,0x4,1x4,2 >"$dir/fine"
[ $? = 0 ] || fail "a replay without a violation must hold"
grep -q '"covers":"this execution"' "$dir/fine" || fail "a replay covers one execution"
exit $failed
