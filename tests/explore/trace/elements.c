// SPDX-License-Identifier: MIT
// Elements of arrays, reached in many ways. Each holds a number of its own and keeps it:
// what a trace calls by one name must have one value (test_trace_names.sh).

#include <linchpin/linchpin.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct cell {
    _Atomic long seq;
    long value;
} cell;

typedef struct box {
    _Atomic long seq;
    cell *far;
    cell near[3];
    _Atomic long grid[2][3];
    union {
        long number;
        cell both;
    } any;
    struct box *self;
} box;

static cell fixed[3];
static _Thread_local cell own[2];
static volatile long sink;

static void *create(void)
{
    box *b = malloc(sizeof *b);
    b->seq = 1;
    b->far = malloc(3 * sizeof *b->far);
    b->self = b;
    for (int i = 0; i < 3; i++) {
        b->far[i] = (cell){100 + i, 110 + i};
        b->near[i] = (cell){120 + i, 130 + i};
        fixed[i] = (cell){140 + i, 150 + i};
    }
    for (int i = 0; i < 6; i++)
        b->grid[i / 3][i % 3] = 160 + i;
    b->any.both = (cell){170, 171};
    return b;
}

static void destroy(void *object)
{
    free(((box *)object)->far);
    free(object);
}

static void look(cell *c)
{
    sink = atomic_load(&c->seq);
    sink = *(volatile long *)&c->value;
}

static void look_at_word(_Atomic long *p)
{
    sink = atomic_load(p);
}

static lp_value run(void *object, const lp_value *args)
{
    box *b = object;
    (void)args;
    for (int i = 0; i < 2; i++) {
        own[i] = (cell){180 + i, 190 + i};
        look(&own[i]);
    }
    for (int i = 0; i < 3; i++) {
        sink = atomic_load(&b->near[i].seq);
        sink = atomic_load(&b->far[i].seq);
        sink = atomic_load(&fixed[i].seq);
        sink = atomic_load(&b->self->near[2 - i].seq);
        look(&b->near[i]);
        look(&b->far[i]);
        look(&fixed[i]);
        look_at_word(&b->grid[1][i]);
        cell *c = &b->far[i];
        sink = atomic_load(&c->seq);
        c = &b->near[i];
        sink = atomic_load(&c->seq);
    }
    for (_Atomic long *p = b->grid[0]; p < b->grid[1]; p++)
        sink = atomic_load(p);
    for (cell *c = b->near + 2; c >= b->near; c--)
        sink = atomic_load(&c->seq);
    look(&b->any.both);
    sink = atomic_load(&b->seq);
    return lp_int(-1); // wrong, so that a trace is shown
}

LP_OBJECT(elements, .create = create, .destroy = destroy, .spec = "counter",
          .methods = {{.name = "next", .run = run}})
