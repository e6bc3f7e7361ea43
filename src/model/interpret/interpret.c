// SPDX-License-Identifier: MIT
// See interpret.h.

#include "model/interpret/interpret.h"

#include "base/memory.h"
#include "model/interpret/machine.h"

#include <stdlib.h>
#include <string.h>

static void clear_temps(machine *m, const instr *i)
{
    for (uint32_t t = i->clear_from; t < i->clear_to; t++)
        if (m->r->temps[t].kept)
            *machine_temp(m, t) = 0;
}

static void jump(machine *m, const instr *i)
{
    if (i->back && ++m->run->spins > RUN_MAX_SPINS) {
        machine_fail(m, PROBLEM_SPIN, i->at);
        return;
    }
    for (uint32_t n = 0; n < m->r->count; n++)
        if (m->r->code[n].kind == INSTR_LABEL && m->r->code[n].label == i->label)
            m->at = n;
}

static void fill(machine *m, uint32_t local, int64_t value)
{
    for (uint32_t k = 0; k < variable_cells(m->p, &m->r->method->locals[local]); k++)
        m->mine[m->r->cells[local] + k] = (int32_t)value;
}

static void stop_at(machine *m, uint32_t pc, uint64_t live)
{
    m->mine[THREAD_PC] = (int32_t)pc;
    m->done = true;
    for (uint32_t i = 0; m->p->clear && i < m->r->method->local_count; i++)
        if (!(live >> i & 1))
            fill(m, i, 0);
}

static void do_effect(machine *m, const instr *i)
{
    int64_t thread = i->a ? machine_eval(m, i->a) : m->thread;
    run *r = m->run;
    if (thread < 0 || thread >= m->p->threads || r->lin == RUN_MAX_LINS)
        machine_fail(m, PROBLEM_LINS, i->at);
    else
        r->lins |= (uint64_t)thread << (RUN_LIN_BITS * r->lin++);
}

static void execute(machine *m, uint32_t from, bool stepping);

static void do_call(machine *m, const instr *i)
{
    int32_t locals[MODEL_MAX_NAMES] = {0}, result[MODEL_MAX_PARTS] = {0};
    machine inner = {.p = m->p,
                     .r = &m->p->functions[i->record],
                     .cells = i->before ? m->before : m->cells,
                     .mine = locals,
                     .result = result,
                     .in_function = true,
                     .run = m->run};
    if (++m->run->calls > RUN_MAX_CALLS) {
        machine_fail(m, PROBLEM_CALLS, i->at);
        return;
    }
    for (uint32_t k = 0; k < i->item_count; k++)
        locals[k] = (int32_t)machine_eval(m, i->items[k]);
    if (inner.r->is_known)
        memcpy(result, inner.r->known, sizeof result);
    else
        execute(&inner, 0, false);
    m->run->calls--;
    for (uint32_t k = 0; k < i->width; k++)
        machine_put(m, (slot){i->to.kind, i->to.index + k}, result[k]);
}

