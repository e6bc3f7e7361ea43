// SPDX-License-Identifier: MIT
// See related_states.h: the steps that were told of, from every related state of the specification.

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "verify/counterexample/move_description.h"
#include "verify/counterexample/path_replay.h"
#include "verify/counterexample/problem_text.h"
#include "verify/related_parts.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 4096 };

static void put(const related *r, const int32_t *part, int32_t *cells)
{
    for (uint32_t i = 0; i < r->seen_count; i++) {
        memcpy(cells + r->seen[i].from, part, r->seen[i].count * sizeof *part);
        part += r->seen[i].count;
    }
}

// How it ended: all was looked at, a limit was reached, or a collection of the specification needs
// more room.
typedef enum looked { LOOKED_AT_ALL, LOOKED_TO_LIMIT, LOOKED_TO_ROOM } looked;

// All states of the specification, by breadth: its own actions alone.
static looked collect_states(related *r, limits *l)
{
    const transition_system *s = &r->system;
    size_t size = r->own.count * sizeof(int32_t);
    run start;
    r->states = intern_new();
    system_start(s, r->cells, &start);
    intern_add(r->states, r->cells + r->own.from, size);
    for (uint32_t i = 0; i < intern_count(r->states); i++) {
        if (i % LOOK_EVERY == 0 && limits_reached(l))
            return LOOKED_TO_LIMIT;
        memcpy(r->cells + r->own.from, intern_get(r->states, i, NULL), size);
        for (uint32_t k = 0; k < s->offer_count; k++) {
            move m;
            run way = {0};
            if (s->offers[k].method < r->actions || !system_offers(s, r->cells, 0, k, &m))
                continue;
            do {
                memcpy(r->work, r->cells, s->p->layout.cells * sizeof *r->work);
                run_reset(&way);
                system_do(s, r->work, &m, &way);
                if (way.problem == PROBLEM_FULL)
                    return LOOKED_TO_ROOM;
                if (!way.problem && !way.blocked)
                    intern_add(r->states, r->work + r->own.from, size);
            } while (run_next(&way));
        }
    }
    return LOOKED_AT_ALL;
}

static bool holds(const related *r, const int32_t *cells, run *way)
{
    *way = (run){0};
    r->system.c.invariant(cells, way);
    return !way->problem;
}

// The states that are related to this part, in one block.
typedef struct relatives {
    uint32_t *list;
    size_t count, capacity;
} relatives;

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// In the order of their numbers.
static void find_relatives(related *r, const int32_t *part, relatives *out)
{
    size_t size = r->own.count * sizeof(int32_t);
    const related_index *x = &r->index;
    out->count = 0;
    put(r, part, r->cells);
    for (uint32_t at = 0; at < x->count;) {
        run way;
        memcpy(r->cells + r->own.from, intern_get(r->states, x->order[at], NULL), size);
        if (!holds(r, r->cells, &way)) {
            uint32_t where = way.problem == PROBLEM_INVARIANT ? way.where : UINT32_MAX;
            at = related_index_after(x, r->abstract, at, where);
            continue;
        }
        MEMORY_GROW(out->list, out->capacity, out->count + 1);
        out->list[out->count++] = x->order[at++];
    }
    if (out->count)
        qsort(out->list, out->count, sizeof *out->list, compare_numbers);
}

// Is the step matched from this state?
static bool is_matched(related *r, const int32_t *step, uint32_t u, run *way)
{
    move m = {.kind = LABEL_ACTION, .offer = (uint32_t)step[0]};
    m.method = r->system.offers[m.offer].method;
    put(r, step + 1 + r->seen_cells, r->cells);
    memcpy(r->cells + r->own.from, intern_get(r->states, u, NULL), r->own.count * sizeof(int32_t));
    memcpy(r->work, r->cells, r->system.p->layout.cells * sizeof *r->work);
    *way = (run){0};
    system_do(&r->system, r->work, &m, way);
    return !way->problem && !way->blocked && holds(r, r->work, way);
}

static void describe_own(related *r, const int32_t *cells, const char *title, text *out)
{
    describer d;
    describer_init(&d, &r->system, cells);
    text_add(out, "%s", title);
    describe_specification(&d, cells, out);
    text_add(out, "\n");
    describer_fini(&d);
}

