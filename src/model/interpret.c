// SPDX-License-Identifier: MIT
// See interpret.h. Values are computed in 64 bits and checked when they are done.

#include "model/interpret.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct machine {
    const program *p;
    const routine *r;
    int32_t *cells, *mine; // of the thread; in a function, its locals
    int32_t *result;
    uint32_t thread;
    int32_t *temps; // those that do not outlive the step
    run *run;
    uint32_t at; // the next instruction
    bool done, in_function;
} machine;

static int64_t fail(machine *m, problem what, uint32_t where)
{
    if (!m->run->problem) {
        m->run->problem = (int32_t)what;
        m->run->where = where;
    }
    return 0;
}

static int32_t *temp(machine *m, uint32_t index)
{
    const temporary *t = &m->r->temps[index];
    return t->kept ? &m->mine[t->cell] : &m->temps[index];
}

static int64_t fit(machine *m, int64_t n, uint32_t where)
{
    return n > INT32_MAX || n <= INT32_MIN ? fail(m, PROBLEM_OVERFLOW, where) : n;
}

static int64_t eval(machine *m, const expr *x);

static int64_t within(machine *m, int64_t n, type t, uint32_t where)
{
    return n == CELL_NONE || (n >= t.low && n <= t.high) ? n : fail(m, PROBLEM_OUTSIDE, where);
}

static int64_t arithmetic(machine *m, const expr *x, int64_t a, int64_t b)
{
    switch (x->op) {
    case OP_ADD:
        return fit(m, a + b, x->at);
    case OP_SUB:
        return fit(m, a - b, x->at);
    case OP_MUL:
        return fit(m, a * b, x->at);
    case OP_DIV:
        return b ? fit(m, a / b, x->at) : fail(m, PROBLEM_DIVISION, x->at);
    case OP_MOD:
        return b ? fit(m, a % b, x->at) : fail(m, PROBLEM_DIVISION, x->at);
    default:
        return 0;
    }
}

static int64_t binary(machine *m, const expr *x)
{
    int64_t a = eval(m, x->a);
    if (x->op == OP_AND || x->op == OP_OR)
        return (x->op == OP_AND) == (a != 0) ? eval(m, x->b) != 0 : a != 0;
    int64_t b = eval(m, x->b);
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

static int64_t eval(machine *m, const expr *x)
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
        return *temp(m, x->index);
    case EXPR_ME:
        return m->thread;
    case EXPR_NOT:
        return !eval(m, x->a);
    case EXPR_MINUS:
        return fit(m, -eval(m, x->a), x->at);
    case EXPR_BINARY:
        return binary(m, x);
    case EXPR_RANGE:
        return within(m, eval(m, x->a), x->type, x->at);
    default:
        return 0; // null
    }
}

static void put(machine *m, slot to, int64_t value)
{
    int32_t cell = (int32_t)value;
    if (to.kind == SLOT_LOCAL)
        m->mine[m->r->cells[to.index]] = cell;
    else if (to.kind == SLOT_TEMP)
        *temp(m, to.index) = cell;
    else
        m->result[to.index] = cell;
}

static int32_t *node_of(machine *m, uint32_t of, int64_t number)
{
    const heap_layout *h = &m->p->layout.heaps[of];
    return m->cells + h->start + (size_t)(number - 1) * h->stride;
}

// NULL: it cannot be touched.
static int32_t *place_of(machine *m, const place *p, uint32_t where)
{
    if (!p->base) {
        int64_t item = p->at ? eval(m, p->at) : 0;
        uint32_t length = m->p->model->shared[p->index].length;
        if (p->at && (item < 0 || item >= length)) {
            fail(m, PROBLEM_BOUNDS, where);
            return NULL;
        }
        return &m->cells[m->p->layout.variable[p->index] + (uint32_t)item];
    }
    int64_t number = eval(m, p->base);
    if (number == 0) {
        fail(m, PROBLEM_NULL, where);
        return NULL;
    }
    int32_t *node = node_of(m, p->record, number);
    if (!m->p->reuse && node[0] == NODE_FREED) {
        fail(m, PROBLEM_FREED, where);
        return NULL;
    }
    return &node[1 + p->index];
}

