// SPDX-License-Identifier: MIT
// Where everything is in the vector of cells.

#include "base/memory.h"
#include "model/steps/program.h"

uint32_t item_cells(type many)
{
    return type_width(many.parts[0]) + (many.kind == TYPE_MAP);
}

uint32_t variable_unit(const program *p, const variable *v)
{
    return type_many(v->type) ? 1 + p->items * item_cells(v->type) : 1;
}

uint32_t variable_cells(const program *p, const variable *v)
{
    return variable_unit(p, v) * (v->length ? v->length : 1);
}

type variable_cell(const program *p, const variable *v, uint32_t which)
{
    uint32_t at = which % variable_unit(p, v);
    if (!type_many(v->type))
        return v->type;
    if (at == 0)
        return (type){.kind = TYPE_UNIT};
    uint32_t part = (at - 1) % item_cells(v->type), keys = type_width(v->type.parts[0]);
    return part < keys ? type_part(v->type.parts[0], part) : v->type.parts[1];
}

const variable *program_variable(const program *p, const routine *r, const place *of)
{
    if (of->local)
        return &r->method->locals[of->index];
    return of->base ? &p->model->records[of->record]->fields[of->index]
                    : &p->model->shared[of->index];
}

bool program_overlays(const program *p)
{
    return p->object->is_automaton;
}

static uint32_t place_locals(const program *p, routine *r, uint32_t next)
{
    for (uint32_t i = 0; i < r->method->local_count; i++) {
        r->cells[i] = next;
        next += variable_cells(p, &r->method->locals[i]);
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

static bool has_many(const variable *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (type_many(list[i].type))
            return true;
    return false;
}

bool program_collects(const program *p)
{
    bool any = has_many(p->model->shared, p->model->shared_count) ||
               has_many(p->model->init.locals, p->model->init.local_count);
    for (uint32_t i = 0; i < p->model->record_count; i++)
        any |= has_many(p->model->records[i]->fields, p->model->records[i]->field_count);
    for (uint32_t i = 0; i < p->routine_count; i++)
        any |= has_many(p->routines[i].method->locals, p->routines[i].method->local_count);
    return any;
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
            *next += variable_cells(p, &p->model->shared[i]);
        }
}

static void place_field(const program *p, heap_layout *h, uint32_t which, const variable *v)
{
    h->fields[which] = h->stride;
    for (uint32_t i = 0; i < variable_cells(p, v); i++, h->stride++) {
        type t = variable_cell(p, v, i);
        if (t.kind == TYPE_POINTER)
            h->pointers[h->pointer_count++] = (pointer_field){h->stride, t.record};
    }
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
            place_field(p, h, k, &r->fields[k]);
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

static void add_roots(program *p, uint32_t *capacity, uint32_t cell, const variable *v)
{
    for (uint32_t k = 0; k < variable_cells(p, v); k++)
        add_root(&p->layout, capacity, cell + k, variable_cell(p, v, k));
}

static void add_variables(program *p, uint32_t *capacity, bool own, uint32_t base)
{
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        if (p->model->shared[i].own == own)
            add_roots(p, capacity, base + p->layout.variable[i], &p->model->shared[i]);
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
                add_roots(p, &capacity, base + r->cells[k], &r->method->locals[k]);
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
    uint32_t first = next;
    next += program_overlays(p); // at least one cell, as in C
    for (uint32_t i = 0; i < p->routine_count; i++) {
        uint32_t end = place_locals(p, &p->routines[i], program_overlays(p) ? first : next);
        next = end > next ? end : next;
    }
    l->init_locals = place_locals(p, &p->init, 0);
    place_links(p, &next);
    l->own = next;
    place_variables(p, true, &next);
    l->thread_stride = next;
    place_heaps(p, l->threads + p->threads * l->thread_stride);
    find_roots(p);
}
