#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How much each reduction saves, to the state: one that became weaker gives the same verdicts as
# before, and no other test would see it. By one thread: which of two states subsumes the other
# may depend on who comes first. A change that is meant changes the numbers here.

. tests/expect.sh
compile_quickly

counts() { # MODEL, then REDUCTION=STATES…
    local model=$1 pair
    shift
    for pair; do
        run 0 "$LINCHPIN" verify "$model" --reduce "${pair%=*}" --json --jobs 1
        out_has "\"states\":${pair#*=},"
    done
}
counts objects/stack/treiber.lin none=19117 dead=9931 threads=9579 private=8349 fold=8849 \
    antichain=11468 values=19117 all=427
counts tests/verify/models/automaton_heap.lin none=98 values=50 all=50
counts tests/verify/models/messages_quorum.lin none=31562 messages=898 components=15831 all=499
counts tests/verify/models/receipts_quorum.lin none=3475 messages=2509 components=773 receipts=307 all=81
counts tests/verify/models/components.lin none=48 components=9 all=9
counts tests/verify/models/components_refine.lin none=216 components=102 all=102

counts tests/verify/models/bakery.lin none=110017 dead=47368 fold=60637 steps=48264 all=15868
counts tests/verify/models/ticket.lin none=2397 fold=234 steps=1626 -steps=54 all=50
counts tests/verify/models/seqlock.lin none=51619 steps=24123 -steps=727 all=480
counts tests/verify/models/automaton_turns.lin none=25 steps=5 all=5

# So is how many nodes were in use at once, of one struct.
run 0 "$LINCHPIN" verify objects/stack/treiber.lin --json --jobs 1
out_has '"nodes at once":4'
done_testing
