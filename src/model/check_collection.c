// SPDX-License-Identifier: MIT
// What the collections of specs can do: seq, set and map.

#include "model/checker.h"

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
    {TYPE_SEQ, "empty", SEQ_EMPTY, BOOL, NOTHING, NOTHING},
    {TYPE_SEQ, "len", SEQ_LEN, INT, NOTHING, NOTHING},
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
    t.optional |= r == MAYBE;
    return t;
}

static bool check_operation(checker *c, expr *x, const struct operation *o)
{
    uint32_t wanted = o->first == NOTHING ? 0 : o->second == NOTHING ? 1 : 2;
    if (x->item_count != wanted)
        return source_error(c->s, c->e, x->at, NULL, "%s takes %u arguments", x->name, wanted);
    x->seq = o->op;
    x->type = type_of(x->a->type, o->result);
    if (wanted > 0 && !check_fits(c, x->items[0], type_of(x->a->type, o->first), "the argument"))
        return false;
    return wanted < 2 ||
           check_fits(c, x->items[1], type_of(x->a->type, o->second), "the second argument");
}

bool check_collection(checker *c, expr *x)
{
    static const char *const hints[] = {
        "a seq has push, push_front, pop, pop_front, front, back, empty, len",
        "a set has add, remove, has, empty, len",
        "a map has put, get, remove, has, empty, len",
    };
    if (!check_expr(c, x->a))
        return false;
    type_kind kind = x->a->type.kind;
    if (!type_many(x->a->type) || x->a->kind != EXPR_SHARED)
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