static uint32_t choose(machine *m, uint32_t ways, uint32_t where)
{
    run *r = m->run;
    if (ways == 1)
        return 0;
    if (r->used == RUN_MAX_CHOICES || ways > RUN_MAX_WAYS || ways == 0)
        return (uint32_t)fail(m, PROBLEM_CHOICES, where);
    if (r->used == r->given)
        r->choice[r->given++] = 0;
    r->bound[r->used] = ways;
    return r->choice[r->used++];
}

static void unlink_all(machine *m, const link_place *k, int64_t what)
{
    const layout *l = &m->p->layout;
    for (uint32_t t = 0; k && t < m->p->threads; t++) {
        int32_t *link = &m->cells[l->threads + t * l->thread_stride + k->cell];
        if (*link == what)
            *link = 0;
    }
}

// What a link to the place holds: see link_place.
static int64_t linked(machine *m, const place *p)
{
    return p->base ? eval(m, p->base) : p->at ? eval(m, p->at) + 1 : 1;
}

static void wrote(machine *m, const place *p)
{
    const link_place *k = program_link(m->p, p);
    if (k)
        unlink_all(m, k, linked(m, p));
}

static void do_ll(machine *m, const instr *i, int32_t old)
{
    m->mine[program_link(m->p, &i->place)->cell] = (int32_t)linked(m, &i->place);
    put(m, i->to, old);
}

static void do_sc(machine *m, const instr *i, int32_t *cell, int64_t value)
{
    int32_t *link = &m->mine[program_link(m->p, &i->place)->cell];
    bool still = *link == linked(m, &i->place);
    *link = 0;
    if (still) {
        wrote(m, &i->place);
        *cell = (int32_t)value;
    }
    put(m, i->to, still);
}

static void do_new(machine *m, const instr *i)
{
    int32_t items[MODEL_MAX_NAMES];
    for (uint32_t k = 0; k < i->item_count; k++)
        items[k] = (int32_t)eval(m, i->items[k]);
    if (m->run->problem)
        return;
    uint32_t fresh = 0, freed = 0;
    for (uint32_t n = m->p->layout.nodes; n > 0; n--) {
        if (*node_of(m, i->record, n) == NODE_FREE)
            fresh = n;
        freed += *node_of(m, i->record, n) == NODE_FREED;
    }
    if (!fresh) {
        fail(m, PROBLEM_NODES, i->at);
        return;
    }
    uint32_t which = choose(m, 1 + freed, i->at);
    for (uint32_t n = 1; which > 0; n++)
        if (*node_of(m, i->record, n) == NODE_FREED && --which == 0)
            fresh = n;
    const record *r = m->p->model->records[i->record];
    int32_t *node = node_of(m, i->record, fresh);
    node[0] = NODE_USED;
    for (uint32_t f = 0; f < r->field_count; f++)
        node[1 + f] = f < i->item_count ? items[f] : r->fields[f].type.optional ? CELL_NONE : 0;
    for (uint32_t k = 0; k < m->p->layout.link_count; k++)
        if (m->p->layout.links[k].field && m->p->layout.links[k].record == i->record)
            unlink_all(m, &m->p->layout.links[k], fresh);
    put(m, i->to, fresh);
}

static void do_free(machine *m, const instr *i)
{
    int64_t number = eval(m, i->a);
    if (number == 0)
        return;
    int32_t *node = node_of(m, i->record, number);
    if (node[0] == NODE_FREED) {
        fail(m, PROBLEM_DOUBLE, i->at);
        return;
    }
    if (!m->p->reuse)
        memset(node, 0, m->p->layout.heaps[i->record].stride * sizeof *node);
    node[0] = NODE_FREED;
}

