#!/bin/bash
# SPDX-License-Identifier: MIT
# Help, misspelt words, bad values: what a user meets before anything runs.
. tests/expect.sh
good=docs/examples/queue_good.jsonl

run 2 "$LINCHPIN"
err_has 'Usage: linchpin COMMAND'
out_empty
run 0 "$LINCHPIN" --help
out_has 'check '
err_empty
cp "$scratch/.out" "$scratch/help"
run 0 "$LINCHPIN" help
cmp -s "$scratch/.out" "$scratch/help" || fail 'help and --help differ'
run 0 "$LINCHPIN" --version
grep -qE '^linchpin [0-9]+\.[0-9]+\.[0-9]+$' "$scratch/.out" || fail 'version'

for command in $(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$scratch/help" | grep -vx help); do
    run 0 "$LINCHPIN" help "$command"
    out_has "Usage: linchpin $command"
    cp "$scratch/.out" "$scratch/first"
    run 0 "$LINCHPIN" "$command" --help
    cmp -s "$scratch/.out" "$scratch/first" || fail "help $command and $command --help differ"
    run 0 "$LINCHPIN" "$command" -h
    awk 'length($0) > 100 { exit 1 }' "$scratch/.out" || fail "$command --help is too wide"
    run 2 "$LINCHPIN" "$command" --no-such-option
    err_has 'there is no option --no-such-option'
    run 2 "$LINCHPIN" "$command" --jsn
    err_has 'did you mean --json?'
done

run 2 "$LINCHPIN" chekc
err_has 'did you mean "check"?'
run 2 "$LINCHPIN" xyzzy-plugh
err_has '`linchpin --help` lists them'
run 2 "$LINCHPIN" help chekc
err_has 'did you mean "check"?'
run 2 "$LINCHPIN" --verison
err_has 'there is no option --verison'
run 2 "$LINCHPIN" check "$good" --spce queue
err_has 'did you mean --spec?'
run 2 "$LINCHPIN" check "$good" -s queue
err_has 'there is no option -s'

# Values
run 2 "$LINCHPIN" check "$good" --spec
err_has '--spec needs a value'
run 2 "$LINCHPIN" check "$good" --spec --json
err_has '--spec needs a value'
run 2 "$LINCHPIN" check "$good" --spec queue --json=yes
err_has '--json takes no value'
for bad in '' 0 0s x 1x -1 1e9 0x10 inf nan 5d 1.2.3 99999999999; do
    run 2 "$LINCHPIN" check "$good" --spec queue "--timeout=$bad"
    err_has '--timeout:'
done
for bad in '' 0 0G x 1x -1 1.5G 5P 99999999999999999999 99999999999G; do
    run 2 "$LINCHPIN" check "$good" --spec queue "--memory=$bad"
    err_has '--memory:'
done
for fine in 10 1.5 500s 900000ms 2m 1h 1min; do
    run 0 "$LINCHPIN" check "$good" --spec queue --timeout "$fine"
done
for fine in 2000000000 900M 2G 2GiB 4000000k 1T; do
    run 0 "$LINCHPIN" check "$good" --spec=queue --memory "$fine"
done

# Operands
run 2 "$LINCHPIN" check --spec queue
err_has 'check needs a file'
run 0 "$LINCHPIN" check "$good" "$good" --spec queue
out_has '2 files: 2 hold'
run 2 "$LINCHPIN" check "$good" --spec queue -- -O2
err_has 'nothing after --'
run 2 "$LINCHPIN" check "$good"
err_has '--spec NAME'
run 2 "$LINCHPIN" check "$good" --spec queu
err_has 'did you mean "queue"?'
run 2 "$LINCHPIN" check "$good" --spec queue --condition linearisable
err_has 'did you mean "linearizable"?'
run 2 "$LINCHPIN" check "$good" --spec queue --format jsnl
err_has 'did you mean "jsonl"?'

# A usage error is told in JSON too, to whom asked for JSON.
run 2 "$LINCHPIN" check "$good" --json --spec queue --timeout x
out_has '"verdict":"error"'
run 2 "$LINCHPIN" chekc --json
out_has '"verdict":"error"'

# What exit codes mean is said where it is asked, of each command in its own words.
for c in check test explore verify run; do
    run 0 "$LINCHPIN" $c --help
    out_has '0 holds, 1 violated'
done
for c in fmt lsp new convert specs; do
    run 0 "$LINCHPIN" $c --help
    out_lacks '0 holds'
    out_has 'Exit codes: 0 done'
done
for c in fmt lsp; do
    run 0 "$LINCHPIN" $c --help
    out_has ', 1 '
    run 0 "$LINCHPIN" manual $c
    out_has '.It 1'
done
run 0 "$LINCHPIN" manual lsp
out_has 'The editor went without shutdown and exit.'

done_testing
