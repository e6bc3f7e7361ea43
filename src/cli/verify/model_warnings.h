// SPDX-License-Identifier: MIT
// What is warned of in a model: said at once, and in each verdict.

#ifndef CLI_MODEL_WARNINGS_H
#define CLI_MODEL_WARNINGS_H

#include "cli/command.h"
#include "model/check/warnings.h"

// Each verdict says what there is to be said of the whole file.
void model_warnings_add(const model *m, const warnings *w, lp_verdict *out);
// False: warnings are errors, and there is one.
bool model_warnings_say(const cli_common *c, bool errors, const model *m, const warnings *w,
                        error *e);

#endif
