// SPDX-License-Identifier: MIT
// Lowering sets of finite types. A set is a bit for each value of its type, MASK_BITS of them in a
// cell; what goes through one is a loop over the ranks of its values.

#include "model/steps/lower_rank.h"
#include "model/syntax/finite_type.h"

static const type int_type = {.kind = TYPE_INT};

// So many slots from `to` have the bit set, too.
static void add_bit(lowering *l, slot to, uint32_t width, const expr *rank, uint32_t at)
{
    for (uint32_t i = 0; i < width; i++) {
        slot part = {SLOT_TEMP, to.index + i};
        lower_move(l, part,
                   int_op(l, OP_BIT_OR, temp_expr(l, part), bit_at(l, i, width, rank, at), at), at);
    }
}

static slot fresh_set(lowering *l, uint32_t width, uint32_t at)
{
    slot first = {SLOT_TEMP, l->r->temp_count};
    for (uint32_t i = 0; i < width; i++)
        lower_move(l, temp_new(l, int_type), int_expr(l, 0), at);
    return first;
}

static void set_parts(lowering *l, slot first, uint32_t width, const expr **out)
{
    for (uint32_t i = 0; i < width; i++)
        out[i] = temp_expr(l, (slot){SLOT_TEMP, first.index + i});
}

static void lower_literal(lowering *l, const expr *x, const expr **out)
{
    type item = x->type.parts[0];
    uint32_t width = type_width(x->type);
    slot to = fresh_set(l, width, x->at);
    for (uint32_t i = 0; i < x->item_count; i++) {
        const expr *cells[MODEL_MAX_PARTS];
        lower_parts(l, x->items[i], cells);
        add_bit(l, to, width, held_expr(l, rank_of(l, item, cells, x->items[i]->at)),
                x->items[i]->at);
    }
    set_parts(l, to, width, out);
}

static const expr *cells_equal(lowering *l, const expr *const *a, const expr *const *b,
                               uint32_t count, uint32_t at)
{
    const expr *all = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const expr *one = binary_expr(l, OP_EQ, a[i], b[i], at);
        all = all ? binary_expr(l, OP_AND, all, one, at) : one;
    }
    return all;
}

static const expr *lower_in(lowering *l, const expr *x)
{
    const expr *item[MODEL_MAX_PARTS], *other[MODEL_MAX_PARTS];
    uint32_t width = type_width(x->a->type);
    lower_parts(l, x->a, item);
    hold_parts(l, item, width);
    if (x->b->kind == EXPR_SET) {
        const expr *any = NULL;
        for (uint32_t i = 0; i < x->b->item_count; i++) {
            lower_parts(l, x->b->items[i], other);
            const expr *same = held_expr(l, cells_equal(l, item, other, width, x->at));
            any = any ? binary_expr(l, OP_OR, any, same, x->at) : same;
        }
        return any ? any : int_expr(l, 0);
    }
    const expr *rank = held_expr(l, rank_of(l, x->b->type.parts[0], item, x->a->at));
    lower_parts(l, x->b, other);
    return bit_of(l, other, type_width(x->b->type), rank, x->at);
}

static void lower_binary(lowering *l, const expr *x, const expr **out)
{
    const expr *a[MODEL_MAX_PARTS], *b[MODEL_MAX_PARTS], *all = NULL;
    uint32_t width = type_width(x->a->type);
    bool swap = x->op == OP_GE || x->op == OP_GT;
    lower_parts(l, x->a, swap ? b : a);
    hold_parts(l, swap ? b : a, width); // the other side may be a loop
    lower_parts(l, x->b, swap ? a : b);
    hold_parts(l, swap ? a : b, width);
    if (x->op >= OP_ADD) {
        for (uint32_t i = 0; i < width; i++)
            out[i] = x->op == OP_SUB ? int_op(l, OP_BIT_XOR, a[i],
                                              int_op(l, OP_BIT_AND, a[i], b[i], x->at), x->at)
                                     : int_op(l, x->op, a[i], b[i], x->at);
        return;
    }
    const expr *same = cells_equal(l, a, b, width, x->at);
    if (x->op == OP_EQ || x->op == OP_NE) {
        out[0] = x->op == OP_EQ ? same : not_expr(l, same, x->at);
        return;
    }
    for (uint32_t i = 0; i < width; i++) {
        const expr *part =
            binary_expr(l, OP_EQ, int_op(l, OP_BIT_AND, a[i], b[i], x->at), a[i], x->at);
        all = all ? binary_expr(l, OP_AND, all, part, x->at) : part;
    }
    bool proper = x->op == OP_LT || x->op == OP_GT;
    out[0] = proper ? binary_expr(l, OP_AND, all, not_expr(l, same, x->at), x->at) : all;
}

