// SPDX-License-Identifier: MIT
// Which invariants look at which cells. One that looks at nothing that a step has changed holds after
// the step if it did before: of a state that is new only the others are evaluated. What an invariant
// looks at are whole variables, found in its code.

#ifndef VERIFY_INVARIANT_READS_H
#define VERIFY_INVARIANT_READS_H

#include "model/steps/program.h"
#include "verify/canonical/cell_changes.h"

typedef struct invariant_reads {
    uint64_t *of;      // of each cell: the invariants, a bit each
    uint64_t skipping; // those that may be passed over: the first 64 at most
} invariant_reads;

// `watched`: it is noted who looks at channels (claim_looks.h), so whoever does is evaluated.
void invariant_reads_init(invariant_reads *r, const program *p, bool watched);
void invariant_reads_fini(invariant_reads *r);

// Those that hold still, for `held` in emitted.h.
static inline uint64_t invariant_reads_held(const invariant_reads *r, const cell_changes *changed)
{
    uint64_t held = r->skipping;
    for (uint32_t i = 0; i < changed->count; i++)
        held &= ~r->of[changed->list[i]];
    return held;
}

#endif
