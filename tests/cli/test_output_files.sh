#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files that verdicts are written to: each has all of them, in order, however the command ends;
# what cannot be written is said before the work, and what was there stays.
. tests/expect.sh
e=docs/examples
x=$scratch/out.xml

cases() { # LINE…: the test cases of $x
    checks=$((checks + 1))
    python3 tests/cli/junit.py "$x" >"$scratch/cases" 2>&1
    printf '%s\n' "$@" | diff - "$scratch/cases" >"$scratch/difference" ||
        fail "the test cases are not those expected: $(cat "$scratch/difference")"
    rm -f "$x"
}
no_file() {
    checks=$((checks + 1))
    [ ! -e "$x" ] || fail "$x was written"
}

# Every command that judges takes them, others do not.
for c in check test explore verify run; do
    run 0 "$LINCHPIN" "$c" --help
    out_has '--junit FILE'
done
run 2 "$LINCHPIN" gen queue --junit "$x"
err_has 'no option --junit'
no_file

bad="failure condition $e/queue_bad.jsonl --spec queue"
good="system-out - $e/queue_good.jsonl --spec queue"
run 1 "$LINCHPIN" check $e/queue_bad.jsonl --spec queue --junit "$x"
cp "$x" "$scratch/loud.xml"
cases "$bad"
# What is printed makes no difference to what is written, but for the command that is shown.
for how in --quiet --json '--json --quiet'; do
    run 1 "$LINCHPIN" check $e/queue_bad.jsonl --spec queue --junit "$x" $how
    checks=$((checks + 1))
    diff <(grep -v Reproduce "$scratch/loud.xml") <(grep -v Reproduce "$x") || fail "$how: another file"
    cases "$bad"
done
run 2 "$LINCHPIN" check $e/queue_bad.jsonl $e/queue_good.jsonl "$scratch/nowhere" $e/queue_bad.jsonl \
    --spec queue --junit="$x"
cases "$bad" "$good" "error error $scratch/nowhere --spec queue" "$bad (2)"
cat >"$scratch/two.lin" <<'END'
spec counter { state v: int = 0; op inc() { v = v + 1; } }
END
run 2 "$LINCHPIN" verify "$scratch/two.lin" --junit "$x"
cases "error error $scratch/two.lin"

# Errors, wherever they are found; an option that is wrong does not hide those behind it.
run 2 "$LINCHPIN" check --spec --junit "$x" $e/queue_bad.jsonl
cases "error error $e/queue_bad.jsonl"
run 2 "$LINCHPIN" check --speck queue --json --junit "$x" $e/queue_bad.jsonl
out_has '"verdict":"error"'
cases "error error queue"
run 2 "$LINCHPIN" check $e/queue_bad.jsonl --spec nothing --junit "$x"
cases "error error $e/queue_bad.jsonl --spec nothing"
run 2 "$LINCHPIN" explore "$scratch/nowhere.c" --junit "$x"
cases "error error $scratch/nowhere.c"
echo 'x' >"$scratch/broken.jsonl"
run 2 "$LINCHPIN" check "$scratch/broken.jsonl" --spec queue --format jsonl --junit "$x"
cases "error error $scratch/broken.jsonl --spec queue"
run 3 "$LINCHPIN" verify objects/stack/treiber.lin --walk 1000 --seed 1 --junit "$x"
grep -q 'type="unknown"' "$x" || fail 'unknown is not in the file'
rm "$x"

# Known before the work: nothing is judged.
run 2 "$LINCHPIN" check $e/queue_bad.jsonl --spec queue --junit "$scratch/no/such/folder.xml"
err_has "$scratch/no/such/folder.xml: cannot be written: No such file or directory"
out_empty
run 2 "$LINCHPIN" check $e/queue_bad.jsonl --spec queue --json --junit "$scratch"
out_has '"verdict":"error"'
out_lacks violated
run 2 "$LINCHPIN" check $e/queue_bad.jsonl --spec queue --junit -
err_has '--junit needs a file'
cp $e/queue_bad.jsonl "$scratch/history.jsonl"
ln -s history.jsonl "$scratch/link"
for f in history.jsonl link; do
    run 2 "$LINCHPIN" check "$scratch/history.jsonl" --spec queue --junit "$scratch/$f"
    err_has 'it would be overwritten'
