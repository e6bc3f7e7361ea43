// SPDX-License-Identifier: MIT
// Variables of formulas in conditions: [] (enter.call(t) -> <> inside[t]).
//
// Which values a variable has in runs is for the steps of the formula to say (run_claim.h). A condition
// in which it stands is copied here for each value that it could have by its type, with the value in its place:
// of a thread, the number of one; of an argument, a value of its type; of an event of a process, which has no types,
// what conditions ask for: an index of an array, a value of a variable that it is compared with. After that
// a condition is one like others, and nothing below the checker knows of it. Of those copies the run claim takes the
// one for the value that it is about; a value that has none is an error there.

#include "base/memory.h"
#include "model/check/checker.h"
#include "model/syntax/ast_process.h"
#include "model/syntax/ast_walk.h"

#include <string.h>

typedef struct filling {
    checker *c;
    instance *v;
    const unit *subject;    // NULL: processes
    invariant *made;        // the conditions of the instance
    uint32_t count;         // of them
    condition_values *last; // those of the condition that is copied
} filling;

static bool means_value(const model *m, const char *name)
{
    bool is = strcmp(name, "_") == 0;
    for (uint32_t i = 0; !is && i < m->constant_count; i++)
        is = strcmp(m->constants[i].name, name) == 0;
    for (uint32_t i = 0; !is && i < m->enum_count; i++)
        for (uint32_t k = 0; !is && k < m->enums[i]->item_count; k++)
            is = strcmp(m->enums[i]->items[k], name) == 0;
    for (uint32_t i = 0; !is && i < m->function_count; i++)
        is = m->functions[i]->is_constant && strcmp(m->functions[i]->name, name) == 0;
    return is || variable_find(m->shared, m->shared_count, name) < m->shared_count;
}

// An argument of a step that is called so, if the step is e->args[*next] or a later one.
static bool stands_in(const event_pattern *e, const char *name, uint32_t *next)
{
    for (; *next < e->arg_count; ++*next) {
        const expr *x = e->args[*next].written;
        if (x->kind == EXPR_NAME && strcmp(x->name, name) == 0)
            return true;
    }
    return false;
}

typedef struct wanted {
    const char *name;
    bool bound; // by a quantifier
    bool found;
} wanted;

static bool is_it(void *context, const expr *x)
{
    wanted *w = context;
    w->found |= x->kind == EXPR_NAME && strcmp(x->name, w->name) == 0;
    for (uint32_t i = 0; i < x->binder_count; i++)
        w->bound |= strcmp(x->binders[i].name, w->name) == 0;
    return false;
}

static bool mentions(const expr *x, const char *name)
{
    wanted w = {.name = name};
    expr_any(x, is_it, &w);
    return w.found && !w.bound;
}

static bool too_many(const filling *f, uint32_t at)
{
    return source_error(f->c->s, f->c->e, at,
                        "write several verify blocks, with values in place of some variables",
                        "with all values of the variables of formulas, there are more than %d "
                        "conditions",
                        MODEL_MAX_REACHABLE);
}

static bool add_value(const filling *f, variable_values *l, type_kind kind, uint32_t of,
                      int64_t number, uint32_t at)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->list[i].kind == kind && l->list[i].record == of && l->list[i].cell == number)
            return true;
    if (l->count == MODEL_MAX_REACHABLE)
        return too_many(f, at);
    l->list[l->count++] = (variable_value){kind, of, (int32_t)number};
    return true;
}

// All values of the type, and of an int without a range those that methods are called with.
static bool add_type(const filling *f, variable_values *l, type t, uint32_t at)
{
    const model *m = f->c->m;
    bool scalar = t.kind == TYPE_INT || t.kind == TYPE_BOOL || t.kind == TYPE_ENUM;
    bool range = t.ranged || t.kind != TYPE_INT || (f->subject && f->v->has_range);
    if (!scalar || t.optional || !range || t.kind == TYPE_UNIT)
        return source_error(
            f->c->s, f->c->e, at, "ints that have a range, bools and names of enums can",
            "%s cannot stand in a condition: its type has too many values", l->name);
    if (!check_type(f->c, &t))
        return false;
    int64_t low = t.ranged ? t.low : 0, high = t.ranged ? t.high : 1;
    if (!t.ranged && t.kind == TYPE_ENUM)
        high = m->enums[t.record]->item_count - 1;
    if (!t.ranged && t.kind == TYPE_INT) {
        low = f->v->low;
        high = f->v->high;
    }
    for (int64_t n = low; n <= high; n++)
        if (!add_value(f, l, t.kind, t.kind == TYPE_ENUM ? t.record : 0, n, at))
            return false;
    return true;
}

