// SPDX-License-Identifier: MIT
// See run_claim.h.

#include "verify/temporal/run_claim_parts.h"

#include "base/memory.h"
#include "model/process/event_label.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

// Of an action, what says whose it is comes first.
static int32_t action_cell(const run_claim *c, const offer *o, uint32_t i, type *t)
{
    const method *f = c->s->p->object->methods[o->method];
    const action_argument *a =
        i < f->outer ? &(action_argument){.local = i} : &f->args[i - f->outer];
    *t = a->fixed ? a->fixed->type : variable_type(&f->locals[a->local]);
    return a->fixed ? literal_cell(c->s->m, a->fixed) : o->args[a->local];
}

static int32_t offer_cell(const run_claim *c, const event_pattern *e, const offer *o, uint32_t i,
                          type *t)
{
    const method *f = c->s->p->object->methods[o->method];
    if (e->kind == EVENT_ACTION)
        return action_cell(c, o, i, t);
    *t = variable_type(&f->locals[i - 1]);
    return o->args[i - 1];
}

static bool offers_it(const run_claim *c, const event_pattern *e, const offer *o)
{
    const method *f = c->s->p->object->methods[o->method];
    return !f->over && strcmp(f->name, e->name) == 0;
}

// Is some thread called by its number?
static bool names_thread(const temporal_formula *f)
{
    if (!f)
        return false;
    const event_pattern *e = f->event;
    bool named = e && e->kind != EVENT_ACTION && e->arg_count && e->args[0].kind == EVENT_VALUE;
    return named || names_thread(f->left) || names_thread(f->right);
}

static bool fills_conditions(const temporal_formula *f)
{
    return f && (f->values || fills_conditions(f->left) || fills_conditions(f->right));
}

// Threads that are interchangeable have nothing to say that one of them has not, unless the formula
// tells them apart.
static void thread_domain(const run_claim *c, domain *d)
{
    const transition_system *s = c->s;
    d->threads = true;
    d->type = (type){.kind = TYPE_INT};
    const temporal_formula *what = c->v->temporal.what;
    bool alone = c->v->temporal.variable_count == 1 && s->symmetric && !names_thread(what) &&
                 !fills_conditions(what);
    for (uint32_t t = 0; t < s->p->threads; t++) {
        bool first = true;
        for (uint32_t k = 0; alone && k < t; k++)
            first &= s->classes[k] != s->classes[t];
        if (first)
            domain_add(d, (int32_t)t, 0);
    }
}

static void find_domains(run_claim *c, const temporal_formula *f)
{
    if (!f)
        return;
    find_domains(c, f->left);
    find_domains(c, f->right);
    const event_pattern *e = f->event;
    for (uint32_t i = 0; e && i < e->arg_count; i++) {
        bool thread = e->kind != EVENT_ACTION && i == 0;
        if (e->args[i].kind != EVENT_VARIABLE || (e->kind == EVENT_RETURN && !thread))
            continue;
        domain *d = &c->domains[e->args[i].variable];
        if (thread)
            thread_domain(c, d);
        for (uint32_t k = 0; !thread && k < c->s->offer_count; k++)
            if (offers_it(c, e, &c->s->offers[k]))
                domain_add(d, offer_cell(c, e, &c->s->offers[k], i, &d->type), 0);
    }
}

static named_step resolved(const run_claim *c, const event_pattern *e, const uint32_t *assigned)
{
    named_step step = {.of = e};
    for (uint32_t i = 0; i < e->arg_count; i++) {
        const event_argument *a = &e->args[i];
        step.args[i].any = a->kind == EVENT_ANY;
        if (a->kind == EVENT_VALUE)
            step.args[i].cell = literal_cell(c->s->m, a->written);
        else if (a->kind == EVENT_VARIABLE)
            step.args[i].cell = c->domains[a->variable].cells[assigned[a->variable]];
        if (c->labels && a->kind == EVENT_VALUE)
            step.args[i].tag = value_tag(a->written->type);
        else if (a->kind == EVENT_VARIABLE)
            step.args[i].tag = c->domains[a->variable].tags[assigned[a->variable]];
    }
    return step;
}

// However often it stands in the formula.
static bool same_step(const named_step *a, const named_step *b)
{
    bool same = a->of->kind == b->of->kind && strcmp(a->of->name, b->of->name) == 0 &&
                a->of->bare == b->of->bare && a->of->sign == b->of->sign &&
                a->of->arg_count == b->of->arg_count;
    for (uint32_t i = 0; same && i < a->of->arg_count; i++)
        same = a->args[i].any == b->args[i].any && a->args[i].cell == b->args[i].cell &&
               a->args[i].tag == b->args[i].tag;
    return same;
}

