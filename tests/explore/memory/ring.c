// SPDX-License-Identifier: MIT
// A ring in a global variable, for one producer at a time: two that are there at once write to one
// slot. `last` is behind the slots, as say_numbers has them; `taken` is a variable of its own.

#include "say.h"

#include <linchpin/linchpin.h>
#include <stdatomic.h>

enum { SLOTS = 3 };

static struct ring {
    _Atomic unsigned head, tail;
    int slots[SLOTS];
    int last;
} ring;
static _Atomic int taken;

static void *create(void)
{
    return &ring;
}

static lp_value enq(void *object, const lp_value *args)
{
    struct ring *r = object;
    unsigned tail = atomic_load(&r->tail);
    r->slots[tail % SLOTS] = r->last = (int)lp_to_int(args[0]);
    atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
    say_numbers(r->slots, SLOTS + 1);
    return LP_UNIT;
}

static lp_value deq(void *object, const lp_value *args)
{
    struct ring *r = object;
    (void)args;
    unsigned head = atomic_load(&r->head);
    if (head == atomic_load_explicit(&r->tail, memory_order_acquire))
        return LP_NIL;
    int value = r->slots[head % SLOTS];
    r->slots[head % SLOTS] = 0;
    atomic_store(&r->head, head + 1);
    taken++;
    say_numbers(r->slots, SLOTS + 1);
    return lp_int(value);
}

LP_OBJECT(ring, .create = create, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}}, {"deq", deq}})
