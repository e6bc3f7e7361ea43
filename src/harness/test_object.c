// SPDX-License-Identifier: MIT
// Registration and checking of objects: everything that can be wrong with a
// declaration is said here, in words, before any of its code runs.

#include "harness/test_object.h"

#include "base/memory.h"
#include "harness/serial/serial_spec.h"
#include "spec/registry.h"
#include "spec/spec_get.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static lp_object *first, *last;

void lp_object_register(lp_object *object)
{
    for (const lp_object *o = first; o; o = o->next)
        if (o == object)
            return;
    object->next = NULL;
    if (last)
        last->next = object;
    else
        first = object;
    last = object;
}

const lp_object *object_first(void)
{
    return first;
}

void objects_forget(void)
{
    first = last = NULL;
}

const lp_object *object_find(const char *name, error *e)
{
    if (!first) {
        error_set(e, "the test declares no object: it needs an LP_OBJECT(name, …)");
        return NULL;
    }
    const char *names[64];
    size_t count = 0;
    const lp_object *found = NULL;
    text list = {0};
    for (const lp_object *o = first; o; o = o->next) {
        const char *its = o->name ? o->name : "";
        if (name && !strcmp(its, name)) {
            if (found) {
                error_set(e, "the test declares two objects named '%s'", name);
                text_fini(&list);
                return NULL;
            }
            found = o;
        }
        if (count < sizeof names / sizeof *names)
            names[count++] = its;
        text_add(&list, "%s%s", list.length ? ", " : "", its);
    }
    if (!name && count == 1)
        found = first;
    else if (!name)
        error_set(e, "the test declares several objects: choose one with --object (%s)",
                  list.bytes);
    else if (!found) {
        const char *near = did_you_mean(name, names, count);
        if (near)
            error_set(e, "the test declares no object '%s'. Did you mean '%s'?", name, near);
        else
            error_set(e, "the test declares no object '%s'; it has: %s", name, list.bytes);
    }
    text_fini(&list);
    return found;
}

char *object_condition(const lp_object *o, const char *asked, bool least, const char *usual)
{
    if (asked)
        return memory_string(asked);
    const char *promised = o->condition ? o->condition : least ? "quasi" : usual;
    return memory_string_n(promised, least ? strcspn(promised, ":") : strlen(promised));
}

// A name that a scenario can hold: "enq", "try_lock", "compare-and-set".
static bool is_word(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && *name != '-')
            return false;
    return true;
}

// Without another spec, what it describes is what a method takes.
static uint32_t described(const lp_method *m)
{
    uint32_t n = 0;
    while (n < LP_MAX_ARGS && m->args[n].kind != LP_GEN_NONE)
        n++;
    return n;
}

static bool use_serial(subject *s, const serial_source *source, error *e)
{
    const lp_object *o = s->object;
    const lp_spec *own = o->custom_spec;
    if (!own && o->spec && strcmp(o->spec, "self") != 0 && !(own = spec_get(o->spec, NULL, e)))
        return false;
    uint32_t args[LP_MAX_METHODS];
    for (uint32_t i = 0; i < LP_MAX_METHODS && o->methods[i].name; i++) {
        uint32_t m = own ? spec_method(own, o->methods[i].name) : UINT32_MAX;
        int given = m == UINT32_MAX ? (int)described(&o->methods[i]) : own->methods[m].args;
        args[i] = given < 0 || given > LP_MAX_ARGS ? LP_MAX_ARGS : (uint32_t)given;
    }
    if (own != o->custom_spec)
        spec_release(own);
    serial_source here = {serial_enter_threads, (void *)(uintptr_t)o};
    s->spec = serial_spec_new(o, args, source ? source : &here);
    return true;
}

static bool find_spec(subject *s, const char *given, const serial_source *source, error *e)
{
    const lp_object *o = s->object;
    const char *name = given ? given : o->spec;
    if (name && !strcmp(name, "self"))
        return use_serial(s, source, e);
    if (given)
        return (s->spec = spec_get(given, NULL, e)) != NULL;
    if (o->spec && o->custom_spec)
        return error_set(e, "object '%s' has both .spec and .custom_spec: give one", o->name);
    if (!o->spec && !o->custom_spec)
        return error_set(e,
                         "object '%s' has no spec: set .spec to the name of a built-in one or "
                         "to \"self\", or set .custom_spec",
                         o->name);
    s->spec = o->custom_spec;
    if (o->spec)
        return (s->spec = spec_get(o->spec, NULL, e)) != NULL;
    if (!s->spec->name || !*s->spec->name)
        return error_set(e, "the custom spec of object '%s' has no name", o->name);
    if (!s->spec->initial || !s->spec->step)
        return error_set(e, "spec '%s' lacks .%s", s->spec->name,
                         s->spec->initial ? "step" : "initial");
    if (!s->spec->methods[0].name)
        return error_set(e, "spec '%s' has no methods", s->spec->name);
    return true;
}

