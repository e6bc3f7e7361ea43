// SPDX-License-Identifier: MIT
// Interpreting a spec block. A state is its variables in order as 64-bit
// numbers: a scalar is itself, a seq its length and then its items. Equal
// states have equal bytes.

#include "model/spec_block.h"

#include "base/memory.h"
#include "model/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int64_t none_value = INT64_MIN;

struct spec_block {
    lp_spec spec;
    const model *m;
    const unit *u;
    error *failure; // the first; in a place of its own, since specs are const
};

typedef struct sequence {
    int64_t *items;
    size_t count, capacity;
} sequence;

typedef struct frame {
    const spec_block *b;
    const method *f;
    int64_t locals[MODEL_MAX_NAMES];
    int64_t scalars[MODEL_MAX_NAMES]; // state variables that are no seq
    sequence seqs[MODEL_MAX_NAMES];
    int64_t result;
    uint32_t turns;
    bool failed;
    bool refused; // an await does not hold: the operation cannot take effect now
} frame;

static bool is_many(type t)
{
    return t.kind == TYPE_SEQ || t.kind == TYPE_SET;
}

typedef enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN } flow;

static int64_t fail(frame *f, uint32_t at, const char *what)
{
    if (!f->failed && !f->b->failure->message[0])
        source_error(&f->b->m->source, f->b->failure, at, NULL, "%s in the spec", what);
    f->failed = true;
    return 0;
}

static int64_t eval(frame *f, const expr *x);

// A set is kept sorted. The result says whether it changed or was found.
static int64_t eval_set(sequence *s, seq_op op, int64_t item)
{
    size_t at = 0;
    while (at < s->count && s->items[at] < item)
        at++;
    bool found = at < s->count && s->items[at] == item;
    if (op == SET_HAS || found != (op == SET_REMOVE))
        return op == SET_HAS && found;
    if (op == SET_REMOVE) {
        s->count--;
        memmove(s->items + at, s->items + at + 1, (s->count - at) * sizeof *s->items);
        return true;
    }
    MEMORY_GROW(s->items, s->capacity, s->count + 1);
    memmove(s->items + at + 1, s->items + at, (s->count - at) * sizeof *s->items);
    s->items[at] = item;
    s->count++;
    return true;
}

static int64_t eval_seq(frame *f, const expr *x)
{
    sequence *s = &f->seqs[x->a->index];
    int64_t item = x->item_count ? eval(f, x->items[0]) : 0;
    if (x->seq == SEQ_EMPTY)
        return s->count == 0;
    if (x->seq == SEQ_LEN)
        return (int64_t)s->count;
    if (x->seq == SEQ_PUSH || x->seq == SEQ_PUSH_FRONT) {
        MEMORY_GROW(s->items, s->capacity, s->count + 1);
        size_t at = x->seq == SEQ_PUSH ? s->count : 0;
        memmove(s->items + at + 1, s->items + at, (s->count - at) * sizeof *s->items);
        s->items[at] = item;
        s->count++;
        return 0;
    }
    if (x->seq >= SET_ADD)
        return eval_set(s, x->seq, item);
    if (s->count == 0)
        return fail(f, x->at, "the first or last item of an empty seq is asked for");
    bool front = x->seq == SEQ_FRONT || x->seq == SEQ_POP_FRONT;
    item = s->items[front ? 0 : s->count - 1];
    if (x->seq == SEQ_POP || x->seq == SEQ_POP_FRONT) {
        s->count--;
        if (front)
            memmove(s->items, s->items + 1, s->count * sizeof *s->items);
    }
    return item;
}

// Ints have the range they have in objects: both are the same language.
static int64_t fit(frame *f, const expr *x, int64_t n)
{
    if (n > INT32_MAX || n < -INT32_MAX)
        return fail(f, x->at, "an integer overflows");
    return n;
}

