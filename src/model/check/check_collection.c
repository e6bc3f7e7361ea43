// SPDX-License-Identifier: MIT
// What seq, set and map can do. In a spec they are its state; in an object each
// operation is one step, and a ghost one is changed in ghost code only.

#include "model/check/checker.h"

#include <string.h>

typedef enum role { NOTHING, BOOL, INT, ITEM, KEY, VALUE, MAYBE } role;

static const struct operation {
    type_kind of;
    const char *name;
    seq_op op;
    role result, first, second;
} operations[] = {
    {TYPE_SEQ, "push", SEQ_PUSH, NOTHING, ITEM, NOTHING},
    {TYPE_SEQ, "push_front", SEQ_PUSH_FRONT, NOTHING, ITEM, NOTHING},
    {TYPE_SEQ, "pop", SEQ_POP, ITEM, NOTHING, NOTHING},
    {TYPE_SEQ, "pop_front", SEQ_POP_FRONT, ITEM, NOTHING, NOTHING},
    {TYPE_SEQ, "front", SEQ_FRONT, ITEM, NOTHING, NOTHING},
    {TYPE_SEQ, "back", SEQ_BACK, ITEM, NOTHING, NOTHING},
    {TYPE_SEQ, "has", SEQ_HAS, BOOL, ITEM, NOTHING},
    {TYPE_SEQ, "remove", SEQ_REMOVE, BOOL, ITEM, NOTHING},
    {TYPE_SEQ, "empty", SEQ_EMPTY, BOOL, NOTHING, NOTHING},
    {TYPE_SEQ, "len", SEQ_LEN, INT, NOTHING, NOTHING},
    {TYPE_SEQ, "channel__insert", SEQ_INSERT, NOTHING, ITEM, NOTHING}, // no names of a model
    {TYPE_SEQ, "channel__take", SEQ_TAKE, ITEM, NOTHING, NOTHING},
    {TYPE_SEQ, "crash__clear", MANY_CLEAR, NOTHING, NOTHING, NOTHING},
    {TYPE_SET, "crash__clear", MANY_CLEAR, NOTHING, NOTHING, NOTHING},
    {TYPE_MAP, "crash__clear", MANY_CLEAR, NOTHING, NOTHING, NOTHING},
    {TYPE_SET, "add", SET_ADD, BOOL, ITEM, NOTHING},
    {TYPE_SET, "remove", SET_REMOVE, BOOL, ITEM, NOTHING},
    {TYPE_SET, "has", SET_HAS, BOOL, ITEM, NOTHING},
    {TYPE_SET, "empty", SEQ_EMPTY, BOOL, NOTHING, NOTHING},
    {TYPE_SET, "len", SEQ_LEN, INT, NOTHING, NOTHING},
    {TYPE_MAP, "put", MAP_PUT, NOTHING, KEY, VALUE},
    {TYPE_MAP, "get", MAP_GET, MAYBE, KEY, NOTHING},
    {TYPE_MAP, "remove", MAP_REMOVE, BOOL, KEY, NOTHING},
    {TYPE_MAP, "has", MAP_HAS, BOOL, KEY, NOTHING},
    {TYPE_MAP, "empty", SEQ_EMPTY, BOOL, NOTHING, NOTHING},
    {TYPE_MAP, "len", SEQ_LEN, INT, NOTHING, NOTHING},
};

static type type_of(type collection, role r)
{
    type t = {.kind = r == BOOL ? TYPE_BOOL : r == INT ? TYPE_INT : TYPE_UNIT};
    if (r == ITEM || r == KEY)
        t = collection.parts[0];
    if (r == VALUE || r == MAYBE)
        t = collection.parts[1];
    t.optional |= r == MAYBE && t.kind != TYPE_POINTER; // null where there is no such key
    return t;
}

bool seq_changes(seq_op op)
{
    return op == SEQ_PUSH || op == SEQ_PUSH_FRONT || op == SEQ_INSERT || op == SEQ_TAKE ||
           op == SEQ_POP || op == SEQ_POP_FRONT || op == SEQ_REMOVE || op == SET_ADD ||
           op == SET_REMOVE || op == MAP_PUT || op == MAP_REMOVE || op == MANY_CLEAR;
}

