// SPDX-License-Identifier: MIT
// Interpreting a spec block, straight from the tree.

#include "model/spec_block.h"

#include "base/memory.h"
#include "model/run.h"
#include "model/spec_state.h"

#include <stdlib.h>
#include <string.h>

struct spec_block {
    lp_spec spec;
    const model *m;
    const unit *u;
    error *failure; // the first; in a place of its own, since specs are const
};

// A method of the spec, or a function, being run.
typedef struct frame {
    const spec_block *b;
    const method *f;
    spec_state *state; // NULL in a function
    int64_t locals[MODEL_MAX_NAMES];
    int64_t result[MODEL_MAX_PARTS];
    uint32_t *turns; // of loops, in all
    uint32_t depth;  // of functions
    bool failed;
    bool refused; // an await does not hold: the operation cannot take effect now
} frame;

typedef enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN } flow;

static int64_t fail(frame *f, uint32_t at, const char *what)
{
    if (!f->failed && !f->b->failure->message[0])
        source_error(&f->b->m->source, f->b->failure, at, NULL, "%s in the spec", what);
    f->failed = true;
    return 0;
}

static int64_t eval(frame *f, const expr *x);
static void eval_parts(frame *f, const expr *x, int64_t *out);
static flow exec_block(frame *f, const block *b);

// Ints have the range they have in objects: both are the same language.
static int64_t fit(frame *f, const expr *x, int64_t n)
{
    if (n > INT32_MAX || n < -INT32_MAX)
        return fail(f, x->at, "an integer overflows");
    return n;
}

static int64_t within(frame *f, uint32_t at, type want, int64_t n)
{
    if (want.ranged && want.kind == TYPE_INT && n != spec_none && (n < want.low || n > want.high))
        return fail(f, at, "a value is not in its range");
    return n;
}

// `item` is the key of a set or map, and the value after it, or what a seq gets.
static void eval_seq(frame *f, const expr *x, collection *c, const int64_t *item, int64_t *out)
{
    bool back = x->seq == SEQ_POP || x->seq == SEQ_BACK;
    if (x->seq == SEQ_PUSH || x->seq == SEQ_PUSH_FRONT) {
        collection_insert(c, x->seq == SEQ_PUSH ? c->count : 0, item);
    } else if (c->count == 0) {
        fail(f, x->at, "the first or last item of an empty seq is asked for");
    } else {
        size_t at = back ? c->count - 1 : 0;
        memcpy(out, c->cells + at * c->width, c->width * sizeof *out);
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
        out[0] = found ? c->cells[at * c->width + c->key] : spec_none;
    if (x->seq == MAP_PUT && found)
        c->cells[at * c->width + c->key] = item[c->key];
    else if (adds && !found)
        collection_insert(c, at, item);
    else if (found && (x->seq == SET_REMOVE || x->seq == MAP_REMOVE))
        collection_remove(c, at);
}

static void eval_collection(frame *f, const expr *x, int64_t *out)
{
    collection *c = &f->state->many[x->a->index];
    int64_t item[2 * MODEL_MAX_PARTS] = {0};
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        eval_parts(f, x->items[i], item + at);
        for (uint32_t k = 0; k < type_width(x->a->type.parts[i]); k++, at++)
            within(f, x->items[i]->at, type_part(x->a->type.parts[i], k), item[at]);
    }
    if (f->failed)
        return;
    if (x->seq == SEQ_EMPTY || x->seq == SEQ_LEN)
        out[0] = x->seq == SEQ_LEN ? (int64_t)c->count : c->count == 0;
    else if (c->key)
        eval_keyed(x, c, item, out);
    else
        eval_seq(f, x, c, item, out);
}

static void eval_call(frame *f, const expr *x, int64_t *out)
{
    frame *inner = memory_new(1, sizeof *inner);
    inner->b = f->b;
    inner->f = f->b->m->functions[x->index];
    inner->turns = f->turns;
    inner->depth = f->depth + 1;
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        eval_parts(f, x->items[i], inner->locals + at);
        at += type_width(x->items[i]->type);
    }
    for (uint32_t i = 0; i < at; i++)
        within(f, x->at, inner->f->locals[i].type, inner->locals[i]);
    if (inner->depth > RUN_MAX_CALLS)
        fail(f, x->at, "functions call each other without an end");
    if (!f->failed)
        exec_block(inner, &inner->f->body);
    f->failed |= inner->failed;
    memcpy(out, inner->result, type_width(x->type) * sizeof *out);
    free(inner);
}

static bool same_parts(frame *f, const expr *x)
{
    int64_t a[MODEL_MAX_PARTS] = {0}, b[MODEL_MAX_PARTS] = {0};
    eval_parts(f, x->a, a);
    eval_parts(f, x->b, b);
    return memcmp(a, b, sizeof a) == 0;
}

static int64_t eval_binary(frame *f, const expr *x)
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
        return b ? fit(f, x, a / b) : fail(f, x->at, "a division by zero");
    case OP_MOD:
        return b ? fit(f, x, a % b) : fail(f, x->at, "a division by zero");
    default:
        return 0;
    }
}

// All cells of a value.
static void eval_parts(frame *f, const expr *x, int64_t *out)
{
    uint32_t width = type_width(x->type);
    if (f->failed)
        return;
    if (x->kind == EXPR_SEQ)
        eval_collection(f, x, out);
    else if (x->kind == EXPR_CALL)
        eval_call(f, x, out);
    else if (width == 1)
        out[0] = eval(f, x);
    else if (x->kind == EXPR_TUPLE)
        for (uint32_t i = 0; i < width; i++)
            out[i] = eval(f, x->items[i]);
    else
        memcpy(out, (x->kind == EXPR_LOCAL ? f->locals : f->state->scalars) + x->index,
               width * sizeof *out);
}