static void do_dcas(machine *m, const instr *i, int32_t *first)
{
    int32_t *second = place_of(m, &i->second, i->at);
    if (!second)
        return;
    int64_t a = eval(m, i->a), b = eval(m, i->b), c = eval(m, i->c), d = eval(m, i->d);
    if (m->run->problem)
        return;
    bool same = *first == a && *second == b;
    if (same) {
        wrote(m, &i->place);
        wrote(m, &i->second);
        *first = (int32_t)c;
        *second = (int32_t)d;
    }
    put(m, i->to, same);
}

static void do_access(machine *m, const instr *i)
{
    int32_t *cell = place_of(m, &i->place, i->at), old;
    if (!cell)
        return;
    int64_t a = i->a && i->kind != INSTR_DCAS ? eval(m, i->a) : 0;
    int64_t b = i->kind == INSTR_CAS ? eval(m, i->b) : 0;
    old = *cell;
    if (i->kind == INSTR_FAA)
        a = fit(m, old + a, i->at);
    if (i->kind == INSTR_FAA && i->limit.ranged)
        a = within(m, a, i->limit, i->at);
    if (m->run->problem)
        return;
    bool writes = i->kind == INSTR_STORE || i->kind == INSTR_SWAP || i->kind == INSTR_FAA ||
                  i->kind == INSTR_LOCK || i->kind == INSTR_UNLOCK ||
                  (i->kind == INSTR_CAS && old == a);
    if (writes)
        wrote(m, &i->place);
    switch (i->kind) {
    case INSTR_LOAD:
        put(m, i->to, old);
        break;
    case INSTR_LL:
        do_ll(m, i, old);
        break;
    case INSTR_SC:
        do_sc(m, i, cell, a);
        break;
    case INSTR_STORE:
        *cell = (int32_t)a;
        break;
    case INSTR_CAS:
        put(m, i->to, old == a);
        *cell = old == a ? (int32_t)b : old;
        break;
    case INSTR_SWAP:
    case INSTR_FAA:
        *cell = (int32_t)a;
        put(m, i->to, old);
        break;
    case INSTR_LOCK:
        m->run->blocked = old != 0;
        *cell = 1;
        break;
    case INSTR_UNLOCK:
        if (!old)
            fail(m, PROBLEM_UNLOCK, i->at);
        *cell = 0;
        break;
    default:
        do_dcas(m, i, cell);
        break;
    }
}

static void do_choose(machine *m, const instr *i)
{
    int64_t low = eval(m, i->a), high = eval(m, i->b);
    if (low > high)
        fail(m, PROBLEM_RANGE, i->at);
    if (!m->run->problem)
        put(m, i->to, low + choose(m, (uint32_t)(high - low) + 1, i->at));
}

static void clear_temps(machine *m, const instr *i)
{
    for (uint32_t t = i->clear_from; t < i->clear_to; t++)
        if (m->r->temps[t].kept)
            *temp(m, t) = 0;
}

static void jump(machine *m, const instr *i)
{
    if (i->back && ++m->run->spins > RUN_MAX_SPINS) {
        fail(m, PROBLEM_SPIN, i->at);
        return;
    }
    for (uint32_t n = 0; n < m->r->count; n++)
        if (m->r->code[n].kind == INSTR_LABEL && m->r->code[n].label == i->label)
            m->at = n;
}

static void stop_at(machine *m, uint32_t pc, uint64_t live)
{
    m->mine[THREAD_PC] = (int32_t)pc;
    m->done = true;
    for (uint32_t i = 0; m->p->clear && i < m->r->method->local_count; i++)
        if (!(live >> i & 1))
            m->mine[m->r->cells[i]] = 0;
}

static void do_effect(machine *m, const instr *i)
{
    int64_t thread = i->a ? eval(m, i->a) : m->thread;
    run *r = m->run;
    if (thread < 0 || thread >= m->p->threads || r->lin == RUN_MAX_LINS)
        fail(m, PROBLEM_LINS, i->at);
    else
        r->lins |= (uint64_t)thread << (RUN_LIN_BITS * r->lin++);
}

