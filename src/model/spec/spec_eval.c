// SPDX-License-Identifier: MIT
// See spec_eval.h.

#include "model/spec/spec_eval.h"

#include "base/memory.h"
#include "model/emit/emitted.h"

#include <stdlib.h>
#include <string.h>

typedef enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN } flow;

int64_t spec_fail(spec_frame *f, uint32_t at, const char *what)
{
    if (!f->failed && !f->failure->message[0])
        source_error(&f->m->source, f->failure, at, NULL, "%s in the spec", what);
    f->failed = true;
    return 0;
}

static int64_t eval(spec_frame *f, const expr *x);
static flow exec_block(spec_frame *f, const block *b);

// Ints have the range they have in objects: both are the same language.
static int64_t fit(spec_frame *f, const expr *x, int64_t n)
{
    if (n > INT32_MAX || n < -INT32_MAX)
        return spec_fail(f, x->at, "an integer overflows");
    return n;
}

static int64_t within(spec_frame *f, uint32_t at, type want, int64_t n)
{
    if (want.ranged && n != spec_none && (n < want.low || n > want.high))
        return spec_fail(f, at, "a value is not in its range");
    return n;
}

// One of so many; all are gone through: see spec_block.c.
static uint32_t choose(spec_frame *f, const expr *x, int64_t ways)
{
    run *r = f->run;
    if (ways <= 0 || ways > RUN_MAX_WAYS || (ways > 1 && r->used == RUN_MAX_CHOICES)) {
        spec_fail(f, x->at, ways <= 0 ? "a choice from nothing" : "too many choices");
        return 0;
    }
    if (ways == 1)
        return 0;
    if (r->used == r->given)
        r->choice[r->given++] = 0;
    r->bound[r->used] = (uint32_t)ways;
    return r->choice[r->used++];
}

static int64_t eval_choose(spec_frame *f, const expr *x)
{
    int64_t low = eval(f, x->a), high = eval(f, x->b);
    return f->failed ? 0 : low + choose(f, x, high - low + 1);
}

// `item` is the key of a set or map, and the value after it, or what a seq gets.
static void eval_seq(spec_frame *f, const expr *x, collection *c, const int64_t *item, int64_t *out)
{
    bool back = x->seq == SEQ_POP || x->seq == SEQ_BACK;
    if (x->seq == SEQ_PUSH || x->seq == SEQ_PUSH_FRONT) {
        collection_insert(c, x->seq == SEQ_PUSH ? c->count : 0, item);
    } else if (x->seq == SEQ_HAS || x->seq == SEQ_REMOVE) {
        size_t at;
        out[0] = collection_seek(c, item, &at);
        if (out[0] && x->seq == SEQ_REMOVE)
            collection_remove(c, at);
    } else if (c->count == 0) {
        spec_fail(f, x->at, "the first or last item of an empty seq is asked for");
    } else {
        size_t at = back ? c->count - 1 : 0;
        memcpy(out, collection_item(c, at), c->width * sizeof *out);
        if (x->seq == SEQ_POP || x->seq == SEQ_POP_FRONT)
            collection_remove(c, at);
    }
}

static void eval_keyed(const expr *x, collection *c, const int64_t *item, int64_t *out)
{
    size_t at;
    bool found = collection_find(c, item, &at);
    bool adds = x->seq == SET_ADD || x->seq == MAP_PUT;
    out[0] = x->seq == SET_ADD ? !found : found;
    if (x->seq == MAP_GET)
        out[0] = found ? collection_item(c, at)[c->key] : spec_none;
    if (x->seq == MAP_PUT && found)
        collection_item(c, at)[c->key] = item[c->key];
    else if (adds && !found)
        collection_insert(c, at, item);
    else if (found && (x->seq == SET_REMOVE || x->seq == MAP_REMOVE))
        collection_remove(c, at);
}

static void eval_collection(spec_frame *f, const expr *x, int64_t *out)
{
    collection *c = (x->a->kind == EXPR_LOCAL ? f->many : f->state->many) + x->a->index;
    int64_t item[2 * MODEL_MAX_PARTS] = {0};
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        spec_eval(f, x->items[i], item + at);
        for (uint32_t k = 0; k < type_width(x->a->type.parts[i]); k++, at++)
            within(f, x->items[i]->at, type_part(x->a->type.parts[i], k), item[at]);
    }
    if (f->failed)
        return;
    if (x->seq == MANY_CHOOSE) {
        size_t which = choose(f, x, (int64_t)c->count);
        if (!f->failed)
            memcpy(out, c->cells + which * c->width, type_width(x->type) * sizeof *out);
    } else if (x->seq == SEQ_EMPTY || x->seq == SEQ_LEN)
        out[0] = x->seq == SEQ_LEN ? (int64_t)c->count : c->count == 0;
    else if (c->key)
        eval_keyed(x, c, item, out);
    else
        eval_seq(f, x, c, item, out);
}

