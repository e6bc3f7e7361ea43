// SPDX-License-Identifier: MIT
// What names mean in the text of a component, and the types of its expressions.

#include "model/component/component_typing.h"

#include "model/syntax/finite_type.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const type int_type = {.kind = TYPE_INT}, bool_type = {.kind = TYPE_BOOL};

bool typing_fails(const typing *t, uint32_t at, const char *hint, const char *format, ...)
{
    va_list list;
    char message[512];
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    return source_error(&t->m->source, t->e, at, hint, "%s", message);
}

void type_resolve(const model *m, type *t)
{
    if (t->kind == TYPE_ENUM && t->name) {
        type_find_enum(m, t);
        t->names = m->enums[t->record]->item_count;
    }
    for (uint32_t i = 0; i < t->part_count; i++)
        type_resolve(m, &t->parts[i]);
}

bool typing_bind(typing *t, const char *name, type of, uint32_t at)
{
    if (t->count == TYPING_NAMES)
        return typing_fails(t, at, NULL, "there are more than %d variables here", TYPING_NAMES);
    type_resolve(t->m, &of);
    if (type_uses(of, USE_MACHINE))
        return typing_fails(t, at, "declare it in the automaton",
                            "a machine is a variable of an automaton");
    t->names[t->count].name = name;
    t->names[t->count++].type = of;
    return true;
}

static const variable *variable_of(const typing *t, const char *name, uint32_t *index)
{
    for (uint32_t i = t->u ? t->u->shared_from : 0; t->u && i < t->u->shared_to; i++)
        if (strcmp(variable_name(&t->m->shared[i]), name) == 0) {
            *index = i;
            return &t->m->shared[i];
        }
    return NULL;
}

static const variable *parameter_of(const typing *t, const char *name)
{
    for (uint32_t i = 0; t->u && i < t->u->param_count; i++)
        if (strcmp(t->u->params[i].name, name) == 0)
            return &t->u->params[i];
    return NULL;
}

static bool local_of(const typing *t, expr *x)
{
    for (uint32_t i = t->count; i-- > 0;)
        if (strcmp(t->names[i].name, x->name) == 0) {
            x->kind = EXPR_LOCAL;
            x->type = t->names[i].type;
            return true;
        }
    return false;
}

bool typing_knows(const typing *t, const char *name)
{
    expr x = {.name = name};
    uint32_t index;
    return local_of(t, &x) || variable_of(t, name, &index) || parameter_of(t, name);
}

bool type_of_name(const typing *t, const char *name, type *out)
{
    for (uint32_t i = 0; i < t->m->alias_count; i++)
        if (strcmp(t->m->aliases[i].name, name) == 0) {
            *out = t->m->aliases[i].type;
            type_resolve(t->m, out);
            return true;
        }
    for (uint32_t i = 0; i < t->m->enum_count; i++)
        if (strcmp(t->m->enums[i]->name, name) == 0) {
            *out = (type){.kind = TYPE_ENUM, .record = i, .names = t->m->enums[i]->item_count};
            return true;
        }
    return false;
}

static bool constant_of(const typing *t, expr *x, bool *found)
{
    uint32_t of, item;
    *found = true;
    for (uint32_t i = 0; i < t->m->constant_count; i++)
        if (strcmp(t->m->constants[i].name, x->name) == 0) {
            x->kind = EXPR_INT;
            x->number = t->m->constants[i].value;
            x->type = int_type;
            return true;
        }
    if (enum_item_find(t->m, x->name, &of, &item)) {
        const enumeration *n = t->m->enums[of];
        x->kind = EXPR_INT;
        x->number = item;
        x->type = (type){.kind = TYPE_ENUM, .record = of, .names = n->item_count};
        return !n->open ||
               typing_fails(t, x->at, "ask what it is one of: x in writer",
                            "%s is one of the names that are verified: what runs has others",
                            x->name);
    }
    *found = false;
    return true;
}

// The function of this name: of the automaton, or of the file. UINT32_MAX: there is none.
static uint32_t function_of(const typing *t, const char *name)
{
    const model *m = t->m;
    for (uint32_t i = t->u ? t->u->function_from : 0; t->u && i < t->u->function_to; i++)
        if (strcmp(m->functions[i]->name, name) == 0)
            return i;
    for (uint32_t i = 0; i < m->function_count; i++)
        if (!m->functions[i]->is_let && strcmp(m->functions[i]->name, name) == 0)
            return i;
    return UINT32_MAX;
}

