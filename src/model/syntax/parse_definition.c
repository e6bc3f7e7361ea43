// SPDX-License-Identifier: MIT
// What is declared of processes:
//
//     process P(i, bool b) = …;
//     channel c 2 (int, color);
//     alphabet P {a, b.0};

#include "base/memory.h"
#include "model/syntax/parse_process.h"

#include <stdlib.h>
#include <string.h>

uint32_t process_find(const model *m, const char *name)
{
    uint32_t i = 0, count = m->processes ? m->processes->count : 0;
    while (i < count && strcmp(m->processes->list[i]->name, name) != 0)
        i++;
    return i;
}

uint32_t process_channel_find(const model *m, const char *name)
{
    uint32_t i = 0, count = m->processes ? m->processes->channel_count : 0;
    while (i < count && strcmp(m->processes->channels[i].name, name) != 0)
        i++;
    return i;
}

void processes_free(processes *p)
{
    if (!p)
        return;
    free(p->list);
    free(p->channels);
    free(p->alphabets);
    free(p->nodes);
    free(p->owner);
    free(p->events);
    free(p);
}

bool process_ahead(const parser *p)
{
    return (parser_at(p, "process") || parser_at(p, "channel") || parser_at(p, "alphabet")) &&
           (p->t[1].kind == TOKEN_NAME || p->t[1].kind == TOKEN_WORD);
}

static processes *all(parser *p)
{
    if (!p->m->processes)
        p->m->processes = memory_new(1, sizeof *p->m->processes);
    return p->m->processes;
}

// A parameter without a type is an int.
static bool parse_parameter(parser *p, process_definition *d)
{
    variable *v = &d->slots[d->slot_count];
    if (d->slot_count == MODEL_MAX_ARGS)
        return source_error(p->s, p->e, p->t->at, NULL, "a process has at most %d parameters",
                            MODEL_MAX_ARGS);
    *v = (variable){.type = {.kind = TYPE_INT, .at = p->t->at}};
    bool bare = p->t->kind == TOKEN_NAME &&
                (token_is(p->s, &p->t[1], ",") || token_is(p->s, &p->t[1], ")"));
    if (bare ? !(v->name = parser_name(p, "parameter", &v->at))
             : !parse_variable(p, v, "parameter"))
        return false;
    d->param_count = ++d->slot_count;
    type t = v->type;
    bool plain = (t.kind == TYPE_INT || t.kind == TYPE_BOOL || t.kind == TYPE_ENUM) &&
                 !t.optional && !v->length;
    return plain || source_error(p->s, p->e, v->at, NULL,
                                 "a parameter of a process must be int, bool or an enum");
}

static bool parse_definition(parser *p)
{
    processes *a = all(p);
    process_definition *d = model_allocate(p->m, sizeof *d);
    if (!(d->name = parser_name(p, "process", &d->at)))
        return false;
    if (parser_take(p, "(")) {
        while (!parser_at(p, ")"))
            if ((d->param_count && !parser_expect(p, ",", "between two parameters")) ||
                !parse_parameter(p, d))
                return false;
        p->t++;
    }
    if (!parser_expect(p, "=", "before the process") || !(d->body = parse_process(p)))
        return false;
    d->number = a->count;
    MEMORY_GROW(a->list, a->capacity, a->count + 1);
    a->list[a->count++] = d;
    return parser_expect(p, ";", "after the process");
}

static bool parse_channel_types(parser *p, process_channel *c)
{
    if (!parser_take(p, "(")) {
        c->types[c->type_count++] = (type){.kind = TYPE_INT, .at = c->at};
        return true;
    }
    do {
        if (c->type_count == MODEL_MAX_PARTS)
            return source_error(p->s, p->e, p->t->at, NULL, "a message has at most %d values",
                                MODEL_MAX_PARTS);
        if (!parse_type(p, &c->types[c->type_count++]))
            return false;
    } while (parser_take(p, ","));
    return parser_expect(p, ")", "after the types");
}

static bool parse_channel(parser *p)
{
    processes *a = all(p);
    process_channel c = {0};
    if (!(c.name = parser_name(p, "channel", &c.at)) ||
        !parse_bound(p, "how much a channel holds", 0, MODEL_MAX_MANY, &c.capacity) ||
        !parse_channel_types(p, &c))
        return false;
    MEMORY_GROW(a->channels, a->channel_capacity, a->channel_count + 1);
    a->channels[a->channel_count++] = c;
    return parser_expect(p, ";", "after the channel");
}

static bool parse_alphabet(parser *p)
{
    processes *a = all(p);
    process_alphabet s = {.set = process_make(p, PROCESS_HIDE, p->t->at)};
    if (!(s.name = parser_name(p, "process", &s.at)) || !parse_event_set(p, s.set))
        return false;
    s.set->end = parser_end(p);
    MEMORY_GROW(a->alphabets, a->alphabet_capacity, a->alphabet_count + 1);
    a->alphabets[a->alphabet_count++] = s;
    return parser_expect(p, ";", "after the alphabet");
}

bool parse_process_declaration(parser *p)
{
    if (parser_take_word(p, "process"))
        return parse_definition(p);
    if (parser_take_word(p, "channel"))
        return parse_channel(p);
    parser_take_word(p, "alphabet");
    return parse_alphabet(p);
}
