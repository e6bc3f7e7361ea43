#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --hash-compact finds as many states and the same violations, and never says that
# something holds.

. tests/expect.sh
compile_quickly

figure() { # NAME
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$scratch/.out" | head -1
}

for model in set/marked_list stack/treiber queue/ms_queue register/bits_register; do
    # Pairs cannot be pruned where only hashes of them are kept.
    run 0 "$LINCHPIN" verify objects/$model.lin --json --reduce dead,threads,fold,private
    exact=$(figure states)
    run 3 "$LINCHPIN" verify objects/$model.lin --json --reduce dead,threads,fold,private \
        --hash-compact
    out_has 'left out'
    [ "$(figure states)" = "$exact" ] || fail "$model: $(figure states) states, not $exact"
done
for model in set/marked_list_no_mark stack/treiber_plain_push stack/treiber_aba; do
    run 1 "$LINCHPIN" verify objects/$model.lin --hash-compact
    out_has '✗'
done

# What is least among the states that were met may not be the least of all.
run 3 "$LINCHPIN" verify docs/examples/lin/bridge.lin --hash-compact --json
out_has '"least":"minutes","value":17,"exact":false'

run 2 "$LINCHPIN" verify objects/stack/treiber.lin --hash-compact --dot "$scratch/graph.dot"
err_has "leave out --hash-compact"
done_testing
