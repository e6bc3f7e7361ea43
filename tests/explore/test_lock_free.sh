#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --lock-free: is there a schedule, fair or not, under which threads step for ever
# and no operation returns? Told apart from livelock, which needs no unfair one.
# The oracle is the search without states: an endless run is one that outgrows any
# number of steps.
. tests/expect.sh
file=tests/explore/lock_free/counters_test.c
runner=$(dirname "$LINCHPIN")/../libexec/linchpin/linchpin-explore

expect() { # OBJECT LOCK-FREE ALWAYS: what is said with --lock-free, and without
    local kept object=$1
    for flag in --lock-free ""; do
        local want=$2 code=1
        [ -n "$flag" ] || want=$3
        [ "$want" = "linearizable" ] && code=0
        # shellcheck disable=SC2086
        run $code "$LINCHPIN" explore $file --object "$object" --condition none \
            --scenario 'next(0) | next(1)' $flag -- -pthread
        [ $code = 0 ] || out_has "$want"
    done
}

expect wait_free linearizable linearizable
expect cas linearizable linearizable
expect trying linearizable linearizable
expect spin 'not lock-free: threads can take steps for ever' linearizable
expect yielding 'not lock-free: threads can take steps for ever' linearizable
expect tickets 'not lock-free: threads can take steps for ever' linearizable
expect mutex 'not lock-free: an operation waits' linearizable
expect polite 'not lock-free' 'livelock: the threads can go on for ever, each getting its turn'
expect patient 'not lock-free' linearizable
run 1 "$LINCHPIN" explore $file --object patient --condition none --scenario 'next(0)'
out_has 'livelock: no schedule lets all operations return any more'
run 1 "$LINCHPIN" explore $file --object spin --scenario 'next(0) | next(1)' --lock-free -- -pthread
out_has 'can go round for ever'
again=$(sed -n 's/^Reproduce: //p' "$scratch/.out")
run 1 bash -c "$again"
out_has 'not lock-free'

# Objects of the catalogue. The queue of Herlihy and Wing waits for a value.
q=objects/queue s=objects/stack l=objects/set
run 0 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --lock-free --up-to 2x2
out_has 'lock-free'
run 0 "$LINCHPIN" explore $s/treiber_test.c $s/treiber.c --lock-free --up-to 2x1x1
run 1 "$LINCHPIN" explore $q/hw_queue_test.c $q/hw_queue.c --lock-free --scenario 'enq(1) | deq'
out_has 'not lock-free: threads can take steps for ever'
run 1 "$LINCHPIN" explore $l/list_set_test.c $l/list_set_lazy.c --lock-free
out_has 'not lock-free: an operation waits'
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --lock-free --search dpor
err_has 'leave --search dpor out'

# Random objects against the oracle.
cc -O1 -o "$scratch/random_objects" tests/explore/random_objects.c || exit 1
cc -O1 -shared -fPIC -o "$scratch/libsteps.so" tests/explore/foreign/steps.c || exit 1
free=0 endless=0
"$scratch/random_objects" "${SEED:-7}" "${LINCHPIN_CASES:-60}" "$scratch/test.c" "$scratch/list"
kept=$("$LINCHPIN" explore --keep --object o0 --calls 1x1 --max-executions 1 "$scratch/test.c" "$scratch/libsteps.so" 2>&1 >/dev/null |
    sed -n 's/.*files are in //p')
while IFS=$'\t' read -r object scenario; do
    "$runner" "$kept/test.so" "object=$object" "scenario=$scenario" condition=none lock-free=1 \
        3>"$scratch/free" 2>/dev/null
    code=$?
    "$runner" "$kept/test.so" "object=$object" "scenario=$scenario" condition=none search=paths \
        max-steps=400 max-executions=100000 3>"$scratch/paths" 2>/dev/null
    oracle=$?
    grep -q 'the limit of' "$scratch/paths" && continue # too many paths
    checks=$((checks + 1))
    if [ $code = 0 ]; then
        free=$((free + 1))
        [ $oracle = 0 ] || fail "$object, $scenario: lock-free, but: $(cat "$scratch/paths")"
    elif grep -q 'take steps for ever' "$scratch/free"; then
        endless=$((endless + 1))
        [ $oracle != 0 ] || fail "$object, $scenario: all paths end, but: $(cat "$scratch/free")"
    fi
done <"$scratch/list"
rm -rf "$kept"
echo "$free lock-free, $endless endless"
[ $free -gt 10 ] && [ $endless -gt 2 ] || fail "the random objects say too little"
done_testing
