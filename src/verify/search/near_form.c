// SPDX-License-Identifier: MIT
// See near_form.h.

#include "verify/search/near_form.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void near_init(worker *w)
{
    const search *q = w->q;
    const layout *l = &q->system->p->layout;
    bool same = !l->heap_count && !q->symmetric && !q->o.scalarset;
    w->flat = same && q->system->p->threads == 1;
    w->plain = same && !w->flat && !w->filter;
    w->base = memory_new(q->packing.words, sizeof *w->base);
    w->changed.list = memory_new(l->cells + 1, sizeof *w->changed.list);
    invariant_reads_init(&w->asked, q->system->p, q->o.looks != NULL);
}

void near_fini(worker *w)
{
    free(w->base);
    free(w->changed.list);
    invariant_reads_fini(&w->asked);
}

// States in a row mostly come from the same one.
uint32_t near_get(worker *w, uint32_t number)
{
    const packing *c = &w->q->packing;
    uint32_t observed = store_get(w->view, number, w->words);
    if (w->near)
        packing_unpatch(c, w->base, w->words, w->cells);
    else
        packing_unpack(c, w->words, w->cells);
    w->near = true;
    memcpy(w->base, w->words, c->words * sizeof *w->base);
    if (w->q->o.orbits)
        orbit_form_base(&w->orbits, w->cells);
    if (w->filter)
        dead_filter_base(w->filter, w->cells);
    return observed;
}

static void note_looks(worker *w, const int32_t *after)
{
    claim_looks *c = w->q->o.looks;
    if (!claim_looks_note_near(c, w->filter, w->looked))
        claim_looks_note(c, w->looker, w->looked, w->cells, after);
}

// Tables are no part of what is made.
static void find_changes(worker *w, const int32_t *after, uint32_t cells)
{
    if (!w->rows) {
        cell_changes_find(&w->changed, w->cells, after, cells);
        return;
    }
    assert(!w->successors.eager); // the step is all of the path
    const cell_changes *known = known_rows_changed(w->rows);
    w->changed.count = known->count;
    memcpy(w->changed.list, known->list, known->count * sizeof *known->list);
}

near_form near_pack(worker *w, const int32_t *after, uint32_t observed)
{
    const search *q = w->q;
    find_changes(w, after, q->packing.p->layout.cells);
    memcpy(w->words, w->base, q->packing.words * sizeof *w->words);
    if (!packing_patch(&q->packing, after, &w->changed, w->words))
        return NEAR_STOPS;
    if (recent_met(&w->recent, w->words, observed))
        return NEAR_MET;
    if (q->o.invariants || q->o.reachable || q->property.agrees)
        memcpy(w->normal, after, q->packing.p->layout.cells * sizeof *w->normal);
    return NEAR_MADE;
}

near_form near_make(worker *w, const int32_t *after, uint32_t *observed)
{
    const packing *c = &w->q->packing;
    uint32_t cells = c->p->layout.cells;
    find_changes(w, after, cells);
    const int32_t *live = w->filter ? dead_filter_apply_near(w->filter, after, &w->changed) : after;
    if (w->looked)
        note_looks(w, after);
    if (live != after)
        cell_changes_find(&w->changed, w->cells, live, cells);
    memcpy(w->words, w->base, c->words * sizeof *w->words);
    if (!packing_patch(c, live, &w->changed, w->words))
        return NEAR_STOPS;
    if (recent_met(&w->recent, w->words, *observed))
        return NEAR_MET;
    // The invariants hold in the state that is expanded, and treat the names of orbits alike.
    w->held = invariant_reads_held(&w->asked, &w->changed);
    memcpy(w->normal, live, cells * sizeof *w->normal);
    if (!w->q->o.orbits)
        return NEAR_MADE;
    *observed = orbit_form_make_near(&w->orbits, &w->changed, w->normal, *observed);
    if (w->orbits.same) // mostly names keep their places
        return *observed != OBSERVED_STOP ? NEAR_MADE : NEAR_STOPS;
    cell_changes_find(&w->changed, live, w->normal, cells);
    return *observed != OBSERVED_STOP && packing_patch(c, w->normal, &w->changed, w->words)
               ? NEAR_MADE
               : NEAR_STOPS;
}