static const expr *lower_operation(lowering *l, const expr *x)
{
    const expr *parts[MODEL_MAX_PARTS], *all = NULL;
    uint32_t width = type_width(x->a->type);
    if (x->seq == SET_HAS) {
        const expr *item[MODEL_MAX_PARTS];
        lower_parts(l, x->items[0], item);
        const expr *rank = held_expr(l, rank_of(l, x->a->type.parts[0], item, x->at));
        lower_parts(l, x->a, parts);
        return bit_of(l, parts, width, rank, x->at);
    }
    lower_parts(l, x->a, parts);
    for (uint32_t i = 0; i < width; i++) {
        const expr *one = x->seq == SEQ_LEN
                              ? count_bits(l, parts[i], x->at)
                              : binary_expr(l, OP_EQ, parts[i], int_expr(l, 0), x->at);
        all = !all                ? one
              : x->seq == SEQ_LEN ? int_op(l, OP_ADD, all, one, x->at)
                                  : binary_expr(l, OP_AND, all, one, x->at);
    }
    return all;
}

// A loop over ranks. `next` is where it goes on, `done` where it is over.
typedef struct loop {
    slot rank;
    uint32_t head, next, done;
} loop;

static void branch(lowering *l, const expr *condition, uint32_t otherwise)
{
    branch_unless(l, condition, otherwise, l->r->temp_count);
}

static void begin_loop(lowering *l, loop *o, uint32_t count, uint32_t at)
{
    o->rank = temp_new(l, int_type);
    o->head = label_new(l);
    o->next = label_new(l);
    o->done = label_new(l);
    lower_move(l, o->rank, int_expr(l, 0), at);
    label_here(l, o->head);
    branch(l, binary_expr(l, OP_LT, temp_expr(l, o->rank), int_expr(l, count), at), o->done);
}

static void end_loop(lowering *l, const loop *o, uint32_t at)
{
    label_here(l, o->next);
    lower_move(l, o->rank, plus_expr(l, temp_expr(l, o->rank), 1, at), at);
    lower_add(l, INSTR_JUMP, at)->label = o->head;
    label_here(l, o->done);
}

static void begin_binder(lowering *l, const binder *b, loop *o)
{
    const expr *domain[MODEL_MAX_PARTS], *cells[MODEL_MAX_PARTS];
    uint32_t width = b->domain ? type_width(b->domain->type) : 0;
    if (b->domain) {
        lower_parts(l, b->domain, domain);
        hold_parts(l, domain, width);
    }
    begin_loop(l, o, type_card(b->type), b->at);
    if (b->domain)
        branch(l, bit_of(l, domain, width, temp_expr(l, o->rank), b->at), o->next);
    unrank(l, b->type, temp_expr(l, o->rank), cells, b->at);
    for (uint32_t i = 0; i < type_width(b->type); i++)
        lower_move(l, (slot){SLOT_LOCAL, b->local + i}, cells[i], b->at);
}

