#!/bin/bash
# SPDX-License-Identifier: MIT
# Real histories with known verdicts: Jepsen's runs against etcd and key–value
# runs, read where they lie.
. tests/expect.sh
data=../shared/data/porcupine
if [ ! -d "$data" ]; then
    echo "skipped: $data is not here"
    exit 77
fi

# All etcd logs in one command; each line of the answer against the list.
mapfile -t logs < <(sed -n '2,$s/\t.*//p' "$data/expected.tsv" | grep '^jepsen/')
[ "${#logs[@]}" = 102 ] || fail "the list has ${#logs[@]} etcd logs, not 102"
run 1 "$LINCHPIN" check "${logs[@]/#/$data/}" --spec cas-register --json
sed -n '2,$p' "$data/expected.tsv" | grep '^jepsen/' |
    awk -F'\t' '{ print $1, $3 == "true" ? "holds" : "violated" }' >"$scratch/expected"
sed 's,.*"verdict":"\([a-z]*\)".*"subject":"[^"]*\(jepsen/[^"]*\)".*,\2 \1,' "$scratch/.out" \
    >"$scratch/found"
checks=$((checks + 102))
cmp -s "$scratch/expected" "$scratch/found" ||
    fail "etcd: $(diff "$scratch/expected" "$scratch/found" | head -5)"
run 1 "$LINCHPIN" check "${logs[@]/#/$data/}" --spec cas-register
out_has '102 files: 23 hold, 79 violated'

for file in "$data"/kv/*-ok.txt; do
    run 0 "$LINCHPIN" check "$file" --spec kv
done
for file in "$data"/kv/*-bad.txt; do
    run 1 "$LINCHPIN" check "$file" --spec kv
    out_has 'no order of the operations explains'
done
done_testing
