// SPDX-License-Identifier: MIT
// What was asked for: can it be made, and which methods are called? See simulation.h.

#include "base/memory.h"
#include "gen/simulation.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

bool gen_check_options(const lp_spec *spec, const gen_options *o, error *e)
{
    if (o->processes == 0 || o->ops == 0)
        return error_set(e, "there must be a process and an operation at least");
    if (o->overlap < 1 || o->overlap > o->processes)
        return error_set(e, "with %u process%s from 1 to %u operations can be open at once",
                         o->processes, o->processes == 1 ? "" : "es", o->processes);
    if (o->pending > o->ops || o->failed > o->ops - o->pending)
        return error_set(e, "of %llu operations so many cannot be pending or failed",
                         (unsigned long long)o->ops);
    if (spec->syncs && spec->sync_count > 1)
        return error_set(e,
                         "gen cannot make up histories of %s: its operations meet in several ways",
                         spec->name);
    if (spec->syncs && spec->syncs[0].up_to)
        return error_set(e,
                         "gen cannot make up histories of %s: who meets is not listed in the spec, "
                         "each step decides it",
                         spec->name);
    uint32_t least = spec->syncs ? spec->syncs[0].count : 1;
    if (spec->syncs && o->processes < least)
        return error_set(e, "the operations of %s meet: it needs %u processes at least", spec->name,
                         least);
    return true;
}

// try_deq where there is deq, cas_weak where there is cas.
static bool is_weaker(const lp_spec *spec, const char *name)
{
    size_t n = strlen(name);
    for (uint32_t m = 0; m < spec_method_count(spec); m++) {
        const char *strong = spec->methods[m].name;
        size_t length = strlen(strong);
        if ((strncmp(name, "try_", 4) == 0 && strcmp(name + 4, strong) == 0) ||
            (n == length + 5 && strncmp(name, strong, length) == 0 &&
             strcmp(name + length, "_weak") == 0))
            return true;
    }
    return false;
}

bool gen_choose_methods(gen_simulation *s, error *e)
{
    const char *given = s->options->methods;
    for (uint32_t m = 0; !given && m < spec_method_count(s->spec); m++)
        if (!is_weaker(s->spec, s->spec->methods[m].name))
            s->methods[s->method_count++] = m;
    while (given && given[strspn(given, ", ")]) {
        given += strspn(given, ", ");
        size_t n = strcspn(given, ", ");
        char *name = memory_string_n(given, n);
        given += n;
        uint32_t m = spec_method(s->spec, name);
        bool known = m != UINT32_MAX;
        if (!known)
            error_set(e, "the spec \"%s\" has no method \"%s\"", s->spec->name, name);
        free(name);
        if (!known)
            return false;
        bool twice = false;
        for (uint32_t i = 0; i < s->method_count; i++)
            twice |= s->methods[i] == m;
        if (!twice)
            s->methods[s->method_count++] = m;
    }
    if (s->spec->syncs && s->options->methods)
        return error_set(e, "the operations of %s meet: all its methods are needed", s->spec->name);
    return s->method_count > 0 || error_set(e, "no method is left to call");
}