// Any item: the one with so many before it.
static void lower_chosen(lowering *l, const expr *x, const expr **out)
{
    const expr *parts[MODEL_MAX_PARTS] = {NULL}, *count = NULL;
    uint32_t width = type_width(x->a->type), finished = label_new(l);
    lower_parts(l, x->a, parts);
    hold_parts(l, parts, width);
    for (uint32_t i = 0; i < width; i++) {
        const expr *bits = count_bits(l, parts[i], x->at);
        count = count ? int_op(l, OP_ADD, count, bits, x->at) : bits;
    }
    slot before = temp_new(l, int_type);
    const expr *last = held_expr(l, plus_expr(l, count, -1, x->at));
    instr *i = lower_add(l, INSTR_CHOOSE, x->at);
    i->a = int_expr(l, 0);
    i->b = last;
    i->to = before;
    loop o;
    begin_loop(l, &o, type_card(x->a->type.parts[0]), x->at);
    branch(l, bit_of(l, parts, width, temp_expr(l, o.rank), x->at), o.next);
    lower_move(l, before, plus_expr(l, temp_expr(l, before), -1, x->at), x->at);
    branch(l, binary_expr(l, OP_GE, temp_expr(l, before), int_expr(l, 0), x->at), finished);
    end_loop(l, &o, x->at);
    label_here(l, finished);
    unrank(l, x->a->type.parts[0], temp_expr(l, o.rank), out, x->at);
    hold_parts(l, out, type_width(x->type));
}

// a < b, of tuples by the first parts that differ.
const expr *lower_less(lowering *l, const expr *const *a, const expr *const *b, uint32_t count,
                       uint32_t at)
{
    const expr *less = NULL;
    for (uint32_t i = count; i-- > 0;) {
        const expr *here = binary_expr(l, OP_LT, a[i], b[i], at);
        const expr *same = binary_expr(l, OP_EQ, a[i], b[i], at);
        less =
            less ? binary_expr(l, OP_OR, here, binary_expr(l, OP_AND, same, less, at), at) : here;
    }
    return less;
}

// The best so far begins as none, and is kept if what comes is not better.
static void keep_best(lowering *l, const expr *x, slot best, uint32_t next)
{
    const expr *value[MODEL_MAX_PARTS] = {NULL}, *is[MODEL_MAX_PARTS] = {NULL};
    uint32_t width = type_width(x->type);
    lower_parts(l, x->a, value);
    hold_parts(l, value, width);
    set_parts(l, best, width, is);
    const expr *better = x->bind == BIND_LEAST ? lower_less(l, value, is, width, x->at)
                                               : lower_less(l, is, value, width, x->at);
    const expr *first = binary_expr(l, OP_EQ, is[0], none_expr(l, int_type), x->at);
    branch(l, binary_expr(l, OP_OR, first, better, x->at), next);
    for (uint32_t i = 0; i < width; i++)
        lower_move(l, (slot){SLOT_TEMP, best.index + i}, value[i], x->at);
}

// What is done for each of the items; `finished` is where all is known.
static void lower_body(lowering *l, const expr *x, slot to, const loop *inner, uint32_t finished)
{
    bool all = x->bind == BIND_ALL;
    if (all || x->bind == BIND_ANY) {
        const expr *holds = lower_value(l, x->a);
        branch(l, all ? not_expr(l, held_expr(l, holds), x->at) : holds, inner->next);
        lower_move(l, to, int_expr(l, !all), x->at);
        lower_add(l, INSTR_JUMP, x->at)->label = finished;
        return;
    }
    const expr *condition = x->bind == BIND_FILTER ? x->a : x->b;
    if (condition)
        branch(l, lower_value(l, condition), inner->next);
    if (x->bind == BIND_LEAST || x->bind == BIND_MOST) {
        keep_best(l, x, to, inner->next);
        return;
    }
    const expr *rank = temp_expr(l, inner->rank), *cells[MODEL_MAX_PARTS];
    if (x->bind == BIND_MAP) {
        lower_parts(l, x->a, cells);
        rank = held_expr(l, rank_of(l, x->type.parts[0], cells, x->a->at));
    }
    add_bit(l, to, type_width(x->type), rank, x->at);
}

