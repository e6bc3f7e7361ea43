// SPDX-License-Identifier: MIT
// Treiber's stack. A node's value and link do not change once it is pushed, and
// it is never pushed again: so a top that is still t still has u below it.

#include "treiber.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node *next;
} node;

struct stack {
    _Atomic(node *) top;
};

stack *stack_new(void)
{
    stack *s = malloc(sizeof *s);
    atomic_init(&s->top, NULL);
    return s;
}

void stack_free(stack *s)
{
    for (node *n = atomic_load(&s->top), *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(s);
}

void stack_push(stack *s, int value)
{
    node *n = malloc(sizeof *n);
    n->value = value;
    for (;;) {
        node *t = atomic_load(&s->top);
        n->next = t;
        if (atomic_compare_exchange_strong(&s->top, &t, n))
            return;
    }
}

bool stack_pop(stack *s, int *value)
{
    for (;;) {
        node *t = atomic_load(&s->top);
        if (!t)
            return false;
        node *u = t->next;
        if (atomic_compare_exchange_strong(&s->top, &t, u)) {
            *value = t->value;
            return true;
        }
    }
}
