// SPDX-License-Identifier: MIT
// A queue lock (Mellor-Crummey and Scott 1991) whose nodes are on the stack: who waits spins on a
// variable of its own, of which nobody else has been seen to make use.
// Wrong: the lock is let go of before the number is written back.
// scenario: next | next
// paths: no

#include "construct.h"

#include <stdatomic.h>

typedef struct node {
    _Atomic(struct node *) next;
    _Atomic bool waits;
} node;

struct object {
    _Atomic(node *) tail;
    long n;
};

static void enter(struct object *o, node *mine)
{
    mine->next = NULL;
    mine->waits = true;
    node *before = atomic_exchange(&o->tail, mine);
    if (!before)
        return;
    before->next = mine;
    while (mine->waits)
        ;
}

static void leave(struct object *o, node *mine)
{
    node *me = mine;
    if (!mine->next && atomic_compare_exchange_strong(&o->tail, &me, NULL))
        return;
    node *after;
    while (!(after = mine->next))
        ;
    after->waits = false;
}

static long next(struct object *o)
{
    node mine;
    enter(o, &mine);
    long now = o->n;
    IF_WRONG(leave(o, &mine);)
    o->n = now + 1;
    IF_RIGHT(leave(o, &mine);)
    return now;
}

COUNTER(NONE, NONE)
