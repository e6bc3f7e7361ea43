#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a verdict covers: methods that never return or are never called are warned of, and are
# an error with --strict; statements and branches that nothing reaches are listed.
# That reductions do not change it is for test_reductions.sh and test_random_reductions.c.
. tests/expect.sh
compile_quickly

model() { # NAME TEXT
    printf '%s\n' "$2" >"$scratch/$1.lin"
}
verify() { # CODE NAME OPTIONS…
    local code=$1 name=$2
    shift 2
    run "$code" "$LINCHPIN" verify "$scratch/$name.lin" "$@"
}
section() { # what is printed after the facts
    sed -n '/^$/,$p' "$scratch/.out" | sed '1d'
}
says() { # TEXT: the section
    checks=$((checks + 1))
    [ "$(section)" = "$1" ] || fail "the section is: $(section)"
}

# Nothing returns: waiting, turning; nobody can call.
one='spec s { f() -> int { return 1; } }'
model waits "shared bool l = true;
object o { f() -> int { await(!l); return 7; } }
$one
verify o refines s { threads 2; }"
verify 0 waits
out_has "✓ linearizable: every history is one of the spec's; warning: no operation ever returns"
says 'Called, but never returned: f
Never reached:
  :2    return 7;'
err_empty
verify 2 waits --strict
err_has "waits.lin: linearizable, but no operation ever returns"
out_lacks 'warning: no operation ever returns' # said once, as the error
out_has 'Called, but never returned: f'
verify 2 waits --strict --quiet
out_empty
verify 0 waits --json
out_has '"warning":"no operation ever returns, so no result was looked at"'
out_has '"coverage":{"methods":[{"name":"f","called":true,"returned":false}],"unreached":[{"never":"reached","what":"return 7;","where":"'
verify 2 waits --json --strict
out_has '"verdict":"error"'
# Also where calls are folded with first steps, and where they are not.
for r in none all fold dead,threads,private,antichain,values; do
    verify 0 waits --reduce $r
    out_has 'Called, but never returned: f'
done

model turns "shared bool a;
object o { f() -> int { loop { bool x = a; } } }
$one
verify o refines s { threads 2; deadlockfree; }"
verify 0 turns
out_has 'warning: no operation ever returns'
says 'Called, but never returned: f'

model uncalled "shared int a;
object o { f() -> int @only(5) { return 7; } }
$one
verify o refines s { threads 2; }"
verify 0 uncalled
out_has 'warning: no method can be called'
says 'Never called: f'
verify 2 uncalled --strict
verify 0 uncalled --threads 6 --no-spec
out_lacks warning

# Some return and some do not.
model some 'shared int a;
object o {
  f() -> int { return a; }
  g() { await(a == 3); a = 4; }
  h() @only(7) { a = 1; }
  k() { await(a == 5); }
}
verify o { threads 2; }'
verify 0 some
out_has 'warning: g, k never return and h is never called'
says 'Called and returned: f
Called, but never returned: g, k
Never called: h
Never reached:
  :4    a = 4;'
verify 2 some --strict
# A scenario: of those that it calls.
verify 0 some --scenario 'f | f' --strict
out_lacks warning
verify 0 some --scenario 'f | g'
out_has 'warning: g never returns'
out_lacks 'Never called'

# Statements and branches.
model branches 'shared int a;
shared bool l;
function twice(int n) -> int { if (n > 7) { return 0; } return n + n; }
object o {
  f(int v) -> int {
    if (v == 1) a = 1; else a = 0;
    if (v < 5) { a = 2; }
    if (v > 5) { a = 3; a = 4; } else { lock(l); unlock(l); }
    while (v > 3 && a == 9) { v = v - 1; }
    while (true) { int x = a; if (x >= 0) break; x = 7; }
    if (v == 77) {}
    return twice(v);
  }
}
verify o { threads 2; int 1..2; }'
for r in none all; do
    verify 0 branches --reduce $r
    out_lacks warning
    says 'Called and returned: f
Never reached:
  :3    return 0;
  :7    if (v < 5) is never false
  :8    a = 3;
  :8    a = 4;
  :9    v = v - 1;
  :10   x = 7;
  :11   if (v == 77) is never true'
done
verify 0 branches --strict
# A procedure: what one of its callers reaches is reached.
model parts 'shared int a;
procedure part(int n) -> int { if (n == 1) { a = 1; return 1; } if (n == 3) a = 3; a = 2; return 2; }
object o { f() -> int { return part(1); } g() -> int { return part(2); } }
verify o { threads 2; }'
verify 0 parts
says 'Called and returned: f, g
Never reached:
  :2    a = 3;'

# Where it is violated there is none: the search was not complete.
sed 's/return twice(v)/assert(v != 2); return 0/' "$scratch/branches.lin" >"$scratch/fails.lin"
verify 1 fails
out_lacks 'Never reached'

# Nothing is missing: said only when it is asked for.
run 0 "$LINCHPIN" verify docs/examples/verify/once_cas.lin
out_lacks 'Called and returned'
run 0 "$LINCHPIN" verify docs/examples/verify/once_cas.lin --coverage
says 'Called and returned: put, get
Every statement and branch of what was called was reached.'
run 0 "$LINCHPIN" verify docs/examples/verify/once_cas.lin --json
out_has '"coverage":{"methods":[{"name":"put","called":true,"returned":true},{"name":"get","called":true,"returned":true}],"unreached":[]}'

# Marks in the wrong place, of an object that is right.
model marks 'shared int a;
object o { inc() -> int { loop { int x = a; @lin; if (cas(a, x, x + 1)) return x; } } get() -> int { return a; } }
spec s { int n; inc() -> int { n = n + 1; return n - 1; } get() -> int { return n; } }
verify o refines s using points { threads 2; operations 3; }'
verify 0 marks
out_has 'do not take effect at their marks'
verify 2 marks --strict
err_has 'operations do not take effect at their marks'
verify 0 marks --strict --no-points

# A message that is dropped where names are permuted: what it would have run counts as reached.
model dropped 'enum P { p1, p2 }
message m;
automaton a { P v = p1; init { send m to c; } internal z() when false do {} }
automaton c {
  bool y;
  P w;
  internal on() when !y do y = true;
  input receive m from a do { if (y) { } }
}
system s = a || c { channel a -> c reliable; }
verify s { }'
for reduce in none all; do
    verify 0 dropped --coverage --reduce "$reduce"
    says 'Taken: c.on, c receives m from a
Never enabled: a.z
Every statement and branch of what was called was reached.'
done
done_testing
