// SPDX-License-Identifier: MIT
// See reached.h.

#include "verify/property/reached.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "model/process/process_terms.h"
#include "model/steps/unreached.h"
#include "verify/walk/random_walks.h"

#include <stdlib.h>

// Those that the client may call, had it a chance: all, or those of the scenario.
static bool is_meant(const job *j, uint32_t which)
{
    if (j->v->process) // what processes evaluate has no names
        return false;
    const method *f = j->system.p->object->methods[which];
    if ((f->over && !f->message) || f->struck) // that nothing is lost is no lack
        return false;
    bool meant = !j->o->scenario;
    for (uint32_t i = 0; !meant && i < j->system.offer_count; i++)
        meant = j->system.offers[i].method == which;
    return meant;
}

static void add_methods(const job *j, const unreached *c, lp_model_coverage *out)
{
    out->methods = memory_new(c->method_count + 1, sizeof *out->methods);
    for (uint32_t k = 0; k < c->method_count; k++) {
        // Walks that were made for nothing have reached something, too.
        uint64_t times = j->walks ? j->walks->covered->all.taken[k] : c->called[k];
        if (is_meant(j, k))
            out->methods[out->method_count++] =
                (lp_covered_method){memory_string(j->system.p->object->methods[k]->name),
                                    times && c->called[k], times && c->returned[k], times};
    }
}

// Does the text stand in a process that is verified, or in one that it may come to?
static bool is_of_process(const job *j, const bool *called, uint32_t at)
{
    const processes *a = j->m->processes;
    for (uint32_t i = 0; i < a->count; i++)
        if (called[i] && at >= a->list[i]->at && at < a->list[i]->body->end)
            return true;
    return false;
}

static void add_place(const job *j, lp_model_coverage *out, lp_lack lack, uint32_t from,
                      uint32_t end)
{
    const source *s = &j->m->source;
    uint32_t line, column;
    source_position(s, from, &line, &column);
    out->unreached[out->unreached_count++] =
        (lp_unreached){.lack = lack,
                       .what = source_excerpt(s, from, end),
                       .where = text_format("%s:%u:%u", s->file, line, column),
                       .line = line};
}

// Of processes: what was never evaluated or done at all, and statements that were not.
static void add_process_unreached(const job *j, const unreached *c, lp_model_coverage *out)
{
    const unit *u = j->system.p->object;
    bool *called = memory_new((size_t)j->m->processes->count + 1, sizeof *called);
    uint32_t last = UINT32_MAX;
    processes_called(j->m->processes, j->v->process, called);
    for (uint32_t k = 1; k < c->method_count; k++) {
        uint32_t at = u->methods[k]->at;
        // An event with values that does something is two of them.
        if (!c->called[k] && at != last && is_of_process(j, called, at)) {
            add_place(j, out, LP_NEVER_REACHED, at, u->methods[k]->end);
            last = at;
        }
    }
    free(called);
}

static void add_unreached(const job *j, const unreached *c, lp_model_coverage *out)
{
    static const lp_lack lacks[] = {[UNREACHED_STATEMENT] = LP_NEVER_REACHED,
                                    [UNREACHED_TRUE] = LP_NEVER_TRUE,
                                    [UNREACHED_FALSE] = LP_NEVER_FALSE};
    out->unreached = memory_new(c->count + c->method_count + 1, sizeof *out->unreached);
    if (j->v->process)
        add_process_unreached(j, c, out);
    for (size_t i = 0; i < c->count; i++)
        add_place(j, out, lacks[c->places[i].lack], c->places[i].from, c->places[i].end);
}

static void add_names(text *t, const lp_model_coverage *c, bool called, const char *one,
                      const char *many)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->method_count; i++) {
        const lp_covered_method *m = &c->methods[i];
        if (m->returned || m->called != called)
            continue;
        text_add(t, "%s%s", count ? ", " : t->length ? " and " : "", m->name);
        count++;
    }
    if (count)
        text_add(t, " %s", count > 1 ? many : one);
}

static void warn(job *j)
{
    const lp_model_coverage *c = j->out->model_coverage;
    uint32_t called = 0, returned = 0;
    for (uint32_t i = 0; i < c->method_count; i++) {
        called += c->methods[i].called;
        returned += c->methods[i].returned;
    }
    if (returned == c->method_count)
        return;
    text t = {0};
    if (!called)
        text_add(&t, j->v->subject->is_automaton
                         ? "no action is ever enabled, so nothing was explored"
                         : "no method can be called, so nothing was explored");
    else if (!returned)
        text_add(&t, "no operation ever returns, so no result was looked at");
    else {
        add_names(&t, c, true, "never returns", "never return");
        bool acts = j->v->subject->is_automaton;
        add_names(&t, c, false, acts ? "is never enabled" : "is never called",
                  acts ? "are never enabled" : "are never called");
    }
    verdict_copy(&j->out->warning, t.bytes);
    text_fini(&t);
}

// The warning becomes the error, and is not said twice.
static void be_strict(job *j)
{
    lp_verdict *out = j->out;
    verdict_decide(out, LP_ERROR, "%s: %s, but %s", j->m->source.file, out->condition,
                   out->warning);
    free(out->warning);
    out->warning = NULL;
}

void coverage_add(job *j)
{
    lp_verdict *out = j->out;
    unreached c;
    if (j->dead)
        dead_messages_reach(j->dead, j->orbits);
    unreached_find(&c, j->system.p, j->system.c.notes());
    out->model_coverage = memory_new(1, sizeof *out->model_coverage);
    out->model_coverage->shown = j->o->coverage || j->walks;
    out->model_coverage->actions = j->v->subject->is_automaton;
    out->model_coverage->counted = j->walks != NULL;
    add_methods(j, &c, out->model_coverage);
    add_unreached(j, &c, out->model_coverage);
    unreached_fini(&c);
    if (out->outcome != LP_HOLDS)
        return;
    warn(j);
    if (!j->o->strict)
        return;
    if (j->marks_wrong)
        verdict_decide(out, LP_ERROR,
                       "%s: operations do not take effect at their marks, though "
                       "every history is one of the spec's",
                       j->m->source.file);
    else if (out->warning)
        be_strict(j);
}
