#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --hash-compact finds as many states and the same violations, and never says that
# something holds. --dot draws every state and every way.

. tests/expect.sh

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

sed 's/capacity 2/capacity 1/' objects/stack/treiber.lin >"$scratch/small.lin"
for reduction in all none fold; do
    run 0 "$LINCHPIN" verify "$scratch/small.lin" --threads 1 --reduce $reduction --json \
        --dot "$scratch/graph.dot"
    states=$(grep -c '^  s[0-9]* \[label=' "$scratch/graph.dot")
    ways=$(grep -c -- '->' "$scratch/graph.dot")
    checks=$((checks + 2))
    [ "$states" = "$(figure states)" ] || fail "$states states are drawn"
    [ "$ways" = "$(figure transitions)" ] || fail "$ways ways are drawn"
    ! grep -q 'wrong\|unknown' "$scratch/graph.dot" || fail "something is wrong in the graph"
done
run 1 "$LINCHPIN" verify objects/set/marked_list_no_mark.lin --dot "$scratch/graph.dot"
checks=$((checks + 1))
grep -q -- '-> wrong' "$scratch/graph.dot" || fail "the violation is not drawn"
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --reduce none --dot "$scratch/graph.dot"
err_has 'too many for a graph'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --hash-compact --dot "$scratch/graph.dot"
err_has 'leave out --hash-compact'
run 2 "$LINCHPIN" verify "$scratch/small.lin" --threads 1 --dot "$scratch/none/graph.dot"
err_has 'cannot write'
done_testing
