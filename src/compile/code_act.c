// SPDX-License-Identifier: MIT
// How a locally controlled action is found to be enabled, and taken.

#include "compile/code_action.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static void open_braces(coder *c, uint32_t *opened)
{
    c->indent++;
    ++*opened;
}

// What the guard says that a parameter is one of, which is known when it is gone through.
static const expr *what_is_kept(coder *c, const local_action *l, uint32_t param)
{
    for (uint32_t k = 0; k < l->conjunct_count; k++) {
        const expr *found = component_domain(c->m, l->conjuncts[k], l->params[param].name);
        for (uint32_t i = 0; found && i < l->param_count; i++)
            if ((i >= param || l->defined[i]) && code_reads_expr(found, l->params[i].name))
                found = NULL;
        if (found)
            return found;
    }
    return NULL;
}

static void go_through(coder *c, const local_action *l, uint32_t param, uint32_t *opened)
{
    const char *name = code_local(c, l->params[param].name);
    type t = l->params[param].type;
    const char *of = code_type(c, t, l->f->at);
    const expr *kept = type_is_closed(c->m, t) ? NULL : what_is_kept(c, l, param);
    if (kept) {
        code_open_domain(c, kept, name, t, code_format(c, "%u_%u", l->number, param));
        ++*opened;
        return;
    }
    if (!type_is_closed(c->m, t)) {
        code_fails(c, l->f->at, "say in the guard what it is: v == …, or what it is one of: v in s",
                   "which %s is meant? Its type has no end", l->params[param].name);
        return;
    }
    uint32_t card = type_card(t);
    if (c->part->is_operation && c->part->shares[l->number]) { // clients take them by turns
        code_line(c, "for (uint64_t rest%u = 0; rest%u < %u; rest%u++) {", param, param, card,
                  param);
        open_braces(c, opened);
        const char *rank = code_format(c, "(rest%u + lp_id_client(self->%s)) %% %u", param,
                                       code_member(c, c->part->u->params[0].name), card);
        code_line(c, "%s %s = %s;", of, name, code_at(c, t, rank, l->f->at));
        return;
    }
    if (t.kind == TYPE_MASK) {
        code_line(c, "for (%s %s = 0; %s < %u; %s++) {", of, name, name, card, name);
        open_braces(c, opened);
    } else if (t.kind == TYPE_INT && !t.optional) {
        code_line(c, "for (int64_t %s = %lld; %s <= %lld; %s++) {", name, (long long)type_lowest(t),
                  name, (long long)type_highest(t), name);
        open_braces(c, opened);
    } else {
        code_line(c, "for (uint64_t rest%u = 0; rest%u < %u; rest%u++) {", param, param, card,
                  param);
        open_braces(c, opened);
        code_line(c, "%s %s = %s;", of, name,
                  code_at(c, t, code_format(c, "rest%u", param), l->f->at));
    }
}

static bool all_known(const local_action *l, const expr *x, const bool *known)
{
    for (uint32_t i = 0; i < l->param_count; i++)
        if (l->defined[i] && !known[i] && code_reads_expr(x, l->params[i].name))
            return false;
    return true;
}

// The parts of the guard before `end` that look at defined parameters and do not define one.
static void ask(coder *c, local_action *l, const bool *known, uint32_t end, uint32_t *opened)
{
    for (uint32_t k = 0; k < end; k++) {
        if (!l->late[k] || !all_known(l, l->conjuncts[k], known))
            continue;
        l->late[k] = false;
        code_line(c, "if (%s) {", code_raw(c, l->conjuncts[k]).text);
        open_braces(c, opened);
    }
}

static void define(coder *c, const local_action *l, uint32_t i, uint32_t *opened)
{
    const used_name *v = &l->params[l->order[i]];
    const expr *x = l->values[i];
    const char *name = code_local(c, v->name);
    if ((x->type.optional && !v->type.optional) ||
        (v->type.kind == TYPE_TUPLE && !code_same_type(x->type, v->type) && x->kind != EXPR_TUPLE))
        code_fails(c, x->at, "give both the same type", "what %s is has another type", v->name);
    code_line(c, "%s %s = %s;", code_type(c, v->type, x->at), name,
              code_converted(c, x, v->type).text);
    int64_t low, high;
    uint32_t own = 0, other = 0;
    if (type_is_supply(c->m, v->type) && x->kind != EXPR_NONE &&
        (type_supplies(c->s, v->type, &own) < type_supplies(c->s, x->type, &other) || own > other))
        code_fails(c, x->at, "give both the same type", "what %s is may be of another supply",
                   v->name);
    code_bounds(c->m, x, &low, &high);
    bool plain = v->type.kind == TYPE_INT || v->type.kind == TYPE_ENUM;
    if (!plain || type_is_supply(c->m, v->type) || x->kind == EXPR_NONE ||
        (low >= type_lowest(v->type) && high <= type_highest(v->type)))
        return;
    if (v->type.optional || v->type.kind != TYPE_INT || !v->type.ranged) {
        code_fails(c, x->at, "give both the same range", "what %s is has a wider range", v->name);
        return;
    }
    if (v->type.open)
        code_line(c, "if (%s >= %lld) {", name, (long long)v->type.low);
    else
        code_line(c, "if (%s >= %lld && %s <= %lld) {", name, (long long)v->type.low, name,
                  (long long)v->type.high);
    open_braces(c, opened);
}

