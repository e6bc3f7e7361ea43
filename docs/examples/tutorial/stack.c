// SPDX-License-Identifier: MIT
// Faulty: a node that comes back to the top is taken for one that never left.

#include "stack.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { NODES = 16 }; // nodes[0] is never used: 0 stands for "no node"

typedef struct node {
    _Atomic int value;
    _Atomic uint32_t below;
} node;

struct stack {
    _Atomic uint32_t top;    // the stack
    _Atomic uint32_t unused; // a stack, too, of the nodes that are not in use
    node nodes[NODES + 1];
};

static void put(stack *s, _Atomic uint32_t *list, uint32_t n)
{
    uint32_t first = atomic_load(list);
    do
        atomic_store(&s->nodes[n].below, first);
    while (!atomic_compare_exchange_strong(list, &first, n));
}

static uint32_t take(stack *s, _Atomic uint32_t *list, int *value)
{
    uint32_t first = atomic_load(list);
    while (first) {
        uint32_t below = atomic_load(&s->nodes[first].below);
        *value = atomic_load(&s->nodes[first].value);
        if (atomic_compare_exchange_strong(list, &first, below))
            break;
    }
    return first;
}

void stack_push(stack *s, int value)
{
    int ignored;
    uint32_t n = take(s, &s->unused, &ignored);
    if (!n)
        abort(); // more than NODES values
    atomic_store(&s->nodes[n].value, value);
    put(s, &s->top, n);
}

bool stack_pop(stack *s, int *value)
{
    uint32_t n = take(s, &s->top, value);
    if (n)
        put(s, &s->unused, n);
    return n;
}

stack *stack_new(void)
{
    stack *s = calloc(1, sizeof *s);
    for (uint32_t n = NODES; n > 0; n--)
        put(s, &s->unused, n);
    return s;
}

void stack_free(stack *s)
{
    free(s);
}
