// SPDX-License-Identifier: MIT
// See claim_text.h. What is not to decrease is evaluated once more, in both states, by the
// interpreter: as a function that the program does not have.

#include "verify/counterexample/claim_text.h"

#include "base/memory.h"
#include "model/interpret/interpret.h"
#include "verify/counterexample/cell_text.h"

#include <stdlib.h>
#include <string.h>

const step_claim *step_claim_at(const model *m, uint32_t where)
{
    const model *file = m->whole ? m->whole : m;
    for (uint32_t i = 0; i < file->step_claim_count; i++)
        if (file->step_claims[i].at == where)
            return &file->step_claims[i];
    return NULL;
}

char *step_claim_name(const model *m, const unit *subject, const step_claim *c)
{
    const model *file = m->whole ? m->whole : m;
    uint32_t which = (uint32_t)(c - file->step_claims);
    if (!c->name)
        return NULL;
    for (uint32_t i = 0; i < file->unit_count; i++) {
        const unit *u = file->units[i];
        if (which >= u->claim_from && which < u->claim_to && strcmp(u->name, subject->name) != 0)
            return text_format("%s::%s", u->name, c->name);
    }
    return memory_string(c->name);
}

// A program with one function more: what the expression is, in a state.
static program *with_function(const program *p, const method *in, const expr *x, model *larger)
{
    *larger = *p->model;
    uint32_t count = larger->function_count;
    if (count == MODEL_MAX_FUNCTIONS)
        return NULL;
    larger->functions = memory_new(count + 1, sizeof *larger->functions);
    for (uint32_t i = 0; i < count; i++)
        larger->functions[i] = p->model->functions[i];
    method *f = memory_copy(in, sizeof *f);
    stmt *answer = memory_new(1, sizeof *answer);
    stmt **list = memory_new(1, sizeof *list);
    memcpy(&answer->a, &x, sizeof x);
    answer->kind = STMT_RETURN;
    list[0] = answer;
    f->name = "value__of";
    f->param_count = 0;
    f->result = x->type;
    f->is_let = true;
    f->body = (block){.items = list, .count = 1};
    larger->functions[larger->function_count++] = f;
    program_options shape = program_shape(p);
    return program_new(larger, p->object, &shape);
}

static void forget_function(program *p, model *larger)
{
    method *f = larger->functions[larger->function_count - 1];
    if (p)
        program_free(p);
    free(f->body.items[0]);
    free(f->body.items);
    free(f);
    free(larger->functions);
}

// None comes first, names come in their order and tuples by their first parts that differ, as their
// cells do.
static bool is_less(const int32_t *a, const int32_t *b, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && a[i] == b[i])
        i++;
    return i < count && a[i] < b[i];
}

static void print_value(describer *d, type t, const int32_t *cells, text *out)
{
    bool tuple = t.kind == TYPE_TUPLE;
    for (uint32_t i = 0; tuple && i < type_width(t); i++) {
        text_add(out, i ? ", " : "(");
        print_item(d, type_part(t, i), cells + i, out);
    }
    if (tuple)
        text_add(out, ")");
    else
        print_item(d, t, cells, out);
}

// Of one assertion E <= E'. False: this one holds, or has no value any more.
static bool add_values(describer *d, const method *in, const expr *asserted, int32_t *before,
                       int32_t *after, text *out)
{
    model larger;
    int32_t was[MODEL_MAX_PARTS] = {0}, is[MODEL_MAX_PARTS] = {0};
    program *asked = with_function(d->s->p, in, asserted->b, &larger);
    if (!asked)
        return false;
    uint32_t which = larger.function_count - 1;
    bool less = interpret_function(asked, before, which, was) &&
                interpret_function(asked, after, which, is) &&
                is_less(is, was, type_width(asserted->b->type));
    forget_function(asked, &larger);
    if (!less)
        return false;
    text_add(out, ", from ");
    print_value(d, asserted->b->type, was, out);
    text_add(out, " to ");
    print_value(d, asserted->b->type, is, out);
    return true;
}

// There is an assertion for each of the values that it is claimed for.
static void add_decrease(describer *d, const method *in, const step_claim *c, const int32_t *before,
                         const int32_t *after, text *out)
{
    const program *p = d->s->p;
    char *what = source_excerpt(&p->model->source, c->what->at, c->what->end);
    text_add(out, ": decreases %s", what);
    free(what);
    int32_t *was = memory_copy(before, p->layout.cells * sizeof *was);
    int32_t *is = memory_copy(after, p->layout.cells * sizeof *is);
    for (uint32_t i = 0; i < in->body.count; i++) {
        const stmt *s = in->body.items[i];
        if (s->of_step && s->at == c->at && s->a->kind == EXPR_BINARY &&
            add_values(d, in, s->a, was, is, out))
            break;
    }
    free(was);
    free(is);
}

// A step of the specification that is to match, and cannot be taken.
static bool add_unmatched(const program *p, uint32_t where, text *out)
{
    const simulation *s = p->object->simulates;
    const source *file = &p->model->source;
    if (!s || where < p->object->at || where >= s->end)
        return false;
    uint32_t end = where;
    while (end < s->end && !strchr(";{}", file->bytes[end]))
        end++;
    char *step = source_excerpt(file, where, end);
    text_add(out, ": %s is to match, and %s cannot take it", step, s->to);
    free(step);
    return true;
}

bool describe_broken_claim(describer *d, const move *m, const run *r, const int32_t *before,
                           const int32_t *after, text *out)
{
    const program *p = d->s->p;
    if (r->problem != PROBLEM_ASSERT || !p->object->is_automaton)
        return false;
    const step_claim *c = step_claim_at(p->model, r->where);
    if (!c)
        return add_unmatched(p, r->where, out);
    describe_changes(d, m, before, after, out);
    char *name = step_claim_name(p->model, p->object, c);
    if (name)
        text_add(out, ": breaks the step invariant %s", name);
    else
        add_decrease(d, p->routines[m->method].method, c, before, after, out);
    free(name);
    return true;
}
