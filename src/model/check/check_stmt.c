// SPDX-License-Identifier: MIT
// Statements: scopes, places, loops, returns.

#include "model/check/checker.h"

#include <string.h>

// Blocks side by side share cells for the same name and type.
bool local_place(checker *c, const variable *v, uint32_t *index)
{
    method *f = c->f;
    uint32_t procedure = c->procedure ? c->calling[c->depth - 1] + 1 : 0;
    for (*index = 0; *index < f->local_count; ++*index)
        if (strcmp(variable_name(&f->locals[*index]), v->name) == 0 &&
            type_same(variable_type(&f->locals[*index]), v->type) &&
            f->locals[*index].length == v->length && f->locals[*index].procedure == procedure)
            return true;
    if (f->local_count < MODEL_MAX_NAMES) {
        f->locals[f->local_count] = *v;
        f->locals[f->local_count++].procedure = procedure;
        if (variable_split(c->m, f->locals, &f->local_count, MODEL_MAX_NAMES))
            return true;
    }
    return source_error(c->s, c->e, v->at,
                        c->procedure ? "those of the procedures it calls are counted too" : NULL,
                        "%s has at most %d variables", body_noun(c), MODEL_MAX_NAMES);
}

void scope_add(checker *c, uint32_t local, uint32_t at)
{
    c->scope[c->scope_count] = local;
    c->scope_at[c->scope_count++] = at;
}

static bool check_declare(checker *c, stmt *s)
{
    variable *v = s->declared;
    bool chosen = s->a && v->type.kind == TYPE_UNIT; // choose v in …
    if (!chosen && !check_type(c, &v->type))
        return false;
    bool acts = !c->in_function && !(c->u && c->u->is_spec);
    if (type_many(v->type) && !acts)
        return source_error(
            c->s, c->e, v->type.at, NULL,
            "only in objects and automata can a local variable be a seq, set or map");
    if (type_many(v->type) && s->a)
        return source_error(c->s, c->e, s->a->at, NULL, "a seq, set or map starts empty");
    if (v->length && !acts)
        return source_error(c->s, c->e, v->at, NULL, "only objects and automata have arrays");
    // Its own initialiser does not see it.
    if (s->a && !(chosen      ? check_expr(c, s->a)
                  : v->length ? check_list(c, s->a, v)
                              : check_fits(c, s->a, v->type, v->name)))
        return false;
    if (chosen)
        v->type = s->a->type;
    if (!s->a && v->type.ranged && !v->type.optional && (v->type.low > 0 || v->type.high < 0))
        return source_error(c->s, c->e, v->at, NULL,
                            v->type.kind == TYPE_ENUM
                                ? "%s needs a value: the first name is not in its range"
                                : "%s needs a value: 0 is not in its range",
                            v->name);
    for (uint32_t i = 0; i < c->scope_count; i++)
        if (strcmp(variable_name(&c->f->locals[c->scope[i]]), v->name) == 0)
            return source_error(c->s, c->e, v->at, "choose another name", "%s is declared already",
                                v->name);
    if (!local_place(c, v, &s->index))
        return false;
    scope_add(c, s->index, v->at);
    return true;
}

static bool check_return(checker *c, stmt *s)
{
    const method *f = c->procedure ? c->procedure : c->f;
    if (!c->u && !c->in_function && !c->procedure)
        return source_error(c->s, c->e, s->at, NULL, "the init block cannot return");
    if (c->sync)
        return check_results(c, s);
    if (s->more_count)
        return source_error(c->s, c->e, s->more[0]->at, "for a tuple, write (a, b)",
                            "%s has only one result", f->name);
    if (s->a && !c->procedure && c->u && c->u->is_automaton)
        return source_error(c->s, c->e, s->a->at,
                            "write it to a variable; return; without a value ends the action",
                            "an action has no result");
    if ((c->in_let || c->f->is_constant) && s->a) { // it is what its value is
        bool ok = check_expr(c, s->a);
        c->f->result = s->a->type;
        return ok;
    }
    if (f->result.kind == TYPE_UNIT)
        return !s->a || source_error(c->s, c->e, s->a->at, "write -> int after the parameters",
                                     "%s has no result", f->name);
    if (!s->a)
        return source_error(c->s, c->e, s->at, NULL, "%s must return a value", f->name);
    return check_fits(c, s->a, f->result, "the result");
}

static bool check_not_in_spec(checker *c, const stmt *s, const char *what)
{
    return !(c->u && c->u->is_spec) ||
           source_error(c->s, c->e, s->at, "a spec is sequential and has no memory of its own",
                        "a spec has no %s", what);
}

