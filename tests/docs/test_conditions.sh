#!/bin/bash
# SPDX-License-Identifier: MIT
# The table of docs/conditions.md: every history under every condition. ✓ holds,
# ✗ violated, – not about this spec. Every condition has a column, and every
# history of the folder a row.
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
for condition in $(sed -n '/^Conditions/,/^$/s/^  \([a-z-]*\) .*/\1/p' "$scratch/.out"); do
    grep -q "| $condition |" <<<"$header" || fail "$condition has no column"
    grep -qE "^#+ $condition$" "$page" || fail "$condition has no section"
done

# What tells two neighbours apart must be there: holds under one, not under the other.
apart() { # WEAKER STRONGER
    local a b
    for ((a = 0; a < ${#names[@]}; a++)); do
        [ "${names[a]// /}" != "$1" ] || break
    done
    for ((b = 0; b < ${#names[@]}; b++)); do
        [ "${names[b]// /}" != "$2" ] || break
    done
    checks=$((checks + 1))
    grep "^| \[" "$page" | awk -F'|' -v a=$((a + 1)) -v b=$((b + 1)) \
        '$a ~ /✓/ && $b ~ /✗/ { found = 1 } END { exit !found }' || fail "nothing separates $1 from $2"
}
apart sequential linearizable
apart quiescent linearizable
apart serializable sequential
apart serializable quiescent
apart sequential quiescent
apart quiescent sequential
apart mw-regular linearizable
apart regular mw-regular
apart safe regular
done_testing
