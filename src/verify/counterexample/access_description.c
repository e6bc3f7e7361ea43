// SPDX-License-Identifier: MIT
// The access to shared memory that a step makes: see memory_record.h. What it read and wrote is
// looked up in the states before and after it.

#include "judge/evidence/step_evidence.h"
#include "model/interpret/interpret.h"
#include "verify/counterexample/cell_text.h"
#include "verify/counterexample/memory_record.h"

#include <string.h>

// What a cell of a state belongs to.
typedef struct owned_cell {
    const variable *v;
    uint32_t item;
    uint32_t first;        // cell of the item
    uint32_t record, node; // of a field; node 0: it is none
} owned_cell;

static bool within(const program *p, const variable *v, uint32_t start, uint32_t cell,
                   owned_cell *out)
{
    uint32_t size = variable_unit(p, v);
    if (cell < start || cell >= start + variable_cells(p, v))
        return false;
    *out = (owned_cell){.v = v, .item = (cell - start) / size};
    out->first = start + out->item * size;
    return true;
}

static bool find_owner(const transition_system *s, uint32_t thread, uint32_t cell, owned_cell *out)
{
    const layout *l = &s->p->layout;
    for (uint32_t i = 0; i < s->m->shared_count; i++)
        if (within(s->p, &s->m->shared[i], variable_start(s->p, i, thread), cell, out))
            return true;
    for (uint32_t h = 0; h < l->heap_count; h++) {
        uint32_t start = l->heaps[h].start, stride = l->heaps[h].stride;
        if (cell < start || cell >= start + stride * l->nodes)
            continue;
        uint32_t node = (cell - start) / stride;
        const record *r = s->m->records[h];
        for (uint32_t f = 0; f < r->field_count; f++)
            if (within(s->p, &r->fields[f], start + node * stride + l->heaps[h].fields[f], cell,
                       out)) {
                out->record = h;
                out->node = node + 1;
                return true;
            }
    }
    return false;
}

typedef struct accessed {
    text cell, old, new;
} accessed;

static void add_cell(describer *d, const owned_cell *at, const int32_t *before,
                     const int32_t *after, accessed *out)
{
    const char *comma = out->cell.length ? ", " : "";
    text_add(&out->cell, "%s", comma);
    if (at->node)
        text_add(&out->cell, "%s%u.", d->s->m->records[at->record]->name,
                 *name_of(d, at->record, at->node));
    print_name(d, at->v, at->item, &out->cell);
    text_add(&out->old, "%s", comma);
    print_item(d, at->v->type, before + at->first, &out->old);
    if (!after)
        return;
    text_add(&out->new, "%s", comma);
    print_item(d, at->v->type, after + at->first, &out->new);
}

static lp_access_kind kind_of(const instr *i)
{
    switch (i->kind) {
    case INSTR_STORE:
        return LP_ACCESS_WRITE;
    case INSTR_CAS:
    case INSTR_DCAS:
    case INSTR_SC:
        return LP_ACCESS_CAS;
    case INSTR_SWAP:
    case INSTR_FAA:
        return LP_ACCESS_UPDATE;
    case INSTR_LOCK:
        return LP_ACCESS_LOCK;
    case INSTR_UNLOCK:
        return LP_ACCESS_UNLOCK;
    case INSTR_MANY:
        return seq_changes(i->seq) ? LP_ACCESS_UPDATE : LP_ACCESS_READ;
    default:
        return LP_ACCESS_READ;
    }
}

static void add_place(describer *d, const move *m, const step_place *at, const int32_t *before,
                      const int32_t *after, lp_verdict *v)
{
    owned_cell first, second;
    accessed words = {{0}, {0}, {0}};
    lp_access_kind kind = kind_of(at->by);
    if (!find_owner(d->s, m->thread, at->cell, &first) || first.v->own || wide_set(first.v))
        return;
    const int32_t *written = kind == LP_ACCESS_READ || at->fails ? NULL : after;
    add_cell(d, &first, before, written, &words);
    if (at->second != UINT32_MAX && find_owner(d->s, m->thread, at->second, &second))
        add_cell(d, &second, before, written, &words);
    verdict_access(v, &(lp_step_access){.kind = kind,
                                        .failed = at->fails,
                                        .cell = words.cell.bytes,
                                        .before = words.old.bytes,
                                        .after = words.new.bytes});
    text_fini(&words.cell);
    text_fini(&words.old);
    text_fini(&words.new);
}

// The node that a step made or freed: the only one whose status is another.
static void add_node(describer *d, bool made, const int32_t *before, const int32_t *after,
                     lp_verdict *v)
{
    const layout *l = &d->s->p->layout;
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 1; n <= l->nodes; n++) {
            uint32_t at = l->heaps[h].start + (n - 1) * l->heaps[h].stride;
            if (before[at] == after[at])
                continue;
            text name = {0};
            text_add(&name, "%s%u", d->s->m->records[h]->name, *name_of(d, h, n));
            verdict_access(v, &(lp_step_access){.kind = made ? LP_ACCESS_ALLOCATE : LP_ACCESS_FREE,
                                                .cell = name.bytes});
            text_fini(&name);
            return;
        }
}

void describe_access(describer *d, const move *m, const int32_t *before, const int32_t *after,
                     lp_verdict *v)
{
    const routine *r = NULL;
    step_place at;
    const instr *i = m->kind == LABEL_INTERNAL && d->s->front->component
                         ? program_instr(d->s->p, m->pc, &r)
                         : NULL;
    if (!i)
        return;
    if ((i->kind == INSTR_NEW || i->kind == INSTR_FREE) && after)
        add_node(d, i->kind == INSTR_NEW, before, after, v);
    else if (interpret_place(d->s->p, before, m->thread, &at))
        add_place(d, m, &at, before, after, v);
}
