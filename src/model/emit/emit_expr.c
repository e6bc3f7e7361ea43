// SPDX-License-Identifier: MIT
// Emitting names and expressions.

#include "model/emit/emitter.h"

// A digit follows the two underscores, so that no name of a local, with the name
// of its method before it, looks like another, or like a temporary.
void emit_local(emitter *e, uint32_t index)
{
    const method *m = e->r->method;
    bool plain = e->is_init || e->is_function;
    text_add(e->out, "%s%s__%u_", plain ? "" : "me->", plain ? "local" : emit_symbol(m), index);
    emit_named(e, "", m->locals[index].name);
}

const char *emit_symbol(const method *m)
{
    return m->symbol ? m->symbol : m->name;
}

// A part of a tuple is called t.0, a variable of a component client::status. No name of a model
// has two underscores, and none begins with a digit.
void emit_named(emitter *e, const char *before, const char *name)
{
    text_add(e->out, "%s", before);
    for (const char *c = name; *c; c++) {
        bool member = c[0] == ':' && c[1] == ':';
        text_add(e->out, member ? "__0" : *c == '.' ? "__" : "%c", *c);
        c += member;
    }
}

void emit_temp(emitter *e, uint32_t index)
{
    if (e->r->temps[index].kept)
        text_add(e->out, "me->%s__temp__%u", emit_symbol(e->r->method), index);
    else
        text_add(e->out, "c%u", index);
}

void emit_slot(emitter *e, slot s)
{
    if (s.kind == SLOT_LOCAL)
        emit_local(e, s.index);
    else if (s.kind == SLOT_TEMP)
        emit_temp(e, s.index);
    else if (e->is_function)
        text_add(e->out, "result[%u]", s.index);
    else if (s.index)
        text_add(e->out, "me->result__%u", s.index);
    else
        text_add(e->out, "me->result");
}

// Arithmetic of ranks and bits cannot fail. Where something before it has failed, its operands may
// be anything, and the result is not used.
static void emit_exact(emitter *e, const expr *x)
{
    static const char *const signs[] = {
        [OP_ADD] = "+",   [OP_SUB] = "-",     [OP_MUL] = "*",    [OP_DIV] = "/",
        [OP_MOD] = "%",   [OP_BIT_AND] = "&", [OP_BIT_OR] = "|", [OP_BIT_XOR] = "^",
        [OP_LEFT] = "<<", [OP_RIGHT] = ">>"};
    bool shift = x->op == OP_LEFT || x->op == OP_RIGHT;
    text_add(e->out, "(int32_t)((uint32_t)");
    emit_whole(e, x->a);
    text_add(e->out, shift ? " %s (31 & " : " %s (uint32_t)", signs[x->op]);
    emit_whole(e, x->b);
    text_add(e->out, shift ? "))" : ")");
}

