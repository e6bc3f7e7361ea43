// SPDX-License-Identifier: MIT
// What --spec of `linchpin check` takes: one spec for everything, or one for each object of
// the history, q=queue,r=channel.

#ifndef CLI_CHECK_SPECS_H
#define CLI_CHECK_SPECS_H

#include "judge/object_specs.h"
#include "spec/spec_get.h"

typedef struct check_specs {
    const lp_spec *spec; // for everything; NULL: see `objects`
    object_specs objects;
    object_spec *own;
    size_t capacity;
} check_specs;

// False with an error; check_specs_fini is due in any case. A name with a slash before its
// first = is that of a file.
bool check_specs_get(check_specs *s, const char *given, const spec_options *o, error *e);
void check_specs_fini(check_specs *s);
// Does one of them name code of the user's?
bool check_specs_run_code(const char *given);

#endif