// Of a step of an object or an automaton: by the types of its arguments.
static bool add_argument(const filling *f, variable_values *l, const event_pattern *e, uint32_t i)
{
    const unit *u = f->subject;
    uint32_t at = e->args[i].written->at;
    if (e->kind != EVENT_ACTION && i == 0)
        return add_type(f, l, (type){.kind = TYPE_INT, .ranged = true, .high = f->v->threads - 1},
                        at);
    for (uint32_t k = 0; k < u->method_count && e->kind != EVENT_RETURN; k++) {
        const method *m = u->methods[k];
        if (m->over || strcmp(m->name, e->name) != 0)
            continue;
        bool own = e->kind == EVENT_ACTION && i >= m->outer;
        if (own && i - m->outer >= m->arg_count)
            continue; // check_formula says that there are too many
        const action_argument *a = own ? &m->args[i - m->outer] : NULL;
        uint32_t local = a ? a->local : e->kind == EVENT_ACTION ? i : i - 1;
        if ((a && a->fixed) || (!a && local >= m->param_count))
            continue;
        if (!add_type(f, l, variable_type(&m->locals[local]), at))
            return false;
    }
    return true;
}

static bool add_steps(const filling *f, variable_values *l, const temporal_formula *part)
{
    if (!part)
        return true;
    uint32_t i = 0;
    for (; part->event && f->subject && stands_in(part->event, l->name, &i); i++)
        if (!add_argument(f, l, part->event, i))
            return false;
    return add_steps(f, l, part->left) && add_steps(f, l, part->right);
}

static const variable *shared_named(const model *m, const expr *x)
{
    uint32_t i = x && x->kind == EXPR_NAME ? variable_find(m->shared, m->shared_count, x->name)
                                           : m->shared_count;
    return i < m->shared_count ? &m->shared[i] : NULL;
}

// Of a process: by what the condition does with it.
static bool add_uses(const filling *f, variable_values *l, const expr *x)
{
    const model *m = f->c->m;
    if (!x)
        return true;
    bool ok = true, left = x->a && x->a->kind == EXPR_NAME && strcmp(x->a->name, l->name) == 0;
    bool right = x->b && x->b->kind == EXPR_NAME && strcmp(x->b->name, l->name) == 0;
    const variable *v = shared_named(m, right ? x->a : left ? x->b : NULL);
    const expr *other = right ? x->a : x->b;
    if (x->kind == EXPR_INDEX && right && v && v->length)
        ok = v->index.kind != TYPE_UNIT
                 ? add_type(f, l, v->index, x->b->at)
                 : add_type(f, l, (type){.kind = TYPE_INT, .ranged = true, .high = v->length - 1},
                            x->b->at);
    else if (x->kind == EXPR_BINARY && left != right) {
        if (!v && other->kind == EXPR_INDEX)
            v = shared_named(m, other->a);
        type t = v ? v->type : (type){.kind = TYPE_UNIT};
        if (v && (t.ranged || t.kind != TYPE_INT))
            ok = add_type(f, l, t, x->at);
    }
    ok = ok && add_uses(f, l, x->a) && add_uses(f, l, x->b) && add_uses(f, l, x->c);
    for (uint32_t i = 0; ok && i < x->item_count; i++)
        ok = add_uses(f, l, x->items[i]);
    return ok;
}

static bool add_all_uses(const filling *f, variable_values *l)
{
    const model *m = f->c->m;
    for (uint32_t i = f->v->reachable_from; i < f->v->reachable_to; i++)
        if (m->reachables[i].atom && !add_uses(f, l, m->reachables[i].condition))
            return false;
    return true;
}

// Adds the variables of these steps that stand in the condition.
static bool find_variables_of(filling *f, const temporal_formula *part, const expr *x)
{
    condition_values *s = f->last;
    if (!part)
        return true;
    const event_pattern *e = part->event;
    for (uint32_t i = 0; e && i < e->arg_count; i++) {
        const expr *w = e->args[i].written;
        uint32_t k = 0;
        if (w->kind != EXPR_NAME || means_value(f->c->m, w->name) || !mentions(x, w->name))
            continue;
        while (k < s->count && strcmp(s->of[k].name, w->name) != 0)
            k++;
        if (k < s->count)
            continue;
        if (k == MODEL_MAX_ARGS)
            return source_error(f->c->s, f->c->e, w->at, NULL, "a formula has at most %d variables",
                                MODEL_MAX_ARGS);
        s->of[s->count++].name = w->name;
    }
    return find_variables_of(f, part->left, x) && find_variables_of(f, part->right, x);
}

// In place of the name.
static void put(const model *m, expr *x, const char *name, const variable_value *v)
{
    if (!x)
        return;
    if (x->kind == EXPR_NAME && strcmp(x->name, name) == 0) {
        x->kind = v->kind == TYPE_ENUM ? EXPR_NAME : v->kind == TYPE_BOOL ? EXPR_BOOL : EXPR_INT;
        x->name = v->kind == TYPE_ENUM ? m->enums[v->record]->items[v->cell] : NULL;
        x->number = v->cell;
        x->instance = true;
    }
    put(m, x->a, name, v);
    put(m, x->b, name, v);
    put(m, x->c, name, v);
    for (uint32_t i = 0; i < x->item_count; i++)
        put(m, x->items[i], name, v);
    for (uint32_t i = 0; i < x->binder_count; i++)
        put(m, x->binders[i].domain, name, v);
}

