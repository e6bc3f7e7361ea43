// SPDX-License-Identifier: MIT
// See invariant_reads.h.

#include "verify/system/invariant_reads.h"

#include "base/memory.h"
#include "verify/system/channel_reads.h"

#include <stdlib.h>

enum { MOST = 64 };

static bool holds_messages(const variable *v)
{
    return v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE;
}

void invariant_reads_init(invariant_reads *r, const program *p, bool watched)
{
    const model *m = p->model;
    uint32_t count = m->invariant_count < MOST ? m->invariant_count : MOST;
    *r = (invariant_reads){.of = memory_new(p->layout.cells, sizeof *r->of)};
    // What is not of an automaton may look at more than shared variables.
    if (!p->object->is_automaton || p->layout.heap_count)
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << i;
        r->skipping |= bit;
        for (uint32_t v = 0; v < m->shared_count; v++) {
            uint32_t first = p->layout.variable[v];
            if (!condition_reads(p, &m->invariants[i], first))
                continue;
            for (uint32_t k = 0; k < variable_cells(p, &m->shared[v]); k++)
                r->of[first + k] |= bit;
            if (watched && holds_messages(&m->shared[v]))
                r->skipping &= ~bit;
        }
    }
}

void invariant_reads_fini(invariant_reads *r)
{
    free(r->of);
    *r = (invariant_reads){0};
}
