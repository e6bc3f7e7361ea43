// SPDX-License-Identifier: MIT
// Which actions of an automaton call operations, and which return from them. What histories are
// made of is said in the verify block, so one automaton can be compared with several specs.

#include "model/check/checker.h"
#include "model/syntax/finite_type.h"
#include "spec/registry.h"
#include "spec/spec_get.h"

#include <stdio.h>
#include <string.h>

bool check_constant(checker *c, expr *x)
{
    if (x->kind == EXPR_NAME && check_constant_name(c, x))
        return true;
    if (x->kind == EXPR_MINUS && x->a->kind == EXPR_INT) {
        x->kind = EXPR_INT;
        x->number = -x->a->number;
    }
    x->type.kind = x->kind == EXPR_BOOL ? TYPE_BOOL : x->kind == EXPR_NONE ? TYPE_NONE : TYPE_INT;
    return x->kind == EXPR_INT || x->kind == EXPR_BOOL || x->kind == EXPR_NONE ||
           source_error(c->s, c->e, x->at,
                        "a value is a parameter that stands before it, a number, true, false, "
                        "none, or a name of an enum",
                        "what is this value?");
}

static bool check_value(checker *c, const operation_label *o, expr *x)
{
    for (uint32_t i = 0; x->kind == EXPR_NAME && i < o->head->param_count; i++)
        if (strcmp(variable_name(&o->head->locals[i]), x->name) == 0) {
            x->kind = EXPR_LOCAL;
            x->index = i;
            x->type = variable_type(&o->head->locals[i]);
            return true;
        }
    return check_constant(c, x);
}

// May a value of one be one of the other? Ranges aside.
static bool comparable(type a, type b)
{
    if (a.kind == TYPE_NONE || b.kind == TYPE_NONE)
        return a.optional || b.optional;
    if (type_width(a) > 1 || type_width(b) > 1 || a.kind == TYPE_MASK || b.kind == TYPE_MASK)
        return type_same(a, b);
    return a.kind == b.kind && (a.kind != TYPE_ENUM || a.record == b.record);
}

static type argument_type(const method *f, uint32_t i)
{
    const action_argument *a = &f->args[i];
    return a->fixed ? a->fixed->type : variable_type(&f->locals[a->local]);
}

static bool check_argument(checker *c, const operation_label *o, const method *f, uint32_t i)
{
    const action_argument *a = &o->head->args[i];
    type have = f->args[i].fixed ? f->args[i].fixed->type : argument_type(f, i);
    text t = {0};
    // What a component fixes is a name or a number, which was looked at when it was composed.
    if (f->args[i].fixed || comparable(argument_type(o->head, i), have))
        return true;
    type_print(c->m, have, &t);
    bool ok = source_error(c->s, c->e, a->fixed ? a->fixed->at : o->head->locals[a->local].at, NULL,
                           "this argument of %s is of type %s", f->name, t.bytes);
    text_fini(&t);
    return ok;
}

static bool no_action(checker *c, const unit *u, const operation_label *o)
{
    const char *names[MODEL_MAX_ACTIONS];
    size_t count = 0;
    for (uint32_t i = 0; i < u->method_count; i++)
        if (!u->methods[i]->hidden && !u->methods[i]->over)
            names[count++] = u->methods[i]->name;
    const char *near = did_you_mean(o->head->name, names, count);
    char hint[160] = "";
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(
        c->s, c->e, o->head->at, near ? hint : "an output, or an input of the environment",
        "%s has no action %s that could be seen from outside", u->name, o->head->name);
}

static bool check_action(checker *c, const unit *u, const operation_label *o)
{
    bool found = false;
    for (uint32_t i = 0; i < u->method_count; i++) {
        const method *f = u->methods[i];
        if (f->hidden || f->over || strcmp(f->name, o->head->name) != 0)
            continue;
        found = true;
        if (f->arg_count != o->head->arg_count)
            return source_error(c->s, c->e, o->head->at, NULL, "%s has %u argument%s", f->name,
                                f->arg_count, f->arg_count == 1 ? "" : "s");
        for (uint32_t k = 0; k < f->arg_count; k++)
            if (!check_argument(c, o, f, k))
                return false;
    }
    return found || no_action(c, u, o);
}

