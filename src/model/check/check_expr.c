// SPDX-License-Identifier: MIT
// Names and expressions.

#include "model/check/checker.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

static const type int_type = {.kind = TYPE_INT}, bool_type = {.kind = TYPE_BOOL};

static bool in_spec(const checker *c)
{
    return c->u && c->u->is_spec;
}

static bool check_tuple(checker *c, expr *x)
{
    if (c->in_invariant)
        return source_error(c->s, c->e, x->at, "look at the parts: t.0",
                            "an invariant has no tuples");
    x->type = (type){.kind = TYPE_TUPLE, .part_count = x->item_count};
    x->type.parts = model_allocate(c->m, x->item_count * sizeof *x->type.parts);
    for (uint32_t i = 0; i < x->item_count; i++) {
        if (!check_expr(c, x->items[i]))
            return false;
        x->type.parts[i] = x->items[i]->type;
        bool nested = x->type.parts[i].kind == TYPE_TUPLE && !has_automaton(c->m);
        if (type_many(x->type.parts[i]) || nested)
            return source_error(c->s, c->e, x->items[i]->at, NULL,
                                "this cannot be part of a tuple");
    }
    return type_width(x->type) <= MODEL_MAX_PARTS ||
           source_error(c->s, c->e, x->at, NULL, "a tuple has at most %d parts", MODEL_MAX_PARTS);
}

// The type, with a range that both have their values in.
static type widened(checker *c, type t, type other)
{
    t.ranged = t.ranged && other.ranged;
    if (t.ranged) {
        t.low = t.low < other.low ? t.low : other.low;
        t.high = t.high > other.high ? t.high : other.high;
    }
    if (t.kind != TYPE_TUPLE)
        return t;
    type *parts = model_allocate(c->m, t.part_count * sizeof *parts);
    for (uint32_t i = 0; i < t.part_count; i++)
        parts[i] = widened(c, t.parts[i], other.parts[i]);
    t.parts = parts;
    return t;
}

// Two values beside each other. What a literal is a set of is seen from the other one.
static bool check_pair(checker *c, expr *a, expr *b)
{
    bool late = set_literal(a) && (!set_literal(b) || (a->kind == EXPR_SET && !a->item_count));
    expr *first = late ? b : a, *second = late ? a : b;
    if (!check_expr(c, first))
        return false;
    return first->type.kind == TYPE_MASK && set_literal(second)
               ? check_set_as(c, second, first->type)
               : check_expr(c, second);
}

// Both values must be of one type, which is that of the whole.
static bool check_condition(checker *c, expr *x)
{
    if (!check_fits(c, x->a, bool_type, "what stands before the ?") || !check_pair(c, x->b, x->c))
        return false;
    if (type_many(x->b->type) || type_many(x->c->type))
        return source_error(c->s, c->e, x->at, "write if (…) … else …",
                            "a seq, set or map is used by its operations only");
    // `none` makes an option of what stands beside it.
    for (int way = 0; way < 2; way++) {
        type t = way ? x->b->type : x->c->type;
        bool plain = t.kind == TYPE_INT || t.kind == TYPE_BOOL || t.kind == TYPE_ENUM;
        if ((way ? x->c : x->b)->type.kind != TYPE_NONE || !plain)
            continue;
        x->type = t;
        x->type.optional = true;
        return true;
    }
    bool first = type_fits(x->b->type, x->c->type);
    if (!first && !type_fits(x->c->type, x->b->type))
        return wrong_type(c, x->c, x->b->type, "what stands after the :");
    x->type = first ? x->c->type : x->b->type;
    if (type_same(x->b->type, x->c->type) && !(c->in_invariant && x->type.kind == TYPE_TUPLE))
        return true;
    x->type = widened(c, x->type, first ? x->b->type : x->c->type);
    return x->type.kind != TYPE_TUPLE || !c->in_invariant ||
           source_error(c->s, c->e, x->at, "look at the parts: t.0", "an invariant has no tuples");
}

static bool check_operand(checker *c, const expr *x, const expr *operand)
{
    bool bits = x->op == OP_BIT_AND || x->op == OP_BIT_OR;
    if (bits && operand->type.kind == TYPE_BOOL)
        return source_error(c->s, c->e, operand->at,
                            x->op == OP_BIT_AND
                                ? "write && for \"and\"; == binds tighter: (a & b) == c"
                                : "write || for \"or\"; == binds tighter: (a | b) == c",
                            "%c is for the bits of ints", x->op == OP_BIT_AND ? '&' : '|');
    return type_fits(operand->type, int_type) ||
           wrong_type(c, operand, int_type, x->name ? x->name : "an operand here");
}

// Enums are ordered as they are declared, tuples by their first parts that differ; none comes
// first, as it does among the cells that are compared.
static bool comparable(type t)
{
    bool all = t.kind == TYPE_TUPLE;
    for (uint32_t i = 0; all && i < t.part_count; i++)
        all = comparable(t.parts[i]);
    return all || t.kind == TYPE_INT || t.kind == TYPE_ENUM;
}

