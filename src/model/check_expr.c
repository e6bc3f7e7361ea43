// SPDX-License-Identifier: MIT
// Types of expressions. int fits where int? is wanted; null fits every
// pointer, none every option. There are no other conversions.

#include "model/checker.h"

#include <stdio.h>
#include <string.h>

void type_print(const model *m, type t, text *out)
{
    static const char *const names[] = {"unit",     "int",      "bool", "",
                                        "seq<int>", "set<int>", "null", "none"};
    if (t.kind == TYPE_POINTER)
        text_add(out, "%s*", m->records[t.record]->name);
    else
        text_add(out, "%s%s", names[t.kind], t.optional ? "?" : "");
}

bool type_equal(type a, type b)
{
    return a.kind == b.kind && a.optional == b.optional &&
           (a.kind != TYPE_POINTER || a.record == b.record);
}

static bool type_fits(type have, type want)
{
    if (type_equal(have, want))
        return true;
    if (have.kind == TYPE_NULL)
        return want.kind == TYPE_POINTER;
    if (have.kind == TYPE_NONE)
        return want.optional;
    return have.kind == want.kind && want.optional && have.kind != TYPE_POINTER;
}

static bool wrong_type(checker *c, const expr *x, type want, const char *role)
{
    text have = {0}, wanted = {0};
    type_print(c->m, x->type, &have);
    type_print(c->m, want, &wanted);
    source_error(c->s, c->e, x->at, NULL, "%s must be %s, but this is %s", role, wanted.bytes,
                 have.bytes);
    text_fini(&have);
    text_fini(&wanted);
    return false;
}

bool check_fits(checker *c, expr *x, type want, const char *role)
{
    return check_expr(c, x) && (type_fits(x->type, want) || wrong_type(c, x, want, role));
}

static const type int_type = {.kind = TYPE_INT}, bool_type = {.kind = TYPE_BOOL};

static bool check_whole(checker *c, expr *x);

static bool unknown_name(checker *c, const expr *x)
{
    const char *names[3 * MODEL_MAX_NAMES];
    size_t n = 0;
    for (uint32_t i = 0; i < c->scope_count; i++)
        names[n++] = c->f->locals[c->scope[i]].name;
    for (uint32_t i = 0; i < c->m->constant_count && i < MODEL_MAX_NAMES; i++)
        names[n++] = c->m->constants[i].name;
    bool spec = c->u && c->u->is_spec;
    for (uint32_t i = 0; i < (spec ? c->u->state_count : c->shared_visible); i++)
        names[n++] = spec ? c->u->state[i].name : c->m->shared[i].name;
    char hint[160] = "";
    const char *near = did_you_mean(x->name, names, n);
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return source_error(c->s, c->e, x->at, near ? hint : NULL, "no variable is called %s", x->name);
}

static bool check_me(checker *c, expr *x)
{
    x->kind = EXPR_ME;
    x->type = int_type;
    if (!c->u || c->u->is_spec)
        return source_error(c->s, c->e, x->at, NULL, "me is for the methods of objects");
    c->u->looks_at_threads = true;
    return true;
}

static bool check_name(checker *c, expr *x)
{
    for (uint32_t i = c->scope_count; i-- > 0;)
        if (strcmp(c->f->locals[c->scope[i]].name, x->name) == 0) {
            x->kind = EXPR_LOCAL;
            x->index = c->scope[i];
            x->type = c->f->locals[x->index].type;
            return true;
        }
    bool spec = c->u && c->u->is_spec;
    const variable *list = spec ? c->u->state : c->m->shared;
    uint32_t count = spec ? c->u->state_count : c->shared_visible;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(list[i].name, x->name) == 0) {
            x->kind = EXPR_SHARED;
            x->index = i;
            x->type = list[i].type;
            if (list[i].ghost && !c->ghost)
                return source_error(c->s, c->e, x->at,
                                    "ghost variables are read in ghost { }, assert and invariants",
                                    "the object must not see the ghost variable %s", x->name);
            return true;
        }
    for (uint32_t i = 0; i < c->m->constant_count; i++)
        if (strcmp(c->m->constants[i].name, x->name) == 0) {
            x->kind = EXPR_INT;
            x->number = c->m->constants[i].value;
            x->type = int_type;
            return true;
        }
    // A variable of that name goes first.
    return strcmp(x->name, "me") == 0 ? check_me(c, x) : unknown_name(c, x);
}

static bool is_array(const checker *c, const expr *x)
{
    return x->kind == EXPR_SHARED && !(c->u && c->u->is_spec) && c->m->shared[x->index].length;
}

static bool check_index(checker *c, expr *x)
{
    if (!check_whole(c, x->a))
        return false;
    if (!is_array(c, x->a))
        return source_error(c->s, c->e, x->a->at, "shared int[4] items;",
                            "what stands before the [ is no array");
    x->index = x->a->index;
    x->type = x->a->type;
    return check_fits(c, x->b, int_type, "the index");
}

