// SPDX-License-Identifier: MIT
// See replicable.h. States to which only a method leads that is left out do not count: when one is, the
// states are gone through anew. What was left out stays so, though a later one may have been the reason.

#include "spec/replicable.h"

#include "base/intern.h"
#include "spec/registry.h"
#include "spec/spec_get.h"
#include "spec/spec_outcome.h"

#include <string.h>

enum { MOST_STATES = 400, LEAST = -1, MOST = 2 };

typedef struct trying {
    const lp_spec *spec;
    // Two pools that number what they intern differently: what is the same in both is in neither.
    lp_pool *pools[2];
    const char *why[LP_MAX_METHODS]; // it is left out; NULL: it is not
    bool puts_in[LP_MAX_METHODS];
    bool answers[LP_MAX_METHODS]; // with something, sometimes
} trying;

static lp_value argument(lp_pool *pool, int args, int64_t first, int64_t second)
{
    const lp_value both[] = {lp_int(first), lp_int(second)};
    return args == 0 ? LP_NIL : args == 1 ? both[0] : lp_vector(pool, both, 2);
}

static bool is_plain(lp_value v)
{
    return v.kind <= LP_KIND_INT;
}

// NULL: it is as it should be. The outcome in the first pool is in *out.
static const char *try_call(const trying *t, const char *state, size_t size, uint32_t m,
                            const int64_t given[2], spec_outcome *out)
{
    const lp_spec_method *method = &t->spec->methods[m];
    spec_outcome other = {0};
    lp_value arg[2];
    for (int i = 0; i < 2; i++)
        arg[i] = argument(t->pools[i], method->args, given[0], given[1]);
    if (t->spec->refuse && method->args && t->spec->refuse(t->spec, t->pools[0], m, arg[0], NULL))
        return "does not take every integer";
    spec_outcome_of(t->spec, t->pools[0], state, size, m, arg[0], out);
    spec_outcome_of(t->spec, t->pools[1], state, size, m, arg[1], &other);
    bool same = out->any && other.any && out->size == other.size &&
                (!out->size || memcmp(out->state, other.state, out->size) == 0);
    const char *why = !out->any                ? "may wait"
                      : !is_plain(out->result) ? "returns a list"
                      : !same                  ? "keeps lists or strings"
                                               : NULL;
    spec_outcome_fini(&other);
    return why;
}

// All calls of a method in a state; the states that they lead to are added. False: it is left out.
static bool try_method(trying *t, intern *states, const char *state, size_t size, uint32_t m,
                       spec_outcome *out)
{
    int args = t->spec->methods[m].args;
    for (int64_t first = LEAST; first <= (args > 0 ? MOST : LEAST); first++)
        for (int64_t second = LEAST; second <= (args > 1 ? MOST : LEAST); second++) {
            const int64_t given[2] = {first, second};
            t->why[m] = try_call(t, state, size, m, given, out);
            if (t->why[m])
                return false;
            t->answers[m] |= out->result.kind != LP_KIND_UNIT;
            if (intern_count(states) < MOST_STATES)
                intern_add(states, out->state, out->size);
        }
    return true;
}

// Goes through the states. False: a method was left out.
static bool try_all(trying *t)
{
    intern *states = intern_new();
    spec_outcome out = {0};
    bool fine = true;
    spec_outcome_initial(t->spec, t->pools[0], &out);
    intern_add(states, out.state, out.size);
    for (uint32_t i = 0; fine && i < intern_count(states); i++) {
        size_t size;
        const char *state = intern_get(states, i, &size); // it does not move
        for (uint32_t m = 0; fine && m < spec_method_count(t->spec); m++)
            fine = t->why[m] || try_method(t, states, state, size, m, &out);
    }
    spec_outcome_fini(&out);
    intern_free(states);
    return fine;
}

// Whether what it is called with gets into the state: two calls lead to different ones.
static bool puts_in(const trying *t, uint32_t m)
{
    spec_outcome first = {0}, out[2] = {{0}, {0}};
    spec_outcome_initial(t->spec, t->pools[0], &first);
    for (int i = 0; i < 2; i++)
        spec_outcome_of(t->spec, t->pools[0], first.state, first.size, m,
                        argument(t->pools[0], t->spec->methods[m].args, i + 1, 1), &out[i]);
    bool differ = out[0].size != out[1].size ||
                  (out[0].size && memcmp(out[0].state, out[1].state, out[0].size) != 0);
    spec_outcome_fini(&first);
    spec_outcome_fini(&out[0]);
    spec_outcome_fini(&out[1]);
    return differ;
}

static void try_spec(trying *t, const lp_spec *spec)
{
    t->spec = spec;
    for (int i = 0; i < 2; i++)
        t->pools[i] = lp_pool_new();
    for (int i = 0; i < 7; i++) // so that the second one is ahead
        lp_vector(t->pools[1], (lp_value[]){lp_int(100 + i)}, 1);
    while (!try_all(t))
        ;
    for (uint32_t m = 0; m < spec_method_count(spec); m++)
        t->puts_in[m] = !t->why[m] && spec->methods[m].args && puts_in(t, m);
    for (int i = 0; i < 2; i++)
        lp_pool_free(t->pools[i]);
}

static bool cannot(const lp_spec *spec, error *e)
{
    const char *why = spec->sync_count || spec->syncs
                          ? "its operations take effect together with others"
                      : spec->looks_at_process ? "it looks at who calls"
                      : spec->needs_result     ? "its step must know the result"
                                               : NULL;
    return why && !error_set(e,
                             "%s cannot be replicated: %s, and a state machine carries out one "
                             "operation after the other, whoever has called it",
                             spec->name, why);
}

bool replicable_find(const lp_spec *spec, replicable *out, error *e)
{
    *out = (replicable){.spec = spec};
    if (cannot(spec, e))
        return false;
    trying t = {0};
    for (uint32_t m = 0; m < spec_method_count(spec); m++)
        t.why[m] = spec->methods[m].args > 2 ? "takes more than two arguments" : NULL;
    lp_spec least = *spec;
    least.parameter.value = spec->parameter.low;
    if (spec->parameter.name)
        try_spec(&t, &least);
    memset(t.answers, 0, sizeof t.answers);
    try_spec(&t, spec);
    bool answers = false;
    for (uint32_t m = 0; m < spec_method_count(spec); m++) {
        const lp_spec_method *method = &spec->methods[m];
        if (t.why[m]) {
            text_add(&out->left_out, "%s%s %s", out->left_out.length ? "; " : "", method->name,
                     t.why[m]);
            continue;
        }
        out->methods[out->count++] =
            (replicable_method){m, method->name, (unsigned)method->args, method->reads_only,
                                method->args > 0 && !t.puts_in[m]};
        answers |= t.answers[m];
    }
    if (answers)
        return true;
    error_set(e, "%s cannot be replicated: %s, and what is left answers nothing", spec->name,
              out->left_out.length ? out->left_out.bytes : "it has no methods");
    replicable_fini(out);
    return false;
}

bool replicable_get(const char *name, replicable *out, error *e)
{
    *out = (replicable){0};
    if (spec_is_code(name) || spec_model_end(name))
        return error_set(e, "%s: only specs that are built in can be replicated yet", name);
    const lp_spec *spec = spec_get(name, NULL, e);
    if (!spec)
        return false;
    bool good = replicable_find(spec, out, e);
    out->owned = good;
    if (!good)
        spec_release(spec);
    return good;
}

void replicable_fini(replicable *r)
{
    if (r->owned)
        spec_release(r->spec);
    text_fini(&r->left_out);
    *r = (replicable){0};
}
