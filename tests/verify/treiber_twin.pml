/* SPDX-License-Identifier: MIT
   The twin of objects/stack/treiber.lin for SPIN: the same steps, the same
   variables, the most general client, no spec. Every atomic block is one step of
   the model; nodes are collected by reference counting, which for a structure
   without cycles frees at the same moments as tracing does; `new` takes the lowest
   free node. There is no init process, so SPIN's states are the model's states,
   one to one: the count rc is a function of the pointers, and a result r of the
   model is res = r + 1 here (none is 0). */
#ifndef N
#define N 2
#endif
#ifndef CAP
#define CAP 2
#endif
#ifndef VALS
#define VALS 2
#endif
#define NODES (CAP + 3 * N)

typedef node { byte val; byte next; byte rc };
node heap[NODES + 1];
byte top, reserved;
hidden byte garbage, follow, old;

inline hold(p) { if :: p != 0 -> heap[p].rc++ :: else fi }

inline release(p) {
    garbage = p;
    do
    :: garbage != 0 ->
        heap[garbage].rc--;
        if
        :: heap[garbage].rc == 0 ->
            follow = heap[garbage].next;
            heap[garbage].next = 0;
            heap[garbage].val = 0;
            garbage = follow
        :: else -> garbage = 0
        fi
    :: else -> break
    od
}

active [N] proctype thread() {
    byte v, n, t, u, res;
idle:
    atomic {
        if
        :: reserved < CAP ->
            reserved++;
            if :: v = 0 :: VALS > 1 -> v = 1 :: VALS > 2 -> v = 2 fi;
            n = 1;
            do :: n <= NODES && heap[n].rc != 0 -> n++ :: else -> break od;
            assert(n <= NODES);
            heap[n].rc = 1;
            heap[n].val = v;
            goto push_read
        :: res = 0 -> goto pop_read
        fi
    }
push_read:
    atomic { old = t; t = top; hold(t); release(old) }
    atomic { old = heap[n].next; heap[n].next = t; hold(t); release(old) }
    atomic {
        if
        :: top == t -> top = n; hold(n); release(t); goto push_return
        :: else -> goto push_read
        fi
    }
push_return:
    atomic { release(n); release(t); n = 0; t = 0; v = 0; goto idle }

pop_read:
    atomic {
        old = t; t = top; hold(t); release(old);
        if :: t == 0 -> goto pop_return :: else fi
    }
    atomic { old = u; u = heap[t].next; hold(u); release(old) }
    atomic {
        if
        :: top == t -> top = u; hold(u); release(t)
        :: else -> goto pop_read
        fi
    }
    atomic { res = heap[t].val + 1 }
pop_return:
    atomic {
        if :: res != 0 -> reserved-- :: else fi;
        release(t); release(u); t = 0; u = 0; res = 0; goto idle
    }
}
