// SPDX-License-Identifier: MIT
// Concurrency Kit (Debian: libck-dev): stacks, FIFOs and rings.
//
//     linchpin test ck_test.c --object ck_stack
//     linchpin explore ck_test.c --object ck_stack -- -include ck_builtins.h

#include <ck_fifo.h>
#include <ck_ring.h>
#include <ck_stack.h>

#include <linchpin/linchpin.h>

#include <stdlib.h>

// ---- ck_stack: Treiber's, with a generation beside the top ------------------------

typedef struct item {
    ck_stack_entry_t entry;
    int value;
} item;

CK_STACK_CONTAINER(item, entry, item_of)

// What a thread has popped it pushes again: the generation is there to allow just that.
// Entries are never freed, since others may still look at them.
static _Thread_local ck_stack_entry_t *spare;

static item *item_new(const lp_value *args)
{
    item *i = spare ? item_of(spare) : malloc(sizeof *i);
    spare = spare ? spare->next : NULL;
    i->value = (int)lp_to_int(args[0]);
    return i;
}

// Puts a list of entries, from first to last, before the spare ones.
static void spare_add(ck_stack_entry_t *first, ck_stack_entry_t *last)
{
    last->next = spare;
    spare = first;
}

static void *stack_create(void)
{
    ck_stack_t *s = aligned_alloc(64, 64);
    ck_stack_init(s);
    return s;
}

#ifdef CK_F_STACK_POP_MPMC
static lp_value stack_push(void *s, const lp_value *args)
{
    ck_stack_push_mpmc(s, &item_new(args)->entry);
    return LP_UNIT;
}

static lp_value stack_pop(void *s, const lp_value *args)
{
    (void)args;
    ck_stack_entry_t *e = ck_stack_pop_mpmc(s);
    if (!e)
        return LP_NIL;
    spare_add(e, e);
    return lp_int(item_of(e)->value);
}

// Returns the values as digits, the top first.
static lp_value stack_pop_all(void *s, const lp_value *args)
{
    (void)args;
    ck_stack_entry_t *top = ck_stack_batch_pop_mpmc(s), *last = top;
    int digits = 0;
    for (ck_stack_entry_t *e = top; e; last = e, e = e->next)
        digits = digits * 10 + item_of(e)->value;
    if (top)
        spare_add(top, last);
    return lp_int(digits);
}

LP_OBJECT(ck_stack, .create = stack_create, .destroy = free, .spec = "stack",
          .methods = {{"push", stack_push, .args = {LP_UNIQUE}}, {"pop", stack_pop}})

// No spec has a pop of all: what it does in a serial run is the spec.
LP_OBJECT(ck_stack_batch, .create = stack_create, .destroy = free, .spec = "self",
          .methods = {{"push", stack_push, .args = {LP_UNIQUE}},
                      {"pop", stack_pop},
                      {"pop_all", stack_pop_all}})
#endif

// Without the generation, for entries that are not used again.
static lp_value stack_push_upmc(void *s, const lp_value *args)
{
    item *i = malloc(sizeof *i);
    i->value = (int)lp_to_int(args[0]);
    ck_stack_push_upmc(s, &i->entry);
    return LP_UNIT;
}

static lp_value stack_pop_upmc(void *s, const lp_value *args)
{
    (void)args;
    ck_stack_entry_t *e = ck_stack_pop_upmc(s);
    return e ? lp_int(item_of(e)->value) : LP_NIL;
}

LP_OBJECT(ck_stack_upmc, .create = stack_create, .destroy = free, .spec = "stack",
          .methods = {{"push", stack_push_upmc, .args = {LP_UNIQUE}}, {"pop", stack_pop_upmc}})

// ---- ck_fifo_mpmc: Michael and Scott's ---------------------------------------------

#ifdef CK_F_FIFO_MPMC
static ck_fifo_mpmc_entry_t *fifo_entry(void)
{
    return aligned_alloc(64, 64);
}

static void *fifo_create(void)
{
    ck_fifo_mpmc_t *f = aligned_alloc(64, 256);
    ck_fifo_mpmc_init(f, fifo_entry());
    return f;
}

