#!/bin/bash
# SPDX-License-Identifier: MIT
# Recorded runs, replayed step by step through the interpreter of the model: those of what is compiled have no step that the
# model does not have, whatever the faults; and a trace, or a program, that was tampered with is refused,
# with the step that differs.
. tests/expect.sh
. tests/run/tampering.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
objects=objects/distributed
operations=${REPLAY_OPERATIONS:-2000}

replayed() { # MODEL OPTIONS…
    run 0 "$LINCHPIN" run "$@" --operations "$operations" --replay
    out_says 'each step replayed in the model'
    err_has 'replayed steps'
}

# One operation at a time: it is known what there is to tamper with.
replayed $objects/abd.lin --clients 1 --traces "$scratch/kept"
replayed $objects/abd.lin
replayed $objects/abd.lin --keys 5 --sessions 3
replayed $objects/abd_grid.lin --sessions 2
replayed $objects/timed_abd.lin
replayed docs/examples/distributed/chain.lin --traces "$scratch/chain"
replayed docs/examples/distributed/chain.lin --keys 3 --sessions 2

# ---- Faults ----

cat >"$scratch/crashes.faults" <<'F'
100 operations kill replica[p1]
400 operations restart replica[p1]
500 operations stop replica[p2] for 200ms
700 operations delay 1..3ms replica[*] <-> *
800 operations drop 10%
850 operations duplicate 10%
900 operations reorder 20%
1000 operations heal
1100 operations kill replica[p3]
1300 operations restart replica[p3]
1400 operations kill replica[p2]
F
replayed $objects/abd.lin --faults "$scratch/crashes.faults"
out_has 'kill replica[p3]'
replayed $objects/timed_abd.lin --sessions 2 --faults "$scratch/crashes.faults"
replayed $objects/abd.lin --sessions 2 --faults random --seed 7

# Messages that are lost, and some that come twice, where the channels allow it.
sed 's/^  channel read_client <-> replica.*/  channel read_client <-> replica lossy;/
     s/^  channel write_client <-> replica.*/  channel write_client <-> replica duplicating;/' \
    $objects/abd.lin >"$scratch/loose.lin"
checks=$((checks + 1))
grep -q 'lossy' "$scratch/loose.lin" && grep -q 'duplicating' "$scratch/loose.lin" || fail "no such channels"
cat >"$scratch/loose.faults" <<'F'
drop 20% client[1] <-> replica[p1]
duplicate 20% client[2] <-> *
F
run 0 "$LINCHPIN" run "$scratch/loose.lin" --operations 1000 --replay --traces "$scratch/loose" --faults "$scratch/loose.faults"
out_says 'each step replayed in the model'
checks=$((checks + 1))
grep -q '"step":"lost"' "$scratch/loose/client[1].jsonl" || fail "nothing was lost"
# They are not those of reliable channels.
run 1 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/loose"
out_has 'not a run of the model'

# What forgets begins anew, in the model too; and what such a run violates is the model's fault.
cat >"$scratch/forgets.faults" <<'F'
200 operations kill replica[p1]
300 operations restart replica[p1]
F
run 0 "$LINCHPIN" run $objects/abd_forgets.lin --operations 1000 --clients 1 --keys 5 --replay --traces "$scratch/forgets" \
    --faults "$scratch/forgets.faults"
out_says 'each step replayed in the model'
run 1 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/forgets"
out_says 'not a run of the model: replica[p1]'
run 1 "$LINCHPIN" run $objects/abd_overwrite.lin --operations 100000 --sessions 3 --replay
out_has 'not linearizable'
out_says 'Its components took only steps of the model: each was replayed. Whether users may call like this, and whether so many may crash, was not looked at.'

# A server without parameters is called 1.
cat >"$scratch/single.lin" <<'LIN'
enum op { w1, w2, r1, ... }
type writer = op w1..w2;
type reader = op r1..r1;
message put(writer x), done, get, got(writer? v);
automaton users { set<op> requested; output request(op x) when !(x in requested) do requested.add(x); }
enum phase { idle, waiting, heard, answered }
automaton client(op x) {
  phase status;
  writer? val;
  input request(x) do if (status == idle) { status = waiting; if (x in writer) send put(x) to server; else send get to server; }
  input receive done from server do if (status == waiting) status = heard;
  input receive got(writer? v) from server do if (status == waiting) { val = v; status = heard; }
  output response(x, writer? v) when status == heard && v == val do status = answered;
}
automaton server {
  writer? val;
  input receive put(writer x) from client do { val = x; send done to client[x]; }
  input receive get from client[x] do send got(val) to client[x];
}
system single = users || client[x in op] || server { channel client <-> server reliable; }
verify single refines register {
  call request(writer x) is write(x);
  call request(reader x) is read();
  return response(writer x, writer? v);
  return response(reader x, writer? v) is v;
}
LIN
run 0 "$LINCHPIN" run "$scratch/single.lin" --operations 500 --replay
out_says 'each step replayed in the model'

# ---- Traces that were tampered with ----

kept=$scratch/kept
run 0 "$LINCHPIN" run $objects/abd.lin --recorded "$kept"
out_has 'a run of the model'
out_has 'covers what is recorded'
run 0 "$LINCHPIN" run $objects/abd.lin --recorded "$kept" --json
out_has '"replayed steps":'

