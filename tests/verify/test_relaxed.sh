#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Relaxed conditions and quiescent consistency of models: what is said, what is covered, and what is refused.
# test_random_relaxed.c compares the verdicts with those of `check`.

. tests/expect.sh
compile_quickly

claim() { # CLAIM [SETTINGS [SED SCRIPT]]: of a queue that takes its second value out, if there are two
    sed "${3:-}" >"$scratch/second.lin" <<END
shared seq<int> s;
object second {
  enq(int v) @insert { s.push(v); }
  deq() -> int? @remove {
    atomic {
      if (s.empty()) return none;
      int first = s.pop_front();
      if (s.empty()) return first;
      int later = s.pop_front();
      s.push_front(first);
      return later;
    }
  }
}
spec fifo {
  seq<int> s;
  enq(int v)    { s.push(v); }
  deq() -> int? { if (s.empty()) return none; return s.pop_front(); }
}
verify second $1 { ${2:-threads 2; int 1..2; operations 5;} }
END
}
verifies() { # CODE SAYS OPTIONS…
    local code=$1 says=$2
    shift 2
    run "$code" "$LINCHPIN" verify "$scratch/second.lin" "$@"
    out_says "$says"
}
refuses() { # SAYS HINT OPTIONS…
    local says=$1 hint=$2
    shift 2
    run 2 "$LINCHPIN" verify "$scratch/second.lin" "$@"
    err_has "$says"
    err_has "$hint"
    out_empty
}

# Each bound for itself: it never reaches far, and leaves the first one there for ever. Not bounded by a number of
# operations: these are prefix-closed.
claim 'out-of-order:1 queue' 'threads 2; int 1..2; capacity 3;'
verifies 0 "✓ out-of-order:1: every history is one of the relaxed spec's second"
out_says 'any number of operations'
claim 'out-of-order:0 queue'
verifies 1 '✗ not out-of-order:0'
claim 'lateness:2 queue' 'threads 2; int 1..2; capacity 3;'
verifies 1 '✗ not lateness:2: no order of the operations explains deq()'
out_says 'which was skipped as often as it may be: 2 times'
out_has 'Steps, with lines of'
out_has 'Reproduce: '
claim 'quasi:1 queue' 'threads 1; int 1..3; operations 4;'
verifies 0 '✓ quasi:1'
claim 'quasi:1 queue' 'threads 1; int 1..3; operations 5;'
verifies 1 '✗ not quasi:1'
claim 'strict-out-of-order:1 queue' 'threads 1; int 1..3; operations 5;'
verifies 1 '✗ not strict-out-of-order:1'
claim 'stuttering:1 queue' 'threads 1; int 1..2; operations 4;'
verifies 1 '✗ not stuttering:1'

# As a whole: of a spec of one's own, quasi is quasi-literal. What is covered is said.
claim 'quasi:2 fifo'
verifies 0 '✓ quasi:2: every complete history has such an order'
out_says 'at most 5 operations'
claim 'quasi-literal:1 queue' 'threads 1; int 1..2; operations 4;'
verifies 0 '✓ quasi-literal:1: every complete history has such an order'
claim 'quasi:enq=0,deq=1 queue' 'threads 1; int 1..2; operations 3;'
verifies 1 '✗ not quasi:enq=0,deq=1: no order of the operations explains this history'
# A client of a scenario may not stop before the queue is empty.
verifies 0 '✓ quasi:enq=0,deq=1' --scenario 'enq(1) enq(2) deq deq'
out_says 'covers all histories of this scenario'
verifies 1 '✗ not quasi:enq=0,deq=1' --scenario 'enq(1) enq(2) deq'
claim 'quasi:enq+deq=2 queue' 'threads 1; int 1..2; operations 4;'
verifies 0 '✓ quasi:enq+deq=2'
# As it is laid out, it is still one word.
claim '  quasi:enq=0,deq+peek=2   queue ' 'threads 1; int 1..2; operations 4;'
run 0 "$LINCHPIN" fmt "$scratch/second.lin"
grep -qxF 'verify second quasi:enq=0,deq+peek=2 queue { threads 1; int 1..2; operations 4; }' "$scratch/second.lin" ||
    fail "laid out: $(grep verify "$scratch/second.lin")"