static void one(machine *m, const instr *i)
{
    switch (i->kind) {
    case INSTR_MOVE:
        machine_put(m, i->to, machine_eval(m, i->a));
        break;
    case INSTR_FILL:
        fill(m, i->to.index, machine_eval(m, i->a));
        break;
    case INSTR_NEW:
        machine_new(m, i);
        break;
    case INSTR_FREE:
        machine_free(m, i);
        break;
    case INSTR_ASSERT:
        if (!machine_eval(m, i->a))
            machine_fail(m, PROBLEM_ASSERT, i->at);
        break;
    case INSTR_BRANCH: {
        bool holds = machine_eval(m, i->a) != 0;
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
        if (!machine_eval(m, i->a) && !m->run->problem)
            m->run->blocked = 1;
        break;
    case INSTR_CHOOSE:
        machine_choose(m, i);
        break;
    case INSTR_LIN:
        do_effect(m, i);
        break;
    case INSTR_CALL:
        do_call(m, i);
        break;
    case INSTR_MANY:
        machine_many(m, i);
        break;
    case INSTR_LABEL:
    case INSTR_ATOMIC:
        break;
    default:
        machine_access(m, i);
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
    m.before = m.r->looks_back ? memory_copy(cells, p->layout.cells * sizeof *cells) : NULL;
    execute(&m, 0, false);
    free(m.before);
}

void interpret_step(const program *p, int32_t *cells, uint32_t thread, run *r)
{
    machine m = machine_for(p, cells, thread, r);
    const instr *i = program_instr(p, (uint32_t)m.mine[THREAD_PC], &m.r);
    if (i)
        execute(&m, (uint32_t)(i - m.r->code), true);
}

void interpret_init(const program *p, int32_t *cells, run *r)
{
    machine m = {.p = p, .r = &p->init, .cells = cells, .run = r};
    m.mine = memory_new(p->layout.init_locals + 1, sizeof *m.mine);
    m.temps = memory_new(m.r->temp_count + 1, sizeof *m.temps);
    memset(cells, 0, p->layout.cells * sizeof *cells);
    while (m.at < m.r->count && !r->problem) {
        const instr *i = &m.r->code[m.at++];
        one(&m, i);
        if (r->blocked)
            machine_fail(&m, PROBLEM_WAITS, i->at);
    }
    free(m.temps);
    free(m.mine);
}

bool interpret_function(const program *p, int32_t *cells, uint32_t which, int32_t *result)
{
    int32_t locals[MODEL_MAX_NAMES] = {0};
    run r = {0};
    machine m = {.p = p,
                 .r = &p->functions[which],
                 .cells = cells,
                 .mine = locals,
                 .result = result,
                 .in_function = true,
                 .run = &r};
    execute(&m, 0, false);
    return !r.problem;
}

static void look_at(machine *m, const instr *i, const int32_t *at, look *out)
{
    out->found = *at;
    out->type = program_variable(m->p, m->r, &i->place)->type;
    out->compares = i->kind == INSTR_CAS;
    out->writes = i->kind == INSTR_STORE;
    out->differs = (out->compares || out->writes) && *at != machine_eval(m, i->a);
}

bool interpret_look(const program *p, const int32_t *cells, uint32_t thread, look *out)
{
    int32_t *copy = memory_copy(cells, p->layout.cells * sizeof *copy), *at = NULL;
    run r = {0};
    machine m = machine_for(p, copy, thread, &r);
    const instr *i = program_instr(p, (uint32_t)m.mine[THREAD_PC], &m.r);
    if (i && (i->kind == INSTR_LOAD || i->kind == INSTR_LL || i->kind == INSTR_CAS ||
              i->kind == INSTR_STORE)) {
        m.temps = memory_new(m.r->temp_count + 1, sizeof *m.temps);
        at = machine_place(&m, &i->place, i->at);
        if (at)
            look_at(&m, i, at, out);
        free(m.temps);
    }
    free(copy);
    return at != NULL;
}

static bool accesses(const instr *i)
{
    switch (i->kind) {
    case INSTR_LOAD:
    case INSTR_STORE:
    case INSTR_CAS:
    case INSTR_DCAS:
    case INSTR_SWAP:
    case INSTR_FAA:
    case INSTR_LOCK:
    case INSTR_UNLOCK:
    case INSTR_LL:
    case INSTR_SC:
    case INSTR_MANY:
        return !i->place.local;
    default:
        return false;
    }
}

// The only access of a step, if there is no other in it, and nothing that decides whether it comes
// to that. What an atomic block does stands between two instructions that begin steps.
static const instr *lone_access(const routine *r, const instr *start)
{
    const instr *found = NULL, *end = r->code + r->count;
    bool decided = false;
    for (const instr *i = start; i < end && (i == start || !i->yields); i++) {
        decided |= i->kind == INSTR_BRANCH;
        if (!accesses(i))
            continue;
        if (found || decided || (i != start && (i->place.base || i->place.at)))
            return NULL;
        found = i;
    }
    return found;
}

static bool find_place(machine *m, const instr *i, step_place *out)
{
    int32_t *at = machine_place(m, &i->place, i->at), *second = NULL;
    if (!at || (i->kind == INSTR_DCAS && !(second = machine_place(m, &i->second, i->at))))
        return false;
    *out = (step_place){.by = i,
                        .cell = (uint32_t)(at - m->cells),
                        .second = second ? (uint32_t)(second - m->cells) : UINT32_MAX};
    if (i->kind == INSTR_SC)
        out->fails = !machine_linked(m, &i->place);
    if (i->kind == INSTR_CAS || i->kind == INSTR_DCAS)
        out->fails = *at != machine_eval(m, i->a) || (second && *second != machine_eval(m, i->b));
    return !m->run->problem;
}

bool interpret_place(const program *p, const int32_t *cells, uint32_t thread, step_place *out)
{
    int32_t *copy = memory_copy(cells, p->layout.cells * sizeof *copy);
    run r = {0};
    machine m = machine_for(p, copy, thread, &r);
    const instr *i = program_instr(p, (uint32_t)m.mine[THREAD_PC], &m.r);
    i = i ? lone_access(m.r, i) : NULL;
    bool found = false;
    if (i) {
        m.temps = memory_new(m.r->temp_count + 1, sizeof *m.temps);
        found = find_place(&m, i, out);
        free(m.temps);
    }
    free(copy);
    return found;
}
