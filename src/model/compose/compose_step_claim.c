// SPDX-License-Identifier: MIT
// What is claimed of steps: each action asserts it at its end, of the state before and after it. So the claim is checked for every transition that is taken, by the compiled
// program and by the interpreter, and makes no states of its own. `never decreases E for x in op`
// is E <= E', for each x.

#include "model/compose/action_role.h"
#include "model/compose/compose_channel.h"
#include "model/syntax/ast_walk.h"
#include "model/syntax/finite_type.h"

#include <string.h>

static expr *primed(composer *c, const expr *x)
{
    expr *after = model_allocate(c->view, sizeof *after);
    *after = (expr){.kind = EXPR_PRIMED, .at = x->at, .end = x->end, .depth = x->depth + 1};
    after->a = expr_copy(c->view, x);
    return after;
}

// What is asserted of a step, for one of the values that it is claimed for.
static expr *claimed(composer *c, naming *n, const step_claim *said)
{
    expr *what = naming_expr(n, said->what);
    if (!what || said->name)
        return what;
    expr *x = made_binary(c->view, OP_LE, what, primed(c, what));
    x->name = "what never decreases";
    return x;
}

static void add_to(composer *c, method *f, expr *const *list, uint32_t count,
                   const step_claim *said)
{
    for (uint32_t i = 0; i < count; i++) {
        stmt *s = made_statement(c->view, STMT_ASSERT, expr_copy(c->view, list[i]));
        s->at = s->end = said->at; // nobody wrote it
        s->of_step = true;
        block_add(c->view, &f->body, s);
    }
}

// For each of the values that it is claimed for, and for each instance of the component.
static bool add_claim(composer *c, const system_part *part, const step_claim *said)
{
    system_part all = {.domain_count = said->name_count};
    expr *list[MODEL_MAX_NAMES];
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
            if (!(list[count++] = claimed(c, &n, said)))
                return false;
        } while (part_next(&all, NULL, now));
    } while (part && part_next(part, NULL, which));
    for (uint32_t i = 0; i < c->flat->method_count; i++) {
        method *f = c->flat->methods[i];
        if (block_return(&f->body))
            return PROBLEM(c, f->at, "write if … else …",
                           "%s returns early, so what is said of steps could not be asked after it",
                           f->name);
        add_to(c, f, list, count, said);
    }
    return true;
}

bool compose_step_claims(composer *c, const system_part *part, const unit *u)
{
    const step_claim *all = c->whole->step_claims;
    for (uint32_t i = u->claim_from; i < u->claim_to; i++)
        for (uint32_t k = u->claim_from; k < i && all[i].name; k++)
            if (all[k].name && strcmp(all[k].name, all[i].name) == 0)
                return PROBLEM(c, all[i].at, "choose another name", "%s is declared already",
                               all[i].name);
    for (uint32_t i = u->claim_from; i < u->claim_to; i++)
        if (!add_claim(c, part, &c->whole->step_claims[i]))
            return false;
    return true;
}
