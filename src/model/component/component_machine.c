// SPDX-License-Identifier: MIT
// Machines: which operations they carry out, and what becomes of them where an object is given.
//
// The model's machine is the free one, and its verify block says so: operations are put into one order,
// and the result is the answer. With an object, the identifiers of the operations are a supply for each of
// its methods, and nothing else changes: the automata do not look at what an operation is.

#include "model/component/component_annotate.h"
#include "model/component/component_typing.h"

#include "model/syntax/finite_type.h"
#include "spec/registry.h"

#include <string.h>

bool type_uses(type t, type_use use)
{
    bool found = t.use == use;
    for (uint32_t i = 0; !found && i < t.part_count; i++)
        found = type_uses(t.parts[i], use);
    return found;
}

// Types tell parts of the enum apart, and a method could be in any of them.
static bool not_divided(const component_system *s, error *e)
{
    const model *m = s->m;
    for (uint32_t i = 0; i < m->alias_count; i++) {
        type t = m->aliases[i].type;
        type_resolve(m, &t);
        if (t.kind == TYPE_ENUM && t.record == s->operations && t.ranged)
            return source_error(&m->source, e, m->aliases[i].at,
                                "leave --spec out, or let all operations be alike",
                                "with --spec, it is the methods that tell operations apart");
    }
    return true;
}

bool component_find_machine(component_system *s, error *e)
{
    model *m = s->m;
    s->operations = UINT32_MAX;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        type t = variable_type(&m->shared[i]);
        if (t.use != USE_MACHINE)
            continue;
        type_resolve(m, &t);
        if (s->operations != UINT32_MAX && s->operations != t.parts[0].record)
            return source_error(&m->source, e, m->shared[i].at, NULL,
                                "machines of several enums cannot be compiled yet");
        s->operations = t.parts[0].record;
    }
    if (!s->object && s->operations != UINT32_MAX)
        return error_at(e, m->source.file, 0, 0,
                        "what is its machine? --spec says it, for example --spec queue");
    if (!s->object)
        return true;
    if (s->operations == UINT32_MAX)
        return error_at(
            e, m->source.file, 0, 0,
            "--spec says what a machine is, and there is none in this model: one of its "
            "automata needs a variable such as machine<op> object;");
    if (!m->enums[s->operations]->open)
        return source_error(&m->source, e, m->enums[s->operations]->at,
                            "write ... after its names: enum op { x1, x2, ... }",
                            "operations without end are needed");
    return not_divided(s, e);
}

static bool is_ordered(const component_system *s, const operation_label *call)
{
    const lp_spec *sequencer = lp_spec_find("sequencer");
    const char *refines = s->claims->refines;
    return refines && spec_is(sequencer, refines) && call->value_count == 1 &&
           spec_method(sequencer, call->method) == spec_own_method(sequencer, "order");
}

// return response(op x, answer<op> v) is v;
static bool is_answer(const operation_label *back)
{
    const expr *x = back->value_count == 1 ? back->values[0] : NULL;
    for (uint32_t i = 0; x && x->kind == EXPR_NAME && i < back->head->param_count; i++)
        if (strcmp(variable_name(&back->head->locals[i]), x->name) == 0)
            return variable_type(&back->head->locals[i]).use == USE_ANSWER;
    return false;
}

bool component_replace(const component_system *s, component_operation *o, error *e)
{
    if (s->supplies[o->supply].of != s->operations || !is_ordered(s, o->call) ||
        !is_answer(o->back))
        return source_error(&s->m->source, e, is_answer(o->back) ? o->call->at : o->back->at,
                            "verify … refines sequencer { call request(op x) is order(x); return "
                            "response(op x, answer<op> v) is v; … }",
                            "with --spec, what is verified is the free object, a sequencer");
    uint32_t first;
    type all = {.kind = TYPE_ENUM, .record = s->operations};
    all.names = s->m->enums[s->operations]->item_count;
    type_supplies(s, all, &first);
    const replicable_method *called = &s->object->methods[o->supply - first];
    o->method = called->name;
    o->arguments = called->arguments;
    o->reads_only = called->reads_only;
    o->looks_up = called->looks_up;
    return true;
}

bool type_machine(typing *t, expr *x)
{
    type operation = x->a->type.parts[0];
    operation.optional = false;
    x->type = x->a->type;
    x->type.use = USE_ANSWER;
    bool applies = strcmp(x->name, "apply") == 0;
    if (!applies && strcmp(x->name, "answer") != 0)
        return typing_fails(t, x->at, NULL, "a machine has no operation %s", x->name);
    return type_expr(t, x->items[0], &operation);
}

bool machine_stands_alone(const typing *t, const variable *v)
{
    type whole = variable_type(v);
    bool open = v->length && v->index.kind != TYPE_UNIT && !type_is_closed(t->m, v->index);
    if (whole.use != USE_MACHINE && type_uses(whole, USE_MACHINE))
        return typing_fails(t, v->at, "let it be a variable of its own",
                            "a machine that is part of something cannot be compiled yet");
    if (whole.use == USE_MACHINE && (v->length || v->initial))
        return typing_fails(t, v->at, "let it be a variable of its own, which begins as it is",
                            "this machine cannot be compiled yet");
    // What is kept of an array is what differs from the first answer, which has nothing before it.
    return !open || !type_uses(whole, USE_ANSWER) ||
           typing_fails(t, v->at, "keep them in a seq, or in whoever has called",
                        "an array without end of answers cannot be compiled yet");
}
