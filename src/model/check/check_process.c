// SPDX-License-Identifier: MIT
// Processes: every process that is called is there, with its arguments; every event of a set happens
// somewhere; and what names mean in values, conditions and assignments.

#include "model/check/check_process.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static bool check_part(process_scope s, process *x);

static const type bool_type = {.kind = TYPE_BOOL},
                  int_types[2] = {{.kind = TYPE_INT}, {.kind = TYPE_INT}};

uint32_t process_event_number(checker *c, const char *name)
{
    processes *a = c->m->processes;
    uint32_t i = 0;
    while (i < a->event_count && strcmp(a->events[i], name) != 0)
        i++;
    if (i == a->event_count) {
        MEMORY_GROW(a->events, a->event_capacity, a->event_count + 1);
        a->events[a->event_count++] = name;
    }
    return i;
}

static void number_node(checker *c, process_definition *d, process *x)
{
    processes *a = c->m->processes;
    MEMORY_GROW(a->nodes, a->node_capacity, a->node_count + 1);
    MEMORY_GROW(a->owner, a->owner_capacity, a->node_count + 1);
    x->number = a->node_count;
    a->nodes[a->node_count] = x;
    a->owner[a->node_count++] = d;
}

// A new variable of the definition; MODEL_MAX_NAMES with an error.
static uint32_t bind(const process_scope *s, const char *name, uint32_t at, type t)
{
    checker *c = s->c;
    process_definition *d = s->d;
    bool shared = variable_find(c->m->shared, c->m->shared_count, name) < c->m->shared_count;
    bool known = shared;
    for (uint32_t i = 0; i < d->slot_count; i++)
        known |= (s->visible >> i & 1) && strcmp(d->slots[i].name, name) == 0;
    if (known) {
        source_error(c->s, c->e, at, "choose another name; to compare with it, write c?(x)",
                     "%s is a %s already", name, shared ? "shared variable" : "variable here");
        return MODEL_MAX_NAMES;
    }
    if (d->slot_count == MODEL_MAX_NAMES) {
        source_error(c->s, c->e, at, NULL, "a process has at most %d variables", MODEL_MAX_NAMES);
        return MODEL_MAX_NAMES;
    }
    d->slots[d->slot_count] = (variable){.name = name, .at = at, .type = t};
    return d->slot_count++;
}

static bool check_parts(process_scope s, process *x)
{
    for (uint32_t i = 0; i < x->part_count; i++) {
        if (!check_part(s, x->parts[i]))
            return false;
        x->needs |= x->parts[i]->needs;
    }
    return true;
}

static bool check_event(process_scope s, process *x)
{
    checker *c = s.c;
    bool silent = strcmp(x->name, "tau") == 0;
    if (silent && x->value_count)
        return source_error(c->s, c->e, x->values[0]->at,
                            "give the event another name, and hide it",
                            "tau is not seen, so it has no values");
    if (process_channel_find(c->m, x->name) < c->m->processes->channel_count)
        return source_error(c->s, c->e, x->name_at, "write for example: c!1 or c?x",
                            "%s is a channel", x->name);
    x->target = silent ? UINT32_MAX : process_event_number(c, x->name);
    return process_site_values(&s, x, NULL) && (!x->acts || process_site_block(&s, x)) &&
           check_parts(s, x);
}

static bool no_channel(checker *c, const process *x)
{
    const processes *a = c->m->processes;
    const char *names[64];
    uint32_t count = 0;
    for (; count < a->channel_count && count < 64; count++)
        names[count] = a->channels[count].name;
    char hint[160];
    const char *near = did_you_mean(x->name, names, count);
    snprintf(hint, sizeof hint, near ? "did you mean %s?" : "declare it: channel %.60s 1;",
             near ? near : x->name);
    return source_error(c->s, c->e, x->name_at, hint, "no channel is called %s", x->name);
}

