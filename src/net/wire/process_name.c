// SPDX-License-Identifier: MIT
#include "net/wire/process_name.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool name_exists(const lp_system *system, process_name name)
{
    if (name.kind == NAME_CLIENT)
        return name.number > 0;
    return name.kind < system->kind_count && kind_is_server(system->kinds[name.kind]) &&
           name.number < system->kinds[name.kind]->instance_count;
}

const lp_component_kind *name_kind(const lp_system *system, process_name name)
{
    assert(name.kind != NAME_CLIENT && name_exists(system, name));
    return system->kinds[name.kind];
}

static bool parse_client(const char *word, process_name *name)
{
    char *end;
    if (strncmp(word, "client[", 7) != 0 || word[7] < '0' || word[7] > '9')
        return false;
    unsigned long number = strtoul(word + 7, &end, 10);
    *name = (process_name){NAME_CLIENT, (uint32_t)number};
    return strcmp(end, "]") == 0 && number > 0 && number <= UINT32_MAX;
}

bool name_parse(const lp_system *system, const char *word, process_name *name)
{
    for (uint32_t k = 0; k < system->kind_count; k++) {
        const lp_component_kind *kind = system->kinds[k];
        if (!kind_is_server(kind))
            continue;
        for (uint32_t i = 0; i < kind->instance_count; i++) {
            text full = {0};
            name_add(&full, system, (process_name){k, i});
            bool same = strcmp(full.bytes, word) == 0;
            text_fini(&full);
            if (same) {
                *name = (process_name){k, i};
                return true;
            }
        }
    }
    return parse_client(word, name);
}

void name_add(text *t, const lp_system *system, process_name name)
{
    if (name.kind == NAME_CLIENT) {
        text_add(t, "client[%u]", name.number);
        return;
    }
    const lp_component_kind *kind = name_kind(system, name);
    const char *instance = kind->instances[name.number];
    if (instance[0])
        text_add(t, "%s[%s]", kind->name, instance);
    else
        text_add(t, "%s", kind->name);
}

void name_add_component(text *t, const lp_system *system, lp_component c)
{
    const lp_component_kind *kind = system->kinds[c.kind];
    if (kind_is_server(kind))
        name_add(t, system, (process_name){c.kind, c.number});
    else
        text_add(t, "%s[%u.%u]", kind->name, id_client(c.id.id), (unsigned)(c.id.id & 0xfffffff));
}
