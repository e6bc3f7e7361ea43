// SPDX-License-Identifier: MIT
// Taking --spec apart: see check_specs.h.

#include "cli/check/check_specs.h"

#include "base/memory.h"
#include "base/text.h"
#include "model/spec/spec_file.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

static bool by_object(const char *given)
{
    const char *equals = strchr(given, '='), *slash = strchr(given, '/');
    return equals && !(slash && slash < equals);
}

// The entries of --map whose method this spec has; NULL: none. Others are for other objects.
static char *map_for(const char *map, const lp_spec *spec, bool *used)
{
    text own = {0};
    size_t number = 0;
    for (const char *at = map; *at; number++) {
        size_t n = strcspn(at, ",");
        char *entry = memory_string_n(at, n);
        const char *equals = strchr(entry, '=');
        if (equals && spec_method(spec, equals + 1) != UINT32_MAX) {
            text_add(&own, "%s%s", own.length ? "," : "", entry);
            used[number] = true;
        }
        free(entry);
        at += n + (at[n] == ',');
    }
    return own.length ? text_take(&own) : NULL;
}

static const lp_spec *get_one(const char *name, const spec_options *o, bool *used, error *e)
{
    spec_options how = *o;
    how.map = NULL;
    const lp_spec *spec = spec_file_get(name, &how, e);
    char *map = spec && o->map ? map_for(o->map, spec, used) : NULL;
    if (map) {
        spec_release(spec);
        how.map = map;
        spec = spec_file_get(name, &how, e);
    }
    free(map);
    return spec;
}

// One "q=queue".
static bool add(check_specs *s, const char *entry, const spec_options *o, bool *used, error *e)
{
    const char *equals = strchr(entry, '=');
    if (!equals || equals == entry || !equals[1])
        return error_set(e,
                         "--spec for several objects is OBJECT=NAME,…, such as "
                         "q=queue,r=channel; not \"%s\"",
                         entry);
    char *object = memory_string_n(entry, (size_t)(equals - entry));
    for (uint32_t i = 0; i < s->objects.count; i++) {
        if (strcmp(s->own[i].object, object) != 0)
            continue;
        error_set(e, "--spec has two specs for the object \"%s\"", object);
        free(object);
        return false;
    }
    MEMORY_GROW(s->own, s->capacity, (size_t)s->objects.count + 1);
    s->own[s->objects.count++] = (object_spec){object, NULL};
    s->objects.list = s->own;
    object_spec *last = &s->own[s->objects.count - 1];
    last->spec = get_one(equals + 1, o, used, e);
    return last->spec != NULL;
}

// An entry of --map that is for none of the specs.
static bool map_is_used(const check_specs *s, const char *map, const bool *used, error *e)
{
    size_t number = 0;
    for (const char *at = map; at && *at; number++) {
        size_t n = strcspn(at, ",");
        if (!used[number])
            return error_set(e, "--map %.*s: none of the %u specs has such a method", (int)n, at,
                             s->objects.count);
        at += n + (at[n] == ',');
    }
    return true;
}

bool check_specs_get(check_specs *s, const char *given, const spec_options *o, error *e)
{
    *s = (check_specs){0};
    if (!by_object(given))
        return (s->spec = spec_file_get(given, o, e)) != NULL;
    bool *used = memory_new((o->map ? strlen(o->map) : 0) + 1, sizeof *used);
    bool fine = true;
    for (const char *at = given; fine;) {
        size_t n = strcspn(at, ",");
        char *entry = memory_string_n(at, n);
        fine = add(s, entry, o, used, e);
        free(entry);
        if (!at[n])
            break;
        at += n + 1;
    }
    fine = fine && map_is_used(s, o->map, used, e);
    free(used);
    return fine;
}

void check_specs_fini(check_specs *s)
{
    spec_release(s->spec);
    for (uint32_t i = 0; i < s->objects.count; i++) {
        spec_release(s->own[i].spec);
        free((char *)(uintptr_t)s->own[i].object);
    }
    free(s->own);
}

bool check_specs_run_code(const char *given)
{
    if (!by_object(given))
        return spec_is_code(given);
    bool code = false;
    for (const char *at = given; *at && !code;) {
        size_t n = strcspn(at, ","), name = strcspn(at, "=");
        char *spec = memory_string_n(at + (name < n ? name + 1 : 0), n - (name < n ? name + 1 : 0));
        code = spec_is_code(spec);
        free(spec);
        at += n + (at[n] == ',');
    }
    return code;
}
