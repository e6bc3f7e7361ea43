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
err_has 'cannot be written'
run 2 "$LINCHPIN" convert nowhere --to edn
err_has 'cannot read nowhere'

# Failed operations are kept, or counted where the format has no word for them.
cat >"$scratch/failed" <<'END'
{"process":0,"type":"invoke","f":"write","value":1}
{"process":0,"type":"fail","f":"write","value":"timed out"}
{"process":0,"type":"invoke","f":"cas","value":[1,2]}
{"process":1,"type":"invoke","f":"read","value":null}
{"process":0,"type":"fail","f":"cas","value":[1,2]}
{"process":1,"type":"fail","f":"read","value":null}
{"process":1,"type":"invoke","f":"read","value":null}
{"process":1,"type":"ok","f":"read","value":null}
END
for to in jsonl edn jepsen; do
    run 0 "$LINCHPIN" convert "$scratch/failed" "$scratch/$to" --to "$to"
    err_empty
    run 0 "$LINCHPIN" convert "$scratch/$to" --to jsonl
    cmp -s "$scratch/.out" "$scratch/failed" || fail "$to lost what failed"
done
run 0 "$LINCHPIN" convert "$scratch/failed" "$scratch/etcd" --to etcd
err_empty
run 0 "$LINCHPIN" convert "$scratch/etcd" "$scratch/again" --to jsonl
checks=$((checks + 1))
[ "$(grep -c '"fail"' "$scratch/again")" = 3 ] || fail 'etcd lost what failed'
run 0 "$LINCHPIN" check "$scratch/again" --spec cas-register
out_says '· 1 operation'
run 0 "$LINCHPIN" convert "$scratch/failed" --to calls
err_has 'linchpin: 3 failed operations were left out: the format "calls" cannot hold them'
out_lacks write
printf '{"process":0,"type":"invoke","f":"%s","value":%s}\n{"process":0,"type":"fail","f":"%s","value":5}\n' \
    get '"k"' get put '["k","v"]' put >"$scratch/failed"
run 0 "$LINCHPIN" convert "$scratch/failed" "$scratch/kv" --to kv
err_empty
run 0 "$LINCHPIN" convert "$scratch/kv" --to jsonl
checks=$((checks + 1))
[ "$(grep -c '"fail"' "$scratch/.out")" = 2 ] || fail 'kv lost what failed'

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