client='client[1].jsonl' replica='replica[p2].jsonl'
tamper "$kept" "$client" remove 5 'rq_collected'
refused $objects/abd.lin
tamper "$kept" "$client" remove 9 '"step":"call"'
refused $objects/abd.lin '_client[1.'
tamper "$kept" "$client" double 9 '"step":"call"'
refused $objects/abd.lin 'there was one of this name before'
tamper "$kept" "$client" double 3 'response'
refused $objects/abd.lin 'takes response(' 'the operation has returned'
change "$kept" "$client" '0,/"step":"return"/{/"step":"return"/p}'
refused $objects/abd.lin 'it returns twice in the run'
tamper "$kept" "$client" remove 3 'response'
refused $objects/abd.lin 'the operation has not returned'
tamper "$kept" "$replica" double 30 '"step":"receive"'
refused $objects/abd.lin 'it has received this message before'
tamper "$kept" "$replica" remove 30 '"what":"store'
refused $objects/abd.lin 'replica[p2]'
tamper "$scratch/chain" 'server[middle].jsonl' swap 10 '"step":"receive".*"with":"server.head'
refused docs/examples/distributed/chain.lin # its order, or what was caused by it before it came

change "$kept" "$client" '/read_client\[1\.5\].*rq_collected/s/rq_collected({[^}]*})/rq_collected({p1})/'
refused $objects/abd.lin 'its guard does not hold: status == pending && q in read_quorums' 'abd.lin:99:12: here in the model'
change "$kept" "$client" '0,/rq_collected({[^}]*})/s//no_such_action({p1})/'
refused $objects/abd.lin 'has no such action'
change "$kept" "$client" '0,/"step":"return","what":"\([0-9]\)/s//"step":"return","what":"9\1/'
refused $objects/abd.lin 'in the model, and 9'
change "$kept" "$replica" '0,/"state","what":"tag = (7,/s//"state","what":"tag = (8,/'
refused $objects/abd.lin 'replica[p2] receives store((7, ' 'tag is then (7,' 'in the model, and (8,'
change "$kept" "$replica" '0,/"receive","what":"store((7,/s//"receive","what":"store((8,/'
refused $objects/abd.lin 'what was sent is store((7,'
change "$kept" "$replica" '0,/"send","what":"number_reply(7)/s//"send","what":"number_reply(6)/'
refused $objects/abd.lin 'the model sends number_reply(7)' 'abd.lin:152:9: here in the model'
change "$kept" "$replica" '0,/"step":"send".*/{/"step":"send"/d}'
refused $objects/abd.lin 'and the run does not'
change "$kept" "$replica" '0,/"step":"send"\(.*\)/{/"step":"send"/{p;s/"number":[0-9]*/"number":99999/}}'
refused $objects/abd.lin 'the model does not'

# What is no trace is an error.
change "$kept" "$replica" '7s/.*/hello/'
run 2 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/bad"
err_has 'replica[p2].jsonl:7: this is no line of a trace'
change "$kept" "$replica" '0,/"step":"receive"/{/"step":"receive"/d}'
run 2 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/bad"
err_has 'begins no step'
change "$kept" "$replica" '0,/"step":"state"/{/"step":"state"/d}'
run 2 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/bad"
err_has 'the end of it is missing'
rm -rf "$scratch/bad"
cp -r "$kept" "$scratch/bad"
rm "$scratch/bad/$client"
run 2 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/bad"
err_has 'there is no trace of client[1]'
cp "$kept/$replica" "$scratch/bad/another.jsonl"
run 2 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/bad"
err_has 'of the same process'
mkdir "$scratch/empty"
run 2 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/empty"
err_has 'there are no traces'
run 2 "$LINCHPIN" run $objects/abd.lin --recorded "$kept" --seed 1
err_has '--seed means nothing beside it'
run 2 "$LINCHPIN" run $objects/abd.lin --operations 10 --traces "$kept"
err_has 'must be empty'
# A process that was killed in the middle of a step: it never happened.
rm -rf "$scratch/bad"
cp -r "$kept" "$scratch/bad"
printf '{"time":1,"at":"replica[p2]","key":0,"step":"act","what":"half' >>"$scratch/bad/$replica"
run 0 "$LINCHPIN" run $objects/abd.lin --recorded "$scratch/bad"

# ---- Programs that were tampered with ----

# The compiler is one that changes what was emitted.
cat >"$scratch/cc" <<'F'
#!/bin/bash
for f; do case $f in *.c) sed -i "$TAMPER" "$f" ;; esac; done
exec ${REAL_CC:-cc} "$@"
F
chmod +x "$scratch/cc"
export REAL_CC=${CC:-cc}
tampered() { # SED SENTENCE
    TAMPER=$1 CC=$scratch/cc run 1 "$LINCHPIN" run $objects/abd.lin --operations 500 --reads 20% --replay --output "$scratch/tampered"
    out_says "$2"
    rm -rf "$scratch/tampered"
}
tampered 's/compare_tag(t, self->tag) > 0/compare_tag(t, self->tag) < 0/' 'not a run of the model: replica[p'
tampered 's/(q & ~self->write_resp) == 0/true/' 'its guard does not hold'
tampered 's/lp_add(self->tag.sn, 1,/lp_add(self->tag.sn, 2,/' 'not a run of the model: write_client['
done_testing