static void eval_call(spec_frame *f, const expr *x, int64_t *out)
{
    spec_frame *inner = memory_new(1, sizeof *inner);
    inner->m = f->m;
    inner->failure = f->failure;
    inner->f = f->m->functions[x->index];
    inner->turns = f->turns;
    inner->depth = f->depth + 1;
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        spec_eval(f, x->items[i], inner->locals + at);
        at += type_width(x->items[i]->type);
    }
    for (uint32_t i = 0; i < at; i++)
        within(f, x->at, inner->f->locals[i].type, inner->locals[i]);
    if (inner->depth > RUN_MAX_CALLS)
        spec_fail(f, x->at, "functions call each other without an end");
    if (!f->failed)
        exec_block(inner, &inner->f->body);
    f->failed |= inner->failed;
    memcpy(out, inner->result[0], type_width(x->type) * sizeof *out);
    free(inner);
}

static bool same_parts(spec_frame *f, const expr *x)
{
    int64_t a[MODEL_MAX_PARTS] = {0}, b[MODEL_MAX_PARTS] = {0};
    spec_eval(f, x->a, a);
    spec_eval(f, x->b, b);
    return memcmp(a, b, sizeof a) == 0;
}

static int64_t eval_binary(spec_frame *f, const expr *x)
{
    if (x->op == OP_EQ || x->op == OP_NE)
        return same_parts(f, x) == (x->op == OP_EQ);
    int64_t a = eval(f, x->a);
    if (x->op == OP_AND)
        return a && eval(f, x->b);
    if (x->op == OP_OR)
        return a || eval(f, x->b);
    int64_t b = eval(f, x->b);
    switch (x->op) {
    case OP_LT:
        return a < b;
    case OP_LE:
        return a <= b;
    case OP_GT:
        return a > b;
    case OP_GE:
        return a >= b;
    case OP_ADD:
        return fit(f, x, a + b);
    case OP_SUB:
        return fit(f, x, a - b);
    case OP_MUL:
        return fit(f, x, a * b);
    case OP_DIV:
        return b ? fit(f, x, a / b) : spec_fail(f, x->at, "a division by zero");
    case OP_MOD:
        return b ? fit(f, x, a % b) : spec_fail(f, x->at, "a division by zero");
    case OP_BIT_AND:
        return fit(f, x, a & b);
    case OP_BIT_OR:
        return fit(f, x, a | b);
    case OP_BIT_XOR:
        return fit(f, x, a ^ b);
    case OP_LEFT:
    case OP_RIGHT:
        if (f->failed || !shifts(b))
            return spec_fail(f, x->at, "a shift by less than 0 or more than 31");
        return x->op == OP_LEFT ? fit(f, x, a * (INT64_C(1) << b)) : shifted_right(a, b);
    default:
        return 0;
    }
}

// All cells of a value.
void spec_eval(spec_frame *f, const expr *x, int64_t *out)
{
    uint32_t width = type_width(x->type);
    if (f->failed)
        return;
    if (x->kind == EXPR_SEQ)
        eval_collection(f, x, out);
    else if (x->kind == EXPR_CALL)
        eval_call(f, x, out);
    else if (x->kind == EXPR_CONDITION)
        spec_eval(f, eval(f, x->a) ? x->b : x->c, out);
    else if (width == 1)
        out[0] = eval(f, x);
    else if (x->kind == EXPR_TUPLE)
        for (uint32_t i = 0; i < width; i++)
            out[i] = eval(f, x->items[i]);
    else
        memcpy(out, (x->kind == EXPR_LOCAL ? f->locals : f->state->scalars) + x->index,
               width * sizeof *out);
}

