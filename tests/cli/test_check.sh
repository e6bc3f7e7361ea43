#!/bin/bash
# SPDX-License-Identifier: MIT
# linchpin check: verdicts, exit codes, bad files, output in every form.
. tests/expect.sh
good=docs/examples/queue_good.jsonl
bad=docs/examples/queue_bad.jsonl

run 0 "$LINCHPIN" check "$good" --spec queue
out_has '✓ linearizable'
err_empty
run 1 "$LINCHPIN" check "$bad" --spec queue
out_has '✗ not linearizable'
out_has '┣ deq() → 2 ┫'
err_empty
run 0 "$LINCHPIN" check "$good" --spec queue --witness
out_has 'An order that explains it (re-checked)'
run 0 "$LINCHPIN" check - --spec queue <"$good"
out_has '<stdin>'
run 1 "$LINCHPIN" check - --spec queue <"$bad"
run 1 "$LINCHPIN" check --spec queue "$bad"

# Bad files: never a verdict, never a crash.
run 2 "$LINCHPIN" check "$scratch/none.jsonl" --spec queue
err_has 'none.jsonl'
out_empty
run 2 "$LINCHPIN" check "$scratch" --spec queue
err_has 'folder'
: >"$scratch/empty"
run 2 "$LINCHPIN" check "$scratch/empty" --spec queue
err_has 'the file is empty'
printf ' \n\n' >"$scratch/blank"
run 2 "$LINCHPIN" check "$scratch/blank" --spec queue
err_has 'the file is empty'
head -c 4096 /dev/zero >"$scratch/zeros"
run 2 "$LINCHPIN" check "$scratch/zeros" --spec queue
head -c 300 "$good" >"$scratch/truncated"
run 2 "$LINCHPIN" check "$scratch/truncated" --spec queue
err_has "$scratch/truncated:"
if [ "$(id -u)" != 0 ]; then
    cp "$good" "$scratch/secret"
    chmod 0 "$scratch/secret"
    run 2 "$LINCHPIN" check "$scratch/secret" --spec queue
    err_has 'Permission denied'
fi

# Errors have a place.
{ head -1 "$good"; echo '{"process":0,"type":"ok","f":"enq","value":1'; } >"$scratch/syntax"
run 2 "$LINCHPIN" check "$scratch/syntax" --spec queue
grep -qE '^linchpin: .*/syntax:[0-9]+:[0-9]+: ' "$scratch/.err" || fail 'no line and column'
{ cat "$good"; echo '{"process":7,"type":"ok","f":"enq","value":1}'; } >"$scratch/stray"
run 2 "$LINCHPIN" check "$scratch/stray" --spec queue
err_has '/stray:9:'
sed 's/"enq"/"enqq"/' "$good" >"$scratch/method"
run 2 "$LINCHPIN" check "$scratch/method" --spec queue
err_has '/method:1:'
err_has 'enqq'

# JSON: one line, one object, the same verdict.
run 1 "$LINCHPIN" check "$bad" --spec queue --json
[ "$(wc -l <"$scratch/.out")" = 1 ] || fail 'JSON is not one line'
out_has '{"linchpin":1,"verdict":"violated"'
out_lacks '"history":'
out_lacks '"culprit":'
run 1 "$LINCHPIN" check "$bad" --spec queue --json --explain
out_has '"history":[{'
out_has '"culprit":2'
if command -v perl >/dev/null && perl -MJSON::PP -e1 2>/dev/null; then
    for arguments in "check $bad --spec queue" "check $good --spec queue --witness" specs \
        "check $scratch/none --spec queue" "check $scratch/syntax --spec queue"; do
        "$LINCHPIN" $arguments --json >"$scratch/json" 2>/dev/null
        perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>); exit !($j->{linchpin} == 1)' \
            <"$scratch/json" || fail "not JSON: $arguments"
    done
fi
run 2 "$LINCHPIN" check "$scratch/none" --spec queue --json
out_has '"verdict":"error"'
err_has 'none'

# Quiet: the exit code is the answer.
run 1 "$LINCHPIN" check "$bad" --spec queue --quiet
out_empty
err_empty
run 2 "$LINCHPIN" check "$scratch/none" --spec queue --quiet
err_has 'none'