done
checks=$((checks + 1))
cmp -s $e/queue_bad.jsonl "$scratch/history.jsonl" || fail 'the history was overwritten'
if [ "$(id -u)" != 0 ]; then
    echo old >"$x" && chmod 400 "$x"
    run 2 "$LINCHPIN" check $e/queue_bad.jsonl --spec queue --junit "$x"
    err_has 'cannot be written: Permission denied'
    checks=$((checks + 1))
    [ "$(cat "$x")" = old ] || fail 'a file that may not be written was'
    rm -f "$x"
fi
# Found only when it is written: the verdict is there, and the exit code says that not all is.
run 2 "$LINCHPIN" check $e/queue_good.jsonl --spec queue --junit /dev/full
out_has linearizable
err_has '/dev/full: cannot be written'
run 1 "$LINCHPIN" check $e/queue_bad.jsonl --spec queue --quiet --junit /dev/stdout
out_has '</testsuites>'
out_lacks 'process 1 process'

# A spec in C is judged in another process: whatever becomes of it.
run 1 "$LINCHPIN" check $e/bank_bad.jsonl --spec $e/bank.c --junit "$x"
cases "failure condition $e/bank_bad.jsonl --spec $e/bank.c"
awk '/^static .*\(/ && !done { inside = 1 } { print } inside && /^{/ { print "    abort();"; inside = 0; done = 1 }' \
    $e/bank.c | sed '1i #include <stdlib.h>' >"$scratch/dies.c"
run 2 "$LINCHPIN" check $e/bank_bad.jsonl --spec "$scratch/dies.c" --junit "$x"
err_has 'SIGABRT'
cases "error error $e/bank_bad.jsonl --spec $scratch/dies.c"

# No memory left: that is in the file, too, behind what was judged before. The allocations that fail
# are those of the work, and of the writing of files.
if [ "${LP_SANITIZE:-0}" = 0 ]; then
    cc -shared -fPIC -O1 -w -o "$scratch/failing.so" tests/cli/failing_malloc.c || exit 1
    written=0
    for spec in queue $e/bank.c; do
        history=$e/queue_bad.jsonl
        [ "$spec" = queue ] || history=$e/bank_bad.jsonl
        for ((n = 40; n < 1500; n += 1 + n / 3)); do
            rm -f "$x"
            code=0
            : >"$scratch/summary.md"
            GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$scratch/summary.md FAIL_ON=1 FAIL_AT=$n \
                LD_PRELOAD=$scratch/failing.so "$LINCHPIN" check $history $history --spec "$spec" \
                --junit "$x" --sarif "$scratch/$n.sarif" >"$scratch/.out" 2>"$scratch/.err" || code=$?
            grep -q '^linchpin: out of memory' "$scratch/.err" && [ $code = 3 ] && [ -e "$x" ] || continue
            written=$((written + 1))
            checks=$((checks + 1))
            last=$(python3 tests/cli/junit.py "$x" 2>&1 | tail -1)
            grep -q 'message="out of memory"' "$x" && [[ $last == 'error unknown '* ]] ||
                fail "allocation $n: $last"
            err_has 'title=linchpin%3A unknown::out of memory.'
            checks=$((checks + 1))
            grep -qF '| ❔ | unknown: out of memory |' "$scratch/summary.md" || fail 'no summary'
            cp "$scratch/$n.sarif" "$scratch/last.$written.sarif"
        done
    done
    run 0 python3 tests/cli/sarif.py "$scratch"/last.*.sarif
    checks=$((checks + 1))
    [ "$(grep -c '^unknown warning ' "$scratch/.out")" = $written ] || fail 'unknown is not in each'
    checks=$((checks + 1))
    [ $written -ge 5 ] || fail "without memory, only $written files were written"
fi

# Interrupted: what was found until then.
mkfifo "$scratch/pipe"
"$LINCHPIN" check "$scratch/pipe" --follow --spec queue --junit "$x" >"$scratch/.out" 2>"$scratch/.err" &
linchpin=$!
exec 7>"$scratch/pipe"
cat $e/queue_good.jsonl >&7
at_work $linchpin
kill -INT $linchpin
code=0
wait $linchpin || code=$?
exec 7>&-
checks=$((checks + 1))
[ "$code" = 3 ] || [ "$code" = 0 ] || fail "exit code $code after an interruption"
checks=$((checks + 1))
[ "$(python3 tests/cli/junit.py "$x" | wc -l)" = 1 ] || fail 'no test case after an interruption'
checks=$((checks + 1))
[ -z "$(find "$scratch" -name '.linchpin-*')" ] || fail 'a temporary file is left'
done_testing
