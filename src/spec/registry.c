// SPDX-License-Identifier: MIT
// Looking up specs and their methods: see registry.h.

#include "spec/registry.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const lp_spec *spec_find(const char *name, error *e)
{
    const char *names[256];
    size_t count = 0;
    for (size_t i = 0; spec_builtins[i]; i++) {
        if (strcmp(spec_builtins[i]->name, name) == 0)
            return spec_builtins[i];
        if (count < sizeof names / sizeof *names)
            names[count++] = spec_builtins[i]->name;
    }
    const char *near = did_you_mean(name, names, count);
    if (near)
        error_set(e, "there is no spec \"%s\"; did you mean \"%s\"?", name, near);
    else
        error_set(e, "there is no spec \"%s\"; `linchpin specs` lists them", name);
    return NULL;
}

// Is `name` one of the words of `list`?
static bool listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at && *at;) {
        size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, name, length) == 0)
            return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

uint32_t spec_method_count(const lp_spec *spec)
{
    uint32_t n = 0;
    while (n < LP_MAX_METHODS && spec->methods[n].name)
        n++;
    return n;
}

uint32_t spec_method(const lp_spec *spec, const char *name)
{
    uint32_t count = spec_method_count(spec);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(spec->methods[i].name, name) == 0)
            return i;
    for (uint32_t i = 0; i < count; i++)
        if (listed(spec->methods[i].aliases, name))
            return i;
    return UINT32_MAX;
}

char *spec_method_near(const lp_spec *spec, const char *typed)
{
    text all = {0}; // every name and alias, each ended by NUL
    size_t count = 0;
    for (uint32_t i = 0; i < spec_method_count(spec); i++) {
        const char *lists[] = {spec->methods[i].name, spec->methods[i].aliases};
        for (int k = 0; k < 2; k++) {
            for (const char *at = lists[k]; at && *at; count++) {
                size_t word = strcspn(at, " ");
                text_add_bytes(&all, at, word);
                text_add_bytes(&all, "", 1);
                at += word + (at[word] == ' ');
            }
        }
    }
    const char **names = memory_new(count, sizeof *names);
    const char *at = all.bytes;
    for (size_t i = 0; i < count; i++, at += strlen(at) + 1)
        names[i] = at;
    char *near = memory_string(did_you_mean(typed, names, count));
    free(names);
    text_fini(&all);
    return near;
}