static bool type_name(typing *t, expr *x)
{
    uint32_t index;
    if (local_of(t, x))
        return true;
    const variable *v = variable_of(t, x->name, &index), *p = v ? NULL : parameter_of(t, x->name);
    if (v || p) {
        x->kind = EXPR_SHARED;
        x->index = v ? index : UINT32_MAX;
        x->type = v ? variable_type(v) : p->type;
        type_resolve(t->m, &x->type);
        return true;
    }
    bool found;
    if (!constant_of(t, x, &found) || found)
        return found && x->kind == EXPR_INT &&
               !(x->type.kind == TYPE_ENUM && t->m->enums[x->type.record]->open);
    uint32_t function = function_of(t, x->name);
    if (function == UINT32_MAX)
        return typing_fails(t, x->at, NULL, "%s cannot be compiled here", x->name);
    x->kind = EXPR_CALL;
    return type_call(t, x, function);
}

bool type_call(typing *t, expr *x, uint32_t function)
{
    const method *f = t->m->functions[function];
    x->index = function;
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        type want = variable_type(&f->locals[at]);
        type_resolve(t->m, &want);
        if (!type_expr(t, x->items[i], &want))
            return false;
        at += type_width(want);
    }
    if (!type_function(t, function))
        return false;
    x->type = f->result;
    return true;
}

bool type_function(typing *t, uint32_t which)
{
    method *f = t->m->functions[which];
    if (f->checked)
        return true;
    f->checked = true;
    typing inner = {.s = t->s, .m = t->m, .u = f->is_let ? t->u : NULL, .e = t->e};
    type_resolve(t->m, &f->result);
    for (uint32_t i = 0; i < f->param_count; i++) {
        type_resolve(t->m, &f->locals[i].type);
        type_resolve(t->m, &f->locals[i].whole);
    }
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
        if (!typing_bind(&inner, variable_name(&f->locals[i]), variable_type(&f->locals[i]),
                         f->locals[i].at))
            return false;
    if (f->is_let || f->is_constant) { // it is what its value is
        expr *value = f->body.items[0]->a;
        if (!type_expr(&inner, value, NULL))
            return false;
        f->result = value->type;
    } else if (!type_block(&inner, &f->body, f->result)) {
        return false;
    }
    t->s->functions[t->s->function_count++] = f;
    return true;
}

static bool type_field(typing *t, expr *x)
{
    if (!type_expr(t, x->a, NULL))
        return false;
    type of = x->a->type;
    for (uint32_t i = 0;
         x->kind == EXPR_FIELD && of.kind == TYPE_TUPLE && of.labels && i < of.part_count; i++)
        if (strcmp(of.labels[i], x->name) == 0) {
            x->kind = EXPR_ITEM;
            x->index = i;
        }
    if (x->kind != EXPR_ITEM || of.kind != TYPE_TUPLE)
        return typing_fails(t, x->at, "a tuple has no pointers in it",
                            "pointers cannot be compiled yet");
    x->type = of.parts[x->index];
    return true;
}

static bool type_index(typing *t, expr *x)
{
    if (!type_expr(t, x->a, NULL))
        return false;
    if (x->a->kind != EXPR_SHARED || x->a->index == UINT32_MAX)
        return typing_fails(t, x->at, "declare it in the automaton",
                            "an array that is local to an action cannot be compiled yet");
    const variable *v = &t->m->shared[x->a->index];
    type index = v->index.kind == TYPE_UNIT
                     ? (type){.kind = TYPE_INT, .ranged = true, .high = v->length - 1}
                     : v->index;
    type_resolve(t->m, &index);
    x->type = x->a->type;
    return type_expr(t, x->b, &index);
}

// The type with a range that both have their values in.
static type widened(type t, type other)
{
    t.open = t.open || other.open;
    t.ranged = t.ranged && other.ranged;
    if (t.ranged && t.kind != TYPE_TUPLE) {
        t.low = t.low < other.low ? t.low : other.low;
        t.high = t.high > other.high ? t.high : other.high;
    }
    return t;
}

static bool type_condition(typing *t, expr *x, const type *want)
{
    if (!type_expr(t, x->a, &bool_type) || !type_expr(t, x->b, want) ||
        !type_expr(t, x->c, want ? want : &x->b->type))
        return false;
    const expr *other = x->b->type.kind == TYPE_NONE ? x->c : x->b;
    x->type = want ? *want : other->type;
    if (!want &&
        (x->b->type.kind == TYPE_NONE || x->c->type.kind == TYPE_NONE || x->c->type.optional))
        x->type.optional = true;
    if (!want && x->b->type.kind == x->c->type.kind)
        x->type = widened(x->type, x->c->type);
    return true;
}

static bool is_literal(const expr *x)
{
    return x->kind == EXPR_SET || x->kind == EXPR_NONE || x->kind == EXPR_TUPLE ||
           (x->kind == EXPR_BIND && (x->bind == BIND_FILTER || x->bind == BIND_MAP));
}

