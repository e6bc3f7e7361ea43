// SPDX-License-Identifier: MIT
// Everything that spec_get takes, and the spec blocks of models:
//
//     stack.lin          its only spec
//     stack.lin:lifo     the one of this name

#ifndef MODEL_SPEC_FILE_H
#define MODEL_SPEC_FILE_H

#include "spec/spec_get.h"

// NULL with an error. Give it back with spec_release.
const lp_spec *spec_file_get(const char *name, const spec_options *o, error *e);

#endif
