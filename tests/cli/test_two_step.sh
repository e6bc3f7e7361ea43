#!/bin/bash
# SPDX-License-Identifier: MIT
# The three two-step conditions: they say what `synchronised` says, or that the spec is
# not of their kind. (That they agree on thousands of histories: judge/against_oracle.)
. tests/expect.sh

s=docs/examples/sync
judged() { # CODE HISTORY SPEC CONDITION
    run "$1" "$LINCHPIN" check "$2" --spec "$3" --condition "$4"
}
printf '[0] call send(3)\n[1] call receive\n[1] return null\n[0] return false\n' >"$scratch/gave_up"
printf '[0] call send(3)\n[1] call receive\n[1] return 3\n[0] return false\n' >"$scratch/half"
printf '[0] call sync(0)\n[1] call sync(1)\n[0] return\n[1] return\n' >"$scratch/barrier"
printf '[0] call sync(0)\n[0] return\n[1] call sync(1)\n[1] return\n' >"$scratch/alone"

for kind in two-step two-step-fixed two-step-adaptive; do
    judged 1 $s/exchanger_bad.txt exchanger $kind
    out_has "✗ not $kind: no order of the operations explains exchange(13) → 58"
    judged 0 $s/channel_stuck.txt channel $kind
    out_has "✓ $kind"
    judged 0 "$scratch/barrier" barrier:2 $kind
    judged 1 "$scratch/alone" barrier:2 $kind
    judged 0 docs/examples/conditions/overlap.jsonl register $kind # an ordinary spec
done
for kind in two-step two-step-adaptive; do
    judged 0 "$scratch/gave_up" timeout-channel $kind
    judged 1 "$scratch/half" timeout-channel $kind
    judged 0 $s/trade_good.txt $s/trade.c $kind
    judged 1 $s/trade_bad.txt $s/trade.c $kind
done
judged 2 "$scratch/gave_up" timeout-channel two-step-fixed
err_has 'send of "timeout-channel" takes part in 2'
judged 2 $s/trade_good.txt $s/trade.lin two-step-adaptive
err_has 'does not say (.alone)'

# The objects may be run under them too.
run 0 "$LINCHPIN" explore objects/sync/timeout_chan_test.c objects/sync/timeout_chan.c \
    --condition two-step-adaptive --scenario 'send(1) | receive'
out_has '✓ two-step-adaptive'
run 1 "$LINCHPIN" explore objects/sync/timeout_chan_test.c objects/sync/timeout_chan_last_moment.c \
    --condition two-step-adaptive --scenario 'send(1) | receive receive'
run 2 "$LINCHPIN" explore objects/sync/timeout_chan_test.c objects/sync/timeout_chan.c \
    --condition two-step-fixed --scenario 'send(1) | receive'
err_has 'two-step-fixed is for methods that take part in one synchronisation'
done_testing
