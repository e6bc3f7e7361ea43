#!/bin/bash
# SPDX-License-Identifier: MIT
# The table of docs/conditions.md: every history under every condition. ✓ holds,
# ✗ violated, – not about this spec. Every condition has a page and a column, but for those
# with a factor, which have a table of their own, and every history of the folder has a row.
. tests/expect.sh

page=docs/conditions.md
folder=docs/examples/conditions
header=$(grep '^| history |' "$page")
IFS='|' read -ra names <<<"$header"
rows=0
while IFS='|' read -ra cells; do
    file=docs/$(sed 's/.*(\(.*\)).*/\1/' <<<"${cells[1]}")
    spec=${cells[2]// /}
    rows=$((rows + 1))
    for ((i = 3; i < ${#names[@]}; i++)); do
        condition=${names[i]// /}
        [ -n "$condition" ] || continue
        case ${cells[i]// /} in
        ✓) want=0 ;;
        ✗) want=1 ;;
        –) want=2 ;;
        *) want=none ;;
        esac
        run "$want" "$LINCHPIN" check "$file" --spec "$spec" --condition "$condition"
    done
done < <(grep "^| \[.*($(basename "$(dirname "$folder")")/" "$page")

[ "$rows" = "$(ls "$folder" | wc -l)" ] || fail "$rows rows, and other files in $folder"
run 0 "$LINCHPIN" specs
for condition in $(sed -n '/^Conditions/,/^$/s/^  \([a-z-]*\)\(:K\)\{0,1\} .*/\1/p' "$scratch/.out"); do
    checks=$((checks + 1))
    [ -f "docs/conditions/$condition.md" ] || fail "$condition has no page"
    grep -qF "](conditions/$condition.md)" "$page" ||
        fail "$condition is not on $page"
done
for condition in $(sed -n '/^Conditions/,/^$/s/^  \([a-z-]*\) .*/\1/p' "$scratch/.out"); do
    checks=$((checks + 1))
    grep -q "| $condition |" <<<"$header" || fail "$condition has no column"
done
done_testing