static bool check_loop(checker *c, stmt *s)
{
    if (s->a && !check_fits(c, s->a, (type){.kind = TYPE_BOOL}, "the condition"))
        return false;
    c->loops++;
    bool ok = check_block(c, &s->body) && check_block(c, &s->other);
    c->loops--;
    return ok;
}

// What is written: a ghost variable exactly in ghost code.
bool check_target(checker *c, stmt *s)
{
    // The variable on the left is written, not read; an index there is read.
    c->written = s->a;
    while (c->written->kind == EXPR_ITEM || c->written->kind == EXPR_INDEX)
        c->written = c->written->a;
    if (!check_place(c, s->a, "the left side"))
        return false;
    bool ghost = place_variable(c, s->a)->ghost;
    if (!s->timely && !check_no_clock(c, s->a))
        return false;
    if (type_many(s->a->type))
        return source_error(c->s, c->e, s->a->at, "use push and pop, add and remove, put",
                            "a seq, set or map cannot be assigned");
    if (ghost && !c->ghost)
        return source_error(c->s, c->e, s->a->at, "write ghost { … } around it",
                            "a ghost variable is written in ghost code only");
    if (!ghost && c->ghost)
        return source_error(c->s, c->e, s->a->at, "it must not change what the object does",
                            "ghost code writes ghost variables only");
    return true;
}

// s |= t is s = s | t: what s is does not change meanwhile.
static bool check_set_update(checker *c, stmt *s)
{
    expr *is = model_allocate(c->m, sizeof *is);
    *is = *s->a;
    s->b->a = is;
    s->updates = false;
    return check_fits(c, s->b, s->a->type, "the right side");
}

// x += e is x = x + e, but what x is, is found once.
static bool check_update(checker *c, stmt *s)
{
    const type whole = {.kind = TYPE_INT};
    if (s->a->type.kind == TYPE_MASK)
        return check_set_update(c, s);
    if (!type_equal(s->a->type, whole))
        return wrong_type(c, s->a, whole, "what is changed so");
    expr *is = model_allocate(c->m, sizeof *is);
    *is = *s->a;
    s->b->a = is;
    s->b->type = whole;
    return check_fits(c, s->b->b, whole, "the right side");
}

// What is said of a step does not see the variables of the action.
static bool check_assert(checker *c, stmt *s)
{
    uint32_t scope = c->scope_count;
    c->ghost++;
    c->looks++;
    c->before = s->of_step;
    c->scope_count = s->of_step ? 0 : scope;
    bool ok = check_fits(c, s->a, (type){.kind = TYPE_BOOL},
                         s->of_step ? "what is said of a step" : "what is asserted");
    c->scope_count = scope;
    c->before = false;
    c->looks--;
    c->ghost--;
    return ok;
}

static bool check_ghost(checker *c, stmt *s)
{
    c->ghost++;
    bool ok = check_block(c, &s->body);
    c->ghost--;
    return ok;
}

static bool check_mark(checker *c, stmt *s)
{
    if (!c->u || c->u->is_spec || c->u->is_automaton)
        return source_error(c->s, c->e, s->at, NULL, "only methods of objects take effect");
    c->ghost++;
    c->looks++;
    c->u->looks_at_threads |= s->b != NULL;
    c->f->marks = true;
    bool ok = (!s->a || check_fits(c, s->a, (type){.kind = TYPE_BOOL}, "the condition")) &&
              (!s->b || check_fits(c, s->b, (type){.kind = TYPE_INT}, "the thread"));
    c->looks--;
    c->ghost--;
    return ok;
}

static bool check_lock(checker *c, stmt *s)
{
    if (!check_not_in_spec(c, s, s->kind == STMT_LOCK ? "lock" : "unlock") ||
        !check_place(c, s->a, "a lock"))
        return false;
    if (place_local(s->a) || place_own(c, s->a))
        return source_error(c->s, c->e, s->a->at, NULL, "a lock must be shared");
    return (s->a->type.kind == TYPE_BOOL && !s->a->type.optional) ||
           source_error(c->s, c->e, s->a->at, "declare it as bool", "a lock must be a bool");
}

static bool computes(stmt_kind k)
{
    return k == STMT_DECLARE || k == STMT_ASSIGN || k == STMT_IF || k == STMT_WHILE ||
           k == STMT_BREAK || k == STMT_CONTINUE || k == STMT_RETURN || k == STMT_BLOCK ||
           k == STMT_ASSERT;
}