claim ' strict-out-of-order:2   queue ' 'threads 1;'
run 0 "$LINCHPIN" fmt "$scratch/second.lin"
grep -qxF 'verify second strict-out-of-order:2 queue { threads 1; }' "$scratch/second.lin" ||
    fail "laid out: $(grep verify "$scratch/second.lin")"

# Quiescent: one thread has a quiet moment after each operation, and needs no bound; neither does a lock, which lets
# nobody in.
claim 'quiescent queue' 'threads 1; int 1..2; capacity 2;'
verifies 1 '✗ not quiescent: no order of the operations explains this history'
claim 'quiescent queue' 'threads 2; int 1..2; capacity 2;' 's/int first = s.pop_front();/return s.pop_front();/; /later\|if (s.empty()) return first\|s.push_front/d'
verifies 0 '✓ quiescent: every complete history has an order'
out_says 'any number of operations'
cp objects/relaxed/counting_network.lin "$scratch/second.lin"
verifies 0 '✓ quiescent'
sed -i 's/quiescent counter/refines counter/' "$scratch/second.lin"
verifies 1 '✗ not linearizable'
cat >"$scratch/second.lin" <<'END'
shared bool lit;
object lamp {
  toggle() -> bool { bool was = lit; return cas(lit, was, !was); }
}
spec either {
  toggle() -> bool { return choose(0..1) == 1; }
}
verify lamp quiescent either { threads 2; }
END
refuses 'second.lin:8:13: quiescent needs a bound on the number of operations here' 'write for example: operations 6;'
verifies 0 '✓ quiescent' --operations 6
out_says 'at most 6 operations'
verifies 0 '✓ quiescent' --threads 1
out_says 'any number of operations'
# Two states of the object are the same, what has returned in this busy time is not.
cat >"$scratch/second.lin" <<'END'
shared bool inside;
object pair {
  a() -> int @only(1) { await(inside); return choose(0..1); }
  b() @only(0)        { inside = true; inside = false; }
}
spec zero {
  a() -> int { return 0; }
  b()        { }
}
verify pair quiescent zero { threads 2; operations 2; }
END
for reduce in all none antichain fold; do verifies 1 '✗ not quiescent' --reduce $reduce; done
# Keys have quiet moments of their own, so histories are kept whole.
cat >"$scratch/second.lin" <<'END'
shared int?[3] at;
object store {
  put(int 1..2 k, int 0..1 v) { at[k] = v; }
  get(int 1..2 k) -> int?     { return at[k]; }
}
verify store quiescent kv { threads 2; }
END
refuses 'quiescent needs a bound on the number of operations' 'write for example: operations 4;'
verifies 0 '✓ quiescent' --operations 3
sed -i 's/at\[k\] = v; /at[1] = v; /' "$scratch/second.lin"
verifies 1 '✗ not quiescent' --operations 2