# Characters as the locale says.
LC_ALL=C run 1 "$LINCHPIN" check "$bad" --spec queue
out_has 'x not linearizable'
LC_ALL=C grep -q '[^ -~]' "$scratch/.out" && fail 'not ASCII'

# The same run prints the same.
"$LINCHPIN" check "$bad" --spec queue >"$scratch/a"
"$LINCHPIN" check "$bad" --spec queue >"$scratch/b"
cmp -s "$scratch/a" "$scratch/b" || fail 'two runs differ'

# A return without a value: nil where the method can return nil, else an error.
for spec in stack 'stack --follow'; do
    printf '[0] call pop\n[0] return\n' >"$scratch/bare"
    run 0 "$LINCHPIN" check "$scratch/bare" --spec $spec
    printf '[0] call push(1)\n[0] return\n[0] call pop\n[0] return\n' >"$scratch/bare"
    run 1 "$LINCHPIN" check "$scratch/bare" --spec $spec
    out_has 'pop() → nil is impossible'
done
for spec in counter 'counter --follow'; do
    printf '[0] call inc\n[0] return\n[0] call read\n[0] return\n' >"$scratch/bare"
    run 2 "$LINCHPIN" check "$scratch/bare" --spec $spec
    err_has '/bare:4: read returns a value, but here it returned nothing'
done
cat >"$scratch/cell.lin" <<'END'
spec cell {
  int? held = none;
  put(int x)     { held = x; }
  get() -> int?  { return held; }
  known() -> bool { return held != none; }
}
END
printf '[0] call get\n[0] return\n' >"$scratch/bare"
run 0 "$LINCHPIN" check "$scratch/bare" --spec "$scratch/cell.lin"
printf '[0] call known\n[0] return\n' >"$scratch/bare"
run 2 "$LINCHPIN" check "$scratch/bare" --spec "$scratch/cell.lin"
err_has '/bare:2: known returns a value'

# A value in the invocation of a read says nothing, whatever it is; of others it is an argument.
for follow in '' --follow; do
    printf '{"process":0,"type":"invoke","f":"read","value":7}\n{"process":0,"type":"ok","f":"read","value":null}\n' >"$scratch/h"
    run 0 "$LINCHPIN" check "$scratch/h" --spec register $follow
    sed -i 's/null/7/' "$scratch/h"
    run 1 "$LINCHPIN" check "$scratch/h" --spec register $follow
    out_has 'read() → 7'
    printf '{"process":0,"type":"invoke","f":"deq","value":7}\n' >"$scratch/h"
    run 2 "$LINCHPIN" check "$scratch/h" --spec queue $follow
    err_has 'deq takes 0 arguments'
done

# Nothing but a nemesis, nothing but failures: nothing is wrong, and nothing was judged.
printf '{"process":"nemesis","type":"info","f":"kill","value":null}\n' >"$scratch/nemesis"
printf '{:process :nemesis, :type :info, :f :kill}\n' >"$scratch/nemesis.edn"
printf '{"process":0,"type":"invoke","f":"enq","value":1}\n{"process":0,"type":"fail","f":"enq","value":1}\n' >"$scratch/failures"
for file in nemesis nemesis.edn failures; do
    for follow in '' --follow; do
        run 0 "$LINCHPIN" check "$scratch/$file" --spec queue $follow
        out_has 'covers nothing: there is no operation to judge'
        out_has '0 operations'
    done
done
printf 'INFO  jepsen.util - :nemesis\t:info\t:start\n' >"$scratch/nemesis"
run 0 "$LINCHPIN" check "$scratch/nemesis" --spec cas-register --format etcd
out_has 'covers nothing'

# A process that goes on after an operation whose end is unknown: it may take effect late.
cat >"$scratch/late" <<'END'
{"process":0,"type":"invoke","f":"write","value":1}
{"process":0,"type":"info","f":"write","value":1}
{"process":0,"type":"invoke","f":"write","value":2}
{"process":0,"type":"ok","f":"write","value":2}
{"process":1,"type":"invoke","f":"read","value":null}
{"process":1,"type":"ok","f":"read","value":2}
{"process":1,"type":"invoke","f":"read","value":null}
{"process":1,"type":"ok","f":"read","value":1}
END
for condition in linearizable sequential; do
    run 0 "$LINCHPIN" check "$scratch/late" --spec register --condition $condition
