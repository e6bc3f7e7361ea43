// SPDX-License-Identifier: MIT
// Pointers that carry more than an address, for test_trace.sh: a mark in the lowest bit,
// a counter in the upper sixteen, a counter in the word beside.

#include <linchpin/linchpin.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct pair {
    void *pointer;
    uintptr_t count;
} pair;

typedef struct node {
    struct node *next;
    long value;
} node;

typedef struct pool {
    node nodes[3];
    char name[16];
} pool;

typedef struct tags {
    _Atomic uintptr_t marked, counted;
    _Alignas(16) _Atomic pair both;
    _Atomic(char *) inside;
    _Atomic uint64_t number;
} tags;

static void *variable;
static char letters[32];
static pool spare;

static void *create(void)
{
    return aligned_alloc(16, sizeof(tags));
}

static lp_value run(void *object, const lp_value *args)
{
    tags *t = object;
    char *block = malloc(32);
    (void)args;
    atomic_store(&t->marked, (uintptr_t)block | 1);
    atomic_store(&t->counted, (uintptr_t)block | (uintptr_t)5 << 48);
    atomic_store(&t->marked, (uintptr_t)&variable | 3);
    pair old = {NULL, 0}, new = {block, 7};
    atomic_store(&t->both, old);
    atomic_compare_exchange_strong(&t->both, &old, new);
    atomic_store(&t->inside, block + 17);
    atomic_store(&t->inside, letters + 21);
    pool *typed = calloc(1, sizeof(pool));
    node *nodes = calloc(3, sizeof *nodes);
    typed->name[8] = 0;
    nodes[1].value = 0;
    nodes[2].next = NULL;
    atomic_store(&t->marked, (uintptr_t)&typed->nodes[1] | 1);
    atomic_store(&t->inside, typed->name + 9);
    atomic_store(&t->marked, (uintptr_t)&nodes[2] | 1);
    atomic_store(&t->marked, (uintptr_t)&spare.nodes[1].value | 2);
    atomic_store(&t->inside, spare.name + 1);
    atomic_store(&t->counted, (uintptr_t)&nodes[1] | (uintptr_t)9 << 48);
    atomic_store(&t->counted, (uintptr_t)&nodes[2] | (uintptr_t)9 << 48 | 1);
    atomic_store(&t->marked, (uintptr_t)(nodes + 3));
    free(nodes);
    free(typed);
    atomic_store(&t->number, 0x5000000000007);
    free(block);
    return lp_int(-1); // wrong, so that a trace is shown
}

LP_OBJECT(tags, .create = create, .destroy = free, .spec = "counter",
          .methods = {{.name = "next", .run = run}})