static bool check_message_event(process_scope s, process *x)
{
    checker *c = s.c;
    processes *a = c->m->processes;
    x->target = process_channel_find(c->m, x->name);
    if (x->target == a->channel_count)
        return no_channel(c, x);
    const process_channel *to = &a->channels[x->target];
    c->m->used[to->at] = true;
    if (x->value_count != to->type_count)
        return source_error(c->s, c->e, x->name_at, NULL, "a message of %s has %u value%s, not %u",
                            to->name, to->type_count, to->type_count == 1 ? "" : "s",
                            x->value_count);
    if (!process_site_values(&s, x, to->types))
        return false;
    uint64_t taken = 0;
    for (uint32_t i = 0; x->kind == PROCESS_RECEIVE && i < x->value_count; i++) {
        if (!x->binds[i])
            continue;
        uint32_t slot = bind(&s, x->binds[i], x->bind_at[i], to->types[i]);
        if (slot == MODEL_MAX_NAMES)
            return false;
        x->bound[i] = slot;
        s.visible |= UINT64_C(1) << slot;
        taken |= UINT64_C(1) << slot;
    }
    bool ok = check_parts(s, x);
    x->needs &= ~taken;
    return ok;
}

// An enum has one copy for each of its names.
static bool check_indexed(process_scope s, process *x)
{
    checker *c = s.c;
    type t = {.kind = TYPE_INT};
    if (x->index_typed) {
        t = x->index_type;
        if (!check_type(c, &t))
            return false;
        if ((t.kind != TYPE_ENUM && t.kind != TYPE_BOOL && !(t.kind == TYPE_INT && t.ranged)) ||
            t.optional)
            return source_error(c->s, c->e, x->index_type.at, "for example: i in 0..3",
                                "an index goes through a range or an enum");
        x->index_type = t;
    } else if (!process_site_values(&s, x, int_types)) {
        return false;
    }
    x->index_slot = bind(&s, x->index, x->index_at, t);
    if (x->index_slot == MODEL_MAX_NAMES)
        return false;
    s.visible |= UINT64_C(1) << x->index_slot;
    bool ok = check_parts(s, x);
    x->needs &= ~(UINT64_C(1) << x->index_slot);
    return ok;
}

static bool check_call_part(process_scope s, process *x)
{
    checker *c = s.c;
    const processes *a = c->m->processes;
    x->target = process_find(c->m, x->name);
    if (x->target == a->count) {
        const char *names[64];
        uint32_t count = 0;
        for (; count < a->count && count < 64; count++)
            names[count] = a->list[count]->name;
        char hint[160];
        const char *near = did_you_mean(x->name, names, count);
        snprintf(hint, sizeof hint,
                 near ? "did you mean %s?" : "an event needs an arrow: %.60s -> Skip",
                 near ? near : x->name);
        return source_error(c->s, c->e, x->name_at, hint, "no process is called %s", x->name);
    }
    const process_definition *to = a->list[x->target];
    type want[MODEL_MAX_ARGS];
    if (x->value_count != to->param_count)
        return source_error(c->s, c->e, x->name_at, NULL, "%s has %u parameter%s, not %u", x->name,
                            to->param_count, to->param_count == 1 ? "" : "s", x->value_count);
    for (uint32_t i = 0; i < to->param_count; i++)
        want[i] = to->slots[i].type;
    c->m->used[to->at] = true;
    return process_site_values(&s, x, want);
}

static bool check_part(process_scope s, process *x)
{
    number_node(s.c, s.d, x);
    if (x->index)
        return check_indexed(s, x);
    switch (x->kind) {
    case PROCESS_EVENT:
        return check_event(s, x);
    case PROCESS_SEND:
    case PROCESS_RECEIVE:
        return check_message_event(s, x);
    case PROCESS_IF:
    case PROCESS_GUARD:
        return process_site_values(&s, x, &bool_type) && check_parts(s, x);
    case PROCESS_CALL:
        return check_call_part(s, x);
    case PROCESS_RENAME:
        for (uint32_t i = 0; i < x->set_count; i++)
            x->to[i].number = process_event_number(s.c, x->to[i].name);
        return check_parts(s, x);
    case PROCESS_HIDE:
        return process_site_values(&s, x, NULL) && check_parts(s, x);
    default:
        return check_parts(s, x);
    }
}

