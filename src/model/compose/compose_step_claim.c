// SPDX-License-Identifier: MIT
// What is claimed of steps: never decreases E for x in op. Each action notes what E is before its
// effect, for each x, and asserts at its end that E is not smaller. So the claim is checked for
// every transition that is taken, by the compiled program and by the interpreter, and makes no
// states of its own.

#include "model/compose/action_role.h"
#include "model/compose/compose_channel.h"
#include "model/syntax/ast_walk.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

// E, and a name for what it was.
typedef struct noted {
    expr *what;
    const char *name;
} noted;

static bool is_named(void *context, const expr *x)
{
    return x->name && strcmp(x->name, context) == 0;
}

static bool declares(const block *b, const expr *what)
{
    bool found = false;
    for (uint32_t i = 0; !found && i < b->count; i++) {
        const stmt *s = b->items[i];
        found = (s->declared && expr_any(what, is_named, (void *)(uintptr_t)s->declared->name)) ||
                declares(&s->body, what) || declares(&s->other, what);
    }
    return found;
}

// Would a parameter or a variable of the action be taken for what the claim means?
static bool hides(const method *f, const expr *what)
{
    bool found = declares(&f->body, what);
    for (uint32_t i = 0; i < f->param_count; i++)
        found |= expr_any(what, is_named, (void *)(uintptr_t)variable_name(&f->locals[i]));
    for (uint32_t i = 0; i < what->binder_count; i++)
        for (uint32_t k = 0; k < f->param_count; k++)
            found |= strcmp(what->binders[i].name, variable_name(&f->locals[k])) == 0;
    return found;
}

static stmt *note_before(composer *c, const noted *n, const step_claim *said)
{
    stmt *s = made_statement(c->view, STMT_DECLARE, expr_copy(c->view, n->what));
    s->at = s->end = said->at; // nobody wrote it
    s->declared = model_allocate(c->view, sizeof *s->declared);
    *s->declared = (variable){.name = n->name, .at = said->at}; // of the type that E has
    return s;
}

static stmt *check_after(composer *c, const noted *n, const step_claim *said)
{
    expr *was = made_name(c->view, n->name, said->at, said->at);
    expr *x = made_binary(c->view, OP_LE, was, expr_copy(c->view, n->what));
    stmt *s = made_statement(c->view, STMT_ASSERT, x);
    s->at = s->end = said->at;
    x->at = said->at;
    x->end = said->at;
    return s;
}

static void add_to(composer *c, method *f, const noted *list, uint32_t count,
                   const step_claim *said)
{
    block old = f->body, body = {0};
    bool guarded = old.count && old.items[0]->guard;
    if (guarded)
        block_add(c->view, &body, old.items[0]);
    for (uint32_t i = 0; i < count; i++)
        block_add(c->view, &body, note_before(c, &list[i], said));
    for (uint32_t i = guarded; i < old.count; i++)
        block_add(c->view, &body, old.items[i]);
    for (uint32_t i = 0; i < count; i++)
        block_add(c->view, &body, check_after(c, &list[i], said));
    f->body = body;
}

// E for each of the values that it is claimed for, and for each instance of the component.
static bool add_claim(composer *c, const system_part *part, const step_claim *said, uint32_t number)
{
    system_part all = {.domain_count = said->name_count};
    noted list[MODEL_MAX_NAMES];
    uint32_t count = 0, which[MODEL_MAX_ARGS] = {0};
    for (uint32_t i = 0; i < said->name_count; i++) {
        all.domains[i] = said->names[i].type;
        type_find_enum(c->whole, &all.domains[i]);
        type t = all.domains[i];
        if (type_width(t) > 1 || t.kind == TYPE_MASK || t.optional || !type_card(t))
            return PROBLEM(c, said->names[i].at, "an enum, a part of one, or a range of ints",
                           "%s goes through the values of a small type", said->names[i].name);
    }
    do {
        uint32_t now[MODEL_MAX_ARGS] = {0};
        do {
            naming n = composer_naming(c, part);
            expr *given[MODEL_MAX_ARGS], *own[MODEL_MAX_ARGS];
            part_instance(c, &all, now, said->at, given);
            if (part)
                part_instance(c, part, which, said->at, own);
            for (uint32_t i = 0; part && i < part->domain_count; i++)
                naming_give(&n, part->of->params[i].name, own[i]);
            for (uint32_t i = 0; i < said->name_count; i++)
                naming_give(&n, said->names[i].name, given[i]);
            if (count == MODEL_MAX_NAMES / 2)
                return PROBLEM(c, said->at, "claim less at once",
                               "this is claimed for more than %d values", MODEL_MAX_NAMES / 2);
            char *name = model_allocate(c->view, 32);
            snprintf(name, 32, "was__%u_%u", number, count);
            list[count].name = name;
            if (!(list[count++].what = naming_expr(&n, said->what)))
                return false;
        } while (part_next(&all, NULL, now));
    } while (part && part_next(part, NULL, which));
    for (uint32_t i = 0; i < c->flat->method_count; i++) {
        method *f = c->flat->methods[i];
        if (block_return(&f->body))
            return PROBLEM(c, f->at, "write if … else …",
                           "%s returns early, so what it never decreases could not be looked at",
                           f->name);
        if (c->alone && hides(f, list[0].what))
            return PROBLEM(c, f->at, "rename it, or claim it of a derived variable: let e = …;",
                           "%s has a name of its own that stands in what never decreases", f->name);
        add_to(c, f, list, count, said);
    }
    return true;
}

bool compose_step_claims(composer *c, const system_part *part, const unit *u)
{
    for (uint32_t i = u->claim_from; i < u->claim_to; i++)
        if (!add_claim(c, part, &c->whole->step_claims[i], i))
            return false;
    return true;
}
