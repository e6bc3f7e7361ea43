// SPDX-License-Identifier: MIT
// A state in words, with other names of enums: what permutations of names are compared with. It
// knows types and nothing of fields, tables and forms.

#ifndef TESTS_VERIFY_NAMED_STATE_H
#define TESTS_VERIFY_NAMED_STATE_H

#include "model/steps/enum_permutation.h"
#include "model/steps/program.h"

// What each variable holds at each index, the indices in order. `sorted`: a channel whose
// messages have no order, for each shared variable.
void named_state(const program *p, const bool *sorted, const int32_t *cells,
                 const enum_permutation *e, text *out);

#endif
