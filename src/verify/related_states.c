// SPDX-License-Identifier: MIT
// See related_states.h: what a search tells of the parts that are looked at.

#include "verify/related_parts.h"

#include "base/mapped_memory.h"
#include "base/memory.h"
#include "model/compose/compose.h"
#include "model/interpret/constant_value.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT = 1 << 16 };

static const instance *instance_of(const model *view, const instance *v)
{
    for (uint32_t i = 0; i < view->instance_count; i++)
        if (view->instances[i].at == v->at)
            return &view->instances[i];
    return NULL;
}

related *related_new(const instance *v, error *e)
{
    related *r = memory_new(1, sizeof *r);
    pthread_mutex_init(&r->lock, NULL);
    bool ok = model_tabled(v, &r->tabled, &r->abstract, e);
    if (ok && r->tabled->record_count)
        ok = source_error(&r->tabled->source, e, v->at, "leave out --all-related",
                          "related states are compared cell by cell, which nodes cannot be");
    if (!ok) {
        related_free(r);
        return NULL;
    }
    r->searched = instance_of(r->tabled, v);
    r->checked = instance_of(r->abstract, v);
    r->actions = r->searched->subject->method_count;
    for (uint32_t i = 0; i < r->actions; i++)
        r->silent[i] = r->checked->subject->methods[i]->body.count == 0;
    return r;
}

static void forget(related *r)
{
    intern_free(r->steps);
    intern_free(r->states);
    related_index_fini(&r->index);
    free(r->seen);
    free(r->found);
    mapped_free(r->recent, RECENT, sizeof *r->recent);
    free(r->cells);
    free(r->work);
    r->steps = r->states = NULL;
    r->seen = NULL;
    r->found = NULL;
    r->found_capacity = r->seen_count = r->seen_cells = 0;
    r->pairs = 0;
    r->recent = NULL;
    r->cells = r->work = NULL;
}

void related_free(related *r)
{
    if (!r)
        return;
    forget(r);
    model_free(r->tabled);
    model_free(r->abstract);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

uint64_t related_pairs(const related *r)
{
    return r->pairs;
}

const instance *related_instance(const related *r)
{
    return r->searched;
}

// Does the specification begin in a state that holds names, as those of enums that are no option do?
// Then renaming may lead from a state that it reaches to one that it does not.
static bool names_first(const related *r)
{
    const model *m = r->abstract, *whole = m->whole;
    const simulation *f = r->checked->subject->simulates;
    bool named = false;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        const variable *v = &m->shared[i];
        named |= v->specified &&
                 (v->initial || v->given || (v->type.kind == TYPE_ENUM && !v->type.optional));
    }
    for (uint32_t i = 0; i < whole->unit_count; i++) {
        const unit *u = whole->units[i];
        bool meant = strcmp(u->name, f->to) == 0;
        named |= meant && u->init;
        for (uint32_t k = 0; meant && k < u->component_count; k++)
            named |= u->components[k].of->init != NULL;
    }
    return named;
}

void related_cut(const related *r, const job *j, enum_symmetry *s)
{
    const system_options *b = &j->bounds;
    program_options shape = {.threads = b->threads, .nodes = b->nodes, .items = b->items};
    program *p = program_new(r->abstract, r->checked->subject, &shape);
    constants_find(p);
    enum_symmetry other;
    enum_symmetry_find(&other, p, r->checked);
    for (uint32_t e = 0; e < MODEL_MAX_ENUMS; e++)
        for (uint32_t i = 0; i <= MODEL_MAX_NAMES; i++)
            s->cut[e][i] |= other.cut[e][i] || names_first(r);
    program_free(p);
}

void related_begin(related *r, const job *j)
{
    const program *p = j->system.p;
    const model *m = r->tabled;
    forget(r);
    r->steps = intern_new();
    r->recent = mapped_new(RECENT, sizeof *r->recent);
    r->seen = memory_new(m->shared_count + 1, sizeof *r->seen);
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (m->shared[i].seen) {
            span s = {p->layout.variable[i], variable_cells(p, &m->shared[i])};
            span *last = r->seen_count ? &r->seen[r->seen_count - 1] : NULL;
            if (last && last->from + last->count == s.from)
                last->count += s.count;
            else
                r->seen[r->seen_count++] = s;
            r->seen_cells += s.count;
        }
}

static void take(const related *r, const int32_t *cells, int32_t *out)
{
    for (uint32_t i = 0; i < r->seen_count; i++) {
        memcpy(out, cells + r->seen[i].from, r->seen[i].count * sizeof *out);
        out += r->seen[i].count;
    }
}

static bool same_part(const related *r, const int32_t *a, const int32_t *b)
{
    for (uint32_t i = 0; i < r->seen_count; i++)
        if (memcmp(a + r->seen[i].from, b + r->seen[i].from, r->seen[i].count * sizeof *a) != 0)
            return false;
    return true;
}

static uint64_t hash_of(const related *r, const int32_t *cells, uint64_t h)
{
    for (uint32_t i = 0; i < r->seen_count; i++)
        for (uint32_t k = 0; k < r->seen[i].count; k++)
            h = (h ^ (uint32_t)cells[r->seen[i].from + k]) * UINT64_C(0x9E3779B97F4A7C15) +
                (h >> 29);
    return h;
}

static bool is_step(const related *r, const int32_t *step, const seen_transition *t)
{
    if ((uint32_t)step[0] != t->move->offer)
        return false;
    const int32_t *part = step + 1;
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < r->seen_count; i++, part += r->seen[i - 1].count)
            if (memcmp((k ? t->after : t->before) + r->seen[i].from, part,
                       r->seen[i].count * sizeof *part) != 0)
                return false;
    return true;
}

// Most steps change nothing that is looked at, and most others were met just now.
void related_note(void *context, const seen_transition *t)
{
    related *r = context;
    if (r->silent[t->move->method] && same_part(r, t->before, t->after))
        return;
    uint64_t h = hash_of(r, t->after, hash_of(r, t->before, t->move->offer + 1));
    const int32_t **recent = &r->recent[(h >> 17) % RECENT];
    const int32_t *known = __atomic_load_n(recent, __ATOMIC_ACQUIRE);
    if (known && is_step(r, known, t))
        return;
    uint32_t length = 1 + 2 * r->seen_cells;
    int32_t *step = memory_new(length, sizeof *step);
    bool fresh;
    step[0] = (int32_t)t->move->offer;
    take(r, t->before, step + 1);
    take(r, t->after, step + 1 + r->seen_cells);
    pthread_mutex_lock(&r->lock);
    uint32_t number = intern_add_fresh(r->steps, step, length * sizeof *step, &fresh);
    if (fresh) {
        MEMORY_GROW(r->found, r->found_capacity, (size_t)number + 1);
        r->found[number] = t->from;
    }
    known = intern_get(r->steps, number, NULL); // it never moves
    pthread_mutex_unlock(&r->lock);
    free(step);
    __atomic_store_n(recent, known, __ATOMIC_RELEASE);
}
