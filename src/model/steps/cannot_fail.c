// SPDX-License-Identifier: MIT
// See cannot_fail.h. Ints are followed as intervals.

#include "model/steps/cannot_fail.h"

#include "model/syntax/finite_type.h"

enum { MOST_CALLS = 16 }; // functions in functions: deeper, or for ever, is not followed

typedef struct look {
    const model *m;
    const method *in;
    uint32_t depth;
    bool room;
    const narrowed *known;
} look;

typedef struct interval {
    int64_t low, high;
} interval;

static const interval any = {INT32_MIN, INT32_MAX};

static interval ints_of(const expr *x);

static interval computed(const expr *x)
{
    interval a = ints_of(x->a), b = ints_of(x->b);
    if (x->op == OP_ADD)
        return (interval){a.low + b.low, a.high + b.high};
    if (x->op == OP_SUB)
        return (interval){a.low - b.high, a.high - b.low};
    if (x->op != OP_MUL)
        return any;
    int64_t low = a.low * b.low, high = low;
    const int64_t corners[] = {a.low * b.high, a.high * b.low, a.high * b.high};
    for (int i = 0; i < 3; i++) {
        low = corners[i] < low ? corners[i] : low;
        high = corners[i] > high ? corners[i] : high;
    }
    return (interval){low, high};
}

// What an int may be, before it is known to fit.
static interval ints_of(const expr *x)
{
    if (x->kind == EXPR_INT)
        return (interval){x->number, x->number};
    if (x->kind == EXPR_BINARY && x->op >= OP_ADD)
        return computed(x);
    if (x->kind == EXPR_SEQ && x->seq == SEQ_LEN)
        return (interval){0, x->a->type.kind == TYPE_MASK ? MASK_MOST : MODEL_MAX_MANY};
    if (x->kind == EXPR_CONDITION) {
        interval b = ints_of(x->b), c = ints_of(x->c);
        return (interval){b.low < c.low ? b.low : c.low, b.high > c.high ? b.high : c.high};
    }
    return x->type.ranged ? (interval){x->type.low, x->type.high} : any;
}

static bool inside(interval a, interval b)
{
    return a.low >= b.low && a.high <= b.high;
}

static bool within(type have, type want)
{
    if (have.kind == TYPE_NONE)
        return want.optional;
    if (have.kind != want.kind || (have.optional && !want.optional) ||
        have.part_count != want.part_count)
        return false;
    bool whole = true;
    for (uint32_t i = 0; i < have.part_count; i++)
        whole = whole && within(have.parts[i], want.parts[i]);
    return whole &&
           (!want.ranged || (have.ranged && have.low >= want.low && have.high <= want.high));
}

// Is it a name of an enum that is known to be one of these?
static bool known_within(const look *l, const expr *x, type want)
{
    for (const narrowed *k = l->known; x->kind == EXPR_LOCAL && k; k = k->outer)
        if (k->local == x->index && k->low >= want.low && k->high <= want.high)
            return true;
    return false;
}

// Does what x gives fit the type, whatever it is?
static bool fits(const look *l, const expr *x, type want)
{
    if (x->kind == EXPR_TUPLE && want.kind == TYPE_TUPLE && want.part_count == x->item_count) {
        bool all = true;
        for (uint32_t i = 0; i < x->item_count; i++)
            all = all && fits(l, x->items[i], want.parts[i]);
        return all;
    }
    if (x->type.kind == TYPE_INT && want.kind == TYPE_INT && !x->type.optional)
        return inside(ints_of(x), want.ranged ? (interval){want.low, want.high} : any);
    if (x->kind == EXPR_INT && x->type.kind == TYPE_ENUM && want.kind == TYPE_ENUM)
        return !want.ranged || (x->number >= want.low && x->number <= want.high);
    if (x->type.kind == TYPE_ENUM && want.kind == TYPE_ENUM && want.ranged && !x->type.optional &&
        known_within(l, x, want))
        return true;
    return want.kind == TYPE_MASK ? x->type.kind == TYPE_MASK : within(x->type, want);
}

static bool safe(const look *l, const expr *x);

static bool safe_items(const look *l, const expr *x)
{
    bool all = true;
    for (uint32_t i = 0; i < x->item_count; i++)
        all = all && safe(l, x->items[i]);
    return all;
}

static bool safe_index(const look *l, const expr *x)
{
    const variable *v = x->a->kind == EXPR_LOCAL    ? &l->in->locals[x->index]
                        : x->a->kind == EXPR_SHARED ? &l->m->shared[x->index]
                                                    : NULL;
    if (!v || !safe(l, x->b))
        return false;
    type positions = {.kind = TYPE_INT, .ranged = true, .high = (int64_t)v->length - 1};
    return fits(l, x->b, v->index.kind == TYPE_UNIT ? positions : v->index);
}

static bool safe_binary(const look *l, const expr *x)
{
    if (!safe(l, x->a) || !safe(l, x->b))
        return false;
    if (x->op < OP_ADD || x->a->type.kind == TYPE_MASK)
        return true;
    if (x->op == OP_DIV || x->op == OP_MOD) {
        interval by = ints_of(x->b);
        return (by.low > 0 || by.high < -1) && inside(ints_of(x->a), any);
    }
    return x->op != OP_LEFT && x->op != OP_RIGHT && inside(ints_of(x), any);
}

