#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Message sequence charts of counterexamples: who is drawn, and who hears what.

. tests/expect.sh
compile_quickly

cat >"$scratch/charts.lin" <<'END'
enum node[3];
type known = node node1..node2;
message get(node x), got(int 0..2 v), hello;
automaton users {
  set<node> asked;
  output request(node x, bool loud) when !(x in asked) do asked.add(x);
}
automaton client(node x) {
  bool busy;
  int 0..2? value;
  input request(x, true) do { busy = true; send get(x) to server; send hello to client; }
  input receive got(int 0..2 v) from server do value = v;
  input receive hello from client do busy = busy;
}
automaton log { int 0..1 n; input request(node x, bool loud) do n = 1; }
automaton server {
  int 0..2 n;
  input tick(int 0..1 by) do n = (n + by) % 3;
  input receive get(node x) from client[y] do send got(n) to client[y];
}
system s = users || client[x in known] || server || log {
  channel client <-> server lossy bounded 1;
  channel client -> client reliable;
  crashes 1 of server recovering;
  crashes 1 of log;
  invariant low {
    !(client[node1].value == 2 && server.down && log.down &&
      !client[node1].to_client[node1].has(hello) && log.n == 0)
  }
}
verify s { }
END
run 1 "$LINCHPIN" verify "$scratch/charts.lin"
# One that is down hears nothing, one that takes no part has no lane.
out_has '     environment  users '
out_has '──request(node1, true)─▶│'
[ "$(grep -c 'request(node1, true)─' "$scratch/.out")" = 1 ] || fail 'the log hears though it is down'
out_has '─tick(1)─'
out_has 'hello to itself'
out_has '✗ crash'
out_has 'Still on its way: hello from client[node1] to client[node2]'
sed '/crashes 1 of log/d; s/ && log.down//; s/log.n == 0/log.n == 1/' "$scratch/charts.lin" >"$scratch/loud.lin"
run 1 "$LINCHPIN" verify "$scratch/loud.lin"
[ "$(grep -c 'request(node1, true)─' "$scratch/.out")" = 2 ] || fail 'the log does not hear'
run 1 "$LINCHPIN" verify "$scratch/loud.lin" --json
out_has '"chart":{"components":["users","client[node1]","client[node2]","server","log"],"events":['
out_has '"from":"users","to":"log","what":"request(node1, true)"}'
out_has '{"kind":"action","step":1,"to":"server","what":"tick(1)"}'
# Without channels there is no chart, and where nothing is wrong neither.
run 1 "$LINCHPIN" verify tests/verify/models/automaton_deadlock.lin --json
out_lacks '"chart"'

# Of a simulation: what the specification does beside it, then what both sides hold. Labels and
# names are shortened before anything is left out.
abd=objects/distributed/abd_no_write_back.lin
sed '/^verify abd/,$d' $abd >"$scratch/abd.lin"
run 1 "$LINCHPIN" verify "$scratch/abd.lin" --jobs 1
out_has 'f6: forall x in po_machine.vertices, y in po_machine.prec[x] : tag_of(y) <= min_tag(x)'
out_says 'abd, since the start: users.requested + {w1, r1, r2}'
out_says 'po, since the start: requested + {w1, r1, r2}, vertices + {w1, r1, r2}, ordered + {w1, r1}'
out_has ' po'
grep -q '^     users  *r1  *r2  *w1  *p1  *p2  *p3  *po$' "$scratch/.out" || fail 'not these lanes'
grep -q '│ requested + {r2},$' "$scratch/.out" || fail 'the specification has no part in the request'
out_has '│ edges + {(w1, r1)}'
[ "$(sed -n '/^     users/,/^Still/p' "$scratch/.out" | wc -L)" -le 100 ] || fail 'a row is too wide'
run 1 "$LINCHPIN" verify "$scratch/abd.lin" --json --jobs 1
out_has '"kind":"match"'
out_has '"from":"po","what":"requested + {w1}, vertices + {w1}"'

# A step that nothing matches: both sides before it.
sed 's/each writer y in .*: add_edge(y, x);/order(x);/' "$scratch/abd.lin" >"$scratch/unmatched.lin"
run 1 "$LINCHPIN" verify "$scratch/unmatched.lin"
out_has 'the step of po that is to match is not enabled'
out_has 'Before that step:'
out_says 'po, since the start: requested + {'

# Lanes of those who take part in the last steps, where there are too many.
{
    echo 'message m; enum node[26]; automaton a(node x) {'
    echo '  int 0..1 n; internal go() when n == 0 do { n = 1; send m to b; } }'
    echo 'automaton b { int 0..26 got; input receive m from a[x] do got += 1; }'
    echo 'system s = a[x in node] || b { channel a -> b reliable; invariant few { b.got < 26 } }'
    echo 'verify s {}'
} >"$scratch/many.lin"
run 1 "$LINCHPIN" verify "$scratch/many.lin" --walk 1000 --seed 1
out_has 'From step '
out_has '; all of them are below.'
# Time passes: nobody sends that, and nobody receives it.
cat >"$scratch/clock.lin" <<'LIN'
message note;
automaton teller {
  bool told;
  clock now;
  internal tell() when !told && now == 1 do { told = true; send note to listener; }
}
automaton listener { bool heard; input receive note from teller do heard = true; }
system talk = teller || listener {
  channel teller -> listener reliable;
  time 0..3;
  invariant never { !listener.heard }
}
verify talk {}
LIN
run 1 "$LINCHPIN" verify "$scratch/clock.lin"
out_has '     time    teller  listener'
out_has '   1   │ tick() │        │'
done_testing