static bool check_method_name(const subject *s, uint32_t i, error *e)
{
    const lp_object *o = s->object;
    const char *name = o->methods[i].name;
    if (!is_word(name))
        return error_set(e, "object '%s': '%s' is not a method name (letters, digits, _ and -)",
                         o->name, name);
    if (!o->methods[i].run)
        return error_set(e, "method '%s' of object '%s' has no function", name, o->name);
    for (uint32_t k = 0; k < i; k++)
        if (!strcmp(o->methods[k].name, name))
            return error_set(e, "object '%s' has two methods named '%s'", o->name, name);
    if (s->spec_methods[i] != UINT32_MAX)
        return true;
    const char *names[LP_MAX_METHODS];
    size_t count = 0;
    while (count < LP_MAX_METHODS && s->spec->methods[count].name) {
        names[count] = s->spec->methods[count].name;
        count++;
    }
    const char *near = did_you_mean(name, names, count);
    return error_set(e, "spec '%s' has no method '%s' (object '%s')%s%s%s", s->spec->name, name,
                     o->name, near ? ". Did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool check_method_args(const subject *s, uint32_t i, error *e)
{
    const lp_method *m = &s->object->methods[i];
    uint32_t given = 0;
    for (uint32_t k = 0; k < LP_MAX_ARGS; k++) {
        const lp_generator *g = &m->args[k];
        if (g->kind < LP_GEN_NONE || g->kind > LP_GEN_UNIQUE)
            return error_set(e, "method '%s': argument %u has an unknown kind", m->name, k + 1);
        if (g->kind == LP_GEN_INTS && g->low > g->high)
            return error_set(e, "method '%s': argument %u is an integer from %lld to %lld: none",
                             m->name, k + 1, (long long)g->low, (long long)g->high);
        if (g->kind != LP_GEN_NONE) {
            if (given != k)
                return error_set(e, "method '%s': argument %u is described, but not argument %u",
                                 m->name, k + 1, k);
            given++;
        }
    }
    // Without any, the calls must come from written scenarios: see scenario_generate.c.
    if (given && given != s->arg_counts[i])
        return error_set(e, "method '%s' describes %u argument%s, spec '%s' has %u", m->name, given,
                         given == 1 ? "" : "s", s->spec->name, s->arg_counts[i]);
    if (m->role < LP_ANYONE || m->role > LP_HOLDER)
        return error_set(e, "method '%s' has an unknown role", m->name);
    return true;
}

static bool parse_initial(const subject *s, scenario *out, error *e)
{
    error why = {0};
    memset(out, 0, sizeof *out);
    if (!scenario_parse(s->pool, s->object->initial, out, &why) || !subject_check(s, out, &why))
        return error_set(e, ".initial of object '%s': %s", s->object->name, why.message);
    if (out->thread_count > 1 || out->before.count || out->after.count)
        return error_set(e, ".initial of object '%s' is one line of calls, without | and ;",
                         s->object->name);
    return true;
}

static bool check_initial(subject *s, error *e)
{
    if (!s->object->initial)
        return true;
    scenario *calls = memory_new(1, sizeof *calls);
    bool ok = parse_initial(s, calls, e);
    s->initial_count = ok ? calls->threads[0].count : 0;
    free(calls);
    return ok;
}

bool subject_begin(const subject *s, scenario *sc, error *e)
{
    if (!s->initial_count)
        return true;
    scenario *calls = memory_new(1, sizeof *calls);
    bool ok = parse_initial(s, calls, e);
    uint32_t n = s->initial_count;
    if (ok && n + sc->before.count > SCENARIO_MAX_CALLS)
        ok = error_set(e, "too many calls on the main thread: %u of .initial and %u more", n,
                       sc->before.count);
    if (ok) {
        memmove(&sc->before.calls[n], sc->before.calls,
                sc->before.count * sizeof *calls->before.calls);
        memcpy(sc->before.calls, calls->threads[0].calls, n * sizeof *calls->before.calls);
        sc->before.count += n;
    }
    free(calls);
    return ok;
}

void subject_fini(subject *s)
{
    if (s->spec && serial_spec_is(s->spec))
        serial_spec_free(s->spec);
    else
        spec_release(s->spec);
    s->spec = NULL;
}

bool subject_init(subject *s, const lp_object *o, lp_pool *pool, error *e)
{
    return subject_init_with(s, o, NULL, NULL, pool, e);
}

bool subject_init_with(subject *s, const lp_object *o, const char *spec,
                       const struct serial_source *source, lp_pool *pool, error *e)
{
    *s = (subject){.object = o, .pool = pool};
    if (!o->name || !*o->name)
        return error_set(e, "an object has no name");
    if (!o->create)
        return error_set(e, "object '%s' has no .create", o->name);
    if (!find_spec(s, spec, source, e))
        return false;
    s->spec_name = serial_spec_is(s->spec) ? "self" : s->spec->name;
    bool acquires = false, releases = false;
    for (uint32_t i = 0; i < LP_MAX_METHODS && o->methods[i].name; i++) {
        const lp_method *m = &o->methods[i];
        s->method_count = i + 1;
        s->names[i] = lp_string(pool, m->name, strlen(m->name));
        s->spec_methods[i] = spec_method(s->spec, m->name);
        if (!check_method_name(s, i, e))
            return false;
        int args = s->spec->methods[s->spec_methods[i]].args;
        if (args < 0 || args > LP_MAX_ARGS)
            return error_set(e,
                             "method '%s' of spec '%s' takes %d arguments; at most %d can be "
                             "given",
                             m->name, s->spec->name, args, LP_MAX_ARGS);
        s->arg_counts[i] = (uint32_t)args;
        if (!check_method_args(s, i, e))
            return false;
        acquires = acquires || m->role == LP_ACQUIRE;
        releases = releases || m->role == LP_RELEASE;
    }
    if (!s->method_count)
        return error_set(e, "object '%s' has no methods", o->name);
    if (acquires != releases)
        return error_set(e, "object '%s' has a method that %s, but none that %s", o->name,
                         acquires ? "acquires" : "releases", acquires ? "releases" : "acquires");
    while (s->scenario_count < LP_MAX_SCENARIOS && o->scenarios[s->scenario_count])
        s->scenario_count++;
    return check_initial(s, e);
}

uint32_t subject_method(const subject *s, lp_value name)
{
    for (uint32_t i = 0; i < s->method_count; i++)
        if (lp_value_equal(s->names[i], name))
            return i;
    return UINT32_MAX;
}

static bool check_part(const subject *s, const scenario_part *part, error *e)
{
    for (uint32_t i = 0; i < part->count; i++) {
        const scenario_call *call = &part->calls[i];
        uint32_t m = subject_method(s, call->method);
        const char *name = lp_string_bytes(s->pool, call->method, NULL);
        if (m == UINT32_MAX) {
            const char *names[LP_MAX_METHODS];
            for (uint32_t k = 0; k < s->method_count; k++)
                names[k] = s->object->methods[k].name;
            const char *near = did_you_mean(name, names, s->method_count);
            return error_set(e, "object '%s' has no method '%s'%s%s%s", s->object->name, name,
                             near ? ". Did you mean '" : "", near ? near : "", near ? "'?" : "");
        }
        if (call->arg_count != s->arg_counts[m])
            return error_set(e, "%s takes %u argument%s, the scenario gives %u", name,
                             s->arg_counts[m], s->arg_counts[m] == 1 ? "" : "s", call->arg_count);
    }
    return true;
}

bool subject_check(const subject *s, const scenario *sc, error *e)
{
    uint32_t calls = sc->before.count + sc->after.count;
    if (!check_part(s, &sc->before, e) || !check_part(s, &sc->after, e))
        return false;
    for (uint32_t t = 0; t < sc->thread_count; t++) {
        calls += sc->threads[t].count;
        if (!check_part(s, &sc->threads[t], e))
            return false;
    }
    return calls || error_set(e, "the scenario has no calls");
}

static bool part_keeps_roles(const subject *s, const scenario *sc, const scenario_part *part,
                             uint32_t thread)
{
    bool main = thread >= sc->thread_count, holds = false;
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t m = subject_method(s, part->calls[i].method);
        if (m == UINT32_MAX)
            return false;
        const lp_method *method = &s->object->methods[m];
        if (!main && (method->role == LP_OWNER || method->role == LP_CONSUMER) && thread != 0)
            return false;
        if (!main && method->role == LP_PRODUCER && thread != sc->thread_count - 1)
            return false;
        if (method->role == LP_HOLDER && !holds)
            return false;
        if (method->role == LP_ACQUIRE || method->role == LP_RELEASE) {
            if (holds == (method->role == LP_ACQUIRE))
                return false;
            holds = !holds;
        }
        for (uint32_t a = 0; a < part->calls[i].arg_count; a++)
            if (method->args[a].kind == LP_GEN_THREAD &&
                !lp_value_equal(part->calls[i].args[a], lp_int(thread)))
                return false;
    }
    return !holds;
}

bool subject_keeps_roles(const subject *s, const scenario *sc)
{
    for (uint32_t t = 0; t < sc->thread_count; t++)
        if (!part_keeps_roles(s, sc, &sc->threads[t], t))
            return false;
    return part_keeps_roles(s, sc, &sc->before, sc->thread_count) &&
           part_keeps_roles(s, sc, &sc->after, sc->thread_count);
}