static void execute(machine *m, uint32_t from, bool stepping);

static void do_call(machine *m, const instr *i)
{
    int32_t locals[MODEL_MAX_NAMES] = {0}, result[MODEL_MAX_PARTS] = {0};
    machine inner = {.p = m->p,
                     .r = &m->p->functions[i->record],
                     .mine = locals,
                     .result = result,
                     .in_function = true,
                     .run = m->run};
    if (++m->run->calls > RUN_MAX_CALLS) {
        fail(m, PROBLEM_CALLS, i->at);
        return;
    }
    for (uint32_t k = 0; k < i->item_count; k++)
        locals[k] = (int32_t)eval(m, i->items[k]);
    execute(&inner, 0, false);
    m->run->calls--;
    for (uint32_t k = 0; k < i->width; k++)
        put(m, (slot){i->to.kind, i->to.index + k}, result[k]);
}

static void one(machine *m, const instr *i)
{
    switch (i->kind) {
    case INSTR_MOVE:
        put(m, i->to, eval(m, i->a));
        break;
    case INSTR_NEW:
        do_new(m, i);
        break;
    case INSTR_FREE:
        do_free(m, i);
        break;
    case INSTR_ASSERT:
        if (!eval(m, i->a))
            fail(m, PROBLEM_ASSERT, i->at);
        break;
    case INSTR_BRANCH: {
        bool holds = eval(m, i->a) != 0;
        clear_temps(m, i);
        if (!holds)
            jump(m, i);
        break;
    }
    case INSTR_JUMP:
        jump(m, i);
        break;
    case INSTR_RETURN:
        if (m->in_function)
            m->done = true;
        else
            stop_at(m, m->r->return_pc, 0);
        break;
    case INSTR_CLEAR:
        clear_temps(m, i);
        break;
    case INSTR_AWAIT:
        if (!eval(m, i->a) && !m->run->problem)
            m->run->blocked = 1;
        break;
    case INSTR_CHOOSE:
        do_choose(m, i);
        break;
    case INSTR_LIN:
        do_effect(m, i);
        break;
    case INSTR_CALL:
        do_call(m, i);
        break;
    case INSTR_LABEL:
    case INSTR_ATOMIC:
        break;
    default:
        do_access(m, i);
        break;
    }
}

// From instruction `from` to just before the next that begins a step. `stepping`:
// `from` itself begins this one.
static void execute(machine *m, uint32_t from, bool stepping)
{
    m->temps = memory_new(m->r->temp_count + 1, sizeof *m->temps);
    m->at = from;
    while (!m->done && !m->run->problem && !m->run->blocked) {
        const instr *i = &m->r->code[m->at];
        if (i->yields && !stepping) {
            stop_at(m, i->pc, m->r->live[m->at]);
            break;
        }
        stepping = false;
        m->at++;
        one(m, i);
    }
    free(m->temps);
}

static machine machine_for(const program *p, int32_t *cells, uint32_t thread, run *r)
{
    int32_t *mine = cells + p->layout.threads + (size_t)thread * p->layout.thread_stride;
    return (machine){.p = p,
                     .cells = cells,
                     .mine = mine,
                     .result = mine + THREAD_RESULT,
                     .thread = thread,
                     .run = r};
}

void interpret_call(const program *p, int32_t *cells, uint32_t thread, uint32_t which,
                    const int32_t *args, run *r)
{
    machine m = machine_for(p, cells, thread, r);
    m.r = &p->routines[which];
    for (uint32_t i = 0; i < m.r->method->param_count; i++)
        m.mine[m.r->cells[i]] = args[i];
    execute(&m, 0, false);
}

void interpret_step(const program *p, int32_t *cells, uint32_t thread, run *r)
{
    machine m = machine_for(p, cells, thread, r);
    const instr *i = program_instr(p, (uint32_t)m.mine[THREAD_PC], &m.r);
    if (i)
        execute(&m, (uint32_t)(i - m.r->code), true);
}
