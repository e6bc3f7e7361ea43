// SPDX-License-Identifier: MIT
// Where everything is in the vector of cells.

#include "base/memory.h"
#include "model/program.h"

uint32_t variable_cells(const variable *v)
{
    return v->length ? v->length : 1;
}

const variable *program_variable(const program *p, const routine *r, const place *of)
{
    if (of->local)
        return &r->method->locals[of->index];
    return of->base ? &p->model->records[of->record]->fields[of->index]
                    : &p->model->shared[of->index];
}

static uint32_t place_locals(routine *r, uint32_t next)
{
    for (uint32_t i = 0; i < r->method->local_count; i++) {
        r->cells[i] = next;
        next += variable_cells(&r->method->locals[i]);
    }
    for (uint32_t i = 0; i < r->temp_count; i++)
        if (r->temps[i].kept)
            r->temps[i].cell = next++;
    return next;
}

static void add_link(layout *l, link_place k, uint32_t *next)
{
    k.cell = (*next)++;
    l->links[l->link_count++] = k;
}

static void place_links(program *p, uint32_t *next)
{
    const model *m = p->model;
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (m->shared[i].linked)
            add_link(&p->layout, (link_place){.index = i}, next);
    for (uint32_t i = 0; i < m->record_count; i++)
        for (uint32_t k = 0; k < m->records[i]->field_count; k++)
            if (m->records[i]->fields[k].linked)
                add_link(&p->layout, (link_place){.field = true, .record = i, .index = k}, next);
}

bool program_owns(const program *p)
{
    return p->layout.own < p->layout.thread_stride;
}

uint32_t variable_start(const program *p, uint32_t which, uint32_t thread)
{
    const layout *l = &p->layout;
    uint32_t base = p->model->shared[which].own ? l->threads + thread * l->thread_stride : 0;
    return base + l->variable[which];
}

static void place_variables(program *p, bool own, uint32_t *next)
{
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        if (p->model->shared[i].own == own) {
            p->layout.variable[i] = *next;
            *next += variable_cells(&p->model->shared[i]);
        }
}

static void place_field(heap_layout *h, uint32_t which, const variable *v)
{
    h->fields[which] = h->stride;
    for (uint32_t i = 0; i < variable_cells(v); i++, h->stride++)
        if (v->type.kind == TYPE_POINTER)
            h->pointers[h->pointer_count++] = (pointer_field){h->stride, v->type.record};
}

static void place_heaps(program *p, uint32_t next)
{
    layout *l = &p->layout;
    l->nodes = p->nodes;
    l->heap_count = p->model->record_count;
    for (uint32_t i = 0; i < l->heap_count; i++) {
        const record *r = p->model->records[i];
        heap_layout *h = &l->heaps[i];
        h->start = next;
        h->stride = 1;
        for (uint32_t k = 0; k < r->field_count; k++)
            place_field(h, k, &r->fields[k]);
        next += h->stride * p->nodes;
    }
    l->cells = next;
}

static void add_root(layout *l, uint32_t *capacity, uint32_t cell, type t)
{
    if (t.kind != TYPE_POINTER)
        return;
    MEMORY_GROW(l->roots, *capacity, l->root_count + 1);
    l->roots[l->root_count++] = (pointer_field){cell, t.record};
}

static void add_roots(layout *l, uint32_t *capacity, uint32_t cell, const variable *v)
{
    for (uint32_t k = 0; k < variable_cells(v); k++)
        add_root(l, capacity, cell + k, v->type);
}

static void add_variables(program *p, uint32_t *capacity, bool own, uint32_t base)
{
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        if (p->model->shared[i].own == own)
            add_roots(&p->layout, capacity, base + p->layout.variable[i], &p->model->shared[i]);
}

static void find_roots(program *p)
{
    layout *l = &p->layout;
    uint32_t capacity = 0;
    add_variables(p, &capacity, false, 0);
    l->shared_roots = l->root_count;
    for (uint32_t t = 0; t < p->threads; t++) {
        uint32_t base = l->threads + t * l->thread_stride;
        for (uint32_t i = 0; i < p->routine_count; i++) {
            const routine *r = &p->routines[i];
            for (uint32_t k = 0; k < r->method->local_count; k++)
                add_roots(l, &capacity, base + r->cells[k], &r->method->locals[k]);
            for (uint32_t k = 0; k < r->temp_count; k++)
                if (r->temps[k].kept)
                    add_root(l, &capacity, base + r->temps[k].cell, r->temps[k].type);
        }
        for (uint32_t i = 0; i < l->link_count; i++)
            if (l->links[i].field)
                add_root(l, &capacity, base + l->links[i].cell,
                         (type){.kind = TYPE_POINTER, .record = l->links[i].record});
        add_variables(p, &capacity, true, base);
    }
    l->thread_roots = p->threads ? (l->root_count - l->shared_roots) / p->threads : 0;
}

void layout_make(program *p)
{
    layout *l = &p->layout;
    l->reserved = 0;
    l->started = 1;
    l->done = 2;
    l->shared = l->done + p->threads;
    l->threads = l->shared;
    place_variables(p, false, &l->threads);
    l->results = 1;
    for (uint32_t i = 0; i < p->routine_count; i++) {
        uint32_t width = type_width(p->routines[i].method->result);
        l->results = width > l->results ? width : l->results;
    }
    uint32_t next = THREAD_RESULT + l->results;
    for (uint32_t i = 0; i < p->routine_count; i++)
        next = place_locals(&p->routines[i], next);
    place_links(p, &next);
    l->own = next;
    place_variables(p, true, &next);
    l->thread_stride = next;
    place_heaps(p, l->threads + p->threads * l->thread_stride);
    find_roots(p);
}
