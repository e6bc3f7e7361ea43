// SPDX-License-Identifier: MIT
// Backward data flow, repeated until nothing changes. A dead local that is set
// to zero cannot be told from one that was never used, so states that differ only
// there become one.

#include "model/steps/local_liveness.h"

#include "base/memory.h"

#include <stdlib.h>

_Static_assert(MODEL_MAX_NAMES <= 64, "a bit for each local");

static uint64_t reads_of(const expr *x)
{
    if (!x)
        return 0;
    uint64_t set = x->kind == EXPR_LOCAL ? UINT64_C(1) << x->index : 0;
    set |= reads_of(x->a) | reads_of(x->b) | reads_of(x->c);
    for (uint32_t i = 0; i < x->item_count; i++)
        set |= reads_of(x->items[i]);
    return set;
}

static uint64_t reads(const instr *i)
{
    uint64_t set = reads_of(i->a) | reads_of(i->b) | reads_of(i->c) | reads_of(i->d);
    set |= reads_of(i->place.base) | reads_of(i->place.at);
    set |= reads_of(i->second.base) | reads_of(i->second.at);
    // A write to one item keeps the others.
    if (i->place.local && (i->kind == INSTR_LOAD || i->kind == INSTR_MANY))
        set |= UINT64_C(1) << i->place.index;
    for (uint32_t k = 0; k < i->item_count; k++)
        set |= reads_of(i->items[k]);
    return set;
}

static uint64_t live_before(const routine *r, const uint32_t *labels, uint32_t n)
{
    const instr *i = &r->code[n];
    if (i->kind == INSTR_RETURN)
        return 0;
    uint64_t after = i->kind == INSTR_JUMP ? 0 : n + 1 < r->count ? r->live[n + 1] : 0;
    if (i->kind == INSTR_JUMP || i->kind == INSTR_BRANCH)
        after |= r->live[labels[i->label]];
    if (i->to.kind == SLOT_LOCAL)
        after &= ~(UINT64_C(1) << i->to.index);
    return after | reads(i);
}

void liveness_find(routine *r)
{
    uint32_t *labels = memory_new(r->labels + 1, sizeof *labels);
    r->live = memory_new(r->count + 1, sizeof *r->live);
    for (uint32_t n = 0; n < r->count; n++)
        if (r->code[n].kind == INSTR_LABEL)
            labels[r->code[n].label] = n;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = r->count; n-- > 0;) {
            uint64_t live = live_before(r, labels, n);
            changed |= live != r->live[n];
            r->live[n] = live;
        }
    }
    free(labels);
}
