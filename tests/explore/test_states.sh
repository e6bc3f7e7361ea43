# SPDX-License-Identifier: MIT
# What a state of the search by states is: all that the threads go on with, and nothing else.
. tests/expect.sh

# Bytes that nothing reads make no difference.
states_of() { # LEFT ACCESS
    "$LINCHPIN" explore --json tests/explore/states/scratch_bytes.c --search states \
        --scenario 'work | set' -- "-DLEFT=$1" "-DACCESS=$2" | grep -oE '"states":[0-9]+'
}
while read -r access; do
    checks=$((checks + 1))
    same=$(states_of 0 "$access")
    differ=$(states_of seen "$access")
    [ -n "$same" ] && [ "$same" = "$differ" ] ||
        fail "$access: $same, and with bytes that mean nothing $differ"
done <<'EOF'
atomic_load(&word)
atomic_store(&word, 1)
atomic_fetch_add(&word, 1)
atomic_compare_exchange_strong(&word, &expected, 1)
told = 1
(void)told
plain = 1
EOF

# Operands that only the hook knows make one.
for pick in pick_hook pick_value pick_update pick_place; do
    for search in paths states dpor; do
        run 0 "$LINCHPIN" explore tests/explore/states/hook_operands.c --search $search \
            --scenario 'work | set' --all-histories --histories "$scratch/$search" \
            -- "-DPICK=$pick" -O2 -Wno-unused-function --param=tsan-instrument-func-entry-exit=0
        LC_ALL=C sort -o "$scratch/$search" "$scratch/$search"
    done
    run 0 cmp "$scratch/paths" "$scratch/states"
    run 0 cmp "$scratch/paths" "$scratch/dpor"
done
done_testing
