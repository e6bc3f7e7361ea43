// SPDX-License-Identifier: MIT
// The text of a model with the marks that were inferred, in place of those that it has, and `using points` in its
// verify block. Whoever verifies it relies on nothing that was inferred.

#ifndef VERIFY_MARKED_MODEL_H
#define VERIFY_MARKED_MODEL_H

#include "verify/points/inferred_points.h"

// False: marks cannot say it. `v` is the verify block.
bool marked_model_print(const inferred_points *p, const instance *v, text *out);
// Those of its lines that have a mark, each with its number.
void marked_lines_print(const char *marked, text *out);

#endif
