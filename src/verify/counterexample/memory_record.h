// SPDX-License-Identifier: MIT
// The memory of a counterexample (linchpin/steps.h): what its first state holds, and what each of
// its steps changes; and the access that a step makes.

#ifndef VERIFY_MEMORY_RECORD_H
#define VERIFY_MEMORY_RECORD_H

#include "verify/counterexample/memory_view.h"

typedef struct memory_record {
    box_list boxes;
    memory_view was, is;
    memory_view full; // the state now, with what nothing leads to any more
    bool has_full;
} memory_record;

void memory_record_start(memory_record *r, describer *d, const int32_t *cells, lp_verdict *v);
// Before nodes that nothing leads to are taken away and others get new numbers: what the step did to them
// is told, too. Where neither happens it need not be called.
void memory_record_full(memory_record *r, describer *d, const int32_t *cells);
// After the last step of the trace: this is the state now, with the names that nodes have now.
void memory_record_step(memory_record *r, describer *d, const int32_t *cells);
void memory_record_fini(memory_record *r);

// Of the last step of the trace. `after`: with nodes that still have their numbers; NULL: it failed.
void describe_access(describer *d, const move *m, const int32_t *before, const int32_t *after,
                     lp_verdict *v);

#endif
