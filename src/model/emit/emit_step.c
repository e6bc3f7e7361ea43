// SPDX-License-Identifier: MIT
// Emitting the instructions of a method as C statements.

#include "model/emit/emitter.h"
#include "model/steps/unreached.h"

#include <stdlib.h>
#include <string.h>

static void emit_variable(emitter *e, const place *p)
{
    const variable *v = &e->p->model->shared[p->index];
    if (v->own && e->is_init)
        text_add(e->out, "s->threads[%u].", p->owner);
    if (v->own)
        emit_named(e, e->is_init ? "own_" : "me->own_", v->name);
    else
        emit_named(e, p->before ? "before.shared_" : "s->shared_", v->name);
}

void emit_place(emitter *e, const place *p)
{
    const model *m = e->p->model;
    if (p->base) {
        text_add(e->out, "%sheap_%s[", p->before ? "before." : "s->", m->records[p->record]->name);
        emit_expr(e, p->base);
        emit_named(e, " - 1].field_", m->records[p->record]->fields[p->index].name);
    } else if (p->local) {
        emit_local(e, p->index);
    } else {
        emit_variable(e, p);
    }
    if (p->at) {
        text_add(e->out, "[");
        emit_expr(e, p->at);
        text_add(e->out, "]");
    }
}

static void emit_clears(emitter *e, const instr *i)
{
    for (uint32_t t = i->clear_from; t < i->clear_to; t++)
        if (e->r->temps[t].kept) {
            text_add(e->out, "        ");
            emit_temp(e, t);
            text_add(e->out, " = 0;\n");
        }
}

static void emit_fill(emitter *e, uint32_t local, const char *value)
{
    const variable *v = &e->r->method->locals[local];
    bool many = type_many(v->type);
    if (v->length)
        text_add(e->out, "        for (int i = 0; i < %u; i++)\n    ", v->length);
    if (many)
        text_add(e->out, "        for (int k = 0; k < %u; k++)\n    ", variable_unit(e->p, v));
    text_add(e->out, "        ");
    emit_local(e, local);
    text_add(e->out, "%s%s = %s;\n", v->length ? "[i]" : "", many ? "[k]" : "", value);
}

// Locals that are not in `live` will not be read again.
static void emit_dead(emitter *e, uint64_t live)
{
    if (!e->p->clear || e->is_init || e->is_function)
        return;
    for (uint32_t i = 0; i < e->r->method->local_count; i++)
        if (!(live >> i & 1))
            emit_fill(e, i, "0");
}

static void emit_yield(emitter *e, const instr *i)
{
    uint32_t line, column;
    source_position(&e->p->model->source, i->at, &line, &column);
    char *words = source_excerpt(&e->p->model->source, i->from, i->end);
    emit_dead(e, e->r->live ? e->r->live[i - e->r->code] : 0);
    text_add(e->out, "        me->pc = %u;\n        return;\n    case %u: // %u:%u: %s\n", i->pc,
             i->pc, line, column, words);
    free(words);
}

void emit_seen(emitter *e, uint32_t note)
{
    if (note != UNREACHED_NOWHERE)
        text_add(e->out, "        seen(%u);\n", note);
}

static void emit_branch(emitter *e, const instr *i)
{
    uint32_t note = unreached_note(e->p, e->r, i);
    if (note == UNREACHED_NOWHERE) {
        text_add(e->out, "        if (!test)\n            goto label%u;\n", i->label);
        return;
    }
    text_add(e->out, "        if (!test) {\n    ");
    emit_seen(e, note + 1);
    text_add(e->out, "            goto label%u;\n        }\n", i->label);
    emit_seen(e, note);
}

