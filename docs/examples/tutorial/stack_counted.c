// SPDX-License-Identifier: MIT
// The top is a node and a count that grows with every change: a top that has come
// back differs from one that never left.

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
    _Atomic uint64_t top;    // the stack: a node in the low half, a count in the high half
    _Atomic uint64_t unused; // a stack, too, of the nodes that are not in use
    node nodes[NODES + 1];
};

static uint64_t changed(uint64_t first, uint32_t n)
{
    return ((first >> 32) + 1) << 32 | n;
}

static void put(stack *s, _Atomic uint64_t *list, uint32_t n)
{
    uint64_t first = atomic_load(list);
    do
        atomic_store(&s->nodes[n].below, (uint32_t)first);
    while (!atomic_compare_exchange_strong(list, &first, changed(first, n)));
}

static uint32_t take(stack *s, _Atomic uint64_t *list, int *value)
{
    uint64_t first = atomic_load(list);
    while ((uint32_t)first) {
        uint32_t below = atomic_load(&s->nodes[(uint32_t)first].below);
        *value = atomic_load(&s->nodes[(uint32_t)first].value);
        if (atomic_compare_exchange_strong(list, &first, changed(first, below)))
            break;
    }
    return (uint32_t)first;
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
