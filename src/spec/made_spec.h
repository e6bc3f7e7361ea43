// SPDX-License-Identifier: MIT
// Specs that are not as the build made them: with a parameter, with further
// names for methods, or loaded from a file. `made` of the spec points to this.

#ifndef SPEC_MADE_SPEC_H
#define SPEC_MADE_SPEC_H

#include "base/error.h"

#include <linchpin/spec.h>

typedef struct spec_alias {
    char *name;
    uint32_t method;
} spec_alias;

typedef struct spec_made {
    lp_spec spec;
    const lp_spec *builtin; // what it was made from; NULL: the user's own
    char *name;
    void *library; // of dlopen
    spec_alias *aliases;
    size_t alias_count, alias_capacity;
    // What the spec stands on, and how it is freed; and whether a step went wrong, so that
    // no verdict may be given. NULL: nothing.
    void *owner;
    void (*owner_free)(void *owner);
    bool (*owner_failed)(const void *owner, error *e);
} spec_made;

spec_made *spec_made_new(const lp_spec *from);
// For a spec that changes another one and lives in its own struct: the same names for methods,
// which stay the other one's.
spec_made spec_made_beside(const lp_spec *base);
void spec_made_free(spec_made *made);
// True with the error: a step of the spec went wrong, whatever it was asked by.
bool spec_failed(const lp_spec *spec, error *e);

// From --map: NULL when it says nothing about this name.
const spec_alias *spec_made_alias(const lp_spec *spec, const char *name);

#endif
