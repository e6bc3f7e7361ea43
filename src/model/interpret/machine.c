// SPDX-License-Identifier: MIT
// Values, computed in 64 bits and checked when they are done.

#include "model/interpret/machine.h"

int64_t machine_fail(machine *m, problem what, uint32_t where)
{
    if (!m->run->problem) {
        m->run->problem = (int32_t)what;
        m->run->where = where;
    }
    return 0;
}

int32_t *machine_temp(machine *m, uint32_t index)
{
    const temporary *t = &m->r->temps[index];
    return t->kept ? &m->mine[t->cell] : &m->temps[index];
}

int64_t machine_fit(machine *m, int64_t n, uint32_t where)
{
    return n > INT32_MAX || n <= INT32_MIN ? machine_fail(m, PROBLEM_OVERFLOW, where) : n;
}

int64_t machine_within(machine *m, int64_t n, type t, uint32_t where)
{
    return n == CELL_NONE || (n >= t.low && n <= t.high) ? n
                                                         : machine_fail(m, PROBLEM_OUTSIDE, where);
}

static int64_t arithmetic(machine *m, const expr *x, int64_t a, int64_t b)
{
    switch (x->op) {
    case OP_ADD:
        return machine_fit(m, a + b, x->at);
    case OP_SUB:
        return machine_fit(m, a - b, x->at);
    case OP_MUL:
        return machine_fit(m, a * b, x->at);
    case OP_DIV:
        return b ? machine_fit(m, a / b, x->at) : machine_fail(m, PROBLEM_DIVISION, x->at);
    case OP_MOD:
        return b ? machine_fit(m, a % b, x->at) : machine_fail(m, PROBLEM_DIVISION, x->at);
    case OP_BIT_AND:
        return machine_fit(m, a & b, x->at);
    case OP_BIT_OR:
        return machine_fit(m, a | b, x->at);
    case OP_BIT_XOR:
        return machine_fit(m, a ^ b, x->at);
    case OP_LEFT:
        return shifts(b) ? machine_fit(m, a * (INT64_C(1) << b), x->at)
                         : machine_fail(m, PROBLEM_SHIFT, x->at);
    case OP_RIGHT:
        return shifts(b) ? shifted_right(a, b) : machine_fail(m, PROBLEM_SHIFT, x->at);
    default:
        return 0;
    }
}

static int64_t binary(machine *m, const expr *x)
{
    int64_t a = machine_eval(m, x->a);
    if (x->op == OP_AND || x->op == OP_OR)
        return (x->op == OP_AND) == (a != 0) ? machine_eval(m, x->b) != 0 : a != 0;
    int64_t b = machine_eval(m, x->b);
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
    default:
        return arithmetic(m, x, a, b);
    }
}

static int64_t held(machine *m, const expr *x, int64_t n)
{
    return n == CELL_NONE ? machine_fail(m, x->of_set ? PROBLEM_EMPTY : PROBLEM_ABSENT, x->at) : n;
}

int64_t machine_eval(machine *m, const expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
        return x->number;
    case EXPR_NONE:
        return CELL_NONE;
    case EXPR_LOCAL:
        return m->mine[m->r->cells[x->index]];
    case EXPR_TEMP:
        return *machine_temp(m, x->index);
    case EXPR_ME:
        return m->thread;
    case EXPR_NOT:
        return !machine_eval(m, x->a);
    case EXPR_MINUS:
        return machine_fit(m, -machine_eval(m, x->a), x->at);
    case EXPR_COUNT:
        return __builtin_popcount((uint32_t)machine_eval(m, x->a));
    case EXPR_VALUE:
        return held(m, x, machine_eval(m, x->a));
    case EXPR_BINARY:
        return binary(m, x);
    case EXPR_CONDITION:
        return machine_eval(m, x->a) ? machine_eval(m, x->b) : machine_eval(m, x->c);
    case EXPR_RANGE:
        return machine_within(m, machine_eval(m, x->a), x->type, x->at);
    default:
        return 0; // null
    }
}

void machine_put(machine *m, slot to, int64_t value)
{
    int32_t cell = (int32_t)value;
    if (to.kind == SLOT_LOCAL)
        m->mine[m->r->cells[to.index]] = cell;
    else if (to.kind == SLOT_TEMP)
        *machine_temp(m, to.index) = cell;
    else
        m->result[to.index] = cell;
}
