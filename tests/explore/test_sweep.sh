#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Without a scenario, one size after the other is gone through within a budget of time:
# what is said to be covered is, and a bug that one scenario of 2x2 does not have is found.
# How far a budget goes depends on the machine; nothing here does. A budget that is spent
# at once leaves what must be completed whatever it takes: the first size in which two
# threads meet.
. tests/expect.sh
q=objects/queue s=objects/stack
sweep=tests/explore/sweep/sweep_test.c

run 0 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --budget 1us
out_says 'covers all interleavings of all 5 scenarios up to 1x1, under sequential consistency'
out_has 'Next: --up-to 2x1, or more of all sizes: --budget 1s'
run 0 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --budget 1us --json
out_has '"sizes":1,"scenarios":5,'
out_has '"detail":"Next: --up-to 2x1'
# One more size, or several.
run 0 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --budget 500ms
out_says ' scenarios up to '
out_has 'Next: --up-to '
# Who locks must unlock: there is nothing of size 1x1, and two threads meet at 2x2.
run 0 "$LINCHPIN" explore templates/lock_test.c --budget 1us -- -pthread
out_says 'scenarios up to 1+2x1 and 2x2,'

# The same scenarios as those up to the size.
run 0 "$LINCHPIN" explore $s/treiber_test.c $s/treiber.c --budget 1us --json
swept=$(sed 's/.*"executions":\([0-9]*\).*/\1/' "$scratch/.out")
run 0 "$LINCHPIN" explore $s/treiber_test.c $s/treiber.c --up-to 1x1 --json
checks=$((checks + 1))
[ "$swept" = "$(sed 's/.*"executions":\([0-9]*\).*/\1/' "$scratch/.out")" ] || fail "not as many executions"

# A smallest scenario is shown, and how to see it again.
run 1 "$LINCHPIN" explore $s/treiber_test.c $s/treiber_plain_push.c --budget 1h
out_has 'Scenario: push(1) pop | push(2) pop'
again=$(sed -n 's/^Reproduce: //p' "$scratch/.out")
run 1 bash -c "$again"
out_has 'no order of the operations explains'
# Four calls do not show it, five do.
run 0 "$LINCHPIN" explore $sweep --object late --calls 2x2
run 1 "$LINCHPIN" explore $sweep --object late --budget 1h
out_has 'Scenario: next ; next next | next next'
run 1 "$LINCHPIN" explore $sweep --object late --budget 1h --preemptions 1
out_has 'no order of the operations explains'

# Calls that wait for what nobody brings are no violation; those that should go on are.
run 0 "$LINCHPIN" explore $sweep --object waiting --budget 1us -- -pthread
out_says 'covers all interleavings of 3 of 5 scenarios up to 1x1 (in the others a call waits for ever, as it may)'
run 1 "$LINCHPIN" explore $sweep --object silent --budget 1h -- -pthread
out_has 'Scenario: enq(1) | deq'
run 1 "$LINCHPIN" explore $sweep --object second_waits --budget 1h -- -pthread
out_has 'Scenario: deq | deq'
run 0 "$LINCHPIN" explore $q/hw_queue_test.c $q/hw_queue.c --well-formed --budget 1us
out_says 'the 1 scenario up to 1x1 that is well-formed'
run 1 "$LINCHPIN" explore $q/hw_queue_test.c $q/hw_queue_two_steps.c --budget 1h
out_has 'no order of the operations explains'
run 0 "$LINCHPIN" explore objects/sync/sync_chan_test.c objects/sync/sync_chan.c --budget 1us
out_says ' scenarios up to 1x1'
run 1 "$LINCHPIN" explore objects/sync/sync_chan_test.c objects/sync/sync_chan_signal.c --budget 1h
# Also before the threads start.
run 0 "$LINCHPIN" explore $q/hw_queue_test.c $q/hw_queue.c --up-to 2+1x1
out_says ' scenarios up to 2+1x1 (in the others a call waits for ever, as it may)'
# Nothing is known when all do.
run 3 "$LINCHPIN" explore $sweep --object receivers --budget 500ms -- -pthread
out_has 'in every scenario that was tried a call waits for ever'

# Scenarios of the test's own come first; a budget asks for sizes all the same.
run 0 "$LINCHPIN" explore objects/snzi/snzi_test.c objects/snzi/snzi.c
out_says 'covers all interleavings of these scenarios'
run 0 "$LINCHPIN" explore objects/snzi/snzi_test.c objects/snzi/snzi.c --budget 1us
out_says ' scenarios up to '

# A time limit is a limit, and says how far it came.
run 3 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --budget 1h --timeout 3
out_has 'time limit was reached'

run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --budget 1s --calls 2x2
err_has '--calls and --budget cannot be given together'
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --budget 1s --up-to 2x2
err_has '--up-to and --budget cannot be given together'
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --budget 0
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --replay 2,0
err_has 'a schedule fits one scenario'
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --histories "$scratch/lines"
err_has '--histories is for scenarios that are known beforehand'
done_testing