// Long: one case for each kind of expression.
void emit_expr(emitter *e, const expr *x)
{
    static const char *const signs[] = {
        "||",     "&&",      "==",     "!=",       "<",          "<=",
        ">",      ">=",      "add",    "subtract", "multiply",   "divide",
        "modulo", "bit_and", "bit_or", "bit_xor",  "shift_left", "shift_right"};
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
        text_add(e->out, "%lld", (long long)x->number);
        break;
    case EXPR_NULL:
        text_add(e->out, "0");
        break;
    case EXPR_NONE:
        text_add(e->out, "NONE");
        break;
    case EXPR_LOCAL:
        emit_local(e, x->index);
        break;
    case EXPR_TEMP:
        emit_temp(e, x->index);
        break;
    case EXPR_ME:
        text_add(e->out, "(int32_t)(me - s->threads)");
        break;
    case EXPR_NOT:
        text_add(e->out, "!");
        emit_whole(e, x->a);
        break;
    case EXPR_MINUS:
        text_add(e->out, "subtract(r, 0, ");
        emit_whole(e, x->a);
        text_add(e->out, ", %u)", x->at);
        break;
    case EXPR_VALUE:
        text_add(e->out, x->of_set ? "some(r, " : "held(r, ");
        emit_whole(e, x->a);
        text_add(e->out, ", %u)", x->at);
        break;
    case EXPR_BINARY:
        if (x->exact) {
            emit_exact(e, x);
            break;
        }
        text_add(e->out, x->op >= OP_ADD ? "%s(r, " : "(", signs[x->op]);
        emit_whole(e, x->a);
        text_add(e->out, x->op >= OP_ADD ? ", " : " %s ", signs[x->op]);
        emit_whole(e, x->b);
        if (x->op >= OP_ADD)
            text_add(e->out, ", %u", x->at);
        text_add(e->out, ")");
        break;
    case EXPR_COUNT:
        text_add(e->out, "count_bits((uint32_t)");
        emit_whole(e, x->a);
        text_add(e->out, ")");
        break;
    case EXPR_CONDITION:
        text_add(e->out, "(");
        emit_whole(e, x->a);
        text_add(e->out, " ? ");
        emit_whole(e, x->b);
        text_add(e->out, " : ");
        emit_whole(e, x->c);
        text_add(e->out, ")");
        break;
    case EXPR_RANGE:
        text_add(e->out, "within(r, ");
        emit_expr(e, x->a);
        text_add(e->out, ", %lld, %lld, %u)", (long long)x->type.low, (long long)x->type.high,
                 x->at);
        break;
    default: // lowering leaves only pure expressions
        text_add(e->out, "#error");
        break;
    }
}

static bool may_fail(const expr *x)
{
    if (!x)
        return false;
    return x->kind == EXPR_MINUS || x->kind == EXPR_RANGE || x->kind == EXPR_VALUE ||
           (x->kind == EXPR_BINARY && x->op >= OP_ADD && !x->exact) || may_fail(x->a) ||
           may_fail(x->b) || may_fail(x->c);
}

void emit_check(emitter *e, const expr *x)
{
    if (may_fail(x))
        text_add(e->out, "        if (r->problem)\n            return;\n");
}

static const char arithmetic[] =
    "static inline int32_t add(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return fit(r, a + b, where);\n}\n\n"
    "static inline int32_t subtract(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return fit(r, a - b, where);\n}\n\n"
    "static inline int32_t multiply(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return fit(r, a * b, where);\n}\n\n"
    "static inline int32_t divide(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return b ? fit(r, a / b, where) : fail(r, BY_ZERO, where);\n}\n\n"
    "static inline int32_t modulo(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return b ? fit(r, a % b, where) : fail(r, BY_ZERO, where);\n}\n\n"
    "static inline int32_t bit_and(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return fit(r, a & b, where);\n}\n\n"
    "static inline int32_t bit_or(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return fit(r, a | b, where);\n}\n\n"
    "static inline int32_t bit_xor(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return fit(r, a ^ b, where);\n}\n\n"
    "static inline int32_t shift_left(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return b < 0 || b > 31 ? fail(r, BAD_SHIFT, where)\n"
    "                           : fit(r, a * ((int64_t)1 << b), where);\n}\n\n"
    "static inline int32_t shift_right(struct run *r, int64_t a, int64_t b, uint32_t where)\n{\n"
    "    return b < 0 || b > 31 ? fail(r, BAD_SHIFT, where)\n"
    "                           : (int32_t)(a < 0 ? ~(~a >> b) : a >> b);\n}\n\n"
    "static inline int32_t count_bits(uint32_t x)\n{\n"
    "    x -= x >> 1 & 0x55555555;\n"
    "    x = (x & 0x33333333) + (x >> 2 & 0x33333333);\n"
    "    return (int32_t)(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);\n}\n\n";

void emit_arithmetic(emitter *e)
{
    text_add(e->out, "%s", arithmetic);
}