static void lower_bind(lowering *l, const expr *x, const expr **out)
{
    bool extreme = x->bind == BIND_LEAST || x->bind == BIND_MOST;
    uint32_t width = type_width(x->type), finished = label_new(l);
    slot to = fresh_set(l, width, x->at);
    if (x->bind == BIND_ALL)
        lower_move(l, to, int_expr(l, 1), x->at);
    if (extreme)
        lower_move(l, to, none_expr(l, int_type), x->at);
    loop loops[MODEL_MAX_ARGS] = {0};
    REQUIRE(x->binder_count);
    for (uint32_t i = 0; i < x->binder_count; i++)
        begin_binder(l, &x->binders[i], &loops[i]);
    lower_body(l, x, to, &loops[x->binder_count - 1], finished);
    for (uint32_t i = x->binder_count; i-- > 0;)
        end_loop(l, &loops[i], x->at);
    label_here(l, finished);
    set_parts(l, to, width, out);
    if (extreme)
        out[0] = held_expr(l, extreme_expr(l, out[0], x->at));
}

// Warshall's algorithm: a way through each item in turn.
static void lower_closure(lowering *l, const expr *x, const expr **out)
{
    uint32_t n = type_card(x->type.parts[0].parts[0]), width = type_width(x->type), at = x->at;
    const expr *from[MODEL_MAX_PARTS], *is[MODEL_MAX_PARTS];
    lower_parts(l, x->a, from);
    hold_parts(l, from, width);
    slot to = fresh_set(l, width, at);
    for (uint32_t i = 0; i < width; i++)
        lower_move(l, (slot){SLOT_TEMP, to.index + i}, from[i], at);
    set_parts(l, to, width, is);
    loop via, left, right;
    begin_loop(l, &via, n, at);
    begin_loop(l, &left, n, at);
    const expr *size = int_expr(l, n), *k = temp_expr(l, via.rank);
    const expr *row = held_expr(l, int_op(l, OP_MUL, temp_expr(l, left.rank), size, at));
    const expr *first = held_expr(l, int_op(l, OP_ADD, row, k, at));
    branch(l, bit_of(l, is, width, first, at), left.next);
    begin_loop(l, &right, n, at);
    const expr *j = temp_expr(l, right.rank);
    const expr *second = held_expr(l, int_op(l, OP_ADD, int_op(l, OP_MUL, k, size, at), j, at));
    branch(l, bit_of(l, is, width, second, at), right.next);
    add_bit(l, to, width, held_expr(l, int_op(l, OP_ADD, row, j, at)), at);
    end_loop(l, &right, at);
    end_loop(l, &left, at);
    end_loop(l, &via, at);
    set_parts(l, to, width, out);
}

bool is_set_expr(const expr *x)
{
    return x->kind == EXPR_SET || x->kind == EXPR_IN || x->kind == EXPR_BIND ||
           x->kind == EXPR_CLOSURE || x->kind == EXPR_MESSAGE || x->kind == EXPR_IS ||
           x->kind == EXPR_CONTENT ||
           ((x->kind == EXPR_BINARY || x->kind == EXPR_SEQ) && x->a->type.kind == TYPE_MASK);
}

void lower_set(lowering *l, const expr *x, const expr **out)
{
    switch (x->kind) {
    case EXPR_SET:
        lower_literal(l, x, out);
        break;
    case EXPR_IN:
        out[0] = lower_in(l, x);
        break;
    case EXPR_BIND:
        lower_bind(l, x, out);
        break;
    case EXPR_CLOSURE:
        lower_closure(l, x, out);
        break;
    case EXPR_MESSAGE:
    case EXPR_IS:
    case EXPR_CONTENT:
        lower_message(l, x, out);
        break;
    case EXPR_SEQ:
        if (x->seq == MANY_CHOOSE)
            lower_chosen(l, x, out);
        else
            out[0] = lower_operation(l, x);
        break;
    default:
        lower_binary(l, x, out);
        break;
    }
}
