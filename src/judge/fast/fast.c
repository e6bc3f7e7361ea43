// SPDX-License-Identifier: MIT
// Which fast judge is for a spec: see fast.h.

#include "judge/fast/fast.h"

#include "spec/registry.h"

const fast_judge *fast_find(const lp_spec *spec)
{
    for (size_t i = 0; fast_judges[i]; i++)
        if (spec_is(spec, fast_judges[i]->spec))
            return fast_judges[i];
    return NULL;
}