// The first argument says whose operation it is.
static bool check_process(checker *c, const operation_label *o)
{
    const method *f = o->head;
    type t = f->arg_count ? argument_type(f, 0) : (type){0};
    bool plain = t.kind == TYPE_ENUM || t.kind == TYPE_BOOL || (t.kind == TYPE_INT && t.ranged) ||
                 (f->arg_count && f->args[0].fixed);
    if (f->arg_count && (!plain || t.optional))
        return source_error(c->s, c->e, f->at, "let it be an enum, a bool or a range of ints",
                            "the first argument of %s says whose operation it is", f->name);
    uint32_t most = t.kind == TYPE_ENUM ? c->m->enums[t.record]->item_count
                    : t.ranged          ? type_card(t)
                                        : 1;
    return most <= MODEL_MAX_THREADS ||
           source_error(c->s, c->e, f->at, NULL, "operations of more than %d processes",
                        MODEL_MAX_THREADS);
}

static bool check_called_unit(checker *c, const instance *v, const operation_label *o)
{
    for (uint32_t i = 0; i < v->spec->method_count; i++) {
        const method *g = v->spec->methods[i];
        if (strcmp(g->name, o->method) != 0)
            continue;
        bool same = g->param_count == o->value_count;
        for (uint32_t k = 0; same && k < g->param_count; k++)
            same =
                comparable(g->locals[k].type, o->values[k]->type) && !o->values[k]->type.optional;
        return same ||
               source_error(c->s, c->e, o->method_at, "its arguments must be of its types",
                            "%s of spec %s is called in another way", o->method, v->spec->name);
    }
    return source_error(c->s, c->e, o->method_at, NULL, "spec %s has no method %s", v->spec->name,
                        o->method);
}

static bool check_called(checker *c, const instance *v, const lp_spec *builtin,
                         const operation_label *o)
{
    if (v->spec)
        return check_called_unit(c, v, o);
    uint32_t k = spec_method(builtin, o->method);
    if (k == UINT32_MAX)
        return source_error(c->s, c->e, o->method_at, "`linchpin specs` lists its methods",
                            "the built-in spec %s has no method %s", builtin->name, o->method);
    int args = builtin->methods[k].args;
    return args == (int)o->value_count ||
           source_error(c->s, c->e, o->method_at, NULL,
                        "%s of the built-in spec %s takes %d argument%s", o->method, builtin->name,
                        args, args == 1 ? "" : "s");
}

static bool check_label(checker *c, const instance *v, const lp_spec *builtin, operation_label *o)
{
    if (!check_variables(c, o->head->locals, o->head->param_count, false))
        return false;
    for (uint32_t i = 0; i < o->head->arg_count; i++)
        if (o->head->args[i].fixed && !check_constant(c, o->head->args[i].fixed))
            return false;
    for (uint32_t i = 0; i < o->value_count; i++)
        if (!check_value(c, o, o->values[i]))
            return false;
    return check_action(c, v->subject, o) && check_process(c, o) &&
           (o->returns || check_called(c, v, builtin, o));
}

bool check_operations(checker *c, const instance *v, const lp_spec *builtin)
{
    bool calls = false, returns = false;
    for (uint32_t i = 0; i < v->label_count; i++) {
        if (!check_label(c, v, builtin, &v->labels[i]))
            return false;
        calls |= !v->labels[i].returns;
        returns |= v->labels[i].returns;
    }
    return (calls && returns) ||
           source_error(c->s, c->e, v->object_at,
                        "for example: call request(client x, int v) is write(v); return "
                        "response(client x);",
                        "which actions of %s %s?", v->object,
                        calls ? "return from operations" : "call operations");
}
