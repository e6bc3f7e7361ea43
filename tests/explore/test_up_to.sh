#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# All scenarios up to a size: all are gone through, the smallest that fails is
# shown, and a limit says how far it came.
. tests/expect.sh
q=objects/queue
queue="$q/ms_queue_test.c $q"

# shellcheck disable=SC2086
{
    run 0 "$LINCHPIN" explore $queue/ms_queue.c --up-to 2x2
    out_says 'covers all interleavings of all 27 scenarios up to 2x2, under sequential consistency'
    run 0 "$LINCHPIN" explore $queue/ms_queue.c --up-to 1+1x1 --well-formed
    out_says 'scenarios up to 1+1x1 that are well-formed'

    # No scenario with three calls fails, and one with four does.
    run 0 "$LINCHPIN" explore $queue/ms_queue_no_tail_check.c --up-to 2x1
    run 1 "$LINCHPIN" explore $queue/ms_queue_no_tail_check.c --up-to 3x3
    out_has 'Scenario: enq(1) | enq(2) deq deq'
    again=$(sed -n 's/^Reproduce: //p' "$scratch/.out")
    run 1 bash -c "$again"
    out_has 'no order of the operations explains'

    # The same histories as one by one.
    run 0 "$LINCHPIN" explore $queue/ms_queue.c --up-to 2x1 --histories "$scratch/all"
    for s in 'enq(1)' deq 'enq(1) enq(2)' 'enq(1) deq' 'deq enq(1)' 'deq deq' 'enq(1) | enq(2)' 'enq(1) | deq' \
        'deq | deq' 'enq(1) | enq(2) enq(3)' 'enq(1) | enq(2) deq' 'enq(1) | deq enq(2)' 'enq(1) | deq deq' \
        'deq | enq(1) enq(2)' 'deq | enq(1) deq' 'deq | deq enq(1)' 'deq | deq deq'; do
        run 0 "$LINCHPIN" explore $queue/ms_queue.c --scenario "$s" --histories "$scratch/one"
        cat "$scratch/one" >>"$scratch/each"
    done
    LC_ALL=C sort -u "$scratch/each" | cmp - "$scratch/all" || fail "not the same histories"

    # A blocking queue may wait for ever, also in a scenario that is given.
    run 0 "$LINCHPIN" explore $q/hw_queue_test.c $q/hw_queue.c --up-to 2x1
    out_says 'covers all interleavings of 9 of 17 scenarios up to 2x1 (in the others a call waits for ever, as it may)'
    run 0 "$LINCHPIN" explore $q/hw_queue_test.c $q/hw_queue.c --scenario 'deq'
    out_says 'this scenario (a call waits for ever in each, as it may)'
    run 0 "$LINCHPIN" explore $q/hw_queue_test.c $q/hw_queue.c --up-to 2x2 --well-formed
    # Keys come from a range.
    run 0 "$LINCHPIN" explore objects/set/list_set_test.c objects/set/list_set_lock.c --up-to 1x1 --values 1
    out_has 'all 9 scenarios'

    run 3 "$LINCHPIN" explore $queue/ms_queue.c --up-to 2x2x2 --max-executions 60
    out_has 'of 83, and all of those before'
    run 2 "$LINCHPIN" explore $queue/ms_queue.c --up-to 2x2 --calls 2x2
    run 2 "$LINCHPIN" explore $queue/ms_queue.c --calls 2x2 --well-formed
    err_has '--well-formed and --calls cannot be given together'
    run 2 "$LINCHPIN" explore $queue/ms_queue.c --up-to 60x60
    err_has 'too many'
    run 2 "$LINCHPIN" explore $queue/ms_queue.c --up-to two
    run 2 "$LINCHPIN" explore objects/set/list_set_test.c objects/set/list_set_lock.c --up-to 1x1 --well-formed
    err_has '.flow = LP_IN'
}
done_testing
