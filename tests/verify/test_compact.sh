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

# What is claimed of refusals and of whole runs needs the states, also where it is not the first claim of the file.
cat >"$scratch/p.lin" <<'END'
process P() = a -> P();
verify P implements P traces { }
END
cp "$scratch/p.lin" "$scratch/plain.lin"
for way in --hash-compact '--walk 5'; do
    for claim in 'implements P failures { }:failures are about' \
        'implements P failures-divergences { }:failures-divergences is about' \
        '{ divergencefree; }:divergencefree is about' '{ deterministic; }:deterministic is about' \
        '|= [] a { }:a formula is about'; do
        { cat "$scratch/plain.lin"; echo "verify P ${claim%:*}"; } >"$scratch/p.lin"
        run 2 "$LINCHPIN" verify "$scratch/p.lin" $way
        err_has "${way% *} keeps no states, and ${claim##*:}"
    done
    run 3 "$LINCHPIN" verify "$scratch/plain.lin" $way
done

run 2 "$LINCHPIN" verify objects/stack/treiber.lin --hash-compact --dot "$scratch/graph.dot"
err_has "leave out --hash-compact"
done_testing
