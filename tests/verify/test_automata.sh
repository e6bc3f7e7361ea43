#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What an automaton gets from below the waist: walks, pictures, coverage, JSON, reductions, hash
# compaction; and what is for objects only is refused.

. tests/expect.sh

jugs=docs/examples/lin/jugs.lin
peterson=tests/verify/models/automaton_peterson.lin

# A walk by hand: the actions that are enabled, and nobody's number before them.
ask() {
    printf '1\n1\nq\n' | "$LINCHPIN" simulate "$jugs" --ask
}
run 0 ask
out_has '  0  fill(false)'
out_has '  1  fill(true)'
out_has '   1  fill(true) (large = 5)'
out_has '   2  empty(true) (large = 0)'
out_lacks 'thread'
out_lacks '  2  pour()'
run 0 "$LINCHPIN" simulate tests/verify/models/automaton_deadlock.lin --steps 1000 --seed 3
out_has 'no action is enabled'

# A picture has the states, and the actions as labels.
run 0 "$LINCHPIN" verify $peterson --quiet --dot "$scratch/peterson.dot"
[ "$(grep -c '^  s[0-9]* \[' "$scratch/peterson.dot")" = 20 ] || fail "not 20 states are drawn"
[ "$(grep -c -- '->' "$scratch/peterson.dot")" = 34 ] || fail "not 34 transitions are drawn"
grep -q 'label="enter(1)"' "$scratch/peterson.dot" || fail "a label is missing"

# The same states and verdicts whatever the reductions and the heap.
for options in '--reduce none' '--reduce dead' '--heap raw' '--jobs 2' '--jobs 1'; do
    # shellcheck disable=SC2086
    run 0 "$LINCHPIN" verify $peterson $options
    out_has '20 states'
    out_has 'Reached: at[0] == CRITICAL && at[1] == WAITS after 5 steps'
done
run 3 "$LINCHPIN" verify $peterson --hash-compact
out_has 'nothing wrong was found'
run 1 "$LINCHPIN" verify tests/verify/models/automaton_peterson_turn.lin --hash-compact
out_has 'enter(1) (at[1] = CRITICAL)'

# Values that are only passed on are renamed.
run 0 "$LINCHPIN" verify tests/verify/models/automaton_heap.lin --json
renamed=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
run 0 "$LINCHPIN" verify tests/verify/models/automaton_heap.lin --json --reduce dead
all=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
[ "$renamed" -lt "$all" ] || fail "no state is saved: $renamed, $all"

# An action that is never enabled; all of them.
sed 's/when at\[i\] == CRITICAL do/when at[i] == CRITICAL \&\& turn > 1 do/; s/deadlockfree; //' \
    $peterson >"$scratch/never.lin"
run 0 "$LINCHPIN" verify "$scratch/never.lin"
out_has 'leave is never enabled'
out_has 'Never enabled: leave'
run 2 "$LINCHPIN" verify "$scratch/never.lin" --strict
cat >"$scratch/none.lin" <<'END'
automaton idle {
  int n;
  action inc() when n > 0 do n += 1;
}
verify idle { }
END
run 0 "$LINCHPIN" verify "$scratch/none.lin"
out_has 'no action is ever enabled, so nothing was explored'

# Conditions that cannot be looked at are violations, with the way there.
cat >"$scratch/null.lin" <<'END'
struct node { int val; }
automaton a {
  node* top = new node{0};
  action drop() when top != null do top = null;
}
verify a { reachable top.val == 1; }
END
run 1 "$LINCHPIN" verify "$scratch/null.lin"
out_has 'null dereference'
out_has 'drop() (top = null)'
# Found at the start; several that are not reached.
cat >"$scratch/start.lin" <<'END'
automaton a { bool on; action flip() do on = !on; }
verify a { reachable !on; }
verify a { reachable on && !on; reachable on; reachable on != on; }
END
run 1 "$LINCHPIN" verify "$scratch/start.lin"
out_has 'Reached: !on at the start'
out_has 'no state can be reached in which on && !on'
out_has 'Nor one in which on != on (line 3).'

# An assertion in an action, and values that leave their range.
cat >"$scratch/range.lin" <<'END'
automaton a { int 0..2 n; action inc(int by) do n += by; }
verify a { int 1..2; }
END
run 1 "$LINCHPIN" verify "$scratch/range.lin"
out_has 'a value is not in its range'
out_has 'inc(2)'

for option in '--scenario inc()' '--threads 2' '--capacity 1' '--operations 3'; do
    # shellcheck disable=SC2086
    run 2 "$LINCHPIN" verify $jugs $option
    err_has "${option%% *} is about the clients of an object; jugs is an automaton"
done

# A graph that has no end is refused as soon as it is too large to draw.
printf 'automaton a { int x; action inc() do x += 1; }\nverify a { }\n' >"$scratch/endless.lin"
run 2 "$LINCHPIN" verify "$scratch/endless.lin" --dot "$scratch/endless.dot"
err_has 'more than 2000 states: too many to draw'

# What is reachable is quoted as it was written, and its way says which thread goes.
printf 'automaton a { int 0..2 x; action inc() when x < 2 do x += 1; }\nverify a { reachable (x == 5) || (x == 6); }\n' >"$scratch/quoted.lin"
run 1 "$LINCHPIN" verify "$scratch/quoted.lin"
out_has 'no state can be reached in which (x == 5) || (x == 6)'
printf 'shared int 0..3 y;\nobject o { inc() { y = 1; } }\nverify o { threads 2; reachable (y == 1); }\n' >"$scratch/thread.lin"
run 0 "$LINCHPIN" verify "$scratch/thread.lin"
out_has 'Reached: (y == 1) after'
out_has '2 thread 0: y = 1'

# Laid out: it stays what it is.
printf 'automaton a{int n;action inc(int 0..1 by)when n<3 do{n+=by;}\naction dec()when(n>0)do n-=1;}verify a{reachable(n==3);}' >"$scratch/flat.lin"
run 0 "$LINCHPIN" fmt "$scratch/flat.lin"
grep -q 'action dec() when (n > 0) do n -= 1;' "$scratch/flat.lin" || fail "fmt: $(cat "$scratch/flat.lin")"
run 0 "$LINCHPIN" fmt --check "$scratch/flat.lin"
run 0 "$LINCHPIN" verify "$scratch/flat.lin"
done_testing