static int64_t eval(frame *f, const expr *x)
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
    case EXPR_NOT:
        return !eval(f, x->a);
    case EXPR_MINUS:
        return fit(f, x, -eval(f, x->a));
    case EXPR_BINARY:
        return eval_binary(f, x);
    case EXPR_SEQ:
    case EXPR_CALL:
        eval_parts(f, x, parts);
        return parts[0];
    case EXPR_ITEM:
        eval_parts(f, x->a, parts);
        return parts[x->index];
    default:
        return fail(f, x->at, "something that a spec cannot do");
    }
}

static flow exec_loop(frame *f, const stmt *s)
{
    while (!f->failed && (!s->a || eval(f, s->a))) {
        if (++*f->turns > RUN_MAX_SPINS) {
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

static void exec_declare(frame *f, const stmt *s)
{
    int64_t parts[MODEL_MAX_PARTS] = {0};
    type t = s->declared->type;
    if (s->a)
        eval_parts(f, s->a, parts);
    for (uint32_t i = 0; i < type_width(t); i++) {
        int64_t nothing = type_part(t, i).optional ? spec_none : 0;
        f->locals[s->index + i] = s->a ? within(f, s->at, type_part(t, i), parts[i]) : nothing;
    }
}

static void exec_assign(frame *f, const stmt *s)
{
    int64_t parts[MODEL_MAX_PARTS] = {0};
    int64_t *to = (s->a->kind == EXPR_LOCAL ? f->locals : f->state->scalars) + s->a->index;
    eval_parts(f, s->b, parts);
    for (uint32_t i = 0; i < type_width(s->a->type); i++)
        to[i] = within(f, s->at, type_part(s->a->type, i), parts[i]);
}

static void exec_return(frame *f, const stmt *s)
{
    if (s->a)
        eval_parts(f, s->a, f->result);
    for (uint32_t i = 0; s->a && i < type_width(f->f->result); i++)
        within(f, s->at, type_part(f->f->result, i), f->result[i]);
}

static flow exec(frame *f, const stmt *s)
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
        eval_parts(f, s->a, unused);
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
            fail(f, s->at, "the assertion fails");
        return FLOW_NEXT;
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

static void initial(const lp_spec *self, lp_step *s)
{
    const spec_block *b = self->context;
    uint32_t turns = 0;
    spec_state *state = memory_new(1, sizeof *state);
    frame f = {.b = b, .state = state, .turns = &turns};
    spec_state_init(state, b->u);
    for (uint32_t i = 0; i < b->u->state_count; i++) {
        const variable *v = &b->u->state[i];
        state->scalars[i] = v->type.optional ? spec_none : 0;
    }
    for (uint32_t i = 0; i < b->u->state_count; i++)
        if (b->u->state[i].initial)
            eval_parts(&f, b->u->state[i].initial, &state->scalars[i]);
    size_t size;
    int64_t *bytes = spec_state_save(state, &size);
    s->emit(s, NULL, bytes, size);
    free(bytes);
    spec_state_fini(state);
    free(state);
}

static lp_value cell_value(const spec_block *b, lp_pool *pool, type t, int64_t n)
{
    if (n == spec_none)
        return LP_NIL;
    if (t.kind == TYPE_ENUM) {
        const char *name = b->m->enums[t.record]->items[n];
        return lp_string(pool, name, strlen(name));
    }
    return t.kind == TYPE_BOOL ? lp_bool(n != 0) : lp_int(n);
}

static lp_value result_value(const frame *f, lp_pool *pool)
{
    type t = f->f->result;
    lp_value parts[MODEL_MAX_PARTS];
    if (t.kind == TYPE_UNIT)
        return LP_UNIT;
    for (uint32_t i = 0; i < type_width(t); i++)
        parts[i] = cell_value(f->b, pool, type_part(t, i), f->result[i]);
    return t.kind == TYPE_TUPLE ? lp_vector(pool, parts, t.part_count) : parts[0];
}

// Does the value fit the parameter?
static bool take_argument(const spec_block *b, lp_pool *pool, type t, lp_value v, int64_t *out)
{
    for (uint32_t i = 0; t.kind == TYPE_ENUM && i < b->m->enums[t.record]->item_count; i++)
        if (lp_value_equal(cell_value(b, pool, t, i), v)) {
            *out = i;
            return true;
        }
    *out = v.bits;
    return v.kind == (t.kind == TYPE_INT ? LP_KIND_INT : LP_KIND_BOOL) && t.kind != TYPE_ENUM;
}

static void step(lp_step *s)
{
    const spec_block *b = s->spec->context;
    uint32_t turns = 0;
    spec_state *state = memory_new(1, sizeof *state);
    frame *f = memory_new(1, sizeof *f);
    f->b = b;
    f->f = b->u->methods[s->calls[0].method];
    f->state = state;
    f->turns = &turns;
    spec_state_init(state, b->u);
    spec_state_load(state, s->state);
    bool fits = true;
    for (uint32_t i = 0; i < f->f->param_count; i++)
        fits &=
            take_argument(b, s->pool, f->f->locals[i].type, lp_step_arg(s, 0, i), &f->locals[i]);
    if (fits)
        exec_block(f, &f->f->body);
    if (fits && !f->failed && !f->refused) {
        size_t size;
        int64_t *next = spec_state_save(state, &size);
        lp_value result = result_value(f, s->pool);
        s->emit(s, &result, next, size);
        free(next);
    }
    spec_state_fini(state);
    free(state);
    free(f);
}

static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    (void)pool;
    (void)size;
    const spec_block *b = self->context;
    text out = {0};
    spec_state_print(b->m, b->u, state, &out);
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
