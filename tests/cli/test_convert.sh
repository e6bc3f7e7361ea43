#!/bin/bash
# SPDX-License-Identifier: MIT
# linchpin convert: from every format to every other; the recorded histories of
# others, where they are, survive the way there and back.
. tests/expect.sh
good=docs/examples/queue_good.jsonl

run 0 "$LINCHPIN" convert "$good" --to calls
cp "$scratch/.out" "$scratch/calls"
for to in jsonl edn jepsen; do
    run 0 "$LINCHPIN" convert "$scratch/calls" "$scratch/$to" --to "$to"
    out_empty
    run 0 "$LINCHPIN" check "$scratch/$to" --spec queue
    run 0 "$LINCHPIN" convert - --from "$to" --to calls <"$scratch/$to"
    sed 's/return$/return empty/' "$scratch/calls" >"$scratch/wanted"
    sed 's/return$/return empty/' "$scratch/.out" | cmp -s - "$scratch/wanted" || fail "$to changed it"
done

run 2 "$LINCHPIN" convert "$good"
err_has 'convert to what?'
run 2 "$LINCHPIN" convert --to edn
err_has 'convert takes a file to read'
run 2 "$LINCHPIN" convert a b c --to edn
run 2 "$LINCHPIN" convert "$good" --to ed
err_has 'there is no format "ed"; did you mean "edn"?'
run 2 "$LINCHPIN" convert "$good" --from kvv --to edn
err_has 'did you mean "kv"?'
run 2 "$LINCHPIN" convert "$good" --to etcd
err_has 'it cannot hold enq('
out_empty
run 2 "$LINCHPIN" convert "$good" "$scratch/no/such/folder" --to edn
err_has 'cannot write'
run 2 "$LINCHPIN" convert nowhere --to edn
err_has 'cannot read nowhere'

data=../shared/data/porcupine
if [ -d "$data" ]; then
    for file in "$data"/kv/*.txt "$data"/jepsen/etcd_00*.log; do
        to=kv
        [ "${file##*.}" = txt ] || to=etcd
        run 0 "$LINCHPIN" convert "$file" "$scratch/first" --to jsonl
        for through in edn jepsen; do
            run 0 "$LINCHPIN" convert "$scratch/first" "$scratch/second" --to "$through"
            run 0 "$LINCHPIN" convert "$scratch/second" "$scratch/third" --to "$to"
            run 0 "$LINCHPIN" convert "$scratch/third" --to jsonl
            cmp -s "$scratch/.out" "$scratch/first" || fail "$file changed through $through"
        done
    done
else
    echo "not there: $data (the histories of others)"
fi
done_testing