// x >= first && x <= last, of a local. False: it is something else.
static bool is_range(const expr *x, narrowed *out)
{
    bool both = x->kind == EXPR_BINARY && x->op == OP_AND && x->a->kind == EXPR_BINARY &&
                x->b->kind == EXPR_BINARY && x->a->op == OP_GE && x->b->op == OP_LE;
    const expr *low = both ? x->a->b : NULL, *high = both ? x->b->b : NULL;
    if (!both || x->a->a->kind != EXPR_LOCAL || x->b->a->kind != EXPR_LOCAL ||
        x->a->a->index != x->b->a->index || low->kind != EXPR_INT || high->kind != EXPR_INT)
        return false;
    *out = (narrowed){.local = x->a->a->index, .low = low->number, .high = high->number};
    return true;
}

void condition_narrows(const expr *condition, const narrowed *outer, narrowing *out)
{
    narrowed *in = &out->in, *not = &out->out;
    out->then = out->other = outer;
    if (!is_range(condition, in))
        return;
    type t = condition->a->a->type;
    int64_t first = t.ranged ? t.low : 0, last = t.ranged ? t.high : (int64_t)t.names - 1;
    in->outer = outer;
    out->then = in;
    if (t.kind != TYPE_ENUM || (in->low != first && in->high != last))
        return;
    *not = *in;
    not ->low = in->high == last ? first : in->high + 1;
    not ->high = in->high == last ? in->low - 1 : last;
    out->other = not ;
}

static bool safe_condition(const look *l, const expr *x)
{
    look then = *l, other = *l;
    narrowing n;
    condition_narrows(x->a, l->known, &n);
    then.known = n.then;
    other.known = n.other;
    return safe(l, x->a) && safe(&then, x->b) && safe(&other, x->c);
}

static bool safe_bind(const look *l, const expr *x)
{
    bool all =
        x->bind != BIND_LEAST && x->bind != BIND_MOST && safe(l, x->a) && (!x->b || safe(l, x->b));
    for (uint32_t i = 0; i < x->binder_count; i++)
        all = all && (!x->binders[i].domain || safe(l, x->binders[i].domain));
    return all && (x->bind != BIND_MAP || fits(l, x->a, x->type.parts[0]));
}

static bool safe_call(const look *l, const expr *x)
{
    const method *f = l->m->functions[x->index];
    const stmt *only = f->body.count == 1 ? f->body.items[0] : NULL;
    if (l->depth == MOST_CALLS || !only || only->kind != STMT_RETURN || !safe_items(l, x))
        return false;
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        type want = variable_type(&f->locals[at]);
        if (!fits(l, x->items[i], want))
            return false;
        at += type_width(want);
    }
    const look deeper = {.m = l->m, .in = f, .depth = l->depth + 1};
    return safe(&deeper, only->a) && fits(&deeper, only->a, f->result);
}

static bool safe_message(const look *l, const expr *x)
{
    bool all = safe_items(l, x);
    for (uint32_t i = 0; i < x->item_count; i++)
        all = all && fits(l, x->items[i], l->m->messages[x->index].params[i].type);
    return all;
}

static bool safe_operation(const look *l, const expr *x)
{
    bool looks = x->seq == SEQ_HAS || x->seq == SET_HAS || x->seq == MAP_HAS;
    bool adds = (x->seq == SEQ_PUSH || x->seq == SEQ_INSERT) && l->room &&
                x->a->type.parts[0].kind == TYPE_MESSAGE;
    if (x->seq != SEQ_EMPTY && x->seq != SEQ_LEN && !looks && !adds)
        return false;
    return safe(l, x->a) && safe_items(l, x) &&
           (!x->item_count || fits(l, x->items[0], x->a->type.parts[0]));
}

static bool safe(const look *l, const expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_NONE:
    case EXPR_LOCAL:
    case EXPR_SHARED:
        return true;
    case EXPR_NOT:
    case EXPR_CLOSURE:
    case EXPR_IS:
    case EXPR_CONTENT:
    case EXPR_ITEM:
        return safe(l, x->a);
    case EXPR_TUPLE:
        return safe_items(l, x);
    case EXPR_SET:
        for (uint32_t i = 0; i < x->item_count; i++)
            if (x->type.kind == TYPE_MASK && !fits(l, x->items[i], x->type.parts[0]))
                return false;
        return safe_items(l, x);
    case EXPR_IN:
        return safe(l, x->a) && safe(l, x->b) &&
               (x->b->kind == EXPR_SET || fits(l, x->a, x->b->type.parts[0]));
    case EXPR_CONDITION:
        return safe_condition(l, x);
    case EXPR_BINARY:
        return safe_binary(l, x);
    case EXPR_INDEX:
        return safe_index(l, x);
    case EXPR_BIND:
        return safe_bind(l, x);
    case EXPR_CALL:
        return safe_call(l, x);
    case EXPR_MESSAGE:
        return safe_message(l, x);
    case EXPR_SEQ:
        return safe_operation(l, x);
    default:
        return false;
    }
}

bool expr_cannot_fail(const model *m, const method *in, const narrowed *known, const expr *x)
{
    const look l = {.m = m, .in = in, .known = known};
    return safe(&l, x);
}

bool block_cannot_fail(const model *m, const method *in, const block *b, bool room)
{
    const look l = {.m = m, .in = in, .room = room};
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        bool fine = s->kind == STMT_BLOCK || s->kind == STMT_IF || s->kind == STMT_AWAIT ||
                    s->kind == STMT_EXPR;
        if (s->kind == STMT_ASSIGN)
            fine = safe(&l, s->a) && fits(&l, s->b, s->a->type);
        if (s->kind == STMT_DECLARE)
            fine = !s->declared->length && (!s->a || fits(&l, s->a, s->declared->type));
        const expr *x = s->kind == STMT_ASSIGN ? s->b : s->a;
        if (!fine || (x && !safe(&l, x)) || !block_cannot_fail(m, in, &s->body, room) ||
            !block_cannot_fail(m, in, &s->other, room))
            return false;
    }
    return true;
}