# The least factor.
claim 'quasi:7 queue' 'threads 1; int 1..3; operations 6;'
verifies 0 '✓ quasi:2' --quasi-factor
out_says 'The least factor is 2. This history needs it (quasi:1: no order of the operations explains deq()'
out_has 'Steps, with lines of'
claim 'out-of-order:7 queue'
verifies 0 '✓ out-of-order:1' --quasi-factor
claim 'refines queue'
verifies 0 '✓ quasi:2' --quasi-factor
claim 'lateness:0 queue' 'threads 1; int 1..2; capacity 2;'
verifies 3 '? unknown whether lateness:17: operations are not bounded, and there may be no factor that is enough' --quasi-factor
out_says 'The least factor is at least 17.'
claim 'refines queue' '' 's/return later;/return first;/'
verifies 1 '✗ not quasi: no order of the operations explains deq()' --quasi-factor
out_has 'No factor is enough.'
run 0 "$LINCHPIN" verify "$scratch/second.lin" --quasi-factor --json --scenario 'enq(1) deq | enq(2)'
out_has '"quasi factor":0'
claim 'quasi:1 fifo' 'threads 1; int 1..2;'
refuses 'quasi:0 needs a bound' 'write for example: operations 4;' --quasi-factor
# With the factor 0 quasi-literal is linearizability, but a history that is not complete must not say
# which factor is needed: here a value is out before it is in, and an enq that comes later excuses that.
cat >"$scratch/second.lin" <<'END'
object oracle {
  enq(int v)    { }
  deq() -> int? { return 1; }
}
spec fifo {
  seq<int> s;
  enq(int v)    { s.push(v); }
  deq() -> int? { if (s.empty()) return none; return s.pop_front(); }
}
verify oracle quasi:0 fifo { threads 1; int 1..1; operations 2; }
END
verifies 0 '✓ quasi:1' --quasi-factor --scenario 'deq enq(1)'
verifies 1 '✗ not quasi: ' --quasi-factor
out_has 'No factor is enough.'
claim 'quiescent queue'
refuses '--quasi-factor is for verify blocks with refines, or with a relaxed condition' 'there is none here' --quasi-factor
claim 'quasi:1 queue'
refuses 'a factor is enough' 'walk' --quasi-factor --walk 10
refuses 'a factor is enough' 'hash-compact' --quasi-factor --hash-compact
refuses 'what is claimed of histories' 'no-spec' --quasi-factor --no-spec
run 0 "$LINCHPIN" verify "$scratch/second.lin" --quasi-factor --scenario 'enq(1) enq(2) | deq deq' --histories "$scratch/all"
out_has '✓ quasi:1'
[ -s "$scratch/all" ] || fail "no histories were written"
# Other verify blocks of the file are verified as ever.
echo 'verify second { threads 2; int 1..2; operations 3; }' >>"$scratch/second.lin"
verifies 0 '✓ free of errors' --quasi-factor

# Walks and hashes prove nothing, and find what is wrong.
claim 'quasi:1 queue' 'threads 2; int 1..3; operations 6;'
verifies 1 '✗ not quasi:1' --walk 100000 --seed 1
verifies 1 '✗ not quasi:1' --hash-compact
claim 'quiescent queue'
verifies 1 '✗ not quiescent' --walk 100000 --seed 1

# What looks at states, and at nothing that is claimed of histories.
run 0 "$LINCHPIN" verify "$scratch/second.lin" --emit-c
run 0 "$LINCHPIN" verify "$scratch/second.lin" --dot -
run 0 "$LINCHPIN" verify "$scratch/second.lin" --no-spec
out_has '✓ free of errors'
run 0 "$LINCHPIN" simulate "$scratch/second.lin" --seed 1 --steps 5

# What is refused, with its place.
claim 'quasi:2 fifo' 'threads 2; int 1..2;'
refuses 'second.lin:20:8: quasi:2 needs a bound on the number of operations' 'write for example: operations 4;'
claim 'quasi-literal:2 queue' 'threads 2; int 1..2;'
refuses 'quasi-literal:2 needs a bound on the number of operations' 'write for example: operations 4;'
claim 'quazi:2 queue'
refuses 'second.lin:20:15: what is claimed of second?' 'did you mean quasi?'
claim 'out-off-order:2 queue'
refuses 'what is claimed of second?' 'did you mean out-of-order?'
claim 'mw-regular queue'
refuses 'what is claimed of second?' 'quiescent or a relaxed condition such as quasi:2'
claim 'quasi queue'
refuses 'second.lin:20:15: quasi needs to know how much: write quasi:2' '^'
claim 'quasi: queue'
refuses '"" should be a whole number' '^'
claim 'quasi:two queue'
refuses '"two" should be a whole number from 0 to 1000000000' '^'
claim 'quasi:-1 queue'
refuses '"-1" should be a whole number' '^'
claim 'quasi:1000000001 queue'
refuses '"1000000001" should be a whole number from 0 to 1000000000' '^'
claim 'quiescent:2 queue'
refuses 'quiescent takes nothing after its name' '^'
claim 'lateness:1 fifo'
refuses 'lateness:1 is about queue, stack and priority-queue, not about "fifo"' '^'
claim 'quasi:swim=1 queue'
refuses 'queue has no method "swim"' '^'
claim 'quasi:enq=1,enq=2 queue'
refuses '"enq" has two factors' '^'
claim 'quasi:2'
refuses 'second.lin:20:' '^'
claim 'quasi:2 quue'
refuses 'quue' '^'
claim 'quasi:2 queue using points'
refuses 'using' '^'

done_testing
