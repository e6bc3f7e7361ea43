// SPDX-License-Identifier: MIT
// The built-in specs, and the names of methods. A spec is one file in builtin/
// that defines `const lp_spec lp_spec_<file name>`; the build finds it there.

#ifndef SPEC_REGISTRY_H
#define SPEC_REGISTRY_H

#include "base/error.h"

#include <linchpin/spec.h>

extern const lp_spec *const spec_builtins[]; // NULL-terminated; made by the build
// A built-in as it is, without a number after its name. NULL with an error that
// names the nearest spec. For everything that --spec takes, see spec_get.h.
const lp_spec *spec_find(const char *name, error *e);
// Is it this built-in, whatever its parameter and whatever --map added? A user's
// own spec of the same name is not.
bool spec_is(const lp_spec *spec, const char *builtin);

// The method of that name or alias; UINT32_MAX: none. What --map says comes
// first, then names and aliases as they are, then without regard to case, _ and
// -: so tryEnqueue and TRY-ENQUEUE are try_enqueue.
uint32_t spec_method(const lp_spec *spec, const char *name);
// The method that has this name in the spec itself, whatever --map says.
uint32_t spec_own_method(const lp_spec *spec, const char *name);
// The name or alias nearest to what was typed; NULL: none is near. Caller frees.
char *spec_method_near(const lp_spec *spec, const char *typed);
uint32_t spec_method_count(const lp_spec *spec);

// The result as the spec emits it: histories write "done" in several ways. False:
// the method returns nothing, and this is something.
bool spec_normal_result(const lp_spec_method *method, lp_value arg, lp_value *result);

#endif
