#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Relaxed queues that exist both as C and as a model, in the same scenarios: `verify --quasi-factor` finds the least
# factor that `explore --quasi-factor` finds, both have the same histories, byte by byte, and `verify` says of each
# factor what that means. `make test` has every third scenario, in turns.
. tests/expect.sh

q=objects/relaxed
factors=

# The first line says which: ✓ quasi:2. Whatever else it says, such as ✗ for no factor, has to be the same, too.
least_of_last() {
    sed -n '1s/^\(✓ quasi:[0-9]*\).*/\1/p; 1s/^✗ \(not quasi\):.*/\1/p' "$scratch/.out"
}

least() { # NAME SCENARIO OPTIONS OF THE COMPILER…
    local name=$1 scenario=$2 c model k
    shift 2
    turn 3 || return
    run 0 "$LINCHPIN" explore $q/queue_test.c "$q/$name.c" --quasi-factor --scenario "$scenario" -- -DRELAXED_WORST "$@"
    c=$(least_of_last)
    run 0 "$LINCHPIN" verify "$q/$name.lin" --quasi-factor --scenario "$scenario"
    model=$(least_of_last)
    echo "$name, $scenario: explore $c, verify $model"
    [ -n "$c" ] && [ "$c" = "$model" ] || fail "$name, $scenario: explore says $c, verify $model"
    factors+=" ${c##*:}"
    for k in 0 1 2 3; do
        sed "s/quasi:[0-9]/quasi:$k/" "$q/$name.lin" >"$scratch/factor.lin"
        run $((k < ${c##*:})) "$LINCHPIN" verify "$scratch/factor.lin" --scenario "$scenario"
    done
    run 0 "$LINCHPIN" explore $q/queue_test.c "$q/$name.c" --scenario "$scenario" --condition none --all-histories \
        --histories "$scratch/explore" -- -DRELAXED_WORST "$@"
    sed 's/quasi:[0-9]/quasi:9/' "$q/$name.lin" >"$scratch/any.lin"
    run 0 "$LINCHPIN" verify "$scratch/any.lin" --scenario "$scenario" --histories "$scratch/verify"
    [ -s "$scratch/verify" ] && cmp -s "$scratch/explore" "$scratch/verify" ||
        fail "$name, $scenario: explore and verify have other histories"
}

for scenario in 'enq(1) deq | enq(2) deq' 'enq(1) enq(2) | deq deq' 'enq(1) enq(2) enq(3) | deq deq deq' \
    'enq(1) enq(2) ; enq(3) | deq deq ; deq' 'enq(1) enq(2) enq(3) ; enq(4) deq | deq ; deq deq' \
    'enq(1) deq | enq(2) enq(3) deq ; deq'; do
    least queue_segment "$scenario"
    least queue_segment_far "$scenario" -DRELAXED_K=1
    least queue_random "$scenario" -DRELAXED_K=1
    least queue_random_no_window "$scenario" -DRELAXED_K=1
done
# Both the strict and the relaxed have been seen, and a queue that needs more than it promises.
if [ ! "${LINCHPIN_TURN:-}" ]; then
    for k in 0 1 2 3; do
        [[ $factors == *" $k"* ]] || fail "no least factor is $k"
    done
fi
done_testing
