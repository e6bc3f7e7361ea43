// SPDX-License-Identifier: MIT
// Concurrency Kit (Debian: libck-dev): stacks, FIFOs and rings.
//
//     linchpin test ck_test.c --object ck_stack -- -lck
//     linchpin explore ck_test.c --object ck_ring_mpmc -- -DCK_USE_CC_BUILTINS=1 -lck
//
// With the compiler's built-ins in the place of assembly there is no compare-and-swap
// of two words, and what needs it is left out.

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

static void *stack_create(void)
{
    ck_stack_t *s = aligned_alloc(64, 64);
    ck_stack_init(s);
    return s;
}

#ifdef CK_F_STACK_POP_MPMC
static lp_value stack_push(void *s, const lp_value *args)
{
    item *i = malloc(sizeof *i); // never freed: others may still look at it
    i->value = (int)lp_to_int(args[0]);
    ck_stack_push_mpmc(s, &i->entry);
    return LP_UNIT;
}

static lp_value stack_pop(void *s, const lp_value *args)
{
    (void)args;
    ck_stack_entry_t *e = ck_stack_pop_mpmc(s);
    return e ? lp_int(item_of(e)->value) : LP_NIL;
}

LP_OBJECT(ck_stack, .create = stack_create, .destroy = free, .spec = "stack",
          .methods = {{"push", stack_push, .args = {LP_UNIQUE}}, {"pop", stack_pop}})
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
static void *fifo_create(void)
{
    ck_fifo_mpmc_t *f = aligned_alloc(64, 256);
    ck_fifo_mpmc_init(f, aligned_alloc(64, 64));
    return f;
}

static lp_value fifo_enq(void *f, const lp_value *args)
{
    ck_fifo_mpmc_enqueue(f, aligned_alloc(64, 64), (void *)(intptr_t)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value fifo_deq(void *f, const lp_value *args)
{
    void *value;
    ck_fifo_mpmc_entry_t *garbage;
    (void)args;
    return ck_fifo_mpmc_dequeue(f, &value, &garbage) ? lp_int((intptr_t)value) : LP_NIL;
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
