#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a counterexample tells: what a step read, why a cas failed, which step lost a node,
# where those who are stuck stand, which invariant does not hold.

. tests/expect.sh
compile_quickly

refuted() { # a model from stdin is refuted
    cat >"$scratch/model.lin"
    run 1 "$LINCHPIN" verify "$scratch/model.lin" --json
}

# What is read shows, also 0 and null, and first; a call that does nothing else says no more.
refuted <<'EOF'
struct box { int v; }
shared box* made;
shared int count;
object o {
  get() -> int {
    box* b = made;
    if (b == null) {
      if (made == null) { box* n = new box{0}; made = n; n.v = 7; }
      int old = faa(count, 1);
      count = old + count;
      b = made;
    }
    return b.v;
  }
}
spec seven { get() -> int { return 7; } }
verify o refines seven { threads 2; }
EOF
out_has 'call get()"'
out_has 'box* b = made; (reads null)'
out_has 'if (made == null) (reads null, box1'
out_has 'box* b = made; (b = box1)'
out_has 'return b.v; (result 0)'

# A cas that fails says what it found; faa and a condition say what they saw.
refuted <<'EOF'
shared int x;
shared bool seen;
object o {
  f() {
    int a = faa(x, 1);
    if (seen) assert(a == 0);
    seen = true;
  }
}
verify o { threads 1; }
EOF
out_has '(x = 1, a = 0)'
out_has 'if (seen) (reads false)'
out_has 'if (seen) (reads true)'
out_has 'the assertion fails'
refuted <<'EOF'
shared int x;
object o {
  f() -> bool {
    int a = x;
    if (cas(x, a, a + 1)) return true;
    return false;
  }
}
spec always { f() -> bool { return true; } }
verify o refines always { threads 2; operations 2; }
EOF
out_has '(fails: there is 1, result false)'

# A write of what is there already is no less a write.
refuted <<'EOF'
shared int x;
object o {
  inc() { int a = x; x = a + 1; }
  get() -> int { return x; }
}
verify o refines counter { threads 2; operations 3; }
EOF
out_has 'x = a + 1; (writes 1 again)'

# The step that lost a node, not the last one.
run 1 "$LINCHPIN" verify tests/verify/models/leak_branch.lin --json
out_has 'int v = t.val; (reads 1, result 1): a node is lost'

# Who stands where.
refuted <<'EOF'
shared bool a;
shared bool b;
object o {
  f() { lock(a); lock(b); unlock(b); unlock(a); }
  g() { lock(b);
    lock(a); unlock(a); unlock(b); }
}
verify o { threads 2; deadlockfree; }
EOF
out_has '"waiting":[{"thread":0,"for":"statement","what":"lock(b);","where":"'
out_has ':4:18","line":4},{"thread":1,"for":"statement","what":"lock(a);","where":"'
run 1 "$LINCHPIN" verify tests/verify/models/phaser_stuck.lin
out_has 'waits in line 21: await(round != mine);'

# Threads take turns only where they must. That the steps still lead to the violation is
# checked whenever one is shown.
switches() { # MODEL MOST
    run 1 "$LINCHPIN" verify "$1" --json
    local found
    found=$(grep -o '"switch":true' "$scratch/.out" | wc -l)
    checks=$((checks + 1))
    [ "$found" -le "$2" ] || fail "$1: $found switches, not $2"
}
switches objects/queue/ms_queue_no_tail_check.lin 3
switches objects/queue/shann_queue.lin 4
switches objects/stack/treiber_aba.lin 7
switches objects/stack/treiber_plain_push.lin 3
switches tests/verify/models/deadlock.lin 1
switches tests/verify/models/quiescent_broken.lin 2
switches tests/verify/models/commit_atomic_state.lin 2

run 1 "$LINCHPIN" verify tests/verify/models/invariant.lin
out_has 'the invariant no_key_twice does not hold'
done_testing
