#!/bin/bash
# SPDX-License-Identifier: MIT
# Recorded runs of replicated state machines, whose states have sets and arrays of identifiers, seqs and
# machines, and whose operations share actions with servers: replayed in the model, and refused where they were
# tampered with, with the line.
. tests/expect.sh
. tests/run/tampering.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
objects=objects/distributed

replayed() { # MODEL OPTIONS…
    run 0 "$LINCHPIN" run "$@" --replay
    out_says 'each step replayed in the model'
    err_has 'replayed steps'
}

cat >"$scratch/crashes.faults" <<'F'
100 operations kill replica[p1]
150 operations restart replica[p1]
200 operations stop replica[p2] for 100ms
300 operations delay 1..3ms replica[*] <-> *
350 operations drop 10%
400 operations reorder 20%
450 operations heal
500 operations kill client[2]
F
faults="--faults $scratch/crashes.faults"

# ---- Runs of the model ----

good() {
    # shellcheck disable=SC2086
    replayed "$@" --operations 1000 $faults
    replayed "$@" --operations 1000 --keys 3 --sessions 3
}
beside good $objects/rsm.lin
beside good $objects/rsm_queue.lin
beside good $objects/rsm_any.lin --spec queue
beside good $objects/rsm_any.lin --spec kv
beside replayed $objects/rsm_any.lin --spec cas-register --operations 1000 --sessions 2 --faults random --seed 3

# ---- Traces that were tampered with ----

# One client: all its operations are given to one replica, p2. The same for all three.
tampered() { # MODEL RETURNED ANSWERED CHANGED… (each a variable and a sed)
    local model=$1 kept=$scratch/kept client='client[1].jsonl' own='replica[p2].jsonl' other='replica[p3].jsonl'
    run 0 "$LINCHPIN" run "$model" ${spec:+--spec $spec} --operations 300 --clients 1 --reads 30% --seed 1 --traces "$kept"
    run 0 "$LINCHPIN" run "$model" ${spec:+--spec $spec} --recorded "$kept"
    out_has 'a run of the model'

    # A message that was never sent, or another one, or twice.
    change "$kept" "$other" '0,/"receive","what":"update\(.*\)"number":[0-9]*/s//"receive","what":"update\1"number":99999/'
    refused "$model" 'replica[p2] has not sent this message before' 'replica[p3].jsonl:'
    change "$kept" "$other" '0,/"receive","what":"update(\([a-z_]*\.[0-9.]*\), \([0-9]*\))/s//"receive","what":"update(\1, 9\2)/'
    refused "$model" 'replica[p3] receives update(' 'what was sent is update('
    tamper "$kept" "$other" double 20 '"receive","what":"update'
    refused "$model" 'it has received this message before'
    change "$kept" "$client" '0,/"receive","what":"deliver(.*)","with":"replica.p2/{/"receive","what":"deliver/s/p2/p1/g}'
    refused "$model" 'client'

    # An action that is not there, or twice.
    tamper "$kept" "$own" remove 9 '"act","what":"deliver'
    refused "$model" 'replica[p2]'
    tamper "$kept" "$client" remove 9 '"act","what":"submit'
    refused "$model" 'client'
    tamper "$kept" "$own" double 9 '"act","what":"deliver'
    refused "$model" 'takes deliver(' 'its guard does not hold'
    tamper "$kept" "$own" remove 9 '"receive","what":"submit'
    refused "$model" 'replica[p2]'
    tamper "$kept" "$client" double 9 '"act","what":"submit'
    refused "$model" 'takes submit(' 'its guard does not hold: status == pending'

    # Two in another order.
    tamper "$kept" "$own" swap 9 '"act","what":"deliver'
    refused "$model" 'replica[p2]'
    tamper "$kept" "$other" swap 9 '"receive","what":"update'
    refused "$model" # one before it has not arrived, or what it caused is not there yet
    tamper "$kept" "$client" swap 9 '"receive","what":"deliver|"act","what":"response'
    refused "$model" 'takes response(' 'its guard does not hold: status == committed'

    # Another answer: of the replica, on its way, and of the operation.
    change "$kept" "$own" "$3"
    refused "$model" 'replica[p2] takes deliver(p2, ' 'its guard does not hold'
    change "$kept" "$client" '0,/"receive","what":"deliver(p2, [^"]*"/s//"receive","what":"deliver(p2, 77)"/'
    refused "$model" 'receives deliver(' 'what was sent is deliver('
    change "$kept" "$client" "$2"
    refused "$model" 'takes response(' 'it returns ' 'in the model, and 77'

    # What is kept of an array, a set and a seq.
    for said in "${@:4}"; do
        change "$kept" "$own" "${said#*: }"
        refused "$model" "${said%%: *} is then" 'in the model, and'
    done
}
returned='0,/"step":"return","what":"[0-9][0-9]*/s//"step":"return","what":"77/'

