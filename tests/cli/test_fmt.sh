#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `linchpin fmt`: models of the repository are laid out; a model that has lost its
# indents gets them back; --check names files and changes nothing.

. tests/expect.sh

run 0 "$LINCHPIN" fmt --check objects/*/*.lin tests/verify/models/*.lin tests/verify/failing/*.lin
out_empty
for model in objects/*/*.lin; do
    sed 's/^ *//' "$model" >"$scratch/flat.lin"
    run 0 "$LINCHPIN" fmt "$scratch/flat.lin"
    out_empty
    cmp -s "$model" "$scratch/flat.lin" || fail "$model does not come back"
done

printf 'struct node{int val;}\nshared node *top; // the top\n' >"$scratch/bad.lin"
cp "$scratch/bad.lin" "$scratch/same.lin"
run 1 "$LINCHPIN" fmt --check "$scratch/bad.lin" objects/stack/treiber.lin
out_has "$scratch/bad.lin"
cmp -s "$scratch/bad.lin" "$scratch/same.lin" || fail "--check changed the file"
run 0 "$LINCHPIN" fmt - <"$scratch/bad.lin"
out_has 'struct node { int val; }'
out_has 'shared node* top; // the top'
run 0 "$LINCHPIN" fmt "$scratch/bad.lin"
run 0 "$LINCHPIN" fmt --check "$scratch/bad.lin"

# Nor is a file lost that cannot be written whole.
{
    printf 'object o{'
    for i in 1 2 3 4 5 6 7 8 9; do printf 'f%s(){}' $i; done
    printf '}\n// %0980d\nverify o{threads 2;}\n' 0
} >"$scratch/long.lin"
cp "$scratch/long.lin" "$scratch/same.lin"
run 2 bash -c "trap '' XFSZ; ulimit -f 1; '$LINCHPIN' fmt '$scratch/long.lin' >/dev/null 2>'$scratch/.why'"
grep -q 'cannot be written' "$scratch/.why" || fail "it was written"
cmp -s "$scratch/long.lin" "$scratch/same.lin" || fail "the file was lost"
run 0 "$LINCHPIN" fmt "$scratch/long.lin"

# What is no model is left as it is.
printf 'object {' >"$scratch/none.lin"
run 2 "$LINCHPIN" fmt "$scratch/none.lin"
err_has "$scratch/none.lin:1:8"
[ "$(cat "$scratch/none.lin")" = 'object {' ] || fail "a file with an error was changed"
run 2 "$LINCHPIN" fmt
run 2 "$LINCHPIN" fmt nowhere.lin
run 0 "$LINCHPIN" fmt - </dev/null
out_empty
done_testing