// The condition with all values, the first variable counting fastest.
static bool add_copies(filling *f, const invariant *of)
{
    const condition_values *s = f->last;
    uint32_t at[MODEL_MAX_ARGS] = {0}, k = 0;
    do {
        if (f->count == MODEL_MAX_REACHABLE)
            return too_many(f, of->at);
        invariant *copy = &f->made[f->count++];
        *copy = *of;
        copy->condition = expr_copy(f->c->m, of->condition);
        for (uint32_t i = 0; i < s->count; i++)
            put(f->c->m, copy->condition, s->of[i].name, &s->of[i].list[at[i]]);
        for (k = 0; k < s->count && ++at[k] == s->of[k].count; k++)
            at[k] = 0;
    } while (k < s->count);
    return true;
}

static bool fill_condition(filling *f, temporal_formula *part)
{
    model *m = f->c->m;
    const invariant *of = &m->reachables[f->v->reachable_from + part->condition];
    f->last = model_allocate(m, sizeof *f->last);
    *f->last = (condition_values){0};
    if (!find_variables_of(f, f->v->temporal.what, of->condition))
        return false;
    for (uint32_t i = 0; i < f->last->count; i++) {
        variable_values *l = &f->last->of[i];
        if (!(f->subject ? add_steps(f, l, f->v->temporal.what) : add_all_uses(f, l)))
            return false;
        if (!l->count)
            return source_error(f->c->s, f->c->e, of->at,
                                f->subject
                                    ? "let it stand for a thread or an argument of a call, too"
                                    : "let it be an index, or compare it with a variable that has "
                                      "a range",
                                "which values can %s have here?", l->name);
    }
    part->condition = f->count;
    part->values = f->last->count ? f->last : NULL;
    return add_copies(f, of);
}

static temporal_formula *fill_part(filling *f, const temporal_formula *part)
{
    temporal_formula *copy = model_allocate(f->c->m, sizeof *copy);
    *copy = *part;
    if (part->kind == LTL_ATOM && !part->event)
        return fill_condition(f, copy) ? copy : NULL;
    if ((part->left && !(copy->left = fill_part(f, part->left))) ||
        (part->right && !(copy->right = fill_part(f, part->right))))
        return NULL;
    return copy;
}

// Puts the conditions of the instance in the place of those that it had.
static bool put_conditions(const filling *f)
{
    model *m = f->c->m;
    uint32_t from = f->v->reachable_from, to = f->v->reachable_to, rest = m->reachable_count - to;
    if (from + f->count + rest > MODEL_MAX_REACHABLE)
        return too_many(f, f->v->temporal.at);
    if (from + f->count + rest == 0)
        return true; // the formula is about steps alone, and so is everything
    MEMORY_GROW(m->reachables, m->reachable_capacity, from + f->count + rest);
    memmove(m->reachables + from + f->count, m->reachables + to, rest * sizeof *m->reachables);
    memcpy(m->reachables + from, f->made, f->count * sizeof *m->reachables);
    m->reachable_count = from + f->count + rest;
    for (uint32_t i = 0; i < m->instance_count; i++) {
        instance *v = &m->instances[i];
        uint32_t shift = f->count - (to - from);
        if (v != f->v && v->reachable_from >= to) {
            v->reachable_from += shift;
            v->reachable_to += shift;
        }
    }
    f->v->reachable_to = from + f->count;
    return true;
}

// NULL: a process.
static const unit *subject_of(const model *m, const instance *v)
{
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (!m->units[i]->is_spec && !m->units[i]->is_process &&
            strcmp(m->units[i]->name, v->object) == 0)
            return m->units[i];
    return NULL;
}

static bool fill(checker *c, instance *v)
{
    invariant made[MODEL_MAX_REACHABLE];
    filling f = {.c = c, .v = v, .made = made, .subject = subject_of(c->m, v)};
    const temporal_formula *before = v->temporal.what;
    temporal_formula *what = fill_part(&f, before);
    if (!what)
        return false;
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++) {
        if (c->m->reachables[i].atom)
            continue;
        if (f.count == MODEL_MAX_REACHABLE)
            return too_many(&f, v->temporal.at);
        made[f.count++] = c->m->reachables[i];
    }
    v->temporal.what = what;
    return put_conditions(&f);
}

bool fill_formulas(checker *c)
{
    for (uint32_t i = 0; i < c->m->instance_count; i++)
        if (c->m->instances[i].temporal.what && !fill(c, &c->m->instances[i]))
            return false;
    return true;
}