# Of many items there is a hash.
beside tampered $objects/rsm.lin "$returned" \
    '0,/"act","what":"deliver(p2, \([a-z]*\.[0-9.]*\), \([0-9]*\))/s//"act","what":"deliver(p2, \1, 9\2)/' \
    'stamps: 0,/ items, #\(.*\)/{/ items, #/s/#./#x/}' \
    'stamps: 0,/stamps = {[a-z]*\.[0-9.]*: (/s//&7/' \
    'waiting: 0,/waiting = {[a-z]*\.1\.1}/s//waiting = {}/' \
    'exceeded: 0,/; exceeded = {(\([a-z]*\)/s//; exceeded = {(none, p1), (\1/' \
    'clock: 0,/clock = 5;/s//clock = 6;/'
beside tampered $objects/rsm_queue.lin "$returned" \
    '0,/"act","what":"deliver(p2, dequeue\.\([0-9.]*\), [a-z.0-9]*/s//"act","what":"deliver(p2, dequeue.\1, enqueue.1.99/' \
    'items: 0,/items = \[\(enqueue[0-9.]*\)/s//items = [\1, \1/' \
    'items: 0,/items = \[\([0-9]*\) items, #/s//&x/' \
    'heard: 0,/heard = \[5,/s//heard = [6,/'
any() {
    local spec=counter
    tampered $objects/rsm_any.lin "$returned" \
        '0,/"act","what":"deliver(p2, read\.\([0-9.]*\), \([0-9]*\) after/s//"act","what":"deliver(p2, read.\1, 9\2 after/' \
        'object: 0,/object = \([a-z]*\)\.1\.1#/s//object = \1.1.9#/' \
        'object: 0,/object = \([a-z.0-9]*\)#./s//object = \1#x/'
}
beside any

# ---- Actions that are shared ----

# An operation that has been handed over does nothing until it hears back: not even what its guard allows.
thinking() {
    local kept=$scratch/kept model=$scratch/thinks.lin
    sed '/^automaton client/,/^}/{
        s/  enqueue? val;/&\n  bool thought;/
        s/  input request(x) do status = pending;/&\n  internal think() when status == submitted \&\& !thought do thought = true;/
    }' $objects/rsm_queue.lin >"$model"
    run 0 "$LINCHPIN" run "$model" --operations 20 --clients 1 --traces "$kept" --replay
    out_says 'each step replayed in the model'
    rm -rf "$scratch/bad"
    cp -r "$kept" "$scratch/bad"
    awk '{ print }
        /"act","what":"submit/ && !first { first = $0; sub(/"act".*/, "\"act\",\"what\":\"think()\"}", first) }
        /"step":"state","what":"status = submitted/ && !done { done = 1; print first; sub(/thought = false/, "thought = true"); print }' \
        "$kept/client[1].jsonl" >"$scratch/bad/client[1].jsonl"
    refused "$model" 'takes think()' 'it is handed over to replica[p2], and has not heard back' 'thinks.lin:'
}
beside thinking

# Those answer that an operation was not given to.
answering() {
    local kept=$scratch/kept model=$scratch/answers.lin
    sed '/internal carry_out/s/stamps\[x\]\.p != p/stamps[x].p == p/
        /output deliver/,/do {/s/stamps\[x\]\.p == p/stamps[x].p != p/' $objects/rsm_queue.lin >"$model"
    run 2 "$LINCHPIN" run "$model" --operations 200 --clients 1 --traces "$kept"
    err_has 'somebody else answers, or twice'
    rm -rf "$scratch/bad"
    cp -r "$kept" "$scratch/bad"
    refused "$model" 'the operation is not in its hands' 'takes deliver('
}
beside answering

# A server without parameters, of which there is one, and a machine at each of two.
cat >"$scratch/primary.lin" <<'LIN'
enum op { x1, x2, ... }
enum phase { idle, pending, submitted, committed, answered }
message note(op x);
automaton users { set<op> requested; output request(op x) when !(x in requested) do requested.add(x); }
automaton client(op x) {
  phase status;
  answer<op> val;
  input request(x) do status = pending;
  output submit(x) when status == pending do status = submitted;
  input deliver(x, answer<op> v) do { status = committed; val = v; }
  output response(x, answer<op> v) when status == committed && v == val do status = answered;
}
automaton primary {
  set<op> waiting;
  machine<op> object;
  input submit(op x) do waiting.add(x);
  output deliver(op x, answer<op> v) when x in waiting && v == object.answer(x) do {
    waiting.remove(x);
    object.apply(x);
    send note(x) to backup;
  }
}
automaton backup {
  machine<op> copy;
  seq<op> log;
  input receive note(op x) from primary do { log.push(x); copy.apply(x); assert(log.len() < 700); }
}
system pb = users || client[x in op] || primary || backup hide submit, deliver { channel primary -> backup fifo; }
verify pb refines sequencer {
  call request(op x) is order(x);
  return response(op x, answer<op> v) is v;
}
LIN
primary() {
    replayed "$1" --spec cas-register --operations 500 --sessions 2
    run 1 "$LINCHPIN" run "$1" --spec cas-register --operations 5000 --replay
    out_says 'primary.lin:26:74: an assertion fails, in backup[1] of key 0'
    out_says 'Its components took only steps of the model'
}
beside primary "$scratch/primary.lin"

# ---- What cannot be replayed ----

run 2 "$LINCHPIN" run $objects/rsm_any.lin --recorded "$scratch"
err_has 'what is its machine? --spec says it'
done_testing