static bool type_binary(typing *t, expr *x)
{
    x->type = x->op >= OP_ADD ? int_type : bool_type;
    if (x->op == OP_AND || x->op == OP_OR)
        return type_expr(t, x->a, &bool_type) && type_expr(t, x->b, &bool_type);
    // What a literal is, is seen from the other side.
    bool late = is_literal(x->a) && !is_literal(x->b);
    expr *first = late ? x->b : x->a, *second = late ? x->a : x->b;
    if (!type_expr(t, first, NULL))
        return false;
    bool plain = first->type.kind == TYPE_NONE;
    type want = first->type;
    if (is_literal(second) && second->kind == EXPR_NONE)
        want.optional = true;
    if (!type_expr(t, second, plain || !is_literal(second) ? NULL : &want))
        return false;
    if (first->type.kind == TYPE_SEQ)
        return typing_fails(t, x->at, NULL, "seqs cannot be compared in what is compiled yet");
    if (x->a->type.kind == TYPE_MASK && x->op >= OP_ADD)
        x->type = x->a->type;
    return true;
}

static bool type_operation(typing *t, expr *x)
{
    if (x->a->kind == EXPR_NAME ? !type_name(t, x->a) : !type_expr(t, x->a, NULL))
        return false;
    if (x->a->type.use == USE_MACHINE)
        return type_machine(t, x);
    if (x->a->type.kind == TYPE_SEQ)
        return type_sequence(t, x);
    if (x->a->type.kind != TYPE_MASK)
        return typing_fails(t, x->at, "use a set of a finite type",
                            "a seq, set or map cannot be compiled yet");
    x->type = strcmp(x->name, "len") == 0 ? int_type : bool_type;
    for (uint32_t i = 0; i < x->item_count; i++)
        if (!type_expr(t, x->items[i], &x->a->type.parts[0]))
            return false;
    return true;
}

static bool type_tuple(typing *t, expr *x, const type *want)
{
    bool known = want && want->kind == TYPE_TUPLE && want->part_count == x->item_count;
    type made = {.kind = TYPE_TUPLE, .part_count = x->item_count};
    made.parts = model_allocate(t->m, (x->item_count + 1) * sizeof *made.parts);
    for (uint32_t i = 0; i < x->item_count; i++) {
        if (!type_expr(t, x->items[i], known ? &want->parts[i] : NULL))
            return false;
        made.parts[i] = x->items[i]->type;
        made.parts[i].ranged = made.parts[i].ranged && !known;
    }
    x->type = known ? *want : made;
    return true;
}

static bool type_wrapped(typing *t, expr *x)
{
    const type *want = x->kind == EXPR_NOT ? &bool_type : x->kind == EXPR_MINUS ? &int_type : NULL;
    if (!type_expr(t, x->a, want))
        return false;
    x->type = want ? *want : x->a->type;
    x->type.optional = false;
    return true;
}

bool type_expr(typing *t, expr *x, const type *want)
{
    switch (x->kind) {
    case EXPR_INT:
        x->type = int_type;
        return true;
    case EXPR_BOOL:
        x->type = bool_type;
        return true;
    case EXPR_NONE:
        x->type = want && want->optional ? *want : (type){.kind = TYPE_NONE};
        return true;
    case EXPR_NAME:
        return type_name(t, x) &&
               (x->type.use != USE_MACHINE ||
                typing_fails(t, x->at, "ask object.answer(x), and object.apply(x);",
                             "what is in the machine %s is not known: it may be any object",
                             x->name));
    case EXPR_FIELD:
    case EXPR_ITEM:
        return type_field(t, x);
    case EXPR_INDEX:
        return type_index(t, x);
    case EXPR_NOT:
    case EXPR_MINUS:
    case EXPR_VALUE:
        return type_wrapped(t, x);
    case EXPR_BINARY:
        return type_binary(t, x);
    case EXPR_CONDITION:
        return type_condition(t, x, want);
    case EXPR_SEQ:
        return type_operation(t, x);
    case EXPR_TUPLE:
        return type_tuple(t, x, want);
    case EXPR_SET:
        return type_set(t, x, want);
    case EXPR_IN:
        return type_in(t, x);
    case EXPR_BIND:
        return type_bind(t, x, want);
    case EXPR_CALL: {
        uint32_t function = function_of(t, x->name);
        return function != UINT32_MAX
                   ? type_call(t, x, function)
                   : typing_fails(t, x->at, NULL, "a call of %s cannot be compiled yet", x->name);
    }
    default:
        return typing_fails(t, x->at,
                            x->kind == EXPR_CHOOSE ? "let a parameter of an action choose" : NULL,
                            x->kind == EXPR_CHOOSE    ? "choose cannot be compiled yet"
                            : x->kind == EXPR_CLOSURE ? "closure cannot be compiled yet"
                                                      : "this cannot be compiled");
    }
}
