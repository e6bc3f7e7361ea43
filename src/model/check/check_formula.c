// SPDX-License-Identifier: MIT
// Formulas of verify blocks: the steps that they name are there, with arguments of their types.

#include "model/check/checker.h"
#include "model/syntax/ast_process.h"

#include <stdio.h>
#include <string.h>

// What a step of this name has for arguments.
typedef struct named_step {
    const method *f;
    bool thread, result; // the first is a thread; the last is what is returned
    uint32_t least, most;
} named_step;

typedef struct formula_check {
    checker *c;
    instance *v;
    bool ranges[MODEL_MAX_ARGS]; // of each variable: it is known which values it has
} formula_check;

static bool wrong_count(const formula_check *k, const event_pattern *e, const named_step *s)
{
    char hint[160];
    snprintf(hint, sizeof hint, "%s",
             e->kind == EVENT_RETURN ? "the thread, and what is returned"
             : s->thread             ? "the thread, then the arguments; _ is any value"
                                     : "_ is any value");
    return source_error(k->c->s, k->c->e, e->at, hint, "%s takes %s%u argument%s here", e->name,
                        s->least < s->most ? "at most " : "", s->most, s->most == 1 ? "" : "s");
}

static bool add_variable(formula_check *k, const expr *x, bool ranges, uint32_t *which)
{
    temporal_claim *t = &k->v->temporal;
    uint32_t i = 0;
    while (i < t->variable_count && strcmp(t->variables[i], x->name) != 0)
        i++;
    if (i == MODEL_MAX_ARGS)
        return source_error(k->c->s, k->c->e, x->at, NULL, "a formula has at most %d variables",
                            MODEL_MAX_ARGS);
    if (i == t->variable_count)
        t->variables[t->variable_count++] = x->name;
    k->ranges[i] |= ranges;
    *which = i;
    return true;
}

static bool no_variable(const formula_check *k, const expr *x)
{
    const model *m = k->c->m;
    return variable_find(m->shared, m->shared_count, x->name) == m->shared_count ||
           source_error(k->c->s, k->c->e, x->at, "call it otherwise",
                        "%s is a variable of the model; here it would stand for each value of an "
                        "argument",
                        x->name);
}

static bool fits_here(const expr *x, type want)
{
    if (x->kind == EXPR_NONE)
        return want.optional;
    return x->type.kind == want.kind && (want.kind != TYPE_ENUM || x->type.record == want.record);
}

static bool check_event_argument(formula_check *k, const event_pattern *e, event_argument *a,
                                 const named_step *s, uint32_t i)
{
    checker *c = k->c;
    expr *x = a->written;
    bool thread = s->thread && i == 0, result = s->result && i == 1;
    const action_argument *of = thread || result ? NULL
                                : s->thread      ? &(action_argument){.local = i - 1}
                                                 : (i < s->f->outer ? &(action_argument){.local = i}
                                                                    : &s->f->args[i - s->f->outer]);
    type want = thread      ? (type){.kind = TYPE_INT}
                : result    ? s->f->result
                : of->fixed ? of->fixed->type
                            : variable_type(&s->f->locals[of->local]);
    if (x->kind == EXPR_NAME && strcmp(x->name, "_") == 0) {
        a->kind = EVENT_ANY;
        return true;
    }
    if (x->kind == EXPR_NAME && !check_constant_name(c, x)) { // no name that means a value
        a->kind = EVENT_VARIABLE;
        return no_variable(k, x) && add_variable(k, x, !result, &a->variable);
    }
    a->kind = EVENT_VALUE;
    if (x->type.kind == TYPE_UNIT && !check_constant(c, x)) // else it was, of another view
        return false;
    if (type_width(want) == 1 && want.kind != TYPE_MASK && fits_here(x, want))
        return true;
    text t = {0};
    type_print(c->m, want, &t);
    source_error(c->s, c->e, x->at, "a number, true, false, none, a name of an enum, or _ for any",
                 "this argument of %s is %s%s", e->name, thread ? "a thread, of type " : "of type ",
                 t.bytes);
    text_fini(&t);
    return false;
}

