// SPDX-License-Identifier: MIT
// See related_index.h.

#include "verify/related_index.h"

#include "base/memory.h"
#include "verify/system/channel_reads.h"

#include <stdlib.h>
#include <string.h>

// A variable of the specification, and the first relation that looks at it.
typedef struct sorted_variable {
    uint32_t at, cells, relation;
} sorted_variable;

typedef struct sorting {
    const intern *states;
    sorted_variable list[MODEL_MAX_SHARED]; // in the order of `relation`
    uint32_t count;
} sorting;

static void add_variables(sorting *s, const program *p, uint32_t from, uint32_t cells)
{
    const model *m = p->model;
    for (uint32_t i = 0; i <= m->invariant_count; i++)
        for (uint32_t v = 0; v < m->shared_count; v++) {
            uint32_t at = p->layout.variable[v], first = 0;
            if (m->shared[v].own || at < from || at >= from + cells)
                continue;
            while (first < m->invariant_count && !condition_reads(p, &m->invariants[first], at))
                first++;
            if (first == i)
                s->list[s->count++] =
                    (sorted_variable){at - from, variable_cells(p, &m->shared[v]), i};
        }
}

// By the variables of the relations up to this one.
static int compare_up_to(const sorting *s, uint32_t a, uint32_t b, uint32_t relation)
{
    const int32_t *x = intern_get(s->states, a, NULL), *y = intern_get(s->states, b, NULL);
    for (uint32_t i = 0; i < s->count && s->list[i].relation <= relation; i++) {
        const sorted_variable *v = &s->list[i];
        int way = memcmp(x + v->at, y + v->at, v->cells * sizeof *x);
        if (way)
            return way;
    }
    return 0;
}

static int compare_states(const void *a, const void *b, void *context)
{
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    int way = compare_up_to(context, i, k, UINT32_MAX);
    return way ? way : (i > k) - (i < k);
}

void related_index_init(related_index *x, const program *p, const intern *states, uint32_t from,
                        uint32_t cells)
{
    sorting *s = memory_new(1, sizeof *s);
    s->states = states;
    add_variables(s, p, from, cells);
    *x = (related_index){.count = intern_count(states), .relations = p->model->invariant_count};
    x->order = memory_new(x->count + 1, sizeof *x->order);
    x->next = memory_new((size_t)x->relations * x->count + 1, sizeof *x->next);
    for (uint32_t i = 0; i < x->count; i++)
        x->order[i] = i;
    qsort_r(x->order, x->count, sizeof *x->order, compare_states, s);
    for (uint32_t i = 0; i < x->relations; i++) {
        uint32_t *next = x->next + (size_t)i * x->count;
        for (uint32_t k = x->count; k-- > 0;)
            next[k] = k + 1 < x->count && !compare_up_to(s, x->order[k], x->order[k + 1], i)
                          ? next[k + 1]
                          : k + 1;
    }
    free(s);
}

void related_index_fini(related_index *x)
{
    free(x->order);
    free(x->next);
    *x = (related_index){0};
}

uint32_t related_index_after(const related_index *x, const model *m, uint32_t at, uint32_t where)
{
    for (uint32_t i = 0; i < x->relations; i++)
        if (m->invariants[i].at == where)
            return x->next[(size_t)i * x->count + at];
    return at + 1;
}