static bool field_of(checker *c, uint32_t of, const char *name, uint32_t at, uint32_t *out)
{
    const record *r = c->m->records[of];
    for (*out = 0; *out < r->field_count; ++*out)
        if (strcmp(r->fields[*out].name, name) == 0)
            return true;
    return source_error(c->s, c->e, at, NULL, "struct %s has no field %s", r->name, name);
}

static bool check_shape(checker *c, expr *x)
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
    type link = c->m->records[of]->fields[x->link].type;
    if (link.kind != TYPE_POINTER || link.record != of)
        return source_error(c->s, c->e, x->link_at, NULL, "%s is no pointer to the next node",
                            x->link_name);
    if (x->b && !check_fits(c, x->b, x->a->type, "what is reached"))
        return false;
    if (!x->key_name)
        return true;
    if (!field_of(c, of, x->key_name, x->key_at, &x->key))
        return false;
    return type_equal(c->m->records[of]->fields[x->key].type, int_type) ||
           source_error(c->s, c->e, x->key_at, NULL, "%s must be int", x->key_name);
}

static bool check_field(checker *c, expr *x)
{
    if (!check_expr(c, x->a))
        return false;
    if (x->a->type.kind != TYPE_POINTER)
        return source_error(c->s, c->e, x->a->at, NULL, "what stands before the dot is no pointer");
    const record *r = c->m->records[x->a->type.record];
    const char *names[MODEL_MAX_NAMES];
    for (uint32_t i = 0; i < r->field_count; i++) {
        names[i] = r->fields[i].name;
        if (strcmp(names[i], x->name) == 0) {
            x->index = i;
            x->type = r->fields[i].type;
            return true;
        }
    }
    char hint[160];
    const char *near = did_you_mean(x->name, names, r->field_count);
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(c->s, c->e, x->name_at, near ? hint : NULL, "struct %s has no field %s",
                        r->name, x->name);
}

static bool check_binary(checker *c, expr *x)
{
    x->type = x->op >= OP_ADD ? int_type : bool_type;
    if (x->op == OP_AND || x->op == OP_OR)
        return check_fits(c, x->a, bool_type, "an operand of && and ||") &&
               check_fits(c, x->b, bool_type, "an operand of && and ||");
    if (x->op != OP_EQ && x->op != OP_NE)
        return check_fits(c, x->a, int_type, "an operand here") &&
               check_fits(c, x->b, int_type, "an operand here");
    if (!check_expr(c, x->a) || !check_expr(c, x->b))
        return false;
    if (x->a->type.kind == TYPE_SEQ || x->b->type.kind == TYPE_SEQ || x->a->type.kind == TYPE_SET ||
        x->b->type.kind == TYPE_SET)
        return source_error(c->s, c->e, x->at, "compare s.len() or s.front()",
                            "a seq cannot be compared");
    if (type_fits(x->a->type, x->b->type) || type_fits(x->b->type, x->a->type))
        return true;
    return wrong_type(c, x->b, x->a->type, "what is compared");
}

bool check_place(checker *c, expr *x, const char *role)
{
    if (!check_expr(c, x))
        return false;
    if (x->kind == EXPR_LOCAL || x->kind == EXPR_SHARED || x->kind == EXPR_FIELD ||
        x->kind == EXPR_INDEX)
        return true;
    return source_error(c->s, c->e, x->at, "a variable or a field: top, n.next",
                        "%s must be a place that can be written", role);
}

