#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Failures and divergences of objects and automata: what waits refuses its return, what spins diverges;
# counterexamples are runs of the trace that is told; errors are said where they are, and limits are kept.

. tests/expect.sh
compile_quickly

model() { # LINES…
    printf '%s\n' "$@" >"$scratch/m.lin"
}
# Each verify block of the model, y or n.
verdicts() { # WANTED
    run 1 "$LINCHPIN" verify "$scratch/m.lin"
    checks=$((checks + 1))
    [ "$(grep -o '^[✓✗]' "$scratch/.out" | sed 's/✓/y/; s/✗/n/' | tr -d '\n')" = "$1" ] ||
        fail "not $1: $(grep '^[✓✗]' "$scratch/.out")"
}

# Locks. One that waits is stable while it waits; one that spins is not, and diverges.
locks='shared bool busy;
object waits { get() { atomic { await(!busy); busy = true; } } put() { busy = false; } }
object locks { get() { lock(busy); } put() { busy = false; } }
object spins { get() { while (!cas(busy, false, true)) { } } put() { busy = false; } }
object peeks { get() { loop { await(!busy); if (cas(busy, false, true)) break; } } put() { busy = false; } }
object tries { get() -> bool { return cas(busy, false, true); } put() { busy = false; } }'
claims=()
for pair in 'locks waits' 'waits locks' 'peeks waits' 'waits peeks' 'spins waits' 'waits spins'; do
    for how in traces failures failures-divergences; do
        claims+=("verify ${pair% *} implements ${pair#* } $how { threads 2; }")
    done
done
model "$locks" "${claims[@]}"
# Only spinning is not stable, so what waits refuses more; but a specification that diverges allows all.
verdicts yyyyyyyyyyyyyynyny
model "$locks" 'verify waits { threads 2; divergencefree; }' 'verify spins { threads 2; divergencefree; }' \
    'verify spins { threads 1; operations 1; divergencefree; }' 'verify waits { threads 2; deterministic; }' \
    'verify waits { threads 1; deterministic; }' 'verify tries { threads 1; deterministic; }' \
    'verify tries { threads 2; deterministic; }'
verdicts ynynyyn
out_has 'the object never diverges'
out_has 'Thread 1 can turn for ever: line 4'
out_has 'waits is not deterministic: after a trace it can refuse get_res.1, and can do it'
out_has 'Thread 1 waits in line 2'

# What an object is to offer may be said by a process, and a process may be compared with an object.
queue='const N = 1; shared seq<int> q;
object blocking {
  put(int v) @only(0) { atomic { await(q.len() < N); q.push(v); } }
  take() -> int @only(1) { atomic { await(!q.empty()); return q.pop_front(); } }
}
object total {
  put(int v) @only(0) { q.push(v); }
  take() -> int? @only(1) { atomic { if (q.empty()) return none; return q.pop_front(); } }
}
process Always() = put_inv.0.0 -> put_res.0 -> Always();
process Never() = take_inv.1 -> Stop;
process Serves() = Always() ||| Never();
process Both() = Always() ||| Takes();
process Takes() = take_inv.1 -> take_res.1.0 -> Takes();'
model "$queue" 'verify blocking implements Serves { threads 2; int 0..0; }' \
    'verify blocking implements Both { threads 2; int 0..0; }' \
    'verify blocking implements Both failures { threads 2; int 0..0; }' \
    'verify Never implements blocking { threads 2; int 0..0; }' \
    'verify Never implements blocking failures { threads 2; int 0..0; }' \
    'verify total { threads 2; int 0..0; operations 3; deterministic; }' \
    'verify blocking { threads 1; int 0..0; divergencefree; deterministic; }'
verdicts nynynny
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"refusal"'
out_lacks '"rechecked":false'
out_has 'blocking can refuse what Both cannot refuse there'
out_has 'Then blocking offers only {put_inv.0.0}; Both offers at least {put_inv.0.0, take_res.1.0}'

