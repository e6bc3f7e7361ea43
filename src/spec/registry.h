// SPDX-License-Identifier: MIT
// The built-in specs. A spec is one file in builtin/ that defines
// `const lp_spec lp_spec_<file name>`; the build finds it there.

#ifndef SPEC_REGISTRY_H
#define SPEC_REGISTRY_H

#include "base/error.h"

#include <linchpin/spec.h>

extern const lp_spec *const spec_builtins[]; // NULL-terminated; made by the build
// NULL with an error that names the nearest spec.
const lp_spec *spec_find(const char *name, error *e);
// The method of that name or alias; UINT32_MAX: none.
uint32_t spec_method(const lp_spec *spec, const char *name);
// The name or alias nearest to what was typed; NULL: none is near. Caller frees.
char *spec_method_near(const lp_spec *spec, const char *typed);
uint32_t spec_method_count(const lp_spec *spec);

#endif
