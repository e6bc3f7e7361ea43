// SPDX-License-Identifier: MIT
// What processes evaluate and do, as actions of one unit, so that steps are lowered, compiled and
// interpreted as those of automata are: an action gets the variables of the process that it mentions
// as parameters, and leaves values in an array that is zero in every state.

#include "model/check/check_process.h"
#include "model/syntax/ast_walk.h"

#include <stdio.h>
#include <string.h>

// Which of the variables in scope are mentioned.
typedef struct mentions {
    const process_scope *s;
    uint64_t found;
} mentions;

static bool note_mention(void *context, const expr *x)
{
    mentions *m = context;
    const process_definition *d = m->s->d;
    for (uint32_t i = d->slot_count; x->kind == EXPR_NAME && i-- > 0;)
        if ((m->s->visible >> i & 1) && strcmp(d->slots[i].name, x->name) == 0) {
            m->found |= UINT64_C(1) << i;
            break;
        }
    return false;
}

static bool reads_shared(void *context, const expr *x)
{
    (void)context;
    return x->kind == EXPR_SHARED;
}

// The action, with the variables that are mentioned as its parameters.
static method *begin(const process_scope *s, const process *x, uint64_t found, process_site *site)
{
    checker *c = s->c;
    method *f = model_allocate(c->m, sizeof *f);
    char *symbol = model_allocate(c->m, 40);
    snprintf(symbol, 40, "site__%u", c->m->processes->unit->method_count);
    *f = (method){
        .name = x->name ? x->name : s->d->name, .symbol = symbol, .at = x->at, .end = x->end};
    c->u = c->m->processes->unit;
    c->f = f;
    c->loops = c->scope_count = c->size = 0;
    for (uint32_t i = 0; i < s->d->slot_count; i++) {
        if (!(found >> i & 1))
            continue;
        if (site->slot_count == MODEL_MAX_ARGS) {
            source_error(c->s, c->e, x->at,
                         "let processes with parameters of their own do parts of it",
                         "more than %d variables of the process are used here", MODEL_MAX_ARGS);
            return NULL;
        }
        site->slots[site->slot_count++] = i;
        f->locals[f->local_count] = s->d->slots[i];
        scope_add(c, f->local_count++, s->d->slots[i].at);
    }
    f->param_count = f->local_count;
    return f;
}

static bool finish(checker *c, const process *x, method *f, process_site *site)
{
    unit *u = c->m->processes->unit;
    if (u->method_count == MODEL_MAX_ACTIONS)
        return source_error(
            c->s, c->e, x->at, "values that are constants or parameters do not count",
            "processes evaluate and assign at more than %d places", MODEL_MAX_ACTIONS - 1);
    u->methods[u->method_count] = f;
    site->method = ++u->method_count;
    return true;
}

static expr *make_expr(checker *c, const expr *like, expr_kind kind)
{
    expr *x = model_allocate(c->m, sizeof *x);
    *x = (expr){.kind = kind, .at = like->at, .end = like->end};
    return x;
}

// out[k] = value; which is as wide as what it is meant for.
static bool make_output(checker *c, uint32_t k, expr *value, type want, stmt **out)
{
    expr *to = make_expr(c, value, EXPR_INDEX);
    to->a = make_expr(c, value, EXPR_NAME);
    to->a->name = c->m->shared[c->m->processes->out].name;
    to->b = make_expr(c, value, EXPR_INT);
    to->b->number = k;
    to->b->type = (type){.kind = TYPE_INT};
    if (!check_expr(c, to))
        return false;
    to->type = want;
    *out = model_allocate(c->m, sizeof **out);
    **out = (stmt){.kind = STMT_ASSIGN, .at = value->at, .end = value->end, .a = to, .b = value};
    return true;
}

static bool check_value(checker *c, expr *x, const type *want)
{
    c->looks++;
    bool ok = want ? check_fits(c, x, *want, "the value") : check_expr(c, x);
    c->looks--;
    bool plain = x->type.kind == TYPE_INT || x->type.kind == TYPE_BOOL || x->type.kind == TYPE_ENUM;
    return ok && ((plain && !x->type.optional) ||
                  source_error(c->s, c->e, x->at, NULL, "a value must be int, bool or of an enum"));
}

// Is it known without being evaluated? What goes to a range is looked at by the action.
static bool is_plain(const expr *x, const type *want)
{
    bool given = x->kind == EXPR_INT || x->kind == EXPR_BOOL || x->kind == EXPR_LOCAL;
    bool fits = !want || !want->ranged ||
                (x->kind == EXPR_INT && x->number >= want->low && x->number <= want->high);
    return given && fits;
}

// none, as the value of an event, here or in a set: so the labels of objects have it. It is never evaluated:
// its type says what it is.
static bool is_none(const process *x, uint32_t i)
{
    bool of_event = x->kind == PROCESS_EVENT || (x->set_count && i >= x->set[0].first);
    return of_event && x->values[i]->kind == EXPR_NONE;
}

bool process_site_values(const process_scope *s, process *x, const type *want)
{
    checker *c = s->c;
    mentions m = {.s = s};
    bool plain = true;
    for (uint32_t i = 0; i < x->value_count; i++)
        if (!x->binds || !x->binds[i])
            expr_any(x->values[i], note_mention, &m);
    x->types = model_allocate(c->m, (x->value_count + 1) * sizeof *x->types);
    method *f = begin(s, x, m.found, &x->evaluates);
    if (!f)
        return false;
    f->body.items = model_allocate(c->m, (x->value_count + 1) * sizeof *f->body.items);
    for (uint32_t i = 0; i < x->value_count; i++) {
        const type *fit = want ? &want[i] : NULL;
        if (x->binds && x->binds[i]) {
            x->types[i] = fit ? *fit : x->types[i];
            continue;
        }
        if (is_none(x, i)) {
            x->types[i] = x->values[i]->type = (type){.kind = TYPE_NONE};
            continue;
        }
        if (!check_value(c, x->values[i], fit))
            return false;
        x->types[i] = fit ? *fit : x->values[i]->type;
        plain &= is_plain(x->values[i], fit);
        x->evaluates.reads |= expr_any(x->values[i], reads_shared, NULL);
        if (!make_output(c, i, x->values[i], x->types[i], &f->body.items[f->body.count++]))
            return false;
    }
    x->needs |= m.found;
    return plain || finish(c, x, f, &x->evaluates);
}

bool process_site_block(const process_scope *s, process *x)
{
    mentions m = {.s = s};
    block_any_expr(&x->block, note_mention, &m);
    method *f = begin(s, x, m.found, &x->does);
    if (!f || !check_block(s->c, &x->block))
        return false;
    f->body = x->block;
    x->needs |= m.found;
    return finish(s->c, x, f, &x->does);
}
