// SPDX-License-Identifier: MIT
// How large an instance is: as it is declared, or as the options say.

#include "verify/find_progress.h"

// Nodes for a start when none are declared, at least.
enum { FIRST_NODES = 8 };
// Items of a collection: as few as a vector of cells can be short with.
enum { FIRST_ITEMS = 4 };

// What the object holds, and three more for each thread. If they do not suffice, all begins
// again with more, and the model is compiled again; a few too many cost little.
static uint32_t first_nodes(const system_options *b)
{
    int64_t values = b->has_range ? b->high - b->low + 1 : 0;
    int64_t held = b->has_capacity ? b->capacity : values;
    int64_t nodes = held + 3 * (int64_t)b->threads + 1;
    nodes = nodes > FIRST_NODES ? nodes : FIRST_NODES;
    return (uint32_t)(nodes < MODEL_MAX_NODES ? nodes : MODEL_MAX_NODES);
}

bool job_set_bounds(job *j)
{
    const verify_options *o = j->o;
    const instance *v = j->v;
    REQUIRE(!v->subject->is_automaton || !(o->scenario || o->threads || o->operations));
    j->bounds = (system_options){.threads = o->threads ? o->threads : v->threads,
                                 .clear = o->reductions & job_kept_reductions(j) & REDUCE_DEAD,
                                 .reuse = v->reuse,
                                 .has_capacity = o->has_capacity || v->has_capacity,
                                 .capacity = o->has_capacity ? o->capacity : v->capacity,
                                 .operations = o->operations ? o->operations : v->operations,
                                 .has_range = v->has_range,
                                 .low = v->low,
                                 .high = v->high,
                                 .script = o->scenario,
                                 .cc = o->cc,
                                 .limits = o->limits};
    if (o->scenario) {
        bool main_thread = o->scenario->before.count || o->scenario->after.count;
        j->bounds.threads = o->scenario->thread_count + main_thread;
    }
    if (j->bounds.threads > MODEL_MAX_THREADS + (o->scenario != NULL))
        return error_set(j->e, "a model has at most %d threads", MODEL_MAX_THREADS);
    j->bounds.items = FIRST_ITEMS;
    j->bounds.nodes = o->nodes ? o->nodes : v->has_nodes ? v->nodes : first_nodes(&j->bounds);
    if (j->bounds.nodes > MODEL_MAX_NODES)
        return error_set(j->e, "a model has at most %d nodes of each struct", MODEL_MAX_NODES);
    claim claimed = job_claim(j);
    bool whole = claimed == CLAIM_SEQUENTIAL || claimed == CLAIM_SERIALIZABLE ||
                 (j->condition && condition_way_of(&j->plan) == CONDITION_COMPLETE);
    if (whole && !j->bounds.operations && !o->scenario && !v->subject->is_automaton)
        return source_error(&j->m->source, j->e, v->at, "write for example: operations 4;",
                            "%s needs a bound on the number of operations", job_condition(j));
    // Who may starve does so while others call again and again.
    if (claimed == CLAIM_PROGRESS && (j->bounds.operations || o->scenario) &&
        (v->progress == PROGRESS_WAITFREE || v->progress == PROGRESS_STARVATIONFREE))
        return source_error(&j->m->source, j->e, v->progress_at,
                            "bound what the object holds, for example: capacity 2;",
                            "%s is about runs in which others call for ever: the number of "
                            "operations cannot be bounded",
                            progress_name(v->progress));
    if ((v->reuse || v->leakfree) && !v->subject->frees)
        return source_error(&j->m->source, j->e, v->at,
                            v->subject->is_automaton
                                ? "leave it out, or free nodes in the automaton"
                                : "leave it out, or free nodes in the object",
                            "%s is declared, but %s never frees a node",
                            v->reuse ? "reuse" : "leakfree", v->subject->name);
    if (o->heap == HEAP_LATE && v->subject->frees)
        return source_error(
            &j->m->source, j->e, v->at, "use --heap raw",
            "--heap late is about garbage that is collected, but %s frees its nodes",
            v->subject->name);
    return true;
}
