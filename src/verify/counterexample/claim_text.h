// SPDX-License-Identifier: MIT
// What the last step of a counterexample did wrong, where more can be said than that an assertion
// fails: a claim about steps, or a step of a simulation that nothing matches.

#ifndef VERIFY_CLAIM_TEXT_H
#define VERIFY_CLAIM_TEXT_H

#include "verify/counterexample/move_description.h"

// The claim about steps whose assertion stands there; NULL: it is none.
const step_claim *step_claim_at(const model *m, uint32_t where);
// Its name, with the component that it is about before it; NULL: it has none.
char *step_claim_name(const model *m, const unit *subject, const step_claim *c);
// What the move did wrong, with the values before and after it. False: nothing is known but `r`.
bool describe_broken_claim(describer *d, const move *m, const run *r, const int32_t *before,
                           const int32_t *after, text *out);

#endif