static bool check_arguments_of(formula_check *k, event_pattern *e, const named_step *s)
{
    if (!e->bare && (e->arg_count < s->least || e->arg_count > s->most))
        return wrong_count(k, e, s);
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (!check_event_argument(k, e, &e->args[i], s, i))
            return false;
    return true;
}

static named_step step_of(const event_pattern *e, const method *f)
{
    if (e->kind == EVENT_ACTION)
        return (named_step){
            .f = f, .least = f->outer + f->arg_count, .most = f->outer + f->arg_count};
    bool result = e->kind == EVENT_RETURN;
    uint32_t more = result ? f->result.kind != TYPE_UNIT : f->param_count;
    return (named_step){.f = f, .thread = true, .result = result, .most = 1 + more};
}

static bool no_step(const formula_check *k, const event_pattern *e)
{
    const unit *u = k->v->subject;
    const char *names[MODEL_MAX_ACTIONS];
    for (uint32_t i = 0; i < u->method_count; i++)
        names[i] = u->methods[i]->name;
    const char *near = did_you_mean(e->name, names, u->method_count);
    char hint[160];
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(k->c->s, k->c->e, e->at, near ? hint : NULL, "%s has no %s %s", u->name,
                        u->is_automaton ? "action" : "method", e->name);
}

// A name of a value, or one of the formula's own.
static bool check_label_value(formula_check *k, event_argument *a)
{
    checker *c = k->c;
    expr *x = a->written;
    if (x->kind == EXPR_NAME && strcmp(x->name, "_") == 0) {
        a->kind = EVENT_ANY;
        return true;
    }
    if (x->kind == EXPR_NAME && !check_constant_name(c, x)) {
        a->kind = EVENT_VARIABLE;
        return no_variable(k, x) && add_variable(k, x, true, &a->variable);
    }
    a->kind = EVENT_VALUE;
    if (x->type.kind == TYPE_UNIT && !check_constant(c, x))
        return false;
    if (x->kind == EXPR_NONE) {
        x->number = CELL_NONE;
        return true;
    }
    bool fits = x->type.kind == TYPE_INT || x->type.kind == TYPE_BOOL || x->type.kind == TYPE_ENUM;
    return (fits && !x->type.optional) ||
           source_error(c->s, c->e, x->at,
                        "a number, true, false, none, a name of an enum, or _ for any",
                        "values of events are ints, bools, names of enums, and none");
}

static bool no_event(const formula_check *k, const event_pattern *e)
{
    const processes *a = k->c->m->processes;
    const char *near = did_you_mean(e->name, a->events, a->event_count);
    char hint[160];
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(k->c->s, k->c->e, e->at, near ? hint : NULL,
                        "no process has an event %s, and it is no variable", e->name);
}

// Of a process: a name that some process of the file has, and a channel with the sign of its own.
static bool check_label(formula_check *k, event_pattern *e)
{
    const processes *a = k->c->m->processes;
    e->number = 0;
    while (e->number < a->event_count && strcmp(a->events[e->number], e->name) != 0)
        e->number++;
    if (e->number == a->event_count)
        return no_event(k, e);
    uint32_t which = process_channel_find(k->c->m, e->name);
    bool message = which < a->channel_count;
    if (e->sign == '.' && message && a->channels[which].capacity)
        return source_error(k->c->s, k->c->e, e->at, "write for example: c!1 or c?1",
                            "%s has a buffer: its events are sent or received", e->name);
    if ((e->sign == '!' || e->sign == '?') && !(message && a->channels[which].capacity))
        return source_error(k->c->s, k->c->e, e->at, "write for example: c.1",
                            message ? "%s has no buffer: who sends and who receives take one event"
                                    : "%s is no channel",
                            e->name);
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (!check_label_value(k, &e->args[i]))
            return false;
    return true;
}

