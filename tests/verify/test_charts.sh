#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Message sequence charts of counterexamples: who is drawn, and who hears what.

. tests/expect.sh

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
done_testing
