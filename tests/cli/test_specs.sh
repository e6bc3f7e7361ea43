#!/bin/bash
# SPDX-License-Identifier: MIT
# linchpin specs; --spec with a number and with a file; --map.
. tests/expect.sh

run 0 "$LINCHPIN" specs
for name in register cas-register kv counter queue bounded-queue per-producer-fifo bag stack set \
    multiset priority-queue deque mutex rw-lock semaphore snapshot log fetch-and-add max-register; do
    out_has "$name"
done
run 0 "$LINCHPIN" specs bounded-queue
out_has 'bounded-queue:CAPACITY'
out_has 'also: enqueue'
out_has 'a number from 1 to'
run 0 "$LINCHPIN" specs Bounded_Queue:4
out_has 'bounded-queue:4'
run 0 "$LINCHPIN" specs --json
out_has '"parameter":{"name":"capacity","low":1,"high":2147483647,"required":true}'
out_has '"name":"queue","summary":"first in, first out; nil from an empty one","parameter":null'
checks=$((checks + 1))
[ "$(grep -o '"summary":' "$scratch/.out" | wc -l)" -ge 21 ] || fail 'specs --json'
run 2 "$LINCHPIN" specs no_such
run 2 "$LINCHPIN" specs queue:3
err_has 'takes no number'

# A spec of one's own.
run 0 "$LINCHPIN" specs docs/examples/bank.c
out_has 'accounts that cannot be overdrawn'
run 0 "$LINCHPIN" check docs/examples/bank_good.jsonl --spec docs/examples/bank.c
run 1 "$LINCHPIN" check docs/examples/bank_bad.jsonl --spec docs/examples/bank.c
out_has 'spec bank'
out_has 'ann holds 2'
run 0 "$LINCHPIN" check docs/examples/bank_bad.jsonl --spec docs/examples/bank.c --map withdraw=deposit --cc cc
run 2 "$LINCHPIN" check docs/examples/bank_good.jsonl --spec no_such.c
err_has 'no_such.c: there is no such file'
run 2 "$LINCHPIN" check docs/examples/bank_good.jsonl --spec docs/examples/bank_good.jsonl
printf '#include <linchpin/spec.h>\n' >"$scratch/none.c"
run 2 "$LINCHPIN" check docs/examples/bank_good.jsonl --spec "$scratch/none.c"
err_has 'there is no spec in it: write LP_SPEC'
printf 'int main(void) { return }\n' >"$scratch/broken.c"
run 2 "$LINCHPIN" check docs/examples/bank_good.jsonl --spec "$scratch/broken.c"
err_has 'does not compile'
err_has 'broken.c:1:'

# Numbers, and names.
cat >"$scratch/full.jsonl" <<END
{"process":0,"type":"invoke","f":"offer","value":1}
{"process":0,"type":"ok","f":"offer","value":true}
{"process":0,"type":"invoke","f":"offer","value":2}
{"process":0,"type":"ok","f":"offer","value":false}
END
run 0 "$LINCHPIN" check "$scratch/full.jsonl" --spec bounded-queue:1
run 1 "$LINCHPIN" check "$scratch/full.jsonl" --spec bounded-queue:2
out_has 'spec bounded-queue:2'
run 2 "$LINCHPIN" check "$scratch/full.jsonl" --spec bounded-queue
err_has 'needs its capacity'
run 2 "$LINCHPIN" check "$scratch/full.jsonl" --spec bounded-queue:x
err_has 'a number from 1'
run 0 "$LINCHPIN" check docs/examples/queue_bad.jsonl --spec bag --map enq=add,deq=try_take
run 2 "$LINCHPIN" check docs/examples/queue_bad.jsonl --spec queue --map a=zzz
err_has 'no method "zzz"'
done_testing