static bool say_unmatched(related *r, job *j, search *q, uint32_t number, uint32_t u)
{
    const simulation *s = j->v->subject->simulates;
    const int32_t *step = intern_get(r->steps, number, NULL);
    run way;
    is_matched(r, step, u, &way);
    limits l = {0};
    q->last = r->found[number];
    if (replay(q, &l, j->out) == REPLAY_FAULT)
        return error_set(j->e, "the counterexample could not be run again: this is a fault of "
                               "linchpin, please report it with the model");
    uint32_t line, column;
    source_position(&j->m->source, way.where, &line, &column);
    bool relation = way.problem == PROBLEM_INVARIANT;
    text t = {0};
    text_add(&t, "In the state after these steps of %s, ", s->from);
    move m = {.kind = LABEL_ACTION, .offer = (uint32_t)step[0]};
    m.method = r->system.offers[m.offer].method;
    describer d;
    text where = {0};
    describer_init(&d, &r->system, r->cells);
    describe_move(&d, &m, r->cells, &t, &where);
    describer_fini(&d);
    text_fini(&where);
    text_add(&t, " is taken; %s may be in another related state:\n", s->to);
    describe_own(r, r->cells, "  before: ", &t);
    if (relation)
        describe_own(r, r->work, "  after what matches: ", &t);
    if (q->o.orbits)
        text_add(&t, "Interchangeable names may have changed places between the steps and this.\n");
    text_add(&t, "No %s of the pairs that are met fails so: every trace of %s is one of %s.",
             relation ? "relation" : "step", s->from, s->to);
    verdict_break(j->out, LP_VIOLATION_SIMULATION,
                  relation ? "%s:%u:%u: no simulation: the relation %s does not hold after a step "
                             "from a related state"
                           : "%s:%u:%u: no simulation: from a related state, the step that is to "
                             "match is not enabled%s",
                  j->m->source.file, line, column, relation ? invariant_at(j->m, way.where) : "");
    verdict_copy(&j->out->detail, t.bytes);
    text_fini(&t);
    return true;
}

static int by_part(const void *a, const void *b, void *context)
{
    const related *r = context;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    const int32_t *x = intern_get(r->steps, i, NULL), *y = intern_get(r->steps, k, NULL);
    int way = memcmp(x + 1, y + 1, r->seen_cells * sizeof *x);
    return way ? way : i < k ? -1 : 1;
}

// Every step from every related state. False: with an error.
static bool match_all(related *r, job *j, search *q, looked *end)
{
    uint32_t count = intern_count(r->steps), *order = memory_new(count + 1, sizeof *order);
    relatives all = {0};
    const int32_t *part = NULL;
    bool ok = true, matched = true;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, by_part, r);
    for (uint32_t i = 0; matched && i < count && *end == LOOKED_AT_ALL; i++) {
        const int32_t *step = intern_get(r->steps, order[i], NULL);
        run way;
        if (!part || memcmp(step + 1, part, r->seen_cells * sizeof *part) != 0) {
            part = step + 1;
            *end = limits_reached(j->o->limits) ? LOOKED_TO_LIMIT : LOOKED_AT_ALL;
            find_relatives(r, part, &all);
            r->pairs += all.count;
        }
        for (size_t k = 0; matched && *end == LOOKED_AT_ALL && k < all.count; k++)
            if (!is_matched(r, step, all.list[k], &way) && way.problem == PROBLEM_FULL) {
                *end = LOOKED_TO_ROOM;
            } else if (way.problem || way.blocked) {
                matched = false;
                ok = say_unmatched(r, j, q, order[i], all.list[k]);
            }
    }
    free(order);
    free(all.list);
    return ok;
}

bool related_check(related *r, job *j, search *q)
{
    system_options bounds = j->bounds;
    if (!system_init(&r->system, r->checked, &bounds, j->pool, j->e))
        return false;
    const layout *l = &r->system.p->layout;
    const model *m = r->abstract;
    uint32_t last = m->shared_count - 1, first = last;
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (m->shared[i].specified) {
            first = i < first ? i : first;
            last = i;
        }
    r->own = (span){l->variable[first], l->variable[last] - l->variable[first] +
                                            variable_cells(r->system.p, &m->shared[last])};
    r->cells = memory_new(l->cells, sizeof *r->cells);
    r->work = memory_new(l->cells, sizeof *r->work);
    limits_progress(j->o->limits, "all states of the specification");
    looked end = collect_states(r, j->o->limits);
    limits_progress(j->o->limits, "steps from related states");
    if (end == LOOKED_AT_ALL)
        related_index_init(&r->index, r->system.p, r->states, r->own.from, r->own.count);
    bool ok = end != LOOKED_AT_ALL || match_all(r, j, q, &end);
    system_fini(&r->system);
    if (end == LOOKED_TO_LIMIT)
        q->end = SEARCH_LIMIT;
    if (end == LOOKED_TO_ROOM) {
        q->end = SEARCH_PROBLEM;
        q->run = (run){.problem = PROBLEM_FULL};
        ok = bounds.items < MODEL_MAX_MANY ||
             error_set(j->e, "a seq, set or map of the specification has more than %d items",
                       MODEL_MAX_MANY);
    }
    return ok;
}
