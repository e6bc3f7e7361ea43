// SPDX-License-Identifier: MIT
// `linchpin verify --aut`: the graph of a model's states, with the labels that are seen, as a file. It is
// the graph that refinement is about (step_graph.h): nothing is reduced, and steps that are not seen are
// tau.

#include "judge/evidence/verdict.h"
#include "verify/any_threads.h"
#include "verify/compare/aut_graph.h"
#include "verify/counterexample/problem_text.h"
#include "verify/job.h"

// One side. *again: with more of something it may not fail.
static bool write_one(job *j, const instance *v, const char *path, bool *again)
{
    transition_system s;
    move_labels seen;
    *again = false;
    if (!system_init(&s, v, &j->bounds, j->pool, j->e))
        return false;
    visible_labels *labels = visible_labels_new();
    move_labels_init(&seen, labels, &s, labels_are_events(j->v));
    step_graph *g =
        step_graph_new(&(graph_options){.system = &s, .seen = &seen, .limits = j->o->limits});
    bool ok = aut_write(g, labels, path, j->o->limits, j->e);
    const run *r = step_graph_failure(g);
    if (!ok && r->problem) {
        *again = job_grow(j, (problem)r->problem);
        ok = *again || source_error(&v->in->source, j->e, r->where, "verify it on its own",
                                    "%s fails: %s", v->object, problem_text((problem)r->problem));
    } else if (!ok && j->o->limits && limits_reached(j->o->limits) && !*j->e->message) {
        error_set(j->e, "%s while the states were found", limits_reason(j->o->limits));
    }
    step_graph_free(g);
    move_labels_fini(&seen);
    visible_labels_free(labels);
    system_fini(&s);
    return ok;
}

bool verify_write_aut(const instance *v, const verify_options *o, lp_pool *pool, bool spec,
                      const char *path, error *e)
{
    job j = {.m = v->in, .v = v, .o = o, .pool = pool, .e = e};
    instance against = comparison_instance(v);
    if (spec && !v->implements)
        return error_set(e, "%s is compared with no other system: it has no implements", v->object);
    if (any_threads_refuse(v, o, "--aut", e) || !job_set_bounds(&j))
        return false;
    for (bool again = true, ok; again;) {
        ok = write_one(&j, spec ? &against : v, path, &again);
        if (!again)
            return ok;
    }
    return false;
}
