#!/bin/bash
# SPDX-License-Identifier: MIT
# The table of relaxed conditions in docs/conditions.md: every cell. ✓ holds, ✗
# violated. Every history of the folder has a row, every relaxed condition a section
# or a place in one.
. tests/expect.sh

page=docs/conditions.md
folder=docs/examples/quasi
IFS='|' read -ra names < <(grep "^| a queue's history |" "$page")
rows=0
while IFS='|' read -ra cells; do
    file=docs/$(sed 's/.*(\(.*\)).*/\1/' <<<"${cells[1]}")
    rows=$((rows + 1))
    for ((i = 2; i < ${#names[@]}; i++)); do
        condition=$(tr -d ' `' <<<"${names[i]}")
        [ -n "$condition" ] || continue
        case ${cells[i]// /} in
        ✓) want=0 ;;
        ✗) want=1 ;;
        *) want=none ;;
        esac
        run "$want" "$LINCHPIN" check "$file" --spec queue --condition "$condition"
    done
done < <(grep '^| .*(examples/quasi/' "$page")
[ "$rows" = "$(ls "$folder" | wc -l)" ] || fail "$rows rows, and other files in $folder"

run 0 "$LINCHPIN" specs
for condition in $(sed -n '/^Conditions/,/^$/s/^  \([a-z-]*\):K .*/\1/p' "$scratch/.out"); do
    grep -qF "| [\`$condition:K\`](conditions/$condition.md) |" "$page" || fail "$condition is not in the table"
done

# The least factor: found, not needed, and not to be had.
run 0 "$LINCHPIN" check $folder/overtaken.jsonl --spec queue --quasi-factor
out_has "quasi:2"
run 0 "$LINCHPIN" check $folder/far.jsonl --spec queue --quasi-factor --condition lateness
out_has "lateness:1"
run 1 "$LINCHPIN" check $folder/twice.jsonl --spec queue --quasi-factor
run 2 "$LINCHPIN" check $folder/far.jsonl --spec queue --quasi-factor --condition sequential
run 2 "$LINCHPIN" check $folder/far.jsonl --spec register --condition quasi:1
run 2 "$LINCHPIN" check $folder/far.jsonl --spec queue --condition quasi:enq=0,dek=1
err_has 'did you mean "deq"'
done_testing
