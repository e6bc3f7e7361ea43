#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What GitHub's runner is told, read back as it reads it: annotations on stderr, and the summary.
# And the workflows in the documents.
. tests/expect.sh
root=$PWD
e=$root/docs/examples
summary=$scratch/summary.md

github() { # CODE COMMAND…: annotations are in $scratch/annotations, a line of JSON each
    GITHUB_ACTIONS=true run "$@"
    checks=$((checks + 1))
    python3 "$root/tests/cli/github_annotations.py" "$scratch/.err" >"$scratch/annotations" 2>&1 ||
        fail "$(cat "$scratch/annotations")"
}
annotations() { # NUMBER WORDS…: in them
    checks=$((checks + $#))
    [ "$(wc -l <"$scratch/annotations")" = "$1" ] || fail "not $1: $(cat "$scratch/annotations")"
    for words in "${@:2}"; do
        grep -qF -- "$words" "$scratch/annotations" ||
            fail "no annotation with $words: $(cat "$scratch/annotations")"
    done
}

mkdir -p "$scratch/repository/.git" "$scratch/repository/inner"
cd "$scratch/repository/inner" || exit 1
github 1 "$LINCHPIN" verify "$root/objects/stack/treiber_aba.lin"
annotations 1 '"command": "error"' '"line": "33", "col": "8", "title": "linchpin: A history breaks the condition"' \
    "\"file\": \"$root/objects/stack/treiber_aba.lin\"" 'treiber_aba is not linearizable: no order of the operations' \
    'could only be: [0], [0 0]\npop()'
cp "$e/queue_bad.jsonl" "../100%: a,b%3A.jsonl"
github 2 "$LINCHPIN" check "../100%: a,b%3A.jsonl" "$e/queue_good.jsonl" ../nowhere --spec queue
annotations 2 '"file": "100%: a,b%3A.jsonl", "line": "4"' '"file": "../nowhere", "title": "linchpin: error"'
github 3 "$LINCHPIN" verify "$root/objects/stack/treiber.lin" --walk 100 --seed 1
annotations 1 '"command": "warning"' '"title": "linchpin: unknown"'
github 0 "$LINCHPIN" check "$e/queue_good.jsonl" --spec queue
annotations 0
err_empty
printf '%s\n' 'shared int unused;' 'shared int n;' 'object o { up() { n = 1; n = 2 } }' 'verify o { threads 1; }' >../bad.lin
github 2 "$LINCHPIN" verify ../bad.lin
annotations 1 '"file": "bad.lin", "line": "3", "col": "' 'bad.lin:3:'
sed -i 's/n = 2 /n = 0; /' ../bad.lin
github 0 "$LINCHPIN" verify ../bad.lin
annotations 1 '"command": "warning", "file": "bad.lin", "line": "1"' 'unused is never used'
# A column is the same for a terminal and for GitHub: characters.
printf '%s\n' '/* é🂡 */ shared int unused;' 'object o { up() { } }' 'verify o { threads 1; }' >../wide.lin
github 0 "$LINCHPIN" verify ../wide.lin
annotations 1 '"file": "wide.lin", "line": "1", "col": "21"'
err_has 'wide.lin:1:21: warning'
checks=$((checks + 1))
[ "$(grep -n '\^' "$scratch/.err" | head -1)" = "3:$(printf '%22s' '')^" ] || fail 'the mark is elsewhere'
github 2 "$LINCHPIN" verify ../wide.lin --strict
annotations 1 '"line": "1", "col": "21"'
checks=$((checks + 1))
! grep -q 'wide.lin:1:24' "$scratch/.err" || fail 'a column in bytes'
printf '%s\n' '/* é🂡 */ nothing' >../wide.lin
github 2 "$LINCHPIN" verify ../wide.lin
annotations 1 '"line": "1", "col": "10"'
err_has 'wide.lin:1:10: '
github 2 "$LINCHPIN" check --speck queue
annotations 1 'there is no option --speck'
github 1 "$LINCHPIN" check "$e/bank_bad.jsonl" --spec "$e/bank.c" # in another process
annotations 1 'bank_bad.jsonl'
cd "$root" || exit 1

# Stdout is as ever, and so is the exit code. Elsewhere nobody is told.
for how in '' --json --quiet '--json --quiet'; do
    # shellcheck disable=SC2086
    run 1 "$LINCHPIN" check "$e/queue_bad.jsonl" --spec queue $how
    err_empty
    cp "$scratch/.out" "$scratch/before"
    # shellcheck disable=SC2086
    github 1 "$LINCHPIN" check "$e/queue_bad.jsonl" --spec queue $how
    case $how in *quiet) annotations 0 ;; *) annotations 1 ;; esac
    checks=$((checks + 1))
    cmp -s "$scratch/before" "$scratch/.out" || fail "$how: stdout is another one"