static bool check_not_spec(checker *c, const expr *x, const char *what)
{
    if (c->in_invariant)
        return source_error(c->s, c->e, x->at, "an invariant only reads", "an invariant has no %s",
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
    return x->kind != EXPR_LOCAL ||
           source_error(c->s, c->e, x->at, hint, "%s is local", c->f->locals[x->index].name);
}

static bool check_dcas(checker *c, expr *x)
{
    x->type = bool_type;
    if (!check_not_spec(c, x, "dcas"))
        return false;
    for (int i = 0; i < 2; i++)
        if (!check_shared_place(c, x->items[i], "dcas") ||
            !check_fits(c, x->items[2 + i], x->items[i]->type, "the expected value") ||
            !check_fits(c, x->items[4 + i], x->items[i]->type, "the new value"))
            return false;
    return true;
}

static bool check_swap(checker *c, expr *x)
{
    bool faa = x->kind == EXPR_FAA;
    const char *what = faa ? "faa" : "swap";
    if (!check_not_spec(c, x, what) || !check_shared_place(c, x->a, what))
        return false;
    x->type = x->a->type;
    if (faa && !type_equal(x->a->type, int_type))
        return wrong_type(c, x->a, int_type, "what faa adds to");
    return check_fits(c, x->b, x->a->type, faa ? "what is added" : "the new value");
}

static bool check_cas(checker *c, expr *x)
{
    if (!check_not_spec(c, x, "cas") || !check_shared_place(c, x->a, "cas"))
        return false;
    x->type = bool_type;
    return check_fits(c, x->b, x->a->type, "the expected value") &&
           check_fits(c, x->c, x->a->type, "the new value");
}

static bool check_new(checker *c, expr *x)
{
    type t = {.kind = TYPE_POINTER, .name = x->name, .at = x->at};
    if (c->u && c->u->is_spec)
        return source_error(c->s, c->e, x->at, NULL, "a spec has no pointers");
    if (c->ghost)
        return source_error(c->s, c->e, x->at, NULL,
                            "new cannot stand in ghost code, assert or invariants");
    if (!check_type(c, &t))
        return false;
    const record *r = c->m->records[t.record];
    if (x->item_count > r->field_count)
        return source_error(c->s, c->e, x->items[r->field_count]->at, NULL,
                            "struct %s has only %u fields", r->name, r->field_count);
    for (uint32_t i = 0; i < x->item_count; i++)
        if (!check_fits(c, x->items[i], r->fields[i].type, r->fields[i].name))
            return false;
    x->type = t;
    return true;
}

static bool check_seq(checker *c, expr *x)
{
    static const struct {
        const char *name;
        seq_op op;
        uint32_t args;
        type_kind result;
    } operations[] = {
        {"push", SEQ_PUSH, 1, TYPE_UNIT},   {"push_front", SEQ_PUSH_FRONT, 1, TYPE_UNIT},
        {"pop", SEQ_POP, 0, TYPE_INT},      {"pop_front", SEQ_POP_FRONT, 0, TYPE_INT},
        {"front", SEQ_FRONT, 0, TYPE_INT},  {"back", SEQ_BACK, 0, TYPE_INT},
        {"empty", SEQ_EMPTY, 0, TYPE_BOOL}, {"len", SEQ_LEN, 0, TYPE_INT},
        {"add", SET_ADD, 1, TYPE_BOOL},     {"remove", SET_REMOVE, 1, TYPE_BOOL},
        {"has", SET_HAS, 1, TYPE_BOOL},
    };
    if (!check_expr(c, x->a))
        return false;
    bool is_set = x->a->type.kind == TYPE_SET;
    if (x->a->type.kind != TYPE_SEQ && !is_set)
        return wrong_type(c, x->a, (type){.kind = TYPE_SEQ}, "what stands before the dot");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        bool for_both = operations[i].op == SEQ_EMPTY || operations[i].op == SEQ_LEN;
        if (strcmp(operations[i].name, x->name) != 0 ||
            (!for_both && is_set != (operations[i].op >= SET_ADD)))
            continue;
        if (x->item_count != operations[i].args)
            return source_error(c->s, c->e, x->at, NULL, "%s takes %u arguments", x->name,
                                operations[i].args);
        x->seq = operations[i].op;
        x->type.kind = operations[i].result;
        return !x->item_count || check_fits(c, x->items[0], int_type, "the argument");
    }
    return source_error(c->s, c->e, x->at,
                        is_set
                            ? "a set has add, remove, has, empty, len"
                            : "a seq has push, push_front, pop, pop_front, front, back, empty, len",
                        "a %s has no operation %s", is_set ? "set" : "seq", x->name);
}

bool check_expr(checker *c, expr *x)
{
    return check_whole(c, x) &&
           (!is_array(c, x) || source_error(c->s, c->e, x->at, "write for example: items[0]",
                                            "an array is used item by item"));
}

// Also an array without an index.
static bool check_whole(checker *c, expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
        x->type = int_type;
        return true;
    case EXPR_BOOL:
        x->type = bool_type;
        return true;
    case EXPR_NULL:
        x->type.kind = TYPE_NULL;
        return true;
    case EXPR_NONE:
        x->type.kind = TYPE_NONE;
        return true;
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
    case EXPR_BINARY:
        return check_binary(c, x);
    case EXPR_CAS:
        return check_cas(c, x);
    case EXPR_NEW:
        return check_new(c, x);
    case EXPR_SEQ:
        return check_seq(c, x);
    case EXPR_INDEX:
        return check_index(c, x);
    case EXPR_DCAS:
        return check_dcas(c, x);
    case EXPR_SWAP:
    case EXPR_FAA:
        return check_swap(c, x);
    case EXPR_CHOOSE:
        x->type = int_type;
        return check_not_spec(c, x, "choose") && check_fits(c, x->a, int_type, "a bound") &&
               check_fits(c, x->b, int_type, "a bound");
    case EXPR_SHAPE:
        return check_shape(c, x);
    case EXPR_LOCAL:
    case EXPR_SHARED:
    case EXPR_TEMP:
    case EXPR_ME:
        return true;
    }
    return false;
}
