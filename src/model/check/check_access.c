// SPDX-License-Identifier: MIT
// What acts on shared memory at once: cas, dcas, swap, faa, ll and sc; and the
// shapes of the heap that invariants ask for.

#include "model/check/checker.h"

#include <stdio.h>
#include <string.h>

static const type int_type = {.kind = TYPE_INT}, bool_type = {.kind = TYPE_BOOL};

bool check_acts(checker *c, const expr *x, const char *what)
{
    if (c->in_invariant)
        return source_error(c->s, c->e, x->at, "an invariant only reads", "an invariant has no %s",
                            what);
    if (c->in_guard)
        return source_error(c->s, c->e, x->at,
                            x->kind == EXPR_CHOOSE
                                ? "let the action choose, or give it a parameter"
                                : "a guard only reads: do it in the action, after do",
                            "a guard has no %s", what);
    if (c->ghost)
        return source_error(c->s, c->e, x->at, "do it before, and look at what it gave",
                            "%s cannot stand in ghost code, assert or a mark", what);
    if (c->in_function)
        return source_error(c->s, c->e, x->at, "a function only computes", "a function has no %s",
                            what);
    return !(c->u && c->u->is_spec) ||
           source_error(c->s, c->e, x->at, "a spec is sequential: use if and =", "a spec has no %s",
                        what);
}

// What a read-modify-write changes.
static bool check_shared_place(checker *c, expr *x, const char *what)
{
    char role[40];
    snprintf(role, sizeof role, "what %s changes", what);
    char hint[60];
    snprintf(hint, sizeof hint, "%s is for shared variables and fields", what);
    if (!check_place(c, x, role))
        return false;
    const char *name = place_variable(c, x)->name;
    if (!check_no_clock(c, x))
        return false;
    if (type_many(x->type))
        return source_error(c->s, c->e, x->at, "each of its operations is one step",
                            "%s is not for a seq, set or map", what);
    if (place_local(x))
        return source_error(c->s, c->e, x->at, hint, "%s is local", name);
    return !place_own(c, x) ||
           source_error(c->s, c->e, x->at, hint, "%s is the thread's own", name);
}

static bool no_tuple(checker *c, const expr *x, const char *what)
{
    return x->type.kind != TYPE_TUPLE ||
           source_error(c->s, c->e, x->at, "cas, dcas and swap are for tuples too",
                        "%s is not for tuples", what);
}

bool check_dcas(checker *c, expr *x)
{
    x->type = bool_type;
    if (!check_acts(c, x, "dcas"))
        return false;
    for (int i = 0; i < 2; i++)
        if (!check_shared_place(c, x->items[i], "dcas") ||
            !check_fits(c, x->items[2 + i], x->items[i]->type, "the expected value") ||
            !check_fits(c, x->items[4 + i], x->items[i]->type, "the new value"))
            return false;
    return true;
}

bool check_swap(checker *c, expr *x)
{
    bool faa = x->kind == EXPR_FAA;
    const char *what = faa ? "faa" : "swap";
    if (!check_acts(c, x, what) || !check_shared_place(c, x->a, what))
        return false;
    x->type = x->a->type;
    if (!faa)
        return check_fits(c, x->b, x->a->type, "the new value");
    return type_equal(x->a->type, int_type) ? check_fits(c, x->b, int_type, "what is added")
                                            : wrong_type(c, x->a, int_type, "what faa adds to");
}

bool check_cas(checker *c, expr *x)
{
    if (!check_acts(c, x, "cas") || !check_shared_place(c, x->a, "cas"))
        return false;
    x->type = bool_type;
    return check_fits(c, x->b, x->a->type, "the expected value") &&
           check_fits(c, x->c, x->a->type, "the new value");
}

bool check_link(checker *c, expr *x)
{
    const char *what = x->kind == EXPR_LL ? "ll" : "sc";
    if (!check_acts(c, x, what) || !check_shared_place(c, x->a, what) || !no_tuple(c, x->a, what))
        return false;
    if (!c->u || c->u->is_automaton)
        return source_error(c->s, c->e, x->at, NULL, "%s is for the methods of objects", what);
    if (x->a->kind == EXPR_INDEX && x->a->a->kind == EXPR_FIELD)
        return source_error(c->s, c->e, x->a->at, "use cas, or a shared array",
                            "%s is not for arrays in structs", what);
    variable *v = x->a->kind == EXPR_FIELD
                      ? &c->m->records[x->a->a->type.record]->fields[x->a->index]
                      : &c->m->shared[x->a->index];
    if (!v->linked && ++c->links > MODEL_MAX_LINKS)
        return source_error(c->s, c->e, x->at, NULL, "ll is used on more than %d places",
                            MODEL_MAX_LINKS);
    v->linked = true;
    x->type = x->kind == EXPR_LL ? x->a->type : bool_type;
    return x->kind == EXPR_LL || check_fits(c, x->b, x->a->type, "the new value");
}

static bool field_of(checker *c, uint32_t of, const char *name, uint32_t at, uint32_t *out)
{
    const record *r = c->m->records[of];
    *out = variable_find(r->fields, r->field_count, name);
    return *out < r->field_count ||
           source_error(c->s, c->e, at, NULL, "struct %s has no field %s", r->name, name);
}

bool check_shape(checker *c, expr *x)
{
    x->type = bool_type;
    if (!c->in_invariant)
        return source_error(c->s, c->e, x->at, "write an invariant block",
                            "shapes of the heap are for invariants");
    if (!check_expr(c, x->a))
        return false;
    if (x->a->type.kind != TYPE_POINTER)
        return source_error(c->s, c->e, x->a->at, NULL, "this must be a pointer");
    uint32_t of = x->a->type.record;
    if (!field_of(c, of, x->link_name, x->link_at, &x->link))
        return false;
    const variable *followed = &c->m->records[of]->fields[x->link];
    if ((followed->length != 0) != x->has_item || x->link_item >= followed->length + !x->has_item)
        return source_error(
            c->s, c->e, x->link_at, followed->length ? "write for example: next[0]" : NULL,
            followed->length ? "which item of %s is followed?" : "%s is no array", x->link_name);
    type link = followed->type;
    if (link.kind != TYPE_POINTER || link.record != of)
        return source_error(c->s, c->e, x->link_at, NULL, "%s is no pointer to the next node",
                            x->link_name);
    if (x->b && !check_fits(c, x->b, x->a->type, "what is reached"))
        return false;
    if (!x->key_name)
        return true;
    if (!field_of(c, of, x->key_name, x->key_at, &x->key))
        return false;
    const variable *key = &c->m->records[of]->fields[x->key];
    return (type_equal(key->type, int_type) && !key->length) ||
           source_error(c->s, c->e, x->key_at, NULL, "%s must be int", x->key_name);
}
