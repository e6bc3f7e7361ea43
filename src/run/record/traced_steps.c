// SPDX-License-Identifier: MIT
// See traced_steps.h. Traces may be long: they are read line by line, and only what concerns the
// operations is kept.

#include "run/record/traced_steps.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1000 };

void traced_lines(const char *path, void (*look)(void *data, const char *line, uint64_t number),
                  void *data)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t capacity = 0;
    uint64_t number = 0;
    while (file && getline(&line, &capacity, file) > 0)
        look(data, line, ++number);
    free(line);
    if (file)
        fclose(file);
}

// Where the value of a member begins; strings in traces have no escapes.
static const char *find(const char *line, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(line, key);
    return at ? at + strlen(key) : NULL;
}

uint64_t traced_number(const char *line, const char *name)
{
    const char *at = find(line, name);
    return at ? strtoull(at, NULL, 10) : 0;
}

static char *string_of(const char *line, const char *name)
{
    const char *at = find(line, name);
    return at && *at == '"' ? memory_string_n(at + 1, strcspn(at + 1, "\"")) : NULL;
}

bool traced_steps_wants(const traced_steps *t, const char *component)
{
    for (size_t i = 0; component && i < t->operation_count; i++)
        if (t->operations[i].name && strcmp(t->operations[i].name, component) == 0)
            return true;
    return false;
}

// The first call in the trace that is not before the one that the client has told is the same: it is
// told first, and then begins.
static void look_for_call(void *data, const char *line, uint64_t number)
{
    traced_operation *o = data;
    (void)number;
    if (!o->name && strstr(line, "\"step\":\"call\"") && traced_number(line, "time") >= o->called)
        o->name = string_of(line, "at");
}

static void step_fini(traced_step *s)
{
    free(s->at);
    free(s->step);
    free(s->what);
    free(s->with);
}

static traced_step read_step(const char *line)
{
    return (traced_step){.time = traced_number(line, "time"),
                         .at = string_of(line, "at"),
                         .step = string_of(line, "step"),
                         .what = string_of(line, "what"),
                         .with = string_of(line, "with")};
}

static void look_for_steps(void *data, const char *line, uint64_t number)
{
    traced_steps *t = data;
    (void)number;
    bool maybe = false;
    for (size_t i = 0; i < t->operation_count; i++)
        maybe |= t->operations[i].name && strstr(line, t->operations[i].name);
    if (!maybe || t->count >= MOST_STEPS)
        return;
    traced_step s = read_step(line);
    if (s.at && s.step && s.what && strcmp(s.step, "state") != 0 &&
        (traced_steps_wants(t, s.at) || traced_steps_wants(t, s.with))) {
        MEMORY_GROW(t->steps, t->capacity, t->count + 1);
        t->steps[t->count++] = s;
    } else {
        step_fini(&s);
    }
}

static int by_time(const void *left, const void *right)
{
    const traced_step *a = left, *b = right;
    return (a->time > b->time) - (a->time < b->time);
}

void traced_steps_read(traced_steps *t, const char *const *traces, size_t count)
{
    for (size_t i = 0; i < t->operation_count; i++)
        if (t->operations[i].called)
            traced_lines(t->operations[i].trace, look_for_call, &t->operations[i]);
    for (size_t i = 0; i < count; i++)
        traced_lines(traces[i], look_for_steps, t);
    if (t->count)
        qsort(t->steps, t->count, sizeof *t->steps, by_time);
}

static void keep_last(void *data, const char *line, uint64_t number)
{
    traced_steps *t = data;
    (void)number;
    traced_step s = read_step(line);
    if (!s.at || !s.step || !s.what ||
        (strcmp(s.step, "receive") != 0 && strcmp(s.step, "call") != 0 &&
         strcmp(s.step, "act") != 0)) {
        step_fini(&s);
        return;
    }
    if (t->count == TRACED_LAST) {
        step_fini(&t->steps[0]);
        memmove(t->steps, t->steps + 1, --t->count * sizeof *t->steps);
    }
    MEMORY_GROW(t->steps, t->capacity, t->count + 1);
    t->steps[t->count++] = s;
}

void traced_steps_last(traced_steps *t, const char *trace)
{
    traced_lines(trace, keep_last, t);
}

void traced_steps_fini(traced_steps *t)
{
    for (size_t i = 0; i < t->operation_count; i++)
        free(t->operations[i].name);
    for (size_t i = 0; i < t->count; i++)
        step_fini(&t->steps[i]);
    free(t->steps);
}
