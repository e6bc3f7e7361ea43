// SPDX-License-Identifier: MIT
// Treiber's stack with nodes that are used again, from a pool. The top is a place in
// the pool and a number that grows with each change, compared and swapped at once:
// a top that has come back is not taken for one that never went. The pool is a
// stack of the same kind.

#include "treiber.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef STEP
#define STEP ((uint64_t)1 << 32) // what a change adds to the number
#endif

enum { NODES = 64 }; // place 0 stands for none

typedef struct node {
    int value;
    _Atomic uint32_t next;
} node;

struct stack {
    _Atomic uint64_t top, unused;
    node nodes[NODES + 1];
};

static uint64_t changed(uint64_t old, uint32_t place)
{
    return ((old & ~(uint64_t)UINT32_MAX) + STEP) | place;
}

static void put(stack *s, _Atomic uint64_t *top, uint32_t place)
{
    uint64_t old = atomic_load(top);
    do
        atomic_store(&s->nodes[place].next, (uint32_t)old);
    while (!atomic_compare_exchange_strong(top, &old, changed(old, place)));
}

static uint32_t take(stack *s, _Atomic uint64_t *top)
{
    uint64_t old = atomic_load(top);
    uint32_t next;
    do {
        if (!(uint32_t)old)
            return 0;
        next = atomic_load(&s->nodes[(uint32_t)old].next);
    } while (!atomic_compare_exchange_strong(top, &old, changed(old, next)));
    return (uint32_t)old;
}

stack *stack_new(void)
{
    stack *s = calloc(1, sizeof *s);
    for (uint32_t i = NODES; i > 0; i--) {
        s->nodes[i].next = (uint32_t)s->unused;
        s->unused = i;
    }
    return s;
}

void stack_free(stack *s)
{
    free(s);
}

void stack_push(stack *s, int value)
{
    uint32_t place = take(s, &s->unused);
    if (!place)
        abort();
    s->nodes[place].value = value;
    put(s, &s->top, place);
}

bool stack_pop(stack *s, int *value)
{
    uint32_t place = take(s, &s->top);
    if (!place)
        return false;
    *value = s->nodes[place].value;
    put(s, &s->unused, place);
    return true;
}