// A formula could not be made: a condition has no such value, or there are too many.
static bool too_many(const run_claim *c, error *e)
{
    if (c->lacking && c->labels) // found while the search goes on: it becomes the reason
        return error_set(e,
                         "%s has a value for which there is no condition: let the array, or the "
                         "range of what it is compared with, hold all of them",
                         c->lacking->name);
    if (c->lacking)
        return source_error(&c->s->m->source, e, c->v->temporal.at,
                            "declare threads and int in the verify block",
                            "%s has a value for which there is no condition", c->lacking->name);
    return source_error(&c->s->m->source, e, c->v->temporal.at,
                        "write several verify blocks, with values in place of some variables",
                        "with all values of its variables, the formula is about more than %d "
                        "conditions and steps",
                        LTL_MAX_ATOMS);
}

// Or LTL_NONE.
static ltl atom_of(run_claim *c, const temporal_formula *f, const uint32_t *assigned)
{
    if (!f->event) {
        uint32_t condition = filled_condition(c, f, assigned);
        return condition < LTL_MAX_ATOMS ? ltl_atom(c->pool, condition) : LTL_NONE;
    }
    named_step step = resolved(c, f->event, assigned);
    uint32_t i = 0;
    while (i < c->step_count && !same_step(&c->steps[i], &step))
        i++;
    if (c->condition_count + i >= LTL_MAX_ATOMS)
        return LTL_NONE;
    c->steps[i] = step;
    c->step_count = i == c->step_count ? i + 1 : c->step_count;
    return ltl_atom(c->pool, c->condition_count + i);
}

static ltl formula_of(run_claim *c, const temporal_formula *f, const uint32_t *assigned)
{
    if (f->kind == LTL_ATOM)
        return atom_of(c, f, assigned);
    if (f->kind == LTL_TRUE || f->kind == LTL_FALSE)
        return f->kind == LTL_TRUE ? ltl_true(c->pool) : ltl_false(c->pool);
    ltl left = formula_of(c, f->left, assigned);
    if (f->kind == LTL_IMPLIES && left != LTL_NONE)
        c->premises |= ltl_atoms(c->pool, left);
    ltl right = left != LTL_NONE && f->right ? formula_of(c, f->right, assigned) : LTL_NONE;
    bool ok = left != LTL_NONE && (!f->right || right != LTL_NONE);
    return ok ? ltl_make(c->pool, f->kind, left, right) : LTL_NONE;
}

// A formula for each assignment, as numbers are counted.
static bool make_formulas(run_claim *c, error *e)
{
    uint32_t variables = c->v->temporal.variable_count, assigned[MODEL_MAX_ARGS] = {0}, at = 0;
    c->count = c->step_count = 0;
    for (uint32_t i = 0; i < variables; i++)
        if (c->domains[i].full)
            return too_many(c, e);
    for (uint32_t i = 0; i < variables; i++)
        if (!c->domains[i].count)
            return true; // no such step is ever taken: nothing is claimed
    do {
        c->step_count = c->labels ? 0 : c->step_count;
        ltl f =
            c->count < MOST_ASSIGNMENTS ? formula_of(c, c->v->temporal.what, assigned) : LTL_NONE;
        if (f == LTL_NONE)
            return too_many(c, e);
        MEMORY_GROW(c->formulas, c->formula_capacity, c->count + 1);
        MEMORY_GROW(c->assigned, c->assigned_capacity, (size_t)(c->count + 1) * MODEL_MAX_ARGS);
        c->formulas[c->count] = f;
        memcpy(c->assigned + (size_t)c->count++ * MODEL_MAX_ARGS, assigned, sizeof assigned);
        for (at = 0; at < variables && ++assigned[at] == c->domains[at].count; at++)
            assigned[at] = 0;
    } while (at < variables);
    return true;
}

// All but the thread.
static bool same_arguments(const run_claim *c, const named_step *step, const offer *o)
{
    const event_pattern *e = step->of;
    type t;
    if (!offers_it(c, e, o))
        return false;
    for (uint32_t i = e->kind == EVENT_CALL; i < e->arg_count; i++)
        if (!step->args[i].any && offer_cell(c, e, o, i, &t) != step->args[i].cell)
            return false;
    return true;
}

static bool is_thread(const named_step *step, uint32_t thread)
{
    return step->of->kind == EVENT_ACTION || !step->of->arg_count || step->args[0].any ||
           step->args[0].cell == (int32_t)thread;
}

static void find_offered(run_claim *c)
{
    uint32_t threads = c->s->p->threads;
    c->offered = memory_new((size_t)c->s->offer_count * threads + 1, sizeof *c->offered);
    for (uint32_t o = 0; o < c->s->offer_count; o++)
        for (uint32_t i = 0; i < c->step_count; i++) {
            if (c->steps[i].of->kind == EVENT_RETURN ||
                !same_arguments(c, &c->steps[i], &c->s->offers[o]))
                continue;
            for (uint32_t t = 0; t < threads; t++)
                if (is_thread(&c->steps[i], t))
                    c->offered[(size_t)o * threads + t] |= bit_of(c, i);
        }
}