static int64_t eval(spec_frame *f, const expr *x)
{
    int64_t parts[MODEL_MAX_PARTS] = {0};
    if (f->failed)
        return 0;
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
        return x->number;
    case EXPR_NULL:
        return 0;
    case EXPR_NONE:
        return spec_none;
    case EXPR_LOCAL:
        return f->locals[x->index];
    case EXPR_SHARED:
        return f->state->scalars[x->index];
    case EXPR_ME:
        return fit(f, x, f->me);
    case EXPR_CHOOSE:
        return eval_choose(f, x);
    case EXPR_NOT:
        return !eval(f, x->a);
    case EXPR_MINUS:
        return fit(f, x, -eval(f, x->a));
    case EXPR_VALUE:
        parts[0] = eval(f, x->a);
        return parts[0] == spec_none ? spec_fail(f, x->at, "the value of none") : parts[0];
    case EXPR_BINARY:
        return eval_binary(f, x);
    case EXPR_SEQ:
    case EXPR_CALL:
    case EXPR_CONDITION:
        spec_eval(f, x, parts);
        return parts[0];
    case EXPR_ITEM:
        spec_eval(f, x->a, parts);
        return parts[x->index];
    default:
        return spec_fail(f, x->at, "something that a spec cannot do");
    }
}

static flow exec_loop(spec_frame *f, const stmt *s)
{
    while (!f->failed && (!s->a || eval(f, s->a))) {
        if (++*f->turns > RUN_MAX_SPINS) {
            spec_fail(f, s->at, "an endless loop");
            break;
        }
        flow way = exec_block(f, &s->body);
        if (way == FLOW_BREAK)
            break;
        if (way != FLOW_RETURN)
            exec_block(f, &s->other); // of a `for`
        else
            return way;
    }
    return FLOW_NEXT;
}

static void exec_declare(spec_frame *f, const stmt *s)
{
    int64_t parts[MODEL_MAX_PARTS] = {0};
    type t = s->declared->type;
    if (s->a)
        spec_eval(f, s->a, parts);
    for (uint32_t i = 0; i < type_width(t); i++) {
        int64_t nothing = type_part(t, i).optional ? spec_none : 0;
        f->locals[s->index + i] = s->a ? within(f, s->at, type_part(t, i), parts[i]) : nothing;
    }
}

static void exec_assign(spec_frame *f, const stmt *s)
{
    int64_t parts[MODEL_MAX_PARTS] = {0};
    int64_t *to = (s->a->kind == EXPR_LOCAL ? f->locals : f->state->scalars) + s->a->index;
    spec_eval(f, s->b, parts);
    for (uint32_t i = 0; i < type_width(s->a->type); i++)
        to[i] = within(f, s->at, type_part(s->a->type, i), parts[i]);
}

static void put_result(spec_frame *f, const expr *x, type t, int64_t *out)
{
    spec_eval(f, x, out);
    for (uint32_t i = 0; i < type_width(t); i++)
        within(f, x->at, type_part(t, i), out[i]);
}

// The values are those of the participants that have a result, in order.
static void exec_return(spec_frame *f, const stmt *s)
{
    uint32_t given = 0;
    if (!f->sync)
        put_result(f, s->a, f->f->result, f->result[0]);
    for (uint32_t i = 0; f->sync && i < f->sync->part_count; i++) {
        type t = f->sync->parts[i].result;
        if (t.kind == TYPE_UNIT)
            continue;
        put_result(f, given ? s->more[given - 1] : s->a, t, f->result[i]);
        given++;
    }
}

static flow exec(spec_frame *f, const stmt *s)
{
    int64_t unused[MODEL_MAX_PARTS];
    switch (s->kind) {
    case STMT_DECLARE:
        exec_declare(f, s);
        return FLOW_NEXT;
    case STMT_ASSIGN:
        exec_assign(f, s);
        return FLOW_NEXT;
    case STMT_EXPR:
        spec_eval(f, s->a, unused);
        return FLOW_NEXT;
    case STMT_IF:
        return exec_block(f, eval(f, s->a) ? &s->body : &s->other);
    case STMT_WHILE:
        return exec_loop(f, s);
    case STMT_BREAK:
        return FLOW_BREAK;
    case STMT_CONTINUE:
        return FLOW_CONTINUE;
    case STMT_RETURN:
        exec_return(f, s);
        return FLOW_RETURN;
    case STMT_BLOCK:
        return exec_block(f, &s->body);
    case STMT_ASSERT: // in a function
        if (!eval(f, s->a))
            spec_fail(f, s->at, "the assertion fails");
        return FLOW_NEXT;
    case STMT_AWAIT:
        if (eval(f, s->a))
            return FLOW_NEXT;
        f->refused = true;
        return FLOW_RETURN;
    default:
        spec_fail(f, s->at, "something that a spec cannot do");
        return FLOW_RETURN;
    }
}

static flow exec_block(spec_frame *f, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        flow way = f->failed ? FLOW_RETURN : exec(f, b->items[i]);
        if (way != FLOW_NEXT)
            return way;
    }
    return FLOW_NEXT;
}

void spec_run(spec_frame *f)
{
    exec_block(f, &f->f->body);
}
