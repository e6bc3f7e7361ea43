// SPDX-License-Identifier: MIT
// The cells that hold values of the scalarset: see value_symmetry.h.

#include "base/memory.h"
#include "model/steps/value_finder.h"

static void note(uint32_t **list, uint32_t *count, uint32_t cell)
{
    *list = memory_resize(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = cell;
}

// The cells of a variable that hold such values: not how many items there are.
static void note_all(const finder *f, uint32_t **list, uint32_t *count, uint32_t first,
                     const variable *v, uint32_t class)
{
    for (uint32_t k = 0; k < variable_cells(f->p, v); k++)
        if (finder_scalar(f, variable_cell(f->p, v, k), class))
            note(list, count, first + k);
}

static void list_routine(scalarset *d, const finder *f, uint32_t which)
{
    const routine *r = &f->p->routines[which];
    const scope *s = &f->routines[which];
    const method *m = r->method;
    for (uint32_t i = 0; i < m->local_count; i++) {
        note_all(f, &d->thread, &d->thread_count, r->cells[i], &m->locals[i], s->locals + i);
        if (i < m->param_count)
            d->args[which][i] = finder_scalar(f, m->locals[i].type, s->locals + i);
    }
    for (uint32_t i = 0; i < r->temp_count; i++)
        if (r->temps[i].kept && finder_scalar(f, r->temps[i].type, s->temps + i))
            note(&d->thread, &d->thread_count, r->temps[i].cell);
    d->results[which] = finder_scalar(f, m->result, s->result);
}

void scalarset_list(scalarset *d, const finder *f)
{
    const program *p = f->p;
    const model *m = p->model;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        bool own = m->shared[i].own;
        note_all(f, own ? &d->thread : &d->shared, own ? &d->thread_count : &d->shared_count,
                 p->layout.variable[i], &m->shared[i], f->shared + i);
    }
    for (uint32_t i = 0; i < m->record_count; i++)
        for (uint32_t k = 0; k < m->records[i]->field_count; k++)
            note_all(f, &d->fields[i], &d->field_count[i], p->layout.heaps[i].fields[k],
                     &m->records[i]->fields[k], f->fields[i] + k);
    for (uint32_t i = 0; i < p->routine_count; i++)
        list_routine(d, f, i);
}

void scalarset_list_result(scalarset *d, const program *p)
{
    bool all = p->layout.results == 1, any = false;
    for (uint32_t i = 0; i < p->routine_count; i++) {
        type t = p->routines[i].method->result;
        all = all && (t.kind == TYPE_UNIT || d->results[i]);
        any = any || d->results[i];
    }
    if (all && any)
        note(&d->thread, &d->thread_count, THREAD_RESULT);
    d->count = any && !all ? 0 : d->count;
}
