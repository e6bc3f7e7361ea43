// SPDX-License-Identifier: MIT
// Everything that --spec takes:
//
//     queue              a built-in
//     bounded-queue:4    a built-in with its number
//     my_spec.c          the user's own, compiled by cc and loaded; or a .so
//
// and the further names for methods that --map takes: "offer=enq,poll=deq".

#ifndef SPEC_SPEC_GET_H
#define SPEC_SPEC_GET_H

#include "base/error.h"
#include "base/io/limits.h"

#include <linchpin/spec.h>

typedef struct spec_options {
    const char *map; // as --map takes it; NULL: none
    const char *cc;  // NULL: $CC, else "cc"
    limits *limits;  // for the compiler; may be NULL
} spec_options;

// NULL with an error. `o` may be NULL. Give it back with spec_release.
const lp_spec *spec_get(const char *name, const spec_options *o, error *e);
// The last part of it: the names of o->map. Takes `made`, which goes with an error.
struct spec_made;
const lp_spec *spec_finish(struct spec_made *made, const spec_options *o, error *e);
// Also fine for NULL, built-ins and specs of others: then it does nothing.
void spec_release(const lp_spec *spec);

// Whether this may name code of the user's, which could do anything: a file, and no model.
bool spec_is_code(const char *name);

// Where the file's name ends if this is FILE.lin or FILE.lin:NAME, else NULL. These are
// for spec_file_get.
const char *spec_model_end(const char *name);

// A file: C or C++ source with an LP_SPEC in it, or a shared object made of it.
const lp_spec *spec_load(const char *path, const char *cc, limits *l, error *e);

// Can it be used? What it lacks is named: "spec 'x' has no .step".
bool spec_check(const lp_spec *spec, error *e);

#endif