// May it be changed here?
static bool check_change(checker *c, const expr *x)
{
    bool ghost = place_variable(c, x->a)->ghost;
    if (!seq_changes(x->seq) || (!c->looks && ghost == (c->ghost > 0)))
        return true;
    if (c->in_guard)
        return source_error(c->s, c->e, x->at, "a guard only reads: do it in the action, after do",
                            "a guard changes nothing");
    if (c->looks)
        return source_error(c->s, c->e, x->at, "do it before, and look at what it gave",
                            "assert, marks and invariants only look");
    return source_error(c->s, c->e, x->at,
                        ghost ? "write ghost { … } around it"
                              : "it must not change what the object does",
                        ghost ? "a ghost variable is written in ghost code only"
                              : "ghost code writes ghost variables only");
}

static bool check_operation(checker *c, expr *x, const struct operation *o)
{
    uint32_t wanted = o->first == NOTHING ? 0 : o->second == NOTHING ? 1 : 2;
    if (x->item_count != wanted)
        return source_error(c->s, c->e, x->at, NULL, "%s takes %u arguments", x->name, wanted);
    x->seq = o->op;
    x->type = type_of(x->a->type, o->result);
    if (!check_change(c, x))
        return false;
    if (c->in_invariant && x->type.kind == TYPE_TUPLE)
        return source_error(c->s, c->e, x->at, NULL, "an invariant has no tuples");
    if (wanted > 0 && !check_fits(c, x->items[0], type_of(x->a->type, o->first), "the argument"))
        return false;
    return wanted < 2 ||
           check_fits(c, x->items[1], type_of(x->a->type, o->second), "the second argument");
}

bool check_collection(checker *c, expr *x)
{
    static const char *const hints[] = {
        "a seq has push, push_front, pop, pop_front, front, back, has, remove, empty, len",
        "a set has add, remove, has, empty, len",
        "a map has put, get, remove, has, empty, len",
    };
    if (!x->name) // choose(s), which was checked before
        return true;
    if (!check_expr(c, x->a))
        return false;
    type_kind kind = x->a->type.kind;
    if (x->a->type.use == USE_MACHINE)
        return check_machine(c, x);
    if (kind == TYPE_MASK)
        return check_set_operation(c, x);
    if (!type_many(x->a->type) || !place_variable(c, x->a))
        return source_error(c->s, c->e, x->a->at, NULL,
                            "what stands before the dot is no seq, set or map");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (operations[i].of == kind && strcmp(operations[i].name, x->name) == 0)
            return check_operation(c, x, &operations[i]);
    int which = kind == TYPE_SEQ ? 0 : kind == TYPE_SET ? 1 : 2;
    return source_error(c->s, c->e, x->at, hints[which], "a %s has no operation %s",
                        which == 0   ? "seq"
                        : which == 1 ? "set"
                                     : "map",
                        x->name);
}

bool check_choose(checker *c, expr *x)
{
    bool spec = c->u && c->u->is_spec && !c->in_function; // whose step may go several ways
    x->type = (type){.kind = TYPE_INT};
    if (!spec && !check_acts(c, x, "choose"))
        return false;
    if (!c->u)
        return source_error(c->s, c->e, x->at,
                            has_automaton(c->m) ? "let an action choose" : "let a method choose",
                            "nothing can be chosen before the first step");
    if (x->b)
        return check_fits(c, x->a, x->type, "a bound") && check_fits(c, x->b, x->type, "a bound");
    if (!check_expr(c, x->a))
        return false;
    if (!type_many(x->a->type) && x->a->type.kind != TYPE_MASK)
        return source_error(c->s, c->e, x->a->at, "write 0..2, or a seq, set or map",
                            "one cannot choose from this");
    x->kind = EXPR_SEQ;
    x->seq = MANY_CHOOSE;
    x->type = x->a->type.parts[0];
    return true;
}
