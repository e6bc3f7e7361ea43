// SPDX-License-Identifier: MIT
// Sets of finite types: they are values, which can be compared, united and gone through. What a
// literal is a set of is seen from what stands beside it, or from its items.

#include "model/check/checker.h"
#include "model/syntax/finite_type.h"

#include <string.h>

static const type bool_type = {.kind = TYPE_BOOL};

static bool too_many(checker *c, uint32_t at, type item)
{
    text name = {0};
    type_print(c->m, item, &name);
    uint32_t card = type_card(item);
    if (card)
        source_error(c->s, c->e, at, NULL,
                     "there are %u values of type %s, and a set can have %d at most", card,
                     name.bytes, MASK_MOST);
    else
        source_error(c->s, c->e, at,
                     "give the ints a range: int 0..3; an enum must be declared above",
                     "a set is of a finite type, and %s is none", name.bytes);
    text_fini(&name);
    return false;
}

static type set_of(checker *c, type item)
{
    type t = {.kind = TYPE_MASK, .part_count = 1, .at = item.at};
    t.parts = model_allocate(c->m, sizeof *t.parts);
    t.parts[0] = item;
    return t;
}

bool set_literal(const expr *x)
{
    return x->kind == EXPR_SET ||
           (x->kind == EXPR_CONDITION && set_literal(x->b) && set_literal(x->c)) ||
           (x->kind == EXPR_BIND && (x->bind == BIND_FILTER || x->bind == BIND_MAP));
}

static bool check_items(checker *c, expr *x, type item)
{
    for (uint32_t i = 0; i < x->item_count; i++)
        if (!check_fits(c, x->items[i], item, "an item of the set"))
            return false;
    return true;
}

// {a, b}, of which nothing is known but what the first item is.
bool check_set(checker *c, expr *x)
{
    if (!x->item_count)
        return source_error(c->s, c->e, x->at, "compare with s.empty(), or say where it goes",
                            "it is not known what this is a set of");
    if (!check_expr(c, x->items[0]))
        return false;
    type item = x->items[0]->type;
    if (!finite_fits_mask(item))
        return too_many(c, x->items[0]->at, item);
    x->type = set_of(c, item);
    for (uint32_t i = 1; i < x->item_count; i++)
        if (!check_fits(c, x->items[i], item, "an item of the set"))
            return false;
    return true;
}

// Is the domain the name of a type, and of no variable?
static bool find_domain(checker *c, binder *b)
{
    const expr *d = b->domain;
    if (d->kind != EXPR_NAME)
        return false;
    for (uint32_t i = 0; i < c->scope_count; i++)
        if (strcmp(variable_name(&c->f->locals[c->scope[i]]), d->name) == 0)
            return false;
    if (variable_find(c->m->shared, c->m->shared_count, d->name) < c->m->shared_count)
        return false;
    for (uint32_t i = 0; i < c->m->alias_count; i++)
        if (strcmp(c->m->aliases[i].name, d->name) == 0) {
            b->type = c->m->aliases[i].type;
            c->m->used[c->m->aliases[i].at] = true;
            return check_type(c, &b->type);
        }
    for (uint32_t i = 0; i < c->m->enum_count; i++)
        if (strcmp(c->m->enums[i]->name, d->name) == 0) {
            b->type = (type){.kind = TYPE_ENUM, .record = i, .names = c->m->enums[i]->item_count};
            return true;
        }
    return false;
}

static bool check_domain(checker *c, binder *b)
{
    if (!b->domain) // a range, or a type
        return check_type(c, &b->type);
    if (find_domain(c, b)) {
        uint32_t at = b->domain->at;
        b->domain = NULL;
        return type_card(b->type) || source_error(c->s, c->e, at, "give its ints a range: int 0..3",
                                                  "the values of this type cannot be gone through");
    }
    if (!check_expr(c, b->domain))
        return false;
    if (b->domain->type.kind != TYPE_MASK)
        return source_error(c->s, c->e, b->domain->at,
                            "it must be a set of a finite type, a type, or a range: 0..3",
                            *b->name ? "what %s is in cannot be gone through"
                                     : "this cannot be gone through%s",
                            b->name);
    b->type = b->domain->type.parts[0];
    return true;
}