static lp_value fifo_enq_fresh(void *f, const lp_value *args)
{
    ck_fifo_mpmc_enqueue(f, fifo_entry(), (void *)(intptr_t)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value fifo_deq_fresh(void *f, const lp_value *args)
{
    void *value;
    ck_fifo_mpmc_entry_t *garbage;
    (void)args;
    return ck_fifo_mpmc_dequeue(f, &value, &garbage) ? lp_int((intptr_t)value) : LP_NIL;
}

// Every enqueue has an entry that was never in the queue.
LP_OBJECT(ck_fifo_mpmc_fresh, .create = fifo_create, .destroy = free, .spec = "queue",
          .methods = {{"enq", fifo_enq_fresh, .args = {LP_UNIQUE}}, {"deq", fifo_deq_fresh}})

// The entry that a thread has got from a dequeue is the one of its next enqueue.
static _Thread_local ck_fifo_mpmc_entry_t *garbage_entry;

static lp_value fifo_enq(void *f, const lp_value *args)
{
    ck_fifo_mpmc_entry_t *entry = garbage_entry ? garbage_entry : fifo_entry();
    garbage_entry = NULL;
    ck_fifo_mpmc_enqueue(f, entry, (void *)(intptr_t)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value fifo_deq(void *f, const lp_value *args)
{
    void *value;
    (void)args;
    return ck_fifo_mpmc_dequeue(f, &value, &garbage_entry) ? lp_int((intptr_t)value) : LP_NIL;
}

LP_OBJECT(ck_fifo_mpmc, .create = fifo_create, .destroy = free, .spec = "queue",
          .methods = {{"enq", fifo_enq, .args = {LP_UNIQUE}}, {"deq", fifo_deq}})
#endif

// ---- ck_ring: an array of four places, of which three are used ------------------------

enum { PLACES = 4 };

typedef struct ring {
    ck_ring_t ring;
    ck_ring_buffer_t buffer[PLACES];
} ring;

static void *ring_create(void)
{
    ring *r = aligned_alloc(64, (sizeof *r + 63) / 64 * 64);
    ck_ring_init(&r->ring, PLACES);
    return r;
}

static lp_value ring_enq(void *given, const lp_value *args)
{
    ring *r = given;
    return lp_bool(ck_ring_enqueue_spsc(&r->ring, r->buffer, (void *)(intptr_t)lp_to_int(args[0])));
}

static lp_value ring_deq(void *given, const lp_value *args)
{
    ring *r = given;
    intptr_t value;
    (void)args;
    return ck_ring_dequeue_spsc(&r->ring, r->buffer, &value) ? lp_int(value) : LP_NIL;
}

// One thread puts in, one takes out.
LP_OBJECT(ck_ring_spsc, .create = ring_create, .destroy = free, .spec = "bounded-queue:3",
          .methods = {{"enq", ring_enq, .args = {LP_UNIQUE}, .role = LP_PRODUCER},
                      {"deq", ring_deq, .role = LP_CONSUMER}})

static lp_value shared_ring_enq(void *given, const lp_value *args)
{
    ring *r = given;
    return lp_bool(ck_ring_enqueue_mpmc(&r->ring, r->buffer, (void *)(intptr_t)lp_to_int(args[0])));
}

static lp_value shared_ring_deq(void *given, const lp_value *args)
{
    ring *r = given;
    intptr_t value;
    (void)args;
    return ck_ring_dequeue_mpmc(&r->ring, r->buffer, &value) ? lp_int(value) : LP_NIL;
}

// Whether it is full is decided by the places that are taken, whether it is empty by
// those that are filled. So an enqueue may be refused because of others that have not
// been seen yet, and a dequeue after it finds nothing. With an `enq` that may be refused
// at any time (try_enq) it holds …
LP_OBJECT(ck_ring_mpmc, .create = ring_create, .destroy = free, .spec = "bounded-queue:3",
          .methods = {{"try_enq", shared_ring_enq, .args = {LP_UNIQUE}}, {"deq", shared_ring_deq}})

// … and with one that is refused only when there are three in it, it does not.
LP_OBJECT(ck_ring_mpmc_strict, .create = ring_create, .destroy = free, .spec = "bounded-queue:3",
          .methods = {{"enq", shared_ring_enq, .args = {LP_UNIQUE}}, {"deq", shared_ring_deq}})
