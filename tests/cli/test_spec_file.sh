#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --spec FILE.lin and FILE.lin:NAME: the spec blocks of models for recorded histories.

. tests/expect.sh

cat >"$scratch/two.lin" <<'EOF'
spec lifo {
  seq<int> s;
  push(int v)   { s.push(v); }
  pop() -> int? { if (s.empty()) return none; return s.pop(); }
}
spec pairs {
  sync send(int x) with receive() -> int { return x; }
}
spec breaks {
  seq<int> s;
  push(int 0..3 v) { s.push(v); }
  pop() -> int     { return s.pop(); }
}
spec colours { push(bool b) {} }
EOF
two=$scratch/two.lin
line() { # PROCESS TYPE METHOD VALUE
    printf '{"process":%s,"type":"%s","f":"%s","value":%s}\n' "$@"
}
{
    line 0 invoke push 1 && line 0 ok push null && line 0 invoke push 2 && line 0 ok push null
    line 1 invoke pop null && line 1 ok pop 2
} >"$scratch/lifo"
sed 's/"ok","f":"pop","value":2/"ok","f":"pop","value":1/' "$scratch/lifo" >"$scratch/fifo"

run 0 "$LINCHPIN" check "$scratch/lifo" --spec "$two:lifo"
out_has 'spec lifo'
run 1 "$LINCHPIN" check "$scratch/fifo" --spec "$two:lifo"
out_has 'could only be: s = [1 2]'
out_has 'it could only return 2'
run 0 "$LINCHPIN" check "$scratch/fifo" --spec "$two:lifo" --condition sequential
sed 's/"process":1/"process":0/' "$scratch/fifo" >"$scratch/alone"
run 1 "$LINCHPIN" check "$scratch/alone" --spec "$two:lifo" --condition sequential
run 0 "$LINCHPIN" check "$scratch/fifo" --spec "$two:lifo" --condition quasi:1
sed 's/pop/take/; s/push/put/' "$scratch/lifo" >"$scratch/named"
run 2 "$LINCHPIN" check "$scratch/named" --spec "$two:lifo"
run 0 "$LINCHPIN" check "$scratch/named" --spec "$two:lifo" --map put=push,take=pop
sed -n '1,5p' "$two" >"$scratch/one.lin"
run 0 "$LINCHPIN" check "$scratch/lifo" --spec "$scratch/one.lin"
run 0 "$LINCHPIN" check "$scratch/lifo" "$scratch/lifo" --spec "$scratch/one.lin"
run 0 "$LINCHPIN" check - --follow --spec "$scratch/one.lin" <"$scratch/lifo"
run 1 "$LINCHPIN" check - --follow --spec "$scratch/one.lin" <"$scratch/fifo"

# What meets whom.
{
    line 0 invoke send 1 && line 1 invoke receive null && line 1 ok receive 1
    line 0 ok send null
} >"$scratch/met"
run 0 "$LINCHPIN" check "$scratch/met" --spec "$two:pairs" --condition progressible
{ line 0 invoke send 1 && line 0 ok send null; } >"$scratch/alone"
run 1 "$LINCHPIN" check "$scratch/alone" --spec "$two:pairs"
out_has 'no receive is left that fits'

# A spec that goes wrong gives no verdict, however it is asked.
{ line 1 invoke pop null && line 1 ok pop 2; } >"$scratch/empty"
for how in '' '--condition sequential' '--follow'; do
    run 2 "$LINCHPIN" check "$scratch/empty" --spec "$two:breaks" $how
    err_has 'two.lin:12:29: the first or last item of an empty seq is asked for in the spec'
    out_empty
done
run 2 "$LINCHPIN" check "$scratch/empty" "$scratch/empty" --spec "$two:breaks"
sed 's/"push","value":1/"push","value":7/' "$scratch/lifo" >"$scratch/seven"
run 2 "$LINCHPIN" check "$scratch/seven" --spec "$two:breaks"
err_has 'an argument does not fit its parameter'
run 2 "$LINCHPIN" check "$scratch/alone" --spec "$two:colours"
{ line 1 invoke push 2 && line 1 ok push null; } >"$scratch/int"
run 2 "$LINCHPIN" check "$scratch/int" --spec "$two:colours"
err_has 'two.lin:14:16: an argument does not fit its parameter'

# Which one?
run 2 "$LINCHPIN" check "$scratch/lifo" --spec "$two"
err_has 'it has several specs'
err_has 'lifo, pairs, breaks, colours'
run 2 "$LINCHPIN" check "$scratch/lifo" --spec "$two:lifu"
err_has 'did you mean "lifo"?'
run 2 "$LINCHPIN" check "$scratch/lifo" --spec "$two:"
run 2 "$LINCHPIN" check "$scratch/lifo" --spec "$scratch/none.lin"
err_has 'none.lin'
echo 'const N = 1;' >"$scratch/nothing.lin"
run 2 "$LINCHPIN" check "$scratch/lifo" --spec "$scratch/nothing.lin"
err_has 'there is no spec block in it'
echo 'spec s { push(int v { } }' >"$scratch/typo.lin"
run 2 "$LINCHPIN" check "$scratch/lifo" --spec "$scratch/typo.lin"
err_has 'typo.lin:1:21'

# The other commands that take a spec.
run 0 "$LINCHPIN" specs "$two:pairs"
out_has 'send(int)'
out_has 'receive() → int'
run 0 "$LINCHPIN" gen "$two:pairs" --ops 20
cp "$scratch/.out" "$scratch/made"
run 0 "$LINCHPIN" check "$scratch/made" --spec channel --condition synchronised
run 0 "$LINCHPIN" check "$scratch/made" --spec "$two:pairs" --condition synchronised
run 2 "$LINCHPIN" test objects/sync/sync_chan_test.c objects/sync/sync_chan.c --spec "$two:pairs"
err_has 'the specs of models are for'
done_testing
