// SPDX-License-Identifier: MIT
// What the state of processes is made of: besides the shared variables of the file, the number of a
// term, what is in channels, and the array in which actions leave their values. And which processes
// read shared variables before their first step.

#include "model/check/check_process.h"

#include "base/memory.h"

#include <string.h>

enum { MOST_TERMS = (1 << 24) - 1 };

static variable *add_variable(checker *c, const char *name, uint32_t at)
{
    model *m = c->m;
    if (m->shared_count == MODEL_MAX_SHARED) {
        source_error(c->s, c->e, at, NULL, "there are more than %d shared variables and channels",
                     MODEL_MAX_SHARED);
        return NULL;
    }
    variable *v = &m->shared[m->shared_count++];
    *v = (variable){.name = name, .at = at};
    return v;
}

static bool add_channel(checker *c, process_channel *of)
{
    for (uint32_t i = 0; i < of->type_count; i++) {
        type *t = &of->types[i];
        if (!check_type(c, t))
            return false;
        if ((t->kind != TYPE_INT && t->kind != TYPE_BOOL && t->kind != TYPE_ENUM) || t->optional)
            return source_error(c->s, c->e, t->at, NULL,
                                "the values of a message must be int, bool or of an enum");
    }
    if (process_channel_find(c->m, of->name) != (uint32_t)(of - c->m->processes->channels))
        return declared_twice(c, of->name, of->at);
    if (of->capacity == 0)
        return true;
    of->shared = c->m->shared_count;
    variable *v = add_variable(c, of->name, of->at);
    if (!v)
        return false;
    type *message = model_allocate(c->m, sizeof *message);
    *message = of->types[0];
    if (of->type_count > 1)
        *message = (type){
            .kind = TYPE_TUPLE, .parts = of->types, .part_count = of->type_count, .at = of->at};
    v->type = (type){.kind = TYPE_SEQ, .parts = message, .part_count = 1, .at = of->at};
    return true;
}

// The first action is none of a process: a place for what is no action.
static void add_unit(checker *c, uint32_t at)
{
    model *m = c->m;
    unit *u = m->processes->unit = model_allocate(m, sizeof *u);
    method *f = model_allocate(m, sizeof *f);
    *f = (method){.name = "process", .symbol = "site__0", .at = at, .end = at, .checked = true};
    *u = (unit){.name = "processes", .at = at, .is_automaton = true, .is_process = true};
    u->checked = true;
    u->methods[u->method_count++] = f;
    MEMORY_GROW(m->units, m->unit_capacity, m->unit_count + 1);
    m->units[m->unit_count++] = u;
}

bool declare_processes(checker *c)
{
    processes *a = c->m->processes;
    if (!a)
        return true;
    uint32_t at = a->count           ? a->list[0]->at
                  : a->channel_count ? a->channels[0].at
                                     : a->alphabets[0].at;
    variable *term = add_variable(c, "process::term", at);
    variable *out = term ? add_variable(c, "process::out", at) : NULL;
    if (!out)
        return false;
    term->type = (type){.kind = TYPE_INT, .ranged = true, .high = MOST_TERMS, .at = at};
    out->type = (type){.kind = TYPE_INT, .at = at};
    out->length = PROCESS_MAX_VALUES;
    out->derived = true;
    term->unshown = out->unshown = true;
    a->term = (uint32_t)(term - c->m->shared);
    a->out = (uint32_t)(out - c->m->shared);
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (!add_channel(c, &a->channels[i]))
            return false;
    add_unit(c, at);
    return true;
}

// Is something of the state read to find out what a process is, before it takes a step? Conditions that
// look at the state are steps, and what stands after an arrow or a semicolon comes later.
static bool is_delayed(const processes *a, process *x)
{
    bool reads = x->evaluates.reads;
    switch (x->kind) {
    case PROCESS_STOP:
    case PROCESS_SKIP:
    case PROCESS_EVENT:
    case PROCESS_SEND:
    case PROCESS_RECEIVE:
    case PROCESS_INTERNAL:
        return x->delayed = false;
    case PROCESS_CALL:
        return x->delayed = reads || a->list[x->target]->delayed;
    case PROCESS_SEQUENCE:
        return x->delayed = x->parts[0]->delayed;
    case PROCESS_IF:
    case PROCESS_GUARD:
        if (reads)
            return x->delayed = false;
        break;
    default:
        break;
    }
    x->delayed = reads;
    for (uint32_t i = 0; i < x->part_count; i++)
        x->delayed |= x->parts[i]->delayed;
    return x->delayed;
}

// Parts have greater numbers than what they are part of.
bool process_delays(processes *a)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = a->node_count; i-- > 0;)
            is_delayed(a, a->nodes[i]);
        for (uint32_t i = 0; i < a->count; i++) {
            again |= a->list[i]->delayed != a->list[i]->body->delayed;
            a->list[i]->delayed = a->list[i]->body->delayed;
        }
    }
    return true;
}