// What is hidden, renamed or in an alphabet happens somewhere.
static bool check_set_names(checker *c, process *x)
{
    const processes *a = c->m->processes;
    for (uint32_t i = 0; i < x->set_count; i++) {
        process_event *e = &x->set[i];
        e->number = 0;
        while (e->number < a->event_count && strcmp(a->events[e->number], e->name) != 0)
            e->number++;
        if (e->number < a->event_count)
            continue;
        char hint[160];
        const char *near = did_you_mean(e->name, a->events, a->event_count);
        snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
        return source_error(c->s, c->e, e->at, near ? hint : NULL, "no event is called %s",
                            e->name);
    }
    return true;
}

static uint64_t parameters_of(const process_definition *d)
{
    return (UINT64_C(1) << d->param_count) - 1;
}

static bool check_definition(checker *c, process_definition *d)
{
    for (uint32_t i = 0; i < d->param_count; i++) {
        if (!check_type(c, &d->slots[i].type))
            return false;
        if (variable_find(d->slots, i, d->slots[i].name) < i)
            return declared_twice(c, d->slots[i].name, d->slots[i].at);
    }
    return check_part((process_scope){c, d, parameters_of(d)}, d->body);
}

static bool check_alphabets(checker *c)
{
    processes *a = c->m->processes;
    for (uint32_t i = 0; i < a->alphabet_count; i++) {
        process_alphabet *s = &a->alphabets[i];
        uint32_t which = process_find(c->m, s->name);
        if (which == a->count)
            return source_error(c->s, c->e, s->at, NULL, "no process is called %s", s->name);
        process_definition *d = a->list[which];
        if (d->alphabet)
            return source_error(c->s, c->e, s->at, NULL, "%s has an alphabet already", s->name);
        d->alphabet = s->set;
        number_node(c, d, s->set);
        if (!process_site_values(&(process_scope){c, d, parameters_of(d)}, s->set, NULL))
            return false;
        if (s->set->evaluates.reads)
            return source_error(c->s, c->e, s->at, "parameters and constants may stand in it",
                                "an alphabet cannot depend on shared variables");
    }
    return true;
}

static bool check_once(checker *c)
{
    const processes *a = c->m->processes;
    for (uint32_t i = 0; i < a->count; i++) {
        const process_definition *d = a->list[i];
        if (strcmp(d->name, "Stop") == 0 || strcmp(d->name, "Skip") == 0)
            return source_error(c->s, c->e, d->at, "choose another name",
                                "%s is a process that is always there", d->name);
        for (uint32_t k = 0; k < c->m->unit_count; k++)
            if (strcmp(c->m->units[k]->name, d->name) == 0)
                return declared_twice(c, d->name, d->at);
        if (process_find(c->m, d->name) < i)
            return declared_twice(c, d->name, d->at);
    }
    return true;
}

bool check_processes(checker *c)
{
    processes *a = c->m->processes;
    if (!a)
        return true;
    if (!check_once(c))
        return false;
    for (uint32_t i = 0; i < a->channel_count; i++)
        a->channels[i].event = process_event_number(c, a->channels[i].name);
    for (uint32_t i = 0; i < a->count; i++)
        if (!check_definition(c, a->list[i]))
            return false;
    if (!check_alphabets(c))
        return false;
    for (uint32_t i = 0; i < a->node_count; i++)
        if (!check_set_names(c, a->nodes[i]))
            return false;
    process_delays(a);
    return true;
}
