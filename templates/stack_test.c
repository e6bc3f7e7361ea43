// SPDX-License-Identifier: MIT
// A test of a stack. It holds as it stands: put your own object in its place.
//
//     linchpin test stack_test.c              on real threads
//     linchpin explore stack_test.c           every interleaving
//     cc stack_test.c $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <stdatomic.h>
#include <stdlib.h>

// ---- your object: include its header instead --------------------------------

typedef struct node {
    int value;
    struct node *next;
} node;

typedef struct stack {
    _Atomic(node *) top;
} stack;

static void put_on(_Atomic(node *) *top, node *n)
{
    n->next = atomic_load(top);
    while (!atomic_compare_exchange_weak(top, &n->next, n))
        ;
}

static bool stack_pop(stack *s, int *value)
{
    node *n = atomic_load(&s->top);
    while (n && !atomic_compare_exchange_weak(&s->top, &n, n->next))
        ;
    if (n)
        *value = n->value;
    return n != NULL;
}

// ---- how linchpin calls it -----------------------------------------------------

static void *create(void)
{
    return calloc(1, sizeof(stack));
}

static void destroy(void *s)
{
    free(s); // the nodes are left to the end of the process
}

static lp_value push(void *s, const lp_value *args)
{
    node *n = malloc(sizeof *n);
    n->value = (int)lp_to_int(args[0]);
    put_on(&((stack *)s)->top, n);
    return LP_UNIT; // it returns nothing
}

static lp_value pop(void *s, const lp_value *args)
{
    int value;
    (void)args;
    return stack_pop(s, &value) ? lp_int(value) : LP_NIL; // nil: it was empty
}

LP_OBJECT(stack, .create = create, .destroy = destroy, .spec = "stack",
          .methods = {{"push", push, .args = {LP_UNIQUE}}, {"pop", pop}})

LP_MAIN
