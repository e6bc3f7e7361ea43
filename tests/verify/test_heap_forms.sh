#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Three forms of the heap: the verdict is the same; the states are fewest when nodes are
# renumbered, more when they keep their numbers, and many more when garbage stays until
# memory is used up (Vechev, Yahav and Yorsh, §3.2).
. tests/expect.sh
compile_quickly

states() { # CODE MODEL OPTIONS…: into $found
    run "$1" "$LINCHPIN" verify "$2" --reduce none --json "${@:3}"
    found=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out" | head -1)
}
ordered() { # MODEL OPTIONS…
    local canonical raw late
    states 0 "$@" --heap canonical && canonical=$found
    states 0 "$@" --heap raw && raw=$found
    states 0 "$@" --heap late && late=$found
    echo "$1: $canonical states canonical, $raw raw, $late late"
    checks=$((checks + 1))
    [ "$canonical" -lt "$raw" ] && [ "$((10 * raw))" -lt "$late" ] ||
        fail "$1: $canonical, $raw and $late states"
}
ordered objects/stack/treiber.lin --capacity 1 --nodes 4

# The more memory there is, the later it is used up.
states 0 objects/stack/treiber.lin --capacity 1 --nodes 4 --heap late && few=$found
states 0 objects/stack/treiber.lin --capacity 1 --nodes 5 --heap late && more=$found
checks=$((checks + 1))
[ "$((2 * few))" -lt "$more" ] || fail "$few states with 4 nodes, $more with 5"

# A fault is found and told all the same.
for form in canonical raw late; do
    run 1 "$LINCHPIN" verify objects/stack/treiber_plain_push.lin --heap $form
    out_has 'not linearizable'
    out_has 'Reproduce: '
done
# Too few nodes are an error, garbage or not.
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --capacity 1 --nodes 1 --heap late

run 2 "$LINCHPIN" verify objects/stack/treiber_aba.lin --heap late
err_has 'frees its nodes'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --heap later
err_has 'canonical, raw or late'
done_testing