done
# Two of one process that overlap have no order of their own.
cat >"$scratch/overlap" <<'END'
{"process":0,"type":"invoke","f":"write","value":1,"id":1}
{"process":0,"type":"invoke","f":"read","value":null,"id":2}
{"process":0,"type":"ok","f":"read","value":null,"id":2}
{"process":0,"type":"ok","f":"write","value":1,"id":1}
END
for condition in linearizable sequential; do
    run 0 "$LINCHPIN" check "$scratch/overlap" --spec register --condition $condition
done

# Transactions: what nobody could have meant is an error, with its line.
txn() { # ARGUMENT RESULT
    printf '[0] call txn(%s)\n[0] return %s\n' "$1" "$2" >"$scratch/txn"
}
txn '[["r","x",null],["w","y",2]]' '[["r","x",null],["w","y",2]]'
run 0 "$LINCHPIN" check "$scratch/txn" --spec multi-register
txn '[["w","y",2]]' ''
run 0 "$LINCHPIN" check "$scratch/txn" --spec multi-register
txn '[["r","x",null]]' '[["r","x",2]]'
run 1 "$LINCHPIN" check "$scratch/txn" --spec multi-register
out_has '"x" holds nil'
for argument in 5 '[5]' '[["x","y",1]]' '[["r","y"]]'; do
    txn "$argument" 5
    run 2 "$LINCHPIN" check "$scratch/txn" --spec multi-register
    err_has '/txn:1: txn: it takes a list of operations'
done
for result in 5 '' '[]' '[["w","x",null]]' '[["r","y",null]]' '[["r","x",null],["r","x",null]]'; do
    txn '[["r","x",null]]' "$result"
    for follow in '' --follow; do
        run 2 "$LINCHPIN" check "$scratch/txn" --spec multi-register $follow
        err_has '/txn:2: txn: it returns its operations again with what they read'
    done
done

# Every order that explains a history: the figures of Vechev, Yahav and Yorsh (SPIN 2009).
orders() { # WANTED SPEC, of the history on stdin
    cat >"$scratch/orders"
    run 0 "$LINCHPIN" check "$scratch/orders" --spec "$2" --witness=all
    out_has "$1"
}
# Fig. 3: add(4) overlaps remove(4), and add(7) contains(7); one order is left.
orders '1 order explains it (re-checked):' set <<'END'
[0] call add(4)
[1] call remove(4)
[0] return true
[1] return true
[0] call add(7)
[1] call contains(7)
[1] return true
[0] return true
END
# Its second history has none that keeps real time, and one that keeps each thread's order.
cat >"$scratch/h2" <<'END'
[0] call add(4)
[0] return true
[1] call remove(4)
[1] return true
[0] call contains(4)
[0] return true
END
run 1 "$LINCHPIN" check "$scratch/h2" --spec set --witness=all
out_lacks 'explain it'
run 0 "$LINCHPIN" check "$scratch/h2" --spec set --condition sequential --witness=all
out_has '    1  0: add(4) → true, 0: contains(4) → true, 1: remove(4) → true'
# Fig. 4: of three candidates one is an order.
orders '    1  0: add(5) → true, 1: remove(5) → true, 0: add(5) → true' set <<'END'
[1] call remove(5)
[0] call add(5)
[0] return true
[0] call add(5)
[0] return true
[1] return true
END
out_has '1 order explains it'
# Fig. 5: remove(5) → false fits in three places.
orders '3 orders explain it (re-checked):' set <docs/examples/set_remove_false.txt
run 0 "$LINCHPIN" check docs/examples/set_remove_false.txt --spec set --witness=all --json
out_has '"orders":{"count":3,"complete":true,"listed":[[[0],[1],[2],[3],[4]],[[1],'
# Operations that meet are one step; what never returned may be in it or not.
orders '    1  0: send(1) ↔ 1: receive() → 1' channel <<'END'
[0] call send(1)
[1] call receive
[0] return
[1] return 1
END
orders '5 orders explain it' register <<'END'
[0] call write(1)
[1] call read
[1] return empty
[1] call write(2)
END
out_has '    4  1: read() → nil, 1: write(2) …'
# Ten calls at once have 3,628,800 orders; a hundred are shown. Of too many, how many is not known.
for n in 10 40; do
    { for ((i = 0; i < n; i++)); do echo "[$i] call add($i)"; done
      for ((i = 0; i < n; i++)); do echo "[$i] return"; done; } >"$scratch/$n"
