// SPDX-License-Identifier: MIT
// Lines that touch several things. Every member holds a number of its own, so a name in
// the trace can be checked by the value beside it: test_trace_names.sh has the table.

#include <linchpin/linchpin.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct inner {
    long p, q;
} inner;

typedef struct node {
    long x, y;
    struct node *next;
    inner in;
    long list[4];
    _Atomic long flag;
    volatile long seen;
    int small, other;
    long count; // between 13 and 15
} node;

static node *a, *b;
static node global;
static volatile long sink;

static void fill(node *n, long base)
{
    n->x = base + 1;
    n->y = base + 2;
    n->in.p = base + 3;
    n->in.q = base + 4;
    for (int i = 0; i < 4; i++)
        n->list[i] = base + 5 + i;
    atomic_init(&n->flag, base + 9);
    n->seen = base + 10;
    n->small = (int)base + 11;
    n->other = (int)base + 12;
    n->count = base + 14;
}

static void *create(void)
{
    a = malloc(sizeof *a);
    b = malloc(sizeof *b);
    fill(a, 100);
    fill(b, 200);
    fill(&global, 300);
    a->next = b;
    b->next = a;
    return a;
}

static void destroy(void *object)
{
    (void)object;
    free(a);
    free(b);
}

#define SUM(m, n) ((m)->x + (n)->y)
#define FIRST a->x
#define BOTH(f) (a->f + b->f)
#define SWAPPED(s, t) (t->x - s->x)
#define LOAD(what) atomic_load(&b->what)

static long both(const node *m, const node *n)
{
    return m->x + n->x;
}

static inline long plus(long *to, long with)
{
    return *to + with;
}

static inline node *other_of(const node *n)
{
    return n->next;
}

__attribute__((noinline)) static long far(const node *a, const node *n)
{
    return a->y - n->y; // this a is the other one
}

static lp_value run(void *object, const lp_value *args)
{
    node *n = object, *m = n->next, **pp = &n->next;
    (void)args;
    long s = n->x + m->x + n->y;
    s += n->x - m->y, s += n->y;
    s += SUM(n, m) + SUM(m, n);
    s += FIRST + FIRST;
    s += BOTH(x) - BOTH(y);
    s += SWAPPED(n, m);
    s += n->x > 0 ? m->x : m->y;
    s += n->x < 0 ? m->x : m->y;
    s += n->list[m->x > 0 ? 1 : 2] + m->list[0];
    s += n->next->x + n->next->next->x;
    s += (*pp)->y + (*pp)->x;
    s += n->in.p + m->in.q;
    s += both(n, m) + both(m, n);
    s += plus(&n->x, m->y) + plus(&m->in.p, 1);
    s += other_of(n)->x + other_of(m)->x;
    s += far(m, n);
    s += atomic_load(&n->flag) + atomic_load(&m->flag);
    s += LOAD(flag) + atomic_load(&a->flag);
    s += n->seen + m->seen;
    s += n->small + n->other + m->small;
    s += global.x + global.in.q + global.list[2];
    if (n->x == m->x || n->y == m->y)
        s++;
    // clang-format off
    s += n->x; s += m->x; s += n->y;
    s += n->x +
         m->x +
         n->y;
    // clang-format on
    n->x = n->x;
    m->x = m->x, n->y = n->y;
    n->count++, n->count--;
    ++m->count, --m->count;
    m->count--, n->count += 1, n->count -= 1, m->count++;
    n->list[1] += n->list[0] - n->list[0];
    n->seen = 110, m->seen = 210;
    atomic_store(&n->flag, 109), atomic_store(&m->flag, 209);
    node *both_of[2] = {n, m};
    for (int i = 0; i < 2; i++)
        s += both_of[i]->x + both_of[1 - i]->y;
    sink = s;
    return lp_int(-1); // wrong, so that a trace is shown
}

LP_OBJECT(names, .create = create, .destroy = destroy, .spec = "counter",
          .methods = {{.name = "next", .run = run}})