// Long: one case for each kind of statement.
static bool check_stmt(checker *c, stmt *s)
{
    c->size++;
    bool plain = s->kind == STMT_ASSIGN || s->kind == STMT_IF || s->kind == STMT_BLOCK ||
                 s->kind == STMT_LIN || (s->kind == STMT_EXPR && s->a->kind == EXPR_SEQ);
    if (c->ghost && !plain)
        return source_error(c->s, c->e, s->at, "ghost code has assignments, if and @lin",
                            "this cannot stand in ghost code");
    if (c->in_function && !computes(s->kind))
        return source_error(c->s, c->e, s->at,
                            "it has declarations, assignments, if, loops, assert "
                            "and return",
                            "this cannot stand in a function");
    if (!check_in_action(c, s))
        return false;
    if (applies(s))
        return check_apply(c, s);
    if (s->kind == STMT_EXPR)
        set_statement(c, s);
    switch (s->kind) {
    case STMT_EACH: // of a simulation: it has become one statement for each
    case STMT_SEND: // in a system, it has become a change of its channel
        return source_error(c->s, c->e, s->at, "let it be part of a system, with a channel",
                            "there is nobody to send to");
    case STMT_DECLARE:
        return check_declare(c, s);
    case STMT_ASSIGN:
        if (!check_target(c, s))
            return false;
        return s->updates ? check_update(c, s) : check_fits(c, s->b, s->a->type, "the right side");
    case STMT_EXPR:
        return check_expr(c, s->a) &&
               (s->a->kind != EXPR_CALL ||
                source_error(c->s, c->e, s->a->at,
                             "functions are pure: use what they give; procedures have effects",
                             "a call of a function on its own does nothing"));
    case STMT_IF:
        return check_fits(c, s->a, (type){.kind = TYPE_BOOL}, "the condition") &&
               check_block(c, &s->body) && check_block(c, &s->other);
    case STMT_WHILE:
        return check_loop(c, s);
    case STMT_BREAK:
    case STMT_CONTINUE:
        return c->loops || source_error(c->s, c->e, s->at, NULL, "there is no loop around this");
    case STMT_RETURN:
        return check_return(c, s);
    case STMT_FREE:
        if (!check_not_in_spec(c, s, "free") || !check_expr(c, s->a))
            return false;
        if (!c->u)
            return source_error(c->s, c->e, s->at, NULL, "the init block cannot free");
        c->u->frees = true;
        return s->a->type.kind == TYPE_POINTER ||
               source_error(c->s, c->e, s->a->at, NULL, "only a pointer can be freed");
    case STMT_ASSERT:
        return check_not_in_spec(c, s, "assert") && check_assert(c, s);
    case STMT_ATOMIC:
        return check_not_in_spec(c, s, "atomic") && check_block(c, &s->body);
    case STMT_BLOCK:
        return check_block(c, &s->body);
    case STMT_AWAIT:
        return s->guard ? check_guard(c, s)
                        : check_fits(c, s->a, (type){.kind = TYPE_BOOL}, "what is awaited");
    case STMT_LOCK:
    case STMT_UNLOCK:
        return check_lock(c, s);
    case STMT_LIN:
        return check_mark(c, s);
    case STMT_GHOST:
        return check_not_in_spec(c, s, "ghost code") && check_ghost(c, s);
    }
    return false;
}

bool check_block(checker *c, block *b)
{
    uint32_t outer = c->scope_count;
    for (uint32_t i = 0; i < b->count; i++)
        if (!check_stmt(c, b->items[i]))
            return false;
    c->scope_count = outer;
    return true;
}

bool loop_endless(const stmt *s)
{
    return s->kind == STMT_WHILE && (!s->a || (s->a->kind == EXPR_BOOL && s->a->number));
}

bool block_breaks(const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (s->kind == STMT_BREAK)
            return true;
        if (s->kind != STMT_WHILE && (block_breaks(&s->body) || block_breaks(&s->other)))
            return true;
    }
    return false;
}

bool block_ends(const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (s->kind == STMT_RETURN || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE)
            return true;
        if (loop_endless(s) && !block_breaks(&s->body))
            return true;
        if (s->kind == STMT_IF && block_ends(&s->body) && block_ends(&s->other))
            return true;
        if ((s->kind == STMT_BLOCK || s->kind == STMT_ATOMIC) && block_ends(&s->body))
            return true;
    }
    return false;
}