static bool check_event(formula_check *k, event_pattern *e)
{
    const unit *u = k->v->subject;
    bool found = false;
    if (k->v->process && (e->kind == EVENT_TAU || e->kind == EVENT_SKIP))
        return true;
    if (k->v->process && e->kind == EVENT_LABEL)
        return check_label(k, e);
    if (k->v->process)
        return source_error(k->c->s, k->c->e, e->at, "write for example: enter.0",
                            "a process has events");
    if (u->is_automaton != (e->kind == EVENT_ACTION))
        return source_error(k->c->s, k->c->e, e->at,
                            u->is_automaton ? "write the action with its arguments: grant(w1)"
                                            : "write push.call(t) or push.return(t)",
                            "%s",
                            u->is_automaton ? "an automaton takes actions"
                                            : "an object is called, and returns");
    for (uint32_t i = 0; i < u->method_count; i++) {
        const method *f = u->methods[i];
        if (f->over || strcmp(f->name, e->name) != 0)
            continue;
        named_step s = step_of(e, f);
        if (!check_arguments_of(k, e, &s))
            return false;
        found = true;
    }
    return found || no_step(k, e);
}

static bool check_part(formula_check *k, const temporal_formula *f)
{
    if (!f)
        return true;
    if (f->event)
        return check_event(k, f->event);
    return check_part(k, f->left) && check_part(k, f->right);
}

// They stand in some step, which is where they were found.
static void find_values(const formula_check *k, const temporal_formula *f)
{
    const temporal_claim *t = &k->v->temporal;
    for (uint32_t i = 0; f && f->values && i < f->values->count; i++) {
        variable_values *l = &f->values->of[i];
        l->variable = 0;
        while (strcmp(t->variables[l->variable], l->name) != 0)
            l->variable++;
    }
    if (f) {
        find_values(k, f->left);
        find_values(k, f->right);
    }
}

const char *fairness_unsuited(const instance *v, const char **hint)
{
    const temporal_claim *t = &v->temporal;
    *hint = NULL;
    if (t->fair_actions && t->fair_events != (v->process != NULL))
        return v->process                 ? "a process has events, and no actions"
               : v->subject->is_automaton ? "an automaton has actions, and no events"
                                          : "an object has threads, and no events";
    *hint = "write: fair weak, or: fair strong";
    if (t->fair_actions && !v->subject->is_automaton)
        return "an object has threads, and no actions";
    *hint = t->fair == FAIR_STRONG ? "write: fair strong actions" : "write: fair weak actions";
    bool parts = v->process || !v->subject->is_automaton || v->subject->made_of_count ||
                 v->subject->composed;
    return parts || t->fair_actions || t->fair == FAIR_GLOBAL || t->fair == FAIR_NOT
               ? NULL
               : "one automaton alone has no components that could be passed over";
}

static bool check_fair(const formula_check *k)
{
    const instance *v = k->v;
    const char *hint, *why;
    if (!v->temporal.fair_given)
        return true;
    if (v->claim != CLAIM_TEMPORAL)
        return source_error(k->c->s, k->c->e, v->temporal.fair_at,
                            "progress starvationfree and deadlockfree are fair as they are",
                            "fair is a setting of formulas: verify %s |= …", v->object);
    why = fairness_unsuited(v, &hint);
    return !why || source_error(k->c->s, k->c->e, v->temporal.fair_at, hint, "%s", why);
}

bool check_formula(checker *c, instance *v)
{
    formula_check k = {.c = c, .v = v};
    v->temporal.variable_count = 0;
    if (!check_fair(&k) || !check_part(&k, v->temporal.what))
        return false;
    for (uint32_t i = 0; i < v->temporal.variable_count; i++)
        if (!k.ranges[i])
            return source_error(c->s, c->e, v->temporal.at,
                                "let it stand for a thread or an argument, too",
                                "which values does %s have?", v->temporal.variables[i]);
    find_values(&k, v->temporal.what);
    return true;
}