// Long: one case for each kind of instruction.
void emit_instr(emitter *e, const instr *i)
{
    text *out = e->out;
    if (i->yields)
        emit_yield(e, i);
    switch (i->kind) {
    case INSTR_MOVE:
    case INSTR_LOAD:
        emit_access_check(e, i);
        if (i->kind == INSTR_LOAD)
            emit_read(e, i);
        text_add(out, "        ");
        emit_slot(e, i->to);
        text_add(out, " = ");
        if (i->kind == INSTR_MOVE)
            emit_expr(e, i->a);
        else
            emit_place(e, &i->place);
        text_add(out, ";\n");
        emit_check(e, i->a);
        break;
    case INSTR_STORE:
        emit_access_check(e, i);
        emit_unlink(e, &i->place);
        text_add(out, "        ");
        emit_place(e, &i->place);
        text_add(out, " = ");
        emit_expr(e, i->a);
        text_add(out, ";\n");
        emit_check(e, i->a);
        break;
    case INSTR_CAS:
        emit_access_check(e, i);
        text_add(out, "        {\n            int32_t expected = ");
        emit_expr(e, i->a);
        text_add(out, ", wanted = ");
        emit_expr(e, i->b);
        text_add(out, ";\n            if (r->problem)\n                return;\n            ");
        emit_slot(e, i->to);
        text_add(out, " = ");
        emit_place(e, &i->place);
        text_add(out, " == expected;\n            if (");
        emit_slot(e, i->to);
        text_add(out, ") {\n");
        emit_unlink(e, &i->place);
        text_add(out, "                ");
        emit_place(e, &i->place);
        text_add(out, " = wanted;\n            }\n        }\n");
        break;
    case INSTR_NEW:
        emit_new(e, i);
        break;
    case INSTR_FREE:
        text_add(out, "        if (!free_%s(s, r, ", e->p->model->records[i->record]->name);
        emit_expr(e, i->a);
        text_add(out, ", %u))\n            return;\n", i->at);
        break;
    case INSTR_ASSERT:
        text_add(out, "        if (!");
        emit_expr(e, i->a);
        text_add(out,
                 ")\n            fail(r, ASSERTION, %u);\n        if (r->problem)\n            "
                 "return;\n",
                 i->at);
        break;
    case INSTR_BRANCH:
        text_add(out, "        test = ");
        emit_expr(e, i->a);
        text_add(out, ";\n");
        emit_check(e, i->a);
        emit_clears(e, i);
        emit_branch(e, i);
        break;
    case INSTR_JUMP:
        if (i->back)
            text_add(out, "        if (spins(r, %u))\n            return;\n", i->at);
        text_add(out, "        goto label%u;\n", i->label);
        break;
    case INSTR_LABEL:
        text_add(out, "    label%u:;\n", i->label);
        break;
    case INSTR_RETURN:
        if (e->is_function) {
            text_add(out, "        return;\n");
            break;
        }
        emit_dead(e, 0);
        text_add(out, "        me->pc = %u;\n        return;\n", e->r->return_pc);
        break;
    case INSTR_ATOMIC:
        break;
    case INSTR_CLEAR:
        emit_clears(e, i);
        break;
    case INSTR_LIN:
        text_add(out, "        if (!effect(r, ");
        if (i->a)
            emit_expr(e, i->a);
        else
            text_add(out, "me - s->threads");
        text_add(out, ", %u))\n            return;\n", i->at);
        break;
    case INSTR_CALL:
        emit_call(e, i);
        break;
    case INSTR_MANY:
        emit_access_check(e, i);
        emit_many(e, i);
        break;
    case INSTR_FILL:
        emit_fill(e, i->to.index, i->a->kind == EXPR_NONE ? "NONE" : "0");
        break;
    case INSTR_LL:
        emit_access_check(e, i);
        emit_ll(e, i);
        break;
    case INSTR_SC:
        emit_access_check(e, i);
        emit_sc(e, i);
        break;
    case INSTR_AWAIT:
        text_add(out, "        test = ");
        emit_expr(e, i->a);
        text_add(out, ";\n");
        emit_check(e, i->a);
        text_add(out, "        if (!test");
        emit_blocked(e, i);
        emit_seen(e, unreached_note(e->p, e->r, i));
        break;
    case INSTR_CHOOSE:
        emit_choose(e, i);
        break;
    case INSTR_LOCK:
    case INSTR_UNLOCK:
    case INSTR_SWAP:
    case INSTR_FAA:
    case INSTR_DCAS:
        emit_rmw(e, i);
        if (i->kind == INSTR_LOCK)
            emit_seen(e, unreached_note(e->p, e->r, i));
        break;
    }
}

void emit_temps(emitter *e)
{
    text_add(e->out, "    int32_t test = 0;\n");
    for (uint32_t i = 0; i < e->r->temp_count; i++)
        if (!e->r->temps[i].kept)
            text_add(e->out, "    int32_t c%u = 0;\n", i);
    text_add(e->out, "    (void)test;\n");
}