static bool never_none(checker *c, const expr *none, type other)
{
    text name = {0};
    type_print(c->m, other, &name);
    source_error(c->s, c->e, none->at,
                 other.kind == TYPE_POINTER ? "a pointer may be null"
                                            : "one that may be: declared with ? after its type",
                 "this is compared with none, but a value of type %s is never none", name.bytes);
    text_fini(&name);
    return false;
}

static bool check_binary(checker *c, expr *x)
{
    x->type = x->op >= OP_ADD ? int_type : bool_type;
    if (x->op == OP_AND || x->op == OP_OR)
        return check_fits(c, x->a, bool_type, "an operand of && and ||") &&
               check_fits(c, x->b, bool_type, "an operand of && and ||");
    if (!check_pair(c, x->a, x->b))
        return false;
    if (x->a->type.kind == TYPE_MASK || x->b->type.kind == TYPE_MASK)
        return check_set_binary(c, x);
    bool compares = x->op >= OP_LT && x->op <= OP_GE && x->a->type.kind != TYPE_INT &&
                    comparable(x->a->type) && has_automaton(c->m) && !in_spec(c);
    if (x->op != OP_EQ && x->op != OP_NE && !compares)
        return check_operand(c, x, x->a) && check_operand(c, x, x->b);
    if (type_many(x->a->type) || type_many(x->b->type))
        return source_error(c->s, c->e, x->at, "compare s.len() or s.front()",
                            "a seq, set or map cannot be compared");
    if (c->in_invariant && x->a->type.kind == TYPE_TUPLE)
        return source_error(c->s, c->e, x->at, "look at the parts: t.0",
                            "an invariant has no tuples");
    if (type_fits(x->a->type, x->b->type) || type_fits(x->b->type, x->a->type))
        return true;
    const expr *none = x->b->kind == EXPR_NONE ? x->b : x->a->kind == EXPR_NONE ? x->a : NULL;
    if (none)
        return never_none(c, none, none == x->b ? x->a->type : x->b->type);
    return wrong_type(c, x->b, x->a->type, "what is compared");
}

static bool check_new(checker *c, expr *x)
{
    type t = {.kind = TYPE_POINTER, .name = x->name, .at = x->at};
    if (in_spec(c))
        return source_error(c->s, c->e, x->at, NULL, "a spec has no pointers");
    if (c->in_guard)
        return check_acts(c, x, "new");
    if (c->ghost || c->in_function)
        return source_error(c->s, c->e, x->at, NULL,
                            "new cannot stand in functions, ghost code, assert or invariants");
    if (!check_type(c, &t))
        return false;
    const record *r = c->m->records[t.record];
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        if (at == r->field_count)
            return source_error(c->s, c->e, x->items[i]->at, NULL, "struct %s has only %u fields",
                                r->name, i);
        type want = variable_type(&r->fields[at]);
        if (r->fields[at].length || type_many(want))
            return source_error(c->s, c->e, x->items[i]->at,
                                "declare it after the other fields: new leaves it out", "%s is %s",
                                variable_name(&r->fields[at]),
                                r->fields[at].length ? "an array" : "a seq, set or map");
        if (!check_fits(c, x->items[i], want, variable_name(&r->fields[at])))
            return false;
        at += type_width(want);
    }
    x->type = t;
    return true;
}

// Each argument fits its parameter.
bool check_arguments(checker *c, const expr *x, const method *f)
{
    uint32_t at = 0, i = 0;
    for (; i < x->item_count && at < f->param_count; i++) {
        type want = variable_type(&f->locals[at]);
        if (!check_fits(c, x->items[i], want, variable_name(&f->locals[at])))
            return false;
        at += type_width(want);
    }
    return (i == x->item_count && at == f->param_count) ||
           source_error(c->s, c->e, x->at, NULL, "%s has another number of parameters", x->name);
}

static bool unknown_call(checker *c, const expr *x)
{
    const char *names[MODEL_MAX_FUNCTIONS + MODEL_MAX_PROCEDURES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->m->function_count; i++)
        names[count++] = c->m->functions[i]->name;
    for (uint32_t i = 0; i < c->m->procedure_count; i++)
        names[count++] = c->m->procedures[i]->name;
    char hint[160];
    const char *whose = has_automaton(c->m) ? "action" : "method";
    snprintf(hint, sizeof hint, "%ss do not call %ss; write: procedure f(int a) -> int { … }",
             whose, whose);
    const char *near = did_you_mean(x->name, names, count);
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return source_error(c->s, c->e, x->at, hint, "no function or procedure is called %s", x->name);
}