# Calls keep their order in what is shown: it is the trace that the other side lacks.
model 'shared int 0..1 x;' 'object o { a() @only(0) { x = 1; } b() @only(1) { x = 0; } }' \
    'process S() = b_inv.1 -> Any() [] a_inv.0 -> (a_res.0 -> Any() [] b_inv.1 -> (b_res.1 -> Any() [] a_res.0 -> Stop));' \
    'process Any() = a_inv.0 -> Any() [] a_res.0 -> Any() [] b_inv.1 -> Any() [] b_res.1 -> Any();' \
    'verify o implements S { threads 2; }' 'verify o implements S failures { threads 2; }'
verdicts nn
out_has 'The trace: a_inv.0, b_inv.1, a_res.0, a_inv.0'

# A lap is told after the way to it, and does not lose steps to it: both threads spin.
model 'shared int 0..1 x;' 'object o { a() { x = 1; while (x == 1) { } } }' 'verify o { threads 2; divergencefree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"divergence"'
out_has '"cycle":{"steps":1'
out_has '"rechecked":true'

# Automata: an action that is not enabled is refused, an internal one is not seen, inputs are always offered.
automata='automaton one { int 0..1 n; input put() do n = 1; output get() when n == 1 do n = 0; }
automaton drops { int 0..1 n; input put() do n = 1; output get() when n == 1 do n = 0; internal lose() when n == 1 do n = 0; }
automaton idles { int 0..1 n; input put() do n = 1; output get() when n == 1 do n = 0; internal idle() do {} }'
claims=()
for pair in 'drops one' 'one drops' 'idles one' 'one idles'; do
    for how in traces failures failures-divergences; do
        claims+=("verify ${pair% *} implements ${pair#* } $how { }")
    done
done
model "$automata" "${claims[@]}" 'verify idles { divergencefree; }' 'verify drops { deterministic; divergencefree; }' \
    'verify one { deterministic; divergencefree; }'
verdicts ynnyyyyynynynny
out_has 'Then drops offers only {put()}; one offers at least {put(), get()}'
out_has 'the automaton never diverges, the automaton is deterministic'
# A system whose choice is not seen.
cat >"$scratch/m.lin" <<'END'
enum node { a, b }
automaton sender(node i) { bool sent; output go(i) when !sent do sent = true; }
automaton chooser { int 0..2 s; input go(node j) do if (s == 0) s = j == a ? 1 : 2; output won(node j) when s == (j == a ? 1 : 2) do s = 0; }
system race = sender[i in node] || chooser;
system quiet = sender[i in node] || chooser hide go;
automaton fair { bool[node] w; output won(node j) when !w[j] do w[j] = true; }
verify quiet implements fair { }
verify quiet implements fair failures { }
verify race { divergencefree; deterministic; }
END
verdicts yny

bad() { # WORDS LINES…
    local words=$1
    shift
    model "$@"
    run 2 "$LINCHPIN" verify "$scratch/m.lin"
    err_has "$words"
}
object='shared int x; object o { get() -> int { return x; } set() { x = x + 1; } }'
bad 'm.lin:2:21: no object is called p' "$object" 'verify o implements p failures { threads 1; }'

bad 'what is to be compared is expected here' "$object" 'verify o implements o refusals { threads 1; }'
bad 'a simulation has pairs of states' 'automaton c { int 0..1 m; output go() do m = 1 - m; }' \
    'automaton d { int 0..1 n; output go() do n = 1 - n; }' \
    'simulation f from c to d { relation same { c.m == d.n } }' 'verify f { divergencefree; }'
bad 'fails: the assertion fails' 'shared int 0..3 x;' 'object a { go() { x = 0; } }' \
    'object b { go() { x = 1; assert(x == 0); } }' 'verify a implements b failures { threads 1; }'
model "$automata" 'verify drops implements one failures { }'
run 2 "$LINCHPIN" verify "$scratch/m.lin" --find-simulation
err_has '--find-simulation is for verify blocks'
# No end of states: unknown.
model 'shared int x;' 'object a { go() { x = x + 1; } }' 'object b { go() { x = 0; } }' \
    'verify b implements a failures { threads 1; }' 'verify a { threads 1; divergencefree; }'
run 3 "$LINCHPIN" verify "$scratch/m.lin" --timeout 1s
# The object itself is wrong: that is what is said.
model 'shared int 0..1 x;' 'object b { go() { x = 1; assert(x == 0); } }' 'verify b { threads 1; divergencefree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has 'the assertion fails'
done_testing
