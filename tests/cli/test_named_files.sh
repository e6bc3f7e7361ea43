#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Nothing that is read is written over, whatever it is called and whichever options name it; no two
# outputs are one file; and stdout has the verdict or a file, not both.
. tests/expect.sh
root=$PWD
tutorial=$root/docs/examples/tutorial
mkdir "$scratch/at"
cd "$scratch/at" || exit 1
cp "$tutorial"/stack_test.c "$tutorial"/stack_counted.c "$root"/objects/stack/treiber.lin .
cp "$root/docs/examples/bank.c" "$root/docs/examples/bank_bad.jsonl" "$root/docs/examples/queue_bad.jsonl" .
cp "$root/objects/distributed/abd.lin" . 2>/dev/null || cp "$(find "$root/objects" "$root/docs" -name 'abd.lin' | head -1)" abd.lin
echo '1s kill replica[p1]' >f.faults
cp f.faults schedule
echo '/* mine */' >mine.h
cp mine.h mine.hpp
run 1 "$LINCHPIN" check queue_bad.jsonl --spec queue --json
cp "$scratch/.out" v.json
mkdir sub && ln -s ../stack_counted.c sub/link && ln -s ../nowhere.xml sub/loose && ln stack_counted.c sub/hard
cp -a . ../before

refused() { # WORDS COMMAND…: nothing has changed
    local words=$1
    shift
    run 2 "$LINCHPIN" "$@" </dev/null
    err_has "$words"
    case $* in *--json*) out_has '"verdict":"error"' ;; *) out_empty ;; esac
    checks=$((checks + 1))
    diff -r --no-dereference ../before . >"$scratch/difference" 2>&1 || {
        fail "$*: $(head -5 "$scratch/difference")"
        rm -rf ./* && cp -a ../before/. .
    }
}
over='it would be overwritten'
source='is a source by its name'
scenario=(--scenario 'push(1) | pop')
for c in test explore; do
    for f in stack_counted.c ./stack_counted.c sub/../stack_counted.c "$PWD/stack_counted.c" sub/link sub/hard; do
        refused "$over" $c stack_test.c stack_counted.c "${scenario[@]}" --histories "$f"
        refused "$over" $c stack_test.c stack_counted.c --sarif "$f"
    done
    refused "--golden reads: $over" $c stack_test.c stack_counted.c --golden bank.c --junit bank.c
    refused "--golden reads: $over" $c stack_test.c --golden queue_bad.jsonl,v.json --junit v.json
    refused "--spec reads: $over" $c stack_test.c stack_counted.c --spec bank.c --report bank.c
    refused "$over" $c stack_test.c --junit v.json -- -I. v.json
    for f in mine.h mine.hpp; do
        refused "$source" $c stack_test.c stack_counted.c "${scenario[@]}" --histories $f
        refused "$source" $c stack_test.c stack_counted.c --junit $f
    done
done
refused "--instrument reads: $over" explore stack_test.c --instrument stack_counted.c --report stack_counted.c
refused "$source" explore stack_test.c --instrument . --report stack_counted.c
for o in dot aut spec-aut marked histories junit sarif report; do
    refused "$over" verify treiber.lin "--$o" treiber.lin
done
refused "$source" verify treiber.lin --dot abd.lin
for o in history junit sarif report; do
    refused "$over" run abd.lin "--$o" abd.lin
    refused "--faults reads: $over" run abd.lin --faults schedule "--$o" schedule
    refused "--cluster reads: $over" run abd.lin --cluster v.json "--$o" ./v.json
    refused "$source" run abd.lin "--$o" f.faults
done
refused "--spec reads: $over" check bank_bad.jsonl --spec bank.c --junit bank.c
refused "--spec reads: $over" check bank_bad.jsonl --spec q=queue,b=v.json --junit v.json
refused "$over" gen bank.c --output bank.c
refused "$over" report v.json -o v.json
refused "$over" report v.json treiber.lin -o treiber.lin
refused "$source" report v.json -o treiber.lin
refused "$source" convert queue_bad.jsonl bank.c --to edn
run 2 "$LINCHPIN" check - --spec queue --junit queue_bad.jsonl <queue_bad.jsonl
err_has "$over"

# Two outputs.
for f in zz ./zz sub/../zz "$PWD/zz" "../${PWD##*/}/zz"; do
    refused 'are the same file' check queue_bad.jsonl --spec queue --junit zz --sarif "$f"
    refused 'are the same file' run abd.lin --history zz --junit "$f"
    refused 'are the same file' verify treiber.lin --dot zz --report "$f"
done
refused 'are the same file' check queue_bad.jsonl --spec queue --junit sub/loose --sarif nowhere.xml
refused 'are the same file' check queue_bad.jsonl --spec queue --quiet --junit /dev/stdout --sarif /dev/fd/1
refused 'needs the name of a file' check queue_bad.jsonl --spec queue --junit ''
refused 'needs the name of a file' run abd.lin --history ''

# Stdout.
for f in - /dev/stdout /dev/fd/1 /proc/self/fd/1; do
    refused 'stdout has the verdict' check queue_bad.jsonl --spec queue --junit $f
    refused 'stdout has the verdict' check queue_bad.jsonl --spec queue --quiet --json --sarif $f
    [ $f = - ] || run 1 "$LINCHPIN" check queue_bad.jsonl --spec queue --quiet --junit $f
    [ $f = - ] || out_has '</testsuites>'
    [ $f = - ] || refused 'stdout has the verdict' verify treiber.lin "${scenario[@]}" --histories $f
done
run 2 bash -c '"$0" check queue_bad.jsonl --spec queue --report page.html >page.html' "$LINCHPIN"
rm page.html
run 1 bash -c '"$0" check queue_bad.jsonl --spec queue --junit /dev/null --sarif /dev/null >/dev/null' "$LINCHPIN"
run 1 bash -c '"$0" check queue_bad.jsonl --spec queue --junit /dev/stdout --quiet | grep -q "</testsuites>" && exit 1' "$LINCHPIN"

# Whatever else is wrong with the command line.
refused 'there is no option --wrong' explore stack_test.c stack_counted.c --junit stack_counted.c --wrong
refused 'there is no option --wrong' check queue_bad.jsonl --report queue_bad.jsonl --wrong
refused '--up-to needs a value' explore stack_test.c stack_counted.c --sarif stack_counted.c --up-to

# What is neither is written, again and again.
for _ in 1 2; do
    run 1 "$LINCHPIN" check queue_bad.jsonl --spec queue --junit a.xml --sarif a.sarif --report sub/a.html
    run 0 "$LINCHPIN" report v.json -o a.html
    run 0 "$LINCHPIN" convert queue_bad.jsonl queue.edn --to edn
    run 0 "$LINCHPIN" gen queue --ops 5 --output made.jsonl
done
done_testing
