// SPDX-License-Identifier: MIT
// Specs by what the user writes: see spec_get.h.

#include "spec/spec_get.h"

#include "base/memory.h"
#include "base/text.h"
#include "spec/made_spec.h"
#include "spec/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_file(const char *name)
{
    static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".so"};
    const char *dot = strrchr(name, '.');
    bool is = strchr(name, '/') != NULL;
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        is |= strcmp(dot, endings[i]) == 0;
    return is;
}

static const lp_spec *builtin_named(const char *name, size_t length, bool given, error *e)
{
    char *copy = memory_string_n(name, length);
    const lp_spec *found = NULL;
    for (size_t i = 0; given && spec_builtins[i] && !found; i++)
        if (spec_builtins[i]->parameter.name && spec_is(spec_builtins[i], copy))
            found = spec_builtins[i];
    if (!found)
        found = spec_find(copy, e);
    free(copy);
    return found;
}

// A built-in with the number after its colon; NULL colon: none was given.
static spec_made *with_parameter(const char *name, const char *colon, error *e)
{
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    const lp_spec *builtin = builtin_named(name, length, colon != NULL, e);
    if (!builtin)
        return NULL;
    const lp_parameter *p = &builtin->parameter;
    int64_t value = p->value;
    if (colon && !p->name) {
        error_set(e, "the spec \"%s\" takes no number after its name", builtin->name);
        return NULL;
    }
    if (colon) {
        char *end;
        errno = 0;
        value = strtoll(colon + 1, &end, 10);
        if (end == colon + 1 || *end || errno || value < p->low || value > p->high) {
            error_set(e, "the %s of %s is a number from %lld to %lld, not \"%s\"", p->name,
                      builtin->name, (long long)p->low, (long long)p->high, colon + 1);
            return NULL;
        }
    }
    spec_made *made = spec_made_new(builtin);
    made->builtin = builtin;
    if (colon) {
        made->spec.parameter.value = value;
        made->name = text_format("%s:%lld", builtin->name, (long long)value);
        made->spec.name = made->name;
    }
    return made;
}

static bool no_such_method(const lp_spec *spec, const char *entry, const char *method, error *e)
{
    char *near = spec_method_near(spec, method);
    text hint = {0};
    if (near)
        text_add(&hint, "did you mean \"%s\"?", near);
    for (uint32_t i = 0; !near && i < spec_method_count(spec); i++)
        text_add(&hint, "%s%s", i ? ", " : "it has: ", spec->methods[i].name);
    error_set(e, "--map %s: the spec \"%s\" has no method \"%s\"; %s", entry, spec->name, method,
              hint.bytes);
    text_fini(&hint);
    free(near);
    return false;
}

// One "offer=enq". `base` has no entries of the map: they do not build on others.
static bool map_one(spec_made *made, const lp_spec *base, const char *entry, error *e)
{
    const char *equals = strchr(entry, '=');
    if (!equals || equals == entry || !equals[1] || strchr(equals + 1, '='))
        return error_set(e, "--map takes NAME=METHOD,…, such as offer=enq,poll=deq; not \"%s\"",
                         entry);
    uint32_t method = spec_method(base, equals + 1);
    if (method == UINT32_MAX)
        return no_such_method(base, entry, equals + 1, e);
    char *name = memory_string_n(entry, (size_t)(equals - entry));
    const spec_alias *before = spec_made_alias(&made->spec, name);
    if (before && before->method != method) {
        error_set(e, "--map gives \"%s\" two meanings: %s and %s", name,
                  base->methods[before->method].name, base->methods[method].name);
        free(name);
        return false;
    }
    MEMORY_GROW(made->aliases, made->alias_capacity, made->alias_count + 1);
    made->aliases[made->alias_count++] = (spec_alias){name, method};
    return true;
}

static bool add_map(spec_made *made, const char *map, error *e)
{
    lp_spec base = made->spec;
    base.made = NULL;
    text entry = {0};
    bool ok = true;
    for (const char *at = map; ok; at++) {
        if (*at && *at != ',') {
            if (*at != ' ')
                text_add_bytes(&entry, at, 1);
            continue;
        }
        ok = map_one(made, &base, entry.length ? entry.bytes : "", e);
        text_clear(&entry);
        if (!*at)
            break;
    }
    text_fini(&entry);
    return ok;
}

const lp_spec *spec_finish(spec_made *made, const spec_options *o, error *e)
{
    if (!o || !o->map || add_map(made, o->map, e))
        return &made->spec;
    spec_made_free(made);
    return NULL;
}

const char *spec_model_end(const char *name)
{
    const char *dot = strrchr(name, '.');
    bool model = dot && strncmp(dot, ".lin", 4) == 0 && (!dot[4] || dot[4] == ':');
    return model ? dot + 4 : NULL;
}

const lp_spec *spec_get(const char *name, const spec_options *o, error *e)
{
    static const spec_options none = {0};
    o = o ? o : &none;
    const lp_spec *loaded = NULL;
    spec_made *made = NULL;
    const char *colon = strchr(name, ':');
    if (spec_model_end(name)) {
        error_set(e,
                  "%s: the specs of models are for `check`, `gen` and `specs`; here a spec is "
                  "built-in or written in C",
                  name);
    } else if (is_file(name)) {
        loaded = spec_load(name, o->cc, o->limits, e);
        made = loaded ? loaded->made : NULL;
    } else {
        made = with_parameter(name, colon, e);
    }
    return made ? spec_finish(made, o, e) : NULL;
}

bool spec_is_code(const char *name)
{
    return strpbrk(name, "./") && !spec_model_end(name);
}

void spec_release(const lp_spec *spec)
{
    if (spec && spec->made)
        spec_made_free(spec->made);
}