static void show_argument(coder *c, const local_action *l, uint32_t i)
{
    const action_argument *a = &l->f->args[i];
    if (i)
        code_line(c, "lp_show(text, \", \");");
    if (a->fixed) {
        code_show(c, a->fixed->type, code_raw(c, a->fixed).text, l->f->at);
        return;
    }
    const variable *v = &l->f->locals[a->local];
    code_show(c, variable_type(v), code_local(c, variable_name(v)), l->f->at);
}

// What the operation answers: as the verify block says of the identifiers of each supply.
static const char *answer(coder *c, const local_action *l, const operation_label *o)
{
    const expr *x = o->value_count ? o->values[0] : NULL;
    if (!x)
        return "LP_UNIT";
    if (x->kind != EXPR_NAME)
        return x->kind == EXPR_NONE   ? "LP_NIL"
               : x->kind == EXPR_BOOL ? (x->number ? "LP_TRUE" : "LP_FALSE")
                                      : code_format(c, "lp_int(%lld)", (long long)x->number);
    for (uint32_t i = 0; i < o->head->arg_count && i < l->f->arg_count; i++) {
        const action_argument *given = &o->head->args[i], *own = &l->f->args[i];
        if (given->fixed || strcmp(variable_name(&o->head->locals[given->local]), x->name) != 0)
            continue;
        type t = own->fixed ? own->fixed->type : variable_type(&l->f->locals[own->local]);
        const char *v = own->fixed ? code_raw(c, own->fixed).text
                                   : code_local(c, variable_name(&l->f->locals[own->local]));
        if (t.use == USE_ANSWER)
            return code_format(c, "%s.result", v);
        if (type_is_supply(c->m, t))
            return t.optional ? code_format(c, "%s.id ? lp_int(%s.value) : LP_NIL", v, v)
                              : code_format(c, "lp_int(%s.value)", v);
        if (t.kind != TYPE_INT && t.kind != TYPE_BOOL)
            break;
        const char *make = t.kind == TYPE_INT ? "lp_int" : "lp_bool";
        return t.optional ? code_format(c, "%s.some ? %s(%s.value) : LP_NIL", v, make, v)
                          : code_format(c, "%s(%s)", make, v);
    }
    code_fails(c, x->at, "an int, a bool, an identifier, or an option of them",
               "a result of this type cannot be compiled yet");
    return "LP_UNIT";
}

static void code_return(coder *c, const local_action *l)
{
    const component *part = c->part;
    bool returns = false;
    for (uint32_t i = 0; i < part->operation_count; i++)
        returns |= l->f->role == ACTION_OUTPUT &&
                   strcmp(part->operations[i].back->head->name, l->f->name) == 0;
    if (!returns)
        return;
    text t = {0};
    for (uint32_t i = 0; i < part->operation_count; i++) {
        const component_operation *o = &part->operations[i];
        if (i + 1 < part->operation_count && part->operations[i + 1].back == o->back &&
            !t.length) // as what follows
            continue;
        if (i + 1 < part->operation_count)
            text_add(&t, "lp_id_supply(self->%s) == supply_%s ? %s : ",
                     code_member(c, part->u->params[0].name), c->s->supplies[o->supply].name,
                     answer(c, l, o->back));
        else
            text_add(&t, "%s", answer(c, l, o->back));
        char *said =
            source_excerpt(&c->m->source, o->back->at,
                           o->back->value_count ? o->back->values[0]->end : o->back->head->end);
        code_line(c, "// %s  %s", code_comment(c, o->back->at), said);
        text s = {.bytes = said, .length = strlen(said)};
        text_fini(&s);
    }
    code_line(c, "lp_return(turn, %s);", t.bytes);
    text_fini(&t);
}

// The send is what the action begins with, after its guard.
static const char *handed_to(coder *c, const local_action *l)
{
    const stmt *s = l->f->body.items[l->f->body.items[0]->guard ? 1 : 0];
    return code_address(c, s->b);
}

void code_acting(coder *c, local_action *l)
{
    uint32_t opened = 0;
    bool known[MODEL_MAX_ARGS] = {0};
    for (uint32_t i = 0; i < l->param_count; i++)
        if (!l->defined[i])
            go_through(c, l, i, &opened);
    code_line(c, "if (%s) {", code_action_call(c, &l->can));
    open_braces(c, &opened);
    for (uint32_t i = 0; i < l->order_count; i++) {
        l->late[l->definition[i]] = false;
        ask(c, l, known, l->definition[i], &opened);
        define(c, l, i, &opened);
        known[l->order[i]] = true;
    }
    ask(c, l, known, l->conjunct_count, &opened);
    if (!l->f->arg_count)
        code_line(c, "lp_trace(turn, \"%s\");", l->f->name);
    if (l->f->arg_count) {
        code_line(c, "lp_text *text = lp_trace(turn, \"%s\");", l->f->name);
        code_line(c, "if (text) {");
        c->indent++;
        for (uint32_t i = 0; i < l->f->arg_count; i++)
            show_argument(c, l, i);
        c->indent--;
        code_line(c, "}");
    }
    if (c->part->is_operation && c->part->shares[l->number]) {
        code_line(c, "if (self->handed)");
        code_line(c, "    lp_fail(%s, \"an operation is handed over once\");",
                  code_where(c, l->f->at));
        code_line(c, "self->handed = true;");
        code_line(c, "self->handed_to = %s;", handed_to(c, l));
    }
    code_line(c, "%s;", code_action_call(c, &l->effect));
    code_return(c, l);
    code_line(c, "return true;");
    for (; opened; opened--) {
        c->indent--;
        code_line(c, "}");
    }
}