static bool check_binder(checker *c, binder *b)
{
    if (!c->f)
        return source_error(c->s, c->e, b->at, "write it in init { … }",
                            "this cannot stand in the initial value of a variable");
    if (!check_domain(c, b))
        return false;
    for (uint32_t i = 0; i < c->scope_count && *b->name; i++)
        if (strcmp(variable_name(&c->f->locals[c->scope[i]]), b->name) == 0)
            return source_error(c->s, c->e, b->at, "choose another name", "%s is declared already",
                                b->name);
    variable v = {.name = b->name, .type = b->type, .at = b->at};
    if (!local_place(c, &v, &b->local))
        return false;
    scope_add(c, b->local, b->at);
    c->m->used[b->at] = true;
    return true;
}

// `want`: what it is to be a set of; NULL: that is not known.
static bool check_bound(checker *c, expr *x, const type *want)
{
    bool made = x->bind == BIND_MAP;
    if (!made && x->bind != BIND_LEAST && x->bind != BIND_MOST) {
        x->type = x->bind == BIND_FILTER ? set_of(c, x->binders[0].type) : bool_type;
        return (x->bind != BIND_FILTER || finite_fits_mask(x->binders[0].type) ||
                too_many(c, x->at, x->binders[0].type)) &&
               check_fits(c, x->a, bool_type, "what is said of them");
    }
    if (made && want ? !check_fits(c, x->a, *want, "an item of the set") : !check_expr(c, x->a))
        return false;
    type item = made && want ? *want : x->a->type;
    if (made && !finite_fits_mask(item))
        return too_many(c, x->a->at, item);
    bool ordered = item.kind == TYPE_INT || item.kind == TYPE_ENUM || item.kind == TYPE_TUPLE ||
                   item.kind == TYPE_BOOL;
    if (!made && (!ordered || item.optional))
        return source_error(c->s, c->e, x->a->at, NULL, "these have no least and no greatest");
    x->type = made ? set_of(c, item) : item;
    return !x->b || check_fits(c, x->b, bool_type, "the condition");
}

static bool check_binders(checker *c, expr *x, const type *want)
{
    uint32_t outer = c->scope_count;
    bool ok = true;
    for (uint32_t i = 0; ok && i < x->binder_count; i++)
        ok = check_binder(c, &x->binders[i]);
    ok = ok && check_bound(c, x, want);
    c->scope_count = outer;
    return ok;
}

bool check_bind(checker *c, expr *x)
{
    if (x->bind != BIND_MAJORITIES)
        return check_binders(c, x, NULL);
    return check_domain(c, &x->binders[0]) && check_majorities(c, x);
}

bool check_set_as(checker *c, expr *x, type want)
{
    if (x->kind == EXPR_SET) {
        x->type = want;
        return check_items(c, x, want.parts[0]);
    }
    if (x->kind == EXPR_CONDITION) {
        x->type = want;
        return check_fits(c, x->a, bool_type, "what stands before the ?") &&
               check_set_as(c, x->b, want) && check_set_as(c, x->c, want);
    }
    return check_binders(c, x, &want.parts[0]);
}

// The part of an enum, or the range of ints, that a name stands for. A variable goes first.
static const type *range_named(const checker *c, const expr *x)
{
    if (x->kind != EXPR_NAME || name_known(c, x->name))
        return NULL;
    for (uint32_t i = 0; i < c->m->alias_count; i++) {
        const type *t = &c->m->aliases[i].type;
        if (strcmp(c->m->aliases[i].name, x->name) != 0 || !t->ranged || t->optional ||
            (t->kind != TYPE_ENUM && t->kind != TYPE_INT))
            continue;
        c->m->used[c->m->aliases[i].at] = true;
        return t;
    }
    return NULL;
}

static expr *compared(checker *c, const expr *x, binary_op op, type t, int64_t bound)
{
    expr *made = model_allocate(c->m, sizeof *made);
    *made = (expr){.kind = EXPR_BINARY, .op = op, .at = x->at, .end = x->end};
    made->depth = x->depth + 1;
    made->type = bool_type;
    made->checked = true;
    made->a = expr_copy(c->m, x->a);
    made->b = model_allocate(c->m, sizeof *made->b);
    *made->b = (expr){.kind = EXPR_INT, .number = bound, .at = x->b->at, .end = x->b->end};
    made->b->depth = 1;
    made->b->type = t;
    made->b->type.ranged = false;
    made->b->checked = true;
    return made;
}

// x in reader: x is one of these names.
static bool check_in_range(checker *c, expr *x, type t)
{
    if (!check_type(c, &t) || !check_expr(c, x->a))
        return false;
    type item = x->a->type;
    if (item.kind != t.kind || item.optional || (t.kind == TYPE_ENUM && item.record != t.record))
        return wrong_type(c, x->a, t, "what stands before in");
    expr *low = compared(c, x, OP_GE, t, t.low), *high = compared(c, x, OP_LE, t, t.high);
    x->kind = EXPR_BINARY;
    x->op = OP_AND;
    x->a = low;
    x->b = high;
    return true;
}