static int64_t eval_binary(frame *f, const expr *x)
{
    int64_t a = eval(f, x->a);
    if (x->op == OP_AND)
        return a && eval(f, x->b);
    if (x->op == OP_OR)
        return a || eval(f, x->b);
    int64_t b = eval(f, x->b);
    switch (x->op) {
    case OP_EQ:
        return a == b;
    case OP_NE:
        return a != b;
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
        return b ? fit(f, x, a / b) : fail(f, x->at, "a division by zero");
    case OP_MOD:
        return b ? fit(f, x, a % b) : fail(f, x->at, "a division by zero");
    default:
        return 0;
    }
}

static int64_t eval(frame *f, const expr *x)
{
    if (f->failed)
        return 0;
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
        return x->number;
    case EXPR_NONE:
        return none_value;
    case EXPR_LOCAL:
        return f->locals[x->index];
    case EXPR_SHARED:
        return f->scalars[x->index];
    case EXPR_NOT:
        return !eval(f, x->a);
    case EXPR_MINUS:
        return fit(f, x, -eval(f, x->a));
    case EXPR_BINARY:
        return eval_binary(f, x);
    case EXPR_SEQ:
        return eval_seq(f, x);
    default:
        return fail(f, x->at, "something that a spec cannot do");
    }
}

static flow exec_block(frame *f, const block *b);

static flow exec_loop(frame *f, const stmt *s)
{
    while (!f->failed && (!s->a || eval(f, s->a))) {
        if (++f->turns > RUN_MAX_SPINS) {
            fail(f, s->at, "an endless loop");
            break;
        }
        flow way = exec_block(f, &s->body);
        if (way == FLOW_BREAK)
            break;
        if (way == FLOW_RETURN)
            return way;
    }
    return FLOW_NEXT;
}

static flow exec(frame *f, const stmt *s)
{
    switch (s->kind) {
    case STMT_DECLARE:
        f->locals[s->index] = s->a ? eval(f, s->a) : s->declared->type.optional ? none_value : 0;
        return FLOW_NEXT;
    case STMT_ASSIGN:
        *(s->a->kind == EXPR_LOCAL ? &f->locals[s->a->index] : &f->scalars[s->a->index]) =
            eval(f, s->b);
        return FLOW_NEXT;
    case STMT_EXPR:
        eval(f, s->a);
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
        if (s->a)
            f->result = eval(f, s->a);
        return FLOW_RETURN;
    case STMT_BLOCK:
        return exec_block(f, &s->body);
    case STMT_AWAIT:
        if (eval(f, s->a))
            return FLOW_NEXT;
        f->refused = true;
        return FLOW_RETURN;
    default:
        fail(f, s->at, "something that a spec cannot do");
        return FLOW_RETURN;
    }
}

static flow exec_block(frame *f, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        flow way = f->failed ? FLOW_RETURN : exec(f, b->items[i]);
        if (way != FLOW_NEXT)
            return way;
    }
    return FLOW_NEXT;
}

static void frame_load(frame *f, const int64_t *state)
{
    for (uint32_t i = 0; i < f->b->u->state_count; i++) {
        if (!is_many(f->b->u->state[i].type)) {
            f->scalars[i] = *state++;
            continue;
        }
        sequence *s = &f->seqs[i];
        s->count = s->capacity = (size_t)*state++;
        s->items = memory_copy(state, s->count * sizeof *s->items);
        state += s->count;
    }
}

static int64_t *frame_save(const frame *f, size_t *size)
{
    int64_t *state = NULL;
    size_t count = 0, capacity = 0;
    for (uint32_t i = 0; i < f->b->u->state_count; i++) {
        const sequence *s = &f->seqs[i];
        bool is_seq = is_many(f->b->u->state[i].type);
        MEMORY_GROW(state, capacity, count + 1 + s->count);
        assert(state);
        state[count++] = is_seq ? (int64_t)s->count : f->scalars[i];
        for (size_t k = 0; k < s->count; k++)
            state[count++] = s->items[k];
    }
    *size = count * sizeof *state;
    return state;
}

