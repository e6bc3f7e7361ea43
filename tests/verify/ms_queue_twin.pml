/* SPDX-License-Identifier: MIT
   The twin of objects/queue/ms_queue.lin for SPIN; see treiber_twin.pml. The
   number of operations is bounded by OPS, as in the model. The model starts with
   one node that head and tail point to; so that no init process is needed, the
   count of node 1 is kept two too low (BIAS). A condition with a shared variable
   and a local one, such as t != tail, is one access and so one step. */
#ifndef N
#define N 2
#endif
#ifndef OPS
#define OPS 3
#endif
#ifndef VALS
#define VALS 2
#endif
#define NODES (OPS + 1)
#define BIAS(p) (p == 1 -> 2 : 0)
#define COUNT(p) (rc[p] + BIAS(p))

byte val[NODES + 1], next[NODES + 1];
short rc[NODES + 1];
byte head = 1, tail = 1, started;
hidden byte garbage, follow, old;

inline hold(p) { if :: p != 0 -> rc[p]++ :: else fi }

inline release(p) {
    garbage = p;
    do
    :: garbage != 0 ->
        rc[garbage]--;
        if
        :: COUNT(garbage) == 0 ->
            follow = next[garbage];
            next[garbage] = 0;
            val[garbage] = 0;
            garbage = follow
        :: else -> garbage = 0
        fi
    :: else -> break
    od
}

inline set(to, from) { old = to; to = from; hold(to); release(old) }

active [N] proctype thread() {
    byte v, n, h, t, u, res;
idle:
    atomic {
        started < OPS -> started++;
        if
        :: v = 0
        :: VALS > 1 -> v = 1
        :: goto deq_head
        fi;
        n = 1;
        do :: n <= NODES && COUNT(n) != 0 -> n++ :: else -> break od;
        assert(n <= NODES);
        rc[n]++;
        val[n] = v
    }
enq_tail:
    atomic { set(t, tail) }
    atomic { set(u, next[t]) }
    atomic {
        if
        :: t != tail -> goto enq_tail
        :: else -> if :: u == 0 -> goto enq_link :: else -> goto enq_help fi
        fi
    }
enq_link:
    atomic {
        if
        :: next[t] == u -> set(next[t], n)
        :: else -> goto enq_tail
        fi
    }
    atomic {
        if :: tail == t -> set(tail, n) :: else fi;
        goto enq_return
    }
enq_help:
    atomic {
        if :: tail == t -> set(tail, u) :: else fi;
        goto enq_tail
    }
enq_return:
    atomic { set(n, 0); set(t, 0); set(u, 0); v = 0; goto idle }

deq_head:
    atomic { set(h, head) }
    atomic { set(t, tail) }
    atomic { set(u, next[h]) }
    atomic {
        if
        :: h != head -> goto deq_head
        :: else ->
            if
            :: h == t -> if :: u == 0 -> goto deq_return :: else -> goto deq_help fi
            :: else -> goto deq_value
            fi
        fi
    }
deq_help:
    atomic {
        if :: tail == t -> set(tail, u) :: else fi;
        goto deq_head
    }
deq_value:
    atomic { v = val[u] }
    atomic {
        if
        :: head == h -> set(head, u); res = v + 1
        :: else -> goto deq_head
        fi
    }
deq_return:
    atomic { set(h, 0); set(t, 0); set(u, 0); v = 0; res = 0; goto idle }
}
