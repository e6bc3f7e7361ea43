// SPDX-License-Identifier: MIT
// Specs that are not as the build made them: see made_spec.h.

#include "spec/made_spec.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

spec_made *spec_made_new(const lp_spec *from)
{
    spec_made *made = memory_new(1, sizeof *made);
    made->spec = *from;
    made->spec.made = made;
    return made;
}

spec_made spec_made_beside(const lp_spec *base)
{
    const spec_made *made = base->made;
    return made ? (spec_made){.aliases = made->aliases, .alias_count = made->alias_count}
                : (spec_made){0};
}

void spec_made_free(spec_made *made)
{
    for (size_t i = 0; i < made->alias_count; i++)
        free(made->aliases[i].name);
    free(made->aliases);
    free(made->name);
    if (made->owner)
        made->owner_free(made->owner);
    if (made->library)
        dlclose(made->library);
    free(made);
}

bool spec_failed(const lp_spec *spec, error *e)
{
    const spec_made *made = spec->made;
    return made && made->owner && made->owner_failed(made->owner, e);
}

const spec_alias *spec_made_alias(const lp_spec *spec, const char *name)
{
    const spec_made *made = spec->made;
    for (size_t i = 0; made && i < made->alias_count; i++)
        if (strcmp(made->aliases[i].name, name) == 0)
            return &made->aliases[i];
    return NULL;
}