static void frame_fini(frame *f)
{
    for (uint32_t i = 0; i < f->b->u->state_count; i++)
        free(f->seqs[i].items);
    free(f);
}

static frame *frame_new(const lp_spec *spec)
{
    frame *f = memory_new(1, sizeof *f);
    f->b = spec->context;
    return f;
}

static void initial(const lp_spec *self, lp_step *s)
{
    frame *f = frame_new(self);
    for (uint32_t i = 0; i < f->b->u->state_count; i++) {
        const variable *v = &f->b->u->state[i];
        f->scalars[i] = v->initial ? eval(f, v->initial) : v->type.optional ? none_value : 0;
    }
    size_t size;
    int64_t *state = frame_save(f, &size);
    s->emit(s, NULL, state, size);
    free(state);
    frame_fini(f);
}

static lp_value result_value(const method *m, int64_t n)
{
    if (m->result.kind == TYPE_UNIT)
        return LP_UNIT;
    if (n == none_value)
        return LP_NIL;
    return m->result.kind == TYPE_BOOL ? lp_bool(n != 0) : lp_int(n);
}

static void step(lp_step *s)
{
    frame *f = frame_new(s->spec);
    const method *m = f->b->u->methods[s->calls[0].method];
    f->f = m;
    frame_load(f, s->state);
    bool fits = true;
    for (uint32_t i = 0; i < m->param_count; i++) {
        lp_value v = lp_step_arg(s, 0, i);
        fits &= v.kind == (m->locals[i].type.kind == TYPE_INT ? LP_KIND_INT : LP_KIND_BOOL);
        f->locals[i] = v.bits;
    }
    if (fits)
        exec_block(f, &m->body);
    if (fits && !f->failed && !f->refused) {
        size_t size;
        int64_t *next = frame_save(f, &size);
        lp_value result = result_value(m, f->result);
        s->emit(s, &result, next, size);
        free(next);
    }
    frame_fini(f);
}

static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    (void)pool;
    (void)size;
    const spec_block *b = self->context;
    const int64_t *at = state;
    text out = {0};
    for (uint32_t i = 0; i < b->u->state_count; i++) {
        const variable *v = &b->u->state[i];
        text_add(&out, "%s%s = ", i ? ", " : "", v->name);
        if (is_many(v->type)) {
            int64_t count = *at++;
            text_add(&out, "[");
            for (int64_t k = 0; k < count; k++)
                text_add(&out, "%s%lld", k ? " " : "", (long long)*at++);
            text_add(&out, "]");
        } else if (*at == none_value) {
            text_add(&out, "none");
            at++;
        } else if (v->type.kind == TYPE_BOOL) {
            text_add(&out, "%s", *at++ ? "true" : "false");
        } else {
            text_add(&out, "%lld", (long long)*at++);
        }
    }
    if (out.bytes)
        put(to, out.bytes);
    text_fini(&out);
}

spec_block *spec_block_new(const model *m, const unit *u)
{
    spec_block *b = memory_new(1, sizeof *b);
    b->m = m;
    b->u = u;
    b->failure = memory_new(1, sizeof *b->failure);
    b->spec = (lp_spec){.name = u->name,
                        .summary = "a spec block",
                        .initial = initial,
                        .step = step,
                        .print = print,
                        .context = b};
    for (uint32_t i = 0; i < u->method_count; i++) {
        b->spec.methods[i].name = u->methods[i]->name;
        b->spec.methods[i].args = (int)u->methods[i]->param_count;
        b->spec.methods[i].returns_nothing = u->methods[i]->result.kind == TYPE_UNIT;
    }
    return b;
}

void spec_block_free(spec_block *b)
{
    if (!b)
        return;
    free(b->failure);
    free(b);
}

const lp_spec *spec_block_spec(const spec_block *b)
{
    return &b->spec;
}

bool spec_block_failed(const spec_block *b, error *e)
{
    if (!b || !b->failure->message[0])
        return false;
    *e = *b->failure;
    return true;
}