bool check_call(checker *c, expr *x)
{
    uint32_t which = procedure_find(c->m, x->name);
    if (which < c->m->procedure_count)
        return check_procedure_call(c, x, which);
    for (x->index = 0; x->index < c->m->function_count; x->index++)
        if (strcmp(c->m->functions[x->index]->name, x->name) == 0)
            break;
    if (x->index == c->m->function_count)
        return message_find(c->m, x->name) < c->m->message_count ? check_message(c, x)
                                                                 : unknown_call(c, x);
    const method *f = c->m->functions[x->index];
    c->m->used[f->at] = true;
    if (f->is_let && c->in_function && (!c->in_let || x->index >= c->let))
        return source_error(c->s, c->e, x->at, NULL,
                            c->in_let ? "%s is declared below, or here"
                                      : "a function does not see the state, and so not %s",
                            x->name);
    if (f->is_constant && c->in_function && !c->in_let && x->index >= c->let)
        return source_error(c->s, c->e, x->at, NULL, "%s is declared below, or here", x->name);
    if (!check_arguments(c, x, f))
        return false;
    x->type = f->result;
    x->before = c->before && f->is_let;
    return !c->in_invariant || x->type.kind != TYPE_TUPLE ||
           source_error(c->s, c->e, x->at, NULL, "an invariant has no tuples");
}

bool check_expr(checker *c, expr *x)
{
    return check_whole(c, x) &&
           (!place_array(c, x) || source_error(c->s, c->e, x->at, "write for example: items[0]",
                                               "an array is used item by item"));
}

static bool check_value(checker *c, expr *x)
{
    if (!check_expr(c, x->a))
        return false;
    x->type = x->a->type;
    x->type.optional = false;
    return x->a->type.optional || source_error(c->s, c->e, x->a->at, "leave value( ) out",
                                               "only an option such as int? can be none");
}

static bool check_literal(expr *x)
{
    static const type_kind kinds[] = {[EXPR_INT] = TYPE_INT,
                                      [EXPR_BOOL] = TYPE_BOOL,
                                      [EXPR_NULL] = TYPE_NULL,
                                      [EXPR_NONE] = TYPE_NONE};
    x->type.kind = kinds[x->kind];
    return true;
}

// x', of which only x is left: it is looked at when the step is done.
static bool check_primed(checker *c, expr *x)
{
    bool before = c->before;
    c->before = false;
    bool ok = check_expr(c, x->a);
    c->before = before;
    if (ok)
        *x = *x->a;
    return ok;
}

// Long: one case for each kind of expression.
static bool check_kind(checker *c, expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_NULL:
    case EXPR_NONE:
        return check_literal(x);
    case EXPR_NAME:
        return check_name(c, x);
    case EXPR_FIELD:
        return check_field(c, x);
    case EXPR_NOT:
        x->type = bool_type;
        return check_fits(c, x->a, bool_type, "the operand of !");
    case EXPR_MINUS:
        x->type = int_type;
        return check_fits(c, x->a, int_type, "the operand of -");
    case EXPR_VALUE:
        return check_value(c, x);
    case EXPR_BINARY:
        return check_binary(c, x);
    case EXPR_CAS:
        return check_cas(c, x);
    case EXPR_NEW:
        return check_new(c, x);
    case EXPR_SEQ:
        return check_collection(c, x);
    case EXPR_INDEX:
        return check_index(c, x);
    case EXPR_DCAS:
        return check_dcas(c, x);
    case EXPR_SWAP:
    case EXPR_FAA:
        return check_swap(c, x);
    case EXPR_LL:
    case EXPR_SC:
        return check_link(c, x);
    case EXPR_CHOOSE:
        return check_choose(c, x);
    case EXPR_SHAPE:
        return check_shape(c, x);
    case EXPR_CALL:
        return check_call(c, x);
    case EXPR_TUPLE:
        return check_tuple(c, x);
    case EXPR_ITEM:
        return check_item(c, x);
    case EXPR_CONDITION:
        return check_condition(c, x);
    case EXPR_SET:
        return check_set(c, x);
    case EXPR_IN:
        return check_in(c, x);
    case EXPR_BIND:
        return check_bind(c, x);
    case EXPR_CLOSURE:
        return check_closure(c, x);
    case EXPR_MESSAGE:
        return check_message(c, x);
    case EXPR_IS:
    case EXPR_CONTENT:
        return check_received(c, x);
    case EXPR_PRIMED:
        return check_primed(c, x);
    case EXPR_LOCAL:
    case EXPR_SHARED:
    case EXPR_TEMP:
    case EXPR_ME:
    case EXPR_COUNT:
    case EXPR_RANGE:
    case EXPR_PROCEDURE:
    case EXPR_LIST: // see check_list
        return true;
    }
    return false;
}

// What was checked may be checked again as part of something that was made of it.
bool check_whole(checker *c, expr *x)
{
    x->checked = x->checked || check_kind(c, x);
    return x->checked;
}
