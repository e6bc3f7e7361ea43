// SPDX-License-Identifier: MIT
// A Treiber stack whose push loads the top once and then takes it from the failed
// compare-exchange: the program behind the known counts of executions.

#include <linchpin/linchpin.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node *next;
} node;

static _Atomic(node *) top;

static void *create(void)
{
    atomic_init(&top, NULL);
    return &top;
}

static lp_value push(void *s, const lp_value *args)
{
    node *n = malloc(sizeof *n);
    (void)s;
    n->value = (int)lp_to_int(args[0]);
    node *t = atomic_load_explicit(&top, memory_order_relaxed);
    do
        n->next = t;
    while (!atomic_compare_exchange_strong_explicit(&top, &t, n, memory_order_release,
                                                    memory_order_relaxed));
    return LP_UNIT;
}

static lp_value pop(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    for (;;) {
        node *t = atomic_load_explicit(&top, memory_order_acquire);
        if (!t)
            return LP_NIL;
        node *next = t->next;
        if (atomic_compare_exchange_strong(&top, &t, next))
            return lp_int(t->value);
    }
}

LP_OBJECT(anchor_stack, .create = create, .spec = "stack",
          .methods = {{"push", push, .args = {LP_UNIQUE}}, {"pop", pop}})
