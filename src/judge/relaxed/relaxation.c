// SPDX-License-Identifier: MIT
// Factors of relaxed conditions: see relaxation.h.

#include "judge/relaxed/relaxation.h"

#include "base/memory.h"
#include "judge/relaxed/quasi_search.h"
#include "judge/relaxed/relaxed_bound.h"
#include "judge/relaxed/relaxed_queue.h"
#include "spec/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern const judge judge_linearizable;

static bool read_number(const char **at, uint32_t *out)
{
    uint64_t n = 0;
    if (!isdigit((unsigned char)**at))
        return false;
    for (; isdigit((unsigned char)**at) && n <= QUASI_MOST; (*at)++)
        n = n * 10 + (uint64_t)(**at - '0');
    *out = (uint32_t)n;
    return n <= QUASI_MOST;
}

bool quasi_parse_number(const char *given, uint32_t *factor, error *e)
{
    const char *at = given;
    if (!read_number(&at, factor) || *at)
        return error_set(e, "\"%s\" should be a whole number from 0 to %d", given, QUASI_MOST);
    return true;
}

// One "enq+try_enq=0"; *at is moved behind it. `sets` and `spec` may be NULL.
static bool read_set(const char **at, const lp_spec *spec, quasi_sets *sets, error *e)
{
    const char *begin = *at;
    for (;;) {
        size_t length = strcspn(*at, "+=,");
        char *name = memory_string_n(*at, length);
        bool fine = length > 0 || error_set(e, "a method's name is missing in \"%s\"", begin);
        uint32_t method = fine && spec ? spec_method(spec, name) : 0;
        if (fine && method == UINT32_MAX) {
            char *near = spec_method_near(spec, name);
            fine = near ? error_set(e, "%s has no method \"%s\"; did you mean \"%s\"?", spec->name,
                                    name, near)
                        : error_set(e, "%s has no method \"%s\"", spec->name, name);
            free(near);
        } else if (fine && spec && sets->of_method[method] != QUASI_FREE) {
            fine = error_set(e, "\"%s\" has two factors", name);
        } else if (fine && spec) {
            sets->of_method[method] = sets->count;
        }
        free(name);
        *at += length;
        if (!fine)
            return false;
        if (**at != '+')
            break;
        ++*at;
    }
    uint32_t factor;
    if (**at != '=' || (++*at, !read_number(at, &factor)) || (**at && **at != ','))
        return error_set(e, "\"%s\" should be METHOD=K, as in enq=0,deq=2, with K from 0 to %d",
                         begin, QUASI_MOST);
    if (spec)
        sets->factor[sets->count++] = factor;
    return true;
}

static bool read_sets(const char *parameter, const lp_spec *spec, quasi_sets *sets, error *e)
{
    const char *at = parameter;
    for (;;) {
        if (!read_set(&at, spec, sets, e))
            return false;
        if (!*at)
            return true;
        at++;
    }
}

bool quasi_parse_sets(const char *given, uint32_t *factor, error *e)
{
    if (!strchr(given, '='))
        return quasi_parse_number(given, factor, e);
    return read_sets(given, NULL, NULL, e);
}

static void become(judge_plan *p, const judge *other)
{
    judge asked = p->judge;
    p->judge = *other;
    p->judge.name = asked.name;
}

static void run_relaxed(const judge_task *task, lp_verdict *v)
{
    if (relaxed_bound_broken(task)) {
        v->outcome = LP_VIOLATED;
        verdict_copy(&v->judge, "certain skips");
    } else if (!relaxed_queue_explains(task, v)) {
        judge_linearizable.run(task, v);
    }
}

static void free_relaxed(void *own)
{
    relaxed_spec_free(own);
}

bool quasi_plan_relaxed(judge_plan *p, relaxation bounds, error *e)
{
    if (!relaxed_spec_fits(p->spec))
        return error_set(e, "%s is about queue, stack and priority-queue, not about \"%s\"",
                         p->judge.name, p->spec->name);
    become(p, &judge_linearizable);
    if (bounds.distance == 0 || bounds.lateness == 0)
        return true; // nothing is relaxed, and there are faster judges
    relaxed_spec *r = relaxed_spec_new(p->spec, bounds);
    p->spec = relaxed_spec_of(r);
    p->own = r;
    p->own_free = free_relaxed;
    p->judge.run = run_relaxed;
    return true;
}

bool quasi_plan_literal(judge_plan *p, error *e)
{
    if (p->spec->syncs)
        return error_set(e, "%s is not about synchronisations such as those of \"%s\"",
                         p->judge.name, p->spec->name);
    quasi_sets *sets = memory_new(1, sizeof *sets);
    p->own = sets;
    p->own_free = free;
    if (!p->judge.by_method) {
        sets->count = 1;
        sets->factor[0] = p->judge.factor;
    } else {
        memset(sets->of_method, 0xff, sizeof sets->of_method);
        if (!read_sets(p->judge.by_method, p->spec, sets, e))
            return false;
    }
    if (sets->count == 1 && sets->factor[0] == 0 && !p->judge.by_method) {
        become(p, &judge_linearizable);
        // Whoever raises the factor needs a counterexample that means something then too.
        p->judge.prefix_closed = false;
        p->judge.values_matter = true;
        return true;
    }
    p->judge.setting = sets;
    p->judge.run = quasi_search;
    p->judge.plan = NULL;
    return true;
}
