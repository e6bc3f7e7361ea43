// SPDX-License-Identifier: MIT
// See replay_names.h.

#include "run/replay/replay_names.h"

#include "base/memory.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t CLIENTS = UINT64_C(1) << 32;

void replay_names_init(replay_names *n, const component_system *s)
{
    *n = (replay_names){.s = s};
    for (uint32_t part = 0; part < s->part_count; part++) {
        const component *c = &s->parts[part];
        for (uint32_t i = 0; !c->is_operation && i < c->instances; i++) {
            text name = {0};
            text_add(&name, "%s", c->part->name);
            for (uint32_t k = 0; k < c->part->domain_count; k++) {
                enact_value v = enact_parameter(c, k, i);
                text_add(&name, k ? "," : "[");
                enact_print(s, c->part->domains[k], v.cells, &name);
            }
            text_add(&name, c->part->domain_count ? "]" : "");
            MEMORY_GROW(n->servers, n->capacity, n->count + 1);
            n->servers[n->count++] =
                (replay_server){text_take(&name), {.part = part, .who = (int64_t)i}};
        }
    }
}

void replay_names_fini(replay_names *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->servers[i].name);
    free(n->servers);
}

// The kinds of a component whose operations are of several supplies are told by the methods,
// or, where these are the same, by the supplies.
static char *kind_name(const component_system *s, const component *c, uint32_t operation)
{
    const component_operation *o = &c->operations[operation];
    if (c->operation_count < 2)
        return memory_string(c->part->name);
    bool unique = true;
    for (uint32_t i = 0; i < c->operation_count; i++)
        unique &= i == operation || strcmp(c->operations[i].method, o->method) != 0;
    return text_format("%s_%s", c->part->name, unique ? o->method : s->supplies[o->supply].name);
}

static bool parse_operation(const replay_names *n, const char *name, replay_who *out)
{
    size_t length = strcspn(name, "[");
    for (uint32_t part = 0; part < n->s->part_count; part++) {
        const component *c = &n->s->parts[part];
        for (uint32_t i = 0; i < c->operation_count; i++) {
            char *kind = kind_name(n->s, c, i);
            bool same = strlen(kind) == length && strncmp(kind, name, length) == 0;
            const char *at = name + length + 1;
            free(kind);
            if (!same || !name[length])
                continue;
            *out = (replay_who){.part = part, .operation = i};
            return enact_parse_id(c->operations[i].supply, &at, &out->who) && strcmp(at, "]") == 0;
        }
    }
    return false;
}

// A process without parameters is called 1.
static bool is_called(const replay_server *s, const char *name)
{
    size_t length = strlen(s->name);
    return strcmp(s->name, name) == 0 ||
           (!strchr(s->name, '[') && strncmp(s->name, name, length) == 0 &&
            strcmp(name + length, "[1]") == 0);
}

bool replay_who_parse(const replay_names *n, const char *name, replay_who *out)
{
    for (size_t i = 0; i < n->count; i++)
        if (is_called(&n->servers[i], name)) {
            *out = n->servers[i].who;
            return true;
        }
    return parse_operation(n, name, out);
}

void replay_who_print(const replay_names *n, replay_who who, text *out)
{
    const component *c = &n->s->parts[who.part];
    if (!c->is_operation) {
        text_add(out, "%s", n->servers[replay_process_of(n, who)].name);
        return;
    }
    uint32_t operation = 0;
    for (uint32_t i = 0; i < c->operation_count; i++)
        if (c->operations[i].supply == enact_supply(who.who))
            operation = i;
    char *kind = kind_name(n->s, c, operation);
    text_add(out, "%s[%u.%u]", kind, (unsigned)((uint64_t)who.who >> 28 & UINT32_MAX),
             (unsigned)(who.who & 0xfffffff));
    free(kind);
}

uint64_t replay_process_of(const replay_names *n, replay_who who)
{
    if (n->s->parts[who.part].is_operation)
        return CLIENTS | ((uint64_t)who.who >> 28 & UINT32_MAX);
    uint64_t before = 0;
    for (uint32_t i = 0; i < who.part; i++)
        before += n->s->parts[i].is_operation ? 0 : n->s->parts[i].instances;
    return before + (uint64_t)who.who;
}

bool replay_process_parse(const replay_names *n, const char *name, uint64_t *out)
{
    for (size_t i = 0; i < n->count; i++)
        if (is_called(&n->servers[i], name)) {
            *out = i;
            return true;
        }
    if (strncmp(name, "client[", 7) != 0 || name[7] < '0' || name[7] > '9')
        return false;
    char *end;
    uint64_t number = strtoull(name + 7, &end, 10);
    *out = CLIENTS | number;
    return strcmp(end, "]") == 0 && number <= UINT32_MAX;
}

channel replay_channel(const component_system *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < s->system->channel_count; i++) {
        const channel *c = &s->system->channels[i];
        if (strcmp(c->from, s->parts[from].part->name) == 0 &&
            strcmp(c->to, s->parts[to].part->name) == 0)
            return *c;
    }
    return (channel){0};
}