done
for value in '' false 1; do
    GITHUB_ACTIONS=$value run 1 "$LINCHPIN" check "$e/queue_bad.jsonl" --spec queue
    err_empty
done
github 2 "$LINCHPIN" gen nothing
annotations 0

# The summary: what others have written stays, and every command adds its own.
export GITHUB_STEP_SUMMARY=$summary
summary_has() {
    checks=$((checks + 1))
    grep -qF -- "$1" "$summary" || fail "the summary lacks $1"
}
printf 'What was there.\n\n' >"$summary"
run 1 "$LINCHPIN" check "$scratch/repository/100%: a,b%3A.jsonl" "$e/queue_good.jsonl" --spec queue --json --quiet
summary_has 'What was there.'
summary_has '### linchpin check'
summary_has '| ❌ | not linearizable: no order of'
summary_has '100%: a,b%3A.jsonl --spec queue |'
summary_has '| ✅ | linearizable | '
run 1 "$LINCHPIN" verify docs/examples/verify/once.lin
summary_has '| ❌ | not linearizable: no order of the operations explains put(1) → true | once (docs/examples/verify/once.lin) |'
summary_has '### linchpin check'
checks=$((checks + 1))
sed -n '/linchpin verify$/,$p' "$summary" | sed -n '/^```text/,/^```$/p' | sed '1d; $d' | diff - "$scratch/.out" ||
    fail 'what was printed is not in the summary'
# What others have written is no Markdown, and no end of a block.
enq='{"process":0,"type":"%s","f":"enq","value":"```|<b>[x](y)"}\n' deq='{"process":1,"type":"%s","f":"deq","value":%s}\n'
# shellcheck disable=SC2059
printf "$enq$enq$deq$deq" invoke ok invoke null ok '"````"' >"$scratch/h.jsonl"
: >"$summary"
run 1 "$LINCHPIN" check "$scratch/h.jsonl" --spec queue
summary_has '`````text'
summary_has '"\`\`\`\`"'
checks=$((checks + 1))
[ "$(grep -c '^`````' "$summary")" = 2 ] || fail 'the block does not end where it should'
# Not more than GitHub takes.
: >"$summary"
mapfile -t many < <(yes "$scratch/h.jsonl" | head -3000)
run 1 "$LINCHPIN" check "${many[@]}" --spec queue --quiet
summary_has 'There is more, which is left out here.'
checks=$((checks + 1))
[ "$(stat -c %s "$summary")" -lt 1000000 ] || fail 'the summary is too large'
# A summary that cannot be written is no reason to fail.
GITHUB_STEP_SUMMARY=$scratch/no/such/folder run 0 "$LINCHPIN" check "$e/queue_good.jsonl" --spec queue
err_has 'cannot be written'
GITHUB_STEP_SUMMARY=/dev/full run 1 "$LINCHPIN" check "$e/queue_bad.jsonl" --spec queue
err_has 'cannot be written'
unset GITHUB_STEP_SUMMARY

run 0 python3 tests/cli/workflow.py "$scratch/tree" docs/examples/ci/*.yml
out_has 'github-workflow.yml: 2 commands'
out_has 'gitlab-ci.yml: 3 commands'
done_testing
