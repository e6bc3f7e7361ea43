// SPDX-License-Identifier: MIT
// Which fast judge is for a spec: see fast.h.

#include "judge/fast.h"

#include "spec/registry.h"

#include <string.h>

const fast_judge *fast_find(const lp_spec *spec)
{
    // The built-in itself: a user's spec may have the same name and mean another.
    for (size_t i = 0; fast_judges[i]; i++)
        if (strcmp(fast_judges[i]->spec, spec->name) == 0 && spec_find(spec->name, NULL) == spec)
            return fast_judges[i];
    return NULL;
}
