#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Operations that never return: spinning for ever refuses a return as waiting does
# (Lawrence and Lowe, Definition 9), under what is assumed of the scheduler; threads that wait
# for ever while others can call; histories that end so.
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
levels() { # NAME CODE…: for minimal, wakeups, fair and fair-locks
    local name=$1 level
    shift
    for level in minimal wakeups fair fair-locks; do
        verify "$1" "$name" --assume $level
        verify "$1" "$name" --assume $level --reduce none
        shift
    done
}

model spins 'shared bool a;
object o { f() -> int { loop { bool x = a; } } }
spec s { f() -> int { return 1; } }
verify o progressible s { threads 2; }'
levels spins 1 1 1 1
verify 1 spins
out_has '✗ not progressible: f() … is stuck, though it could have gone on'
out_has 'Thread 0 can turn for ever: line 2'
out_has 'The last 1 step leads back to where the threads were before.'
# As it may, if the spec lets it.
sed 's/{ return 1; }/{ await(false); return 1; }/' "$scratch/spins.lin" >"$scratch/may.lin"
levels may 0 0 0 0
verify 0 may
out_has 'no operation is stuck that could return, assuming that threads are scheduled, and waiting ones let through, fairly'
verify 0 may --assume fair
out_has 'assuming that threads are scheduled fairly'
verify 0 may --assume wakeups
out_has 'assuming only that some thread runs when one can, and that wake-ups without a reason are rare'
verify 2 may --assume kind
err_has 'minimal, wakeups, fair or fair-locks'

counter='spec s { int n; inc() -> int { int x = n; n = 1 - n; return x; } }
verify o progressible s { threads 2; }'
model spinlock "shared bool l; shared int n;
object o { inc() -> int { while (!cas(l, false, true)) { } int x = n; n = 1 - x; l = false; return x; } }
$counter"
levels spinlock 1 1 0 0
model lock "shared bool l; shared int n;
object o { inc() -> int { lock(l); int x = n; n = 1 - x; unlock(l); return x; } }
$counter"
levels lock 0 0 0 0
model condition "shared bool l; shared int n;
object o { inc() -> int { atomic { await(!l); l = true; } int x = n; n = 1 - x; l = false; return x; } }
$counter"
levels condition 1 0 0 0
verify 1 condition --assume minimal
out_has 'waits in line 2'
# The second method goes round while the first waits for the lock: only a fair lock ends that.
model passed_over 'shared bool l; shared bool w;
object o { f() { w = true; lock(l); w = false; unlock(l); }
  g() { loop { lock(l); if (!w) break; unlock(l); } unlock(l); } }
spec s { f() { } g() { } }
verify o progressible s { threads 2; }'
levels passed_over 1 1 1 0
# Two that undo each other: both get their turns, for ever.
model courtesy 'shared bool a; shared bool b;
object o {
  f() @only(0) { loop { a = true; if (!b) break; a = false; } a = false; }
  g() @only(1) { loop { b = true; if (!a) break; b = false; } b = false; }
}
spec s { f() { } g() { } }
verify o progressible s { threads 2; }'
levels courtesy 1 1 1 1
verify 1 courtesy
out_has 'Thread 0 can turn for ever: line 3'
out_has 'Thread 1 can turn for ever: line 4'
verify 0 courtesy --scenario 'f f' # nobody is in the way

# A deadlock of two, while the third goes on.
model two_of_three 'shared bool a; shared bool b;
object o {
  f() @only(0) { lock(a); lock(b); unlock(b); unlock(a); }
  g() @only(1) { lock(b); lock(a); unlock(a); unlock(b); }
  h() -> bool @only(2) { return a; }
}
verify o { threads 3; deadlockfree; }'
for r in none all dead,private,values threads; do
    verify 1 two_of_three --reduce $r
    out_has '✗ operations are open that can never go on, whatever other threads do'
    out_has 'Thread 0 waits in line 3: lock(b);'
    out_has 'Thread 1 waits in line 4: lock(a);'
    out_lacks 'Thread 2'
done
sed 's/lock(b); lock(a); unlock(a); unlock(b);/lock(a); lock(b); unlock(b); unlock(a);/' \
    "$scratch/two_of_three.lin" >"$scratch/in_order.lin"
verify 0 in_order
# One that holds a lock for ever, and one that waits for what anybody may bring.
model left 'shared bool l; object o { f() { lock(l); } g() { } } verify o { threads 3; deadlockfree; }'
verify 1 left
model brought 'shared int n;
object o { take() @only(1..2) { atomic { await(n > 0); n = n - 1; } } give() @only(0) { atomic { if (n < 2) n = n + 1; } } }
verify o { threads 3; deadlockfree; }'
verify 0 brought
sed 's/take() @only(1..2) {/take() {/' "$scratch/brought.lin" >"$scratch/all_take.lin"
verify 1 all_take # also the one that should bring it

# Values that are only passed on are renamed here too: fewer states, the same answer.
model passing 'struct node { int val; int tag; node* next; }
shared node* head; shared int turns = -1;
object o {
  put(int v) @insert { node* n = new node{v, -1, null}; loop { node* h = head; n.next = h; if (cas(head, h, n)) return; } }
  get() -> int? @remove { loop { node* h = head; if (h == null) return none; node* n = h.next; if (cas(head, h, n)) return h.val; } }
  wait(int v) { node* h = head; if (h == null) return; if (h.val != v) return; while (head == h) { turns = -1; } }
}
spec s { seq<int> l; put(int v) { l.push(v); } get() -> int? { if (l.empty()) return none; return l.pop(); } wait(int v) { } }
verify o progressible s { threads 2; int 1..2; capacity 2; operations 3; }'
count_states() { # OPTIONS…: into $states
    verify 1 passing --json "$@"
    states=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
}
count_states --reduce dead
all=$states
count_states --reduce dead,values
[ "$states" -lt $((all * 2 / 3)) ] || fail "values are not renamed: $states of $all states"
verify 1 passing
out_has '✗ not progressible: wait(1) … is stuck, though it could have gone on'

# The histories of an operation that spins are those of one that waits.
model turning 'shared int? a;
object o { enq(int v) { a = v; } deq() -> int { loop { int? x = swap(a, none); if (x != none) return value(x); } } }
spec s { int? b; enq(int v) { b = v; } deq() -> int { await(b != none); int r = value(b); b = none; return r; } }
verify o refines s { threads 2; int 1..2; }'
sed 's/loop { int? x = swap(a, none); if (x != none) return value(x); }/int? x; atomic { await(a != none); x = a; a = none; } return value(x);/' \
    "$scratch/turning.lin" >"$scratch/waiting.lin"
for scenario in 'enq(1) | deq deq' 'enq(1) | deq | deq' 'deq | deq' 'enq(1) deq | enq(2) deq deq'; do
    verify 0 turning --scenario "$scenario" --histories "$scratch/turning.txt"
    verify 0 waiting --scenario "$scenario" --histories "$scratch/waiting.txt"
    [ -s "$scratch/waiting.txt" ] || fail "$scenario: no histories"
    cmp -s "$scratch/turning.txt" "$scratch/waiting.txt" || fail "$scenario: other histories"
done
# One that only spins as long as nobody lets it go on does not end there.
verify 0 turning --scenario 'enq(1) | deq' --histories "$scratch/turning.txt"
! grep -v '"ok","f":"deq"' "$scratch/turning.txt" || fail "a deq that does not return, though it would"
done_testing
