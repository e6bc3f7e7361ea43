#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Clocks: how steps of time are told, what simulations make of them, and what a verdict says of the end of
# time.

. tests/expect.sh
compile_quickly

# Two clocks are no more than twice the skew apart.
lease=docs/examples/lin/lease.lin
sed 's/now >= until &&/now >= until + 2 \&\&/; s/last = 4/last = 6/; /^verify exact/d; /^system exact/,/^}/d' $lease >"$scratch/careful.lin"
run 0 "$LINCHPIN" verify "$scratch/careful.lin"
out_has 'covers all states while no clock is past 6 and each is within 1 of the time'
sed -i 's/until + 2/until + 1/' "$scratch/careful.lin"
run 1 "$LINCHPIN" verify "$scratch/careful.lin"

# Time is seen from outside: a specification must let it pass, for as long.
cat >"$scratch/sides.lin" <<'END'
automaton timer {
  clock now;
  int 0..3 set;
  bool rung;
  internal arm() when set == 0 && now > 0 do set = now;
  output ring() when set > 0 && now > set && !rung do rung = true;
}
automaton bell { bool rung; output ring() when !rung do rung = true; }
automaton watch { clock now; bool rung; output ring() when now > 1 && !rung do rung = true; }
system clockwork = timer { time 0..3; }
system patient = bell { time; }
system watched = watch { time 0..3; }
system hurried = watch { time 0..2; }
simulation any_time from clockwork to patient { relation same { timer.rung == bell.rung } }
simulation late from clockwork to watched {
  relation same { timer.rung == watch.rung }
  relation in_time { timer.now == watch.now }
}
simulation too_soon from clockwork to hurried { relation same { timer.rung == watch.rung } }
verify any_time {}
verify late {}
verify too_soon {}
verify patient { ends bell.rung; }
verify clockwork { ends timer.rung || timer.set == 0 || timer.set == 3; }
verify clockwork { ends timer.rung; }
END
run 1 "$LINCHPIN" verify "$scratch/sides.lin"
[ "$(grep -c '^✓ simulation: ' "$scratch/.out")" = 2 ] || fail 'two simulations are right'
out_has 'no simulation: the step of hurried that is to match is not enabled'
out_has 'tick() (timer.now = 3'
out_has 'every run that ends does so as it should (there are runs without an end'
out_has '✓ free of errors: every run ends as it should'
out_has 'a run ends in a state in which this does not hold: timer.rung'

# A file may have a type of this name.
cat >"$scratch/named.lin" <<'END'
enum clock { day, night }
automaton a { clock c; action turn() do c = c == day ? night : day; }
verify a { reachable c == night; }
END
run 0 "$LINCHPIN" verify "$scratch/named.lin"

# In a chart, time is the environment's; a clock of its own is the component's.
cat >"$scratch/chart.lin" <<'END'
message stamp(int 0..2 t);
automaton a { clock c; int 0..2 at; internal go() when c > at do { at = c; send stamp(c) to b; } }
automaton b { int 0..2 best; input receive stamp(int 0..2 t) from a do best = t; }
system s = a || b {
  time 0..2;
  channel a -> b reliable;
  invariant low { b.best < 2 }
}
verify s {}
END
run 1 "$LINCHPIN" verify "$scratch/chart.lin"
out_has '     time '
out_has '│ tick()'
run 0 "$LINCHPIN" simulate "$scratch/chart.lin" --steps 30
out_has 'tick() (a.c = 1)'
sed -i 's/time 0..2/time 0..2 skew 1/' "$scratch/chart.lin"
run 1 "$LINCHPIN" verify "$scratch/chart.lin"
out_has '│ advance()'
run 1 "$LINCHPIN" verify "$scratch/chart.lin" --json
out_has 'within 1 of the time'
done_testing