done
run 0 "$LINCHPIN" check "$scratch/10" --spec multiset --witness=all
out_has '3,628,800 orders explain it (re-checked); the first 100:'
out_has '  100  '
run 0 "$LINCHPIN" check "$scratch/40" --spec multiset --witness=all
out_has 'At least 100 orders explain it (re-checked); there are too many to count:'
{ for ((i = 0; i < 65; i++)); do printf '[0] call write(1)\n[0] return\n'; done; } >"$scratch/long"
run 2 "$LINCHPIN" check "$scratch/long" --spec register --witness=all
err_has 'at most 64 operations; this one has 65'
run 2 "$LINCHPIN" check "$good" --spec queue --witness=all --condition quasi:1
err_has 'asks for something else'
run 2 "$LINCHPIN" check "$good" --spec queue --witness=some
err_has 'is --witness=all'

# One spec for each object.
cat >"$scratch/objects" <<'END'
{"process":0,"type":"invoke","f":"enq","value":1,"object":"q"}
{"process":0,"type":"ok","f":"enq","value":1,"object":"q"}
{"process":1,"type":"invoke","f":"send","value":5,"object":2}
{"process":0,"type":"invoke","f":"deq","value":null,"object":"q"}
{"process":2,"type":"invoke","f":"receive","value":null,"object":2}
{"process":0,"type":"ok","f":"deq","value":1,"object":"q"}
{"process":1,"type":"ok","f":"send","value":null,"object":2}
{"process":2,"type":"ok","f":"receive","value":5,"object":2}
END
run 0 "$LINCHPIN" check "$scratch/objects" --spec q=queue,2=channel --witness
out_has 'spec q=queue, 2=channel'
out_has '    1  process 0: q.enq(1)'
out_has '    3  process 1: 2.send(5) ↔ process 2: 2.receive() → 5'
sed 's/"f":"receive","value":5/"f":"receive","value":6/' "$scratch/objects" >"$scratch/wrong"
run 1 "$LINCHPIN" check "$scratch/wrong" --spec q=queue,2=channel
out_has 'object "2": no order of the operations explains'
run 1 "$LINCHPIN" check "$scratch/wrong" --spec q=queue,2=channel --json
out_has '"reason":"object \"2\": '
sed 's/"enq"/"offer_it"/' "$scratch/objects" >"$scratch/mapped"
run 0 "$LINCHPIN" check "$scratch/mapped" --spec q=queue,2=channel --map offer_it=enq
run 2 "$LINCHPIN" check "$scratch/mapped" --spec q=queue,2=channel --map offer_it=enqu
err_has '--map offer_it=enqu: none of the 2 specs has such a method'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queue
err_has '/objects:3: the object "2" has no spec; --spec has them for q'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queue,2=channel,z=set
err_has 'no operation of the history is on the object "z"'
run 2 "$LINCHPIN" check "$good" --spec q=queue
err_has 'queue_good.jsonl:1: this operation names no object'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queue,q=stack
err_has 'two specs for the object "q"'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queue,channel
err_has 'not "channel"'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queu,2=channel
err_has 'did you mean "queue"?'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queue,2=stack
err_has '/objects:3: the spec "stack" has no method "send"'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queue,2=channel --condition sequential
err_has 'sequential is not local'
run 2 "$LINCHPIN" check "$scratch/objects" --spec q=queue,2=channel --follow
err_has 'takes one spec'
cp docs/examples/bank.c "$scratch/a=b.c"
run 0 "$LINCHPIN" check docs/examples/bank_good.jsonl --spec "$scratch/a=b.c"

# The line of a return is in the JSON too.
run 1 "$LINCHPIN" check "$bad" --spec queue --json --explain
out_has '"type":"ok","f":"deq","value":2,"line":5}'

done_testing
