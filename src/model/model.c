// SPDX-License-Identifier: MIT
// Reading a model: parse, then check; and the arena that owns it.

#include "model/model.h"

#include "base/memory.h"
#include "model/compose/compose.h"
#include "model/syntax/ast_process.h"

#include <stdlib.h>
#include <string.h>

void *model_allocate(model *m, size_t size)
{
    MEMORY_GROW(m->arena, m->arena_capacity, m->arena_count + 1);
    void *fresh = memory_new(1, size ? size : 1);
    m->arena[m->arena_count++] = fresh;
    return fresh;
}

static model *model_new(const char *file, const char *bytes, size_t length)
{
    model *m = memory_new(1, sizeof *m);
    char *copy = model_allocate(m, length + 2);
    if (length)
        memcpy(copy, bytes, length);
    char *name = model_allocate(m, strlen(file) + 1);
    memcpy(name, file, strlen(file));
    m->used = model_allocate(m, length + 1);
    m->source = (source){.file = name, .bytes = copy, .length = length};
    return m;
}

model *model_read(const char *file, const char *bytes, size_t length, error *e)
{
    bool parsed;
    return model_read_noted(file, bytes, length, NULL, &parsed, e);
}

model *model_read_noted(const char *file, const char *bytes, size_t length, source_note *note,
                        bool *parsed, error *e)
{
    model *m = model_new(file, bytes, length);
    m->source.note = note;
    *parsed = model_parse(m, NULL, e);
    if (*parsed && model_check_names(m, e) &&
        (has_automaton(m) ? model_compose(m, e) : model_check(m, e)))
        return m;
    model_free(m);
    return NULL;
}

model *model_read_tokens(const char *file, const char *bytes, size_t length, struct token **tokens,
                         error *e)
{
    model *m = model_new(file, bytes, length);
    if (model_parse(m, tokens, e))
        return m;
    model_free(m);
    return NULL;
}

void model_free(model *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; i < m->view_count; i++)
        model_free(m->views[i]);
    for (uint32_t i = 0; i < m->arena_count; i++)
        free(m->arena[i]);
    free(m->arena);
    free(m->units);
    free(m->functions);
    free(m->instances);
    free(m->invariants);
    free(m->reachables);
    free(m->step_claims);
    free(m->quorum_claims);
    if (!m->whole) { // a view has these from the file
        free(m->constants);
        free(m->records);
        free(m->enums);
        free(m->aliases);
        free(m->messages);
        free(m->procedures);
        processes_free(m->processes);
    }
    free(m);
}
