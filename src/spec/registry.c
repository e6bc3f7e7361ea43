// SPDX-License-Identifier: MIT
// Looking up specs and their methods: see registry.h.

#include "spec/registry.h"

#include "base/memory.h"
#include "base/text.h"
#include "spec/made_spec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Compares without regard to case, _ and -.
static bool alike(const char *a, size_t n, const char *b)
{
    const char *end = a + n;
    for (;;) {
        while (a < end && (*a == '_' || *a == '-'))
            a++;
        while (*b == '_' || *b == '-')
            b++;
        if (a == end || !*b)
            return a == end && !*b;
        if (tolower((unsigned char)*a++) != tolower((unsigned char)*b++))
            return false;
    }
}

static const lp_spec *find(const char *name)
{
    for (size_t i = 0; spec_builtins[i]; i++)
        if (alike(name, strlen(name), spec_builtins[i]->name))
            return spec_builtins[i];
    return NULL;
}

const lp_spec *spec_find(const char *name, error *e)
{
    const lp_spec *found = find(name);
    if (found && found->parameter.required) {
        error_set(e, "%s needs its %s: write %s:%lld", found->name, found->parameter.name,
                  found->name, (long long)found->parameter.value);
        return NULL;
    }
    if (found)
        return found;
    const char *names[256];
    size_t count = 0;
    while (spec_builtins[count] && count < sizeof names / sizeof *names) {
        names[count] = spec_builtins[count]->name;
        count++;
    }
    const char *near = did_you_mean(name, names, count);
    if (near)
        error_set(e, "there is no spec \"%s\"; did you mean \"%s\"?", name, near);
    else
        error_set(e, "there is no spec \"%s\"; `linchpin specs` lists them", name);
    return NULL;
}

bool spec_is(const lp_spec *spec, const char *builtin)
{
    const spec_made *made = spec->made;
    const lp_spec *from = made ? made->builtin : spec;
    if (!from || !alike(builtin, strlen(builtin), from->name))
        return false;
    size_t i = 0;
    while (spec_builtins[i] && spec_builtins[i] != from)
        i++;
    return spec_builtins[i] != NULL;
}

// Is `name` one of the words of `list`?
static bool listed(const char *list, const char *name, bool exactly)
{
    for (const char *at = list; at && *at;) {
        size_t word = strcspn(at, " ");
        if (exactly ? word == strlen(name) && memcmp(at, name, word) == 0 : alike(at, word, name))
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
    const spec_alias *alias = spec_made_alias(spec, name);
    if (alias)
        return alias->method;
    uint32_t count = spec_method_count(spec);
    for (int exactly = 1; exactly >= 0; exactly--) {
        for (uint32_t i = 0; i < count; i++)
            if (listed(spec->methods[i].name, name, exactly))
                return i;
        for (uint32_t i = 0; i < count; i++)
            if (listed(spec->methods[i].aliases, name, exactly))
                return i;
    }
    return UINT32_MAX;
}

uint32_t spec_own_method(const lp_spec *spec, const char *name)
{
    uint32_t i = 0;
    while (i < LP_MAX_METHODS && spec->methods[i].name && strcmp(spec->methods[i].name, name) != 0)
        i++;
    return i < LP_MAX_METHODS && spec->methods[i].name ? i : UINT32_MAX;
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

bool spec_normal_result(const lp_spec_method *method, lp_value arg, lp_value *result)
{
    bool echo = lp_value_equal(*result, arg) && !lp_is_nil(arg);
    // Not of a boolean: try_enq(false) → false did not do it.
    if (method->echo_is_true && echo && arg.kind != LP_KIND_BOOL)
        *result = LP_TRUE;
    if (!method->returns_nothing)
        return true;
    // Java's offer and add say true where nothing can go wrong.
    bool nothing = lp_is_nil(*result) || result->kind == LP_KIND_UNIT || echo ||
                   lp_value_equal(*result, LP_TRUE);
    *result = LP_UNIT;
    return nothing;
}