run_claim *run_claim_new(const transition_system *s, const instance *v, fairness fair, bool actions,
                         error *e)
{
    run_claim *c = memory_new(1, sizeof *c);
    c->s = s;
    c->v = v;
    c->pool = ltl_pool_new();
    c->share = fair_share_new(s, fair, actions);
    c->domains = memory_new(MODEL_MAX_ARGS, sizeof *c->domains);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        c->condition_count += s->m->reachables[i].atom;
    if (s->front->terms)
        c->labels = named_labels_new(s, v->temporal.what);
    else
        find_domains(c, v->temporal.what);
    if (!make_formulas(c, e)) {
        run_claim_free(c);
        return NULL;
    }
    if (!c->labels)
        find_offered(c);
    return c;
}

void run_claim_free(run_claim *c)
{
    if (!c)
        return;
    ltl_pool_free(c->pool);
    fair_share_free(c->share);
    free(c->formulas);
    free(c->assigned);
    free(c->domains);
    free(c->offered);
    named_labels_free(c->labels);
    free(c);
}

static uint64_t returned(const run_claim *c, const move *m)
{
    const method *f = c->s->p->object->methods[m->method];
    uint64_t bits = 0;
    for (uint32_t i = 0; i < c->step_count; i++) {
        const named_step *step = &c->steps[i];
        const event_pattern *e = step->of;
        bool same =
            e->kind == EVENT_RETURN && strcmp(f->name, e->name) == 0 && is_thread(step, m->thread);
        if (same && e->arg_count > 1 && !step->args[1].any)
            same = lp_value_equal(m->result, system_value(c->s, f->result, step->args[1].cell));
        bits |= same ? bit_of(c, i) : 0;
    }
    return bits;
}

// Of a process, what the steps of the formula are that is looked at.
static uint64_t seen_events(const run_claim *c, uint32_t seen)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; seen && i < c->step_count; i++)
        bits |= named_label_is(c->labels, seen, &c->steps[i]) ? bit_of(c, i) : 0;
    return bits;
}

bool run_claim_learn(run_claim *c, state_graph *g, bool *renewed, error *e)
{
    uint32_t values = 0, before = 0, labels = graph_label_count(g);
    *renewed = false;
    g->read.who_count = fair_share_count(c->share);
    if (!c->labels)
        return true;
    for (uint32_t i = 0; i < MODEL_MAX_ARGS; i++)
        before += c->domains[i].count;
    for (; c->learnt < labels; c->learnt++)
        named_labels_learn(c->labels, g->labels[c->learnt].seen, c->domains);
    for (uint32_t i = 0; i < MODEL_MAX_ARGS; i++)
        values += c->domains[i].count + c->domains[i].full;
    *renewed = values > before;
    return !*renewed || make_formulas(c, e);
}

void run_claim_select(run_claim *c, state_graph *g, uint32_t which)
{
    if (!c->labels)
        return;
    c->step_count = 0;
    formula_of(c, c->v->temporal.what, c->assigned + (size_t)which * MODEL_MAX_ARGS);
    for (uint32_t i = 0; i < graph_label_count(g); i++)
        g->labels[i].events = seen_events(c, g->labels[i].seen);
}

graph_label run_claim_label(const run_claim *c, const move *m)
{
    graph_label label = {.who = fair_share_of(c->share, m)};
    if (c->labels) {
        label.seen = named_labels_seen(c->labels, m);
        label.events = seen_events(c, label.seen);
    } else if (m->kind == LABEL_RETURN) {
        label.events = returned(c, m);
    } else if (m->kind != LABEL_INTERNAL) {
        label.events = c->offered[(size_t)m->offer * c->s->p->threads + m->thread];
    }
    return label;
}

static graph_label read_label(void *context, const move *m)
{
    const run_claim *c = context;
    if (!c->labels)
        return run_claim_label(c, m);
    return (graph_label){.who = fair_share_of(c->share, m),
                         .seen = named_labels_seen(c->labels, m)};
}

static uint32_t members(void *context, uint32_t who, const uint32_t **list)
{
    const run_claim *c = context;
    return fair_share_members(c->share, who, list);
}

graph_reader run_claim_reader(run_claim *c)
{
    uint64_t all =
        c->condition_count == LTL_MAX_ATOMS ? UINT64_MAX : ((uint64_t)1 << c->condition_count) - 1;
    return (graph_reader){.label = read_label,
                          .members = fair_share_groups(c->share) ? members : NULL,
                          .context = c,
                          .conditions = c->condition_count ? all << c->v->reachable_from : 0,
                          .shift = c->v->reachable_from,
                          .who_count = fair_share_count(c->share)};
}

const ltl_pool *run_claim_pool(const run_claim *c)
{
    return c->pool;
}

uint32_t run_claim_count(const run_claim *c)
{
    return c->count;
}

ltl run_claim_formula(const run_claim *c, uint32_t which)
{
    return c->formulas[which];
}