bool check_in(checker *c, expr *x)
{
    x->type = bool_type;
    const type *range = range_named(c, x->b);
    if (range)
        return check_in_range(c, x, *range);
    if (x->b->kind == EXPR_SET) { // a comparison with each
        if (!check_expr(c, x->a))
            return false;
        x->b->type = x->a->type;
        return check_items(c, x->b, x->a->type);
    }
    if (!check_expr(c, x->b))
        return false;
    if (x->b->type.kind != TYPE_MASK)
        return source_error(c->s, c->e, x->b->at, "a set has has(): s.has(x)",
                            "what stands after in is no set of a finite type");
    return check_fits(c, x->a, x->b->type.parts[0], "what stands before in");
}

bool check_closure(checker *c, expr *x)
{
    if (!check_expr(c, x->a))
        return false;
    x->type = x->a->type;
    const type *item = x->type.kind == TYPE_MASK ? &x->type.parts[0] : NULL;
    return (item && item->kind == TYPE_TUPLE && item->part_count == 2 &&
            type_same(item->parts[0], item->parts[1])) ||
           source_error(c->s, c->e, x->a->at, "a relation is a set of pairs: set<(op, op)>",
                        "only a relation of a type with itself has a closure");
}

bool check_set_binary(checker *c, expr *x)
{
    bool unites =
        x->op == OP_BIT_OR || x->op == OP_BIT_AND || x->op == OP_BIT_XOR || x->op == OP_SUB;
    if (!unites && (x->op < OP_EQ || x->op > OP_GE))
        return source_error(c->s, c->e, x->at, "sets have |, &, -, ^, ==, <= and in",
                            "this is not done with sets");
    x->type = unites ? x->a->type : bool_type;
    bool compared = x->a->kind == EXPR_BINARY && x->a->op >= OP_EQ && x->a->op <= OP_GE;
    if (unites && compared && x->a->b->type.kind == TYPE_MASK)
        return source_error(
            c->s, c->e, x->at, "write brackets: a <= (b | c)",
            "this joins a set with what a comparison gives, which is true or false");
    return type_equal(x->a->type, x->b->type) || wrong_type(c, x->b, x->a->type, "the other set");
}

// S.has(x), S.empty(), S.len().
bool check_set_operation(checker *c, expr *x)
{
    bool has = strcmp(x->name, "has") == 0, empty = strcmp(x->name, "empty") == 0;
    bool changes = strcmp(x->name, "add") == 0 || strcmp(x->name, "remove") == 0;
    if (!has && !empty && strcmp(x->name, "len") != 0)
        return source_error(c->s, c->e, x->at,
                            changes ? "it is a statement of its own: s.add(x);"
                                    : "a set has add, remove, has, empty, len, and |, &, -, in",
                            changes ? "%s gives nothing" : "a set has no operation %s", x->name);
    if (x->item_count != has)
        return source_error(c->s, c->e, x->at, NULL, "%s takes %d arguments", x->name, has);
    x->seq = has ? SET_HAS : empty ? SEQ_EMPTY : SEQ_LEN;
    x->type = has || empty ? bool_type : (type){.kind = TYPE_INT};
    return !has || check_fits(c, x->items[0], x->a->type.parts[0], "the argument");
}

// s.add(x) is s |= {x}, s.remove(x) is s -= {x}. False with no error: it is none of them.
bool set_statement(checker *c, stmt *s)
{
    expr *x = s->a;
    bool adds = x->kind == EXPR_SEQ && x->name && strcmp(x->name, "add") == 0;
    bool removes = x->kind == EXPR_SEQ && x->name && strcmp(x->name, "remove") == 0;
    if (!has_automaton(c->m) || (!adds && !removes) || x->item_count != 1 ||
        !check_whole(c, x->a) || x->a->type.kind != TYPE_MASK)
        return false;
    expr *item = model_allocate(c->m, sizeof *item), *both = model_allocate(c->m, sizeof *both);
    *item = (expr){.kind = EXPR_SET, .at = x->at, .end = x->end, .item_count = 1};
    item->items = x->items;
    *both = (expr){.kind = EXPR_BINARY, .at = x->at, .end = x->end};
    both->op = adds ? OP_BIT_OR : OP_SUB;
    both->b = item;
    s->kind = STMT_ASSIGN;
    s->updates = true;
    s->a = x->a;
    s->b = both;
    return true;
}
