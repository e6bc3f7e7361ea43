#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Which of the five promises every object of the catalogue keeps, as tests/verify/progress.txt says, and the table in
# docs/progress.md shows (LP_UPDATE_DOCS writes it). With LINCHPIN_ALL, as in make soak, on larger instances as well.

. tests/expect.sh
. tests/verify/promises.sh
compile_quickly

: >"$scratch/table"
: >"$scratch/models"
while IFS='|' read -r model change script settings larger want why; do
    [ -n "$model" ] && [ "${model:0:1}" != '#' ] || continue
    trimmed "$model" && model=$field
    trimmed "$change" && change=$field
    trimmed "$script" && script=$field
    trimmed "$want" && want=$field
    trimmed "$why" && why=$field
    changed_model "$model" "$script"
    for instance in "$settings" ${LINCHPIN_ALL:+"$larger"}; do
        [ "$instance" != ' - ' ] || continue
        promises_kept "$scratch/changed.lin" "$instance"
        [ "$kept" = "$want" ] || fail "$model: $change, $instance: $kept, not $want"
    done
    echo "$model" >>"$scratch/models"
    echo "| \`$model\`${change:+: $change} | $(sed 's/-/–/g; s/./& | /g' <<<"$want")$why |" >>"$scratch/table"
done <tests/verify/progress.txt

# All that are objects, and the table as it is here.
for model in $(grep -lE '^object ' -r objects --include='*.lin') docs/examples/progress/*.lin; do
    grep -qxF "${model#*/}" "$scratch/models" || fail "$model is not in tests/verify/progress.txt"
done
if [ "${LP_UPDATE_DOCS:-}" ]; then
    awk -v table="$scratch/table" '/^[|] `/ { next } { print } /^[|]---/ { while ((getline row <table) > 0) print row }' \
        docs/progress.md >"$scratch/page" && cp "$scratch/page" docs/progress.md
fi
grep -E '^\| `[a-z_/]+\.lin`' docs/progress.md >"$scratch/shown"
if ! cmp -s "$scratch/table" "$scratch/shown"; then
    diff "$scratch/shown" "$scratch/table"
    fail "docs/progress.md has other rows"
fi
echo "$(sort -u "$scratch/models" | wc -l) objects, $(wc -l <"$scratch/table") rows"
done_testing
