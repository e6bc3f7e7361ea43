// SPDX-License-Identifier: MIT
// Faulty: push looks whether the top is still t and then stores, in two steps. A
// push or pop of another thread in between is lost.

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
        if (atomic_load(&s->top) == t) {
            atomic_store(&s->top, n);
            return;
        }
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
