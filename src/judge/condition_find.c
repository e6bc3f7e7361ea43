// SPDX-License-Identifier: MIT
// Conditions by name, with what stands after the colon: see judge.h.

#include "base/memory.h"
#include "base/text.h"
#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 64 };

static const judge *find(const char *name, size_t length)
{
    for (size_t i = 0; judges[i]; i++)
        if (strlen(judges[i]->name) == length && memcmp(judges[i]->name, name, length) == 0)
            return judges[i];
    return NULL;
}

static void complain(const char *name, error *e)
{
    const char *names[MOST_NAMES] = {0};
    size_t count = 0;
    text all = {0};
    for (size_t i = 0; judges[i] && count < MOST_NAMES; i++) {
        text_add(&all, "%s%s", i ? ", " : "", judges[i]->name);
        if (judges[i]->takes)
            text_add(&all, ":%s", judges[i]->takes);
        names[count++] = judges[i]->name;
    }
    const char *near = did_you_mean(name, names, count);
    if (near)
        error_set(e, "there is no condition \"%s\"; did you mean \"%s\"?", name, near);
    else
        error_set(e, "there is no condition \"%s\"; there are: %s", name, all.bytes);
    text_fini(&all);
}

// A condition with its parameter; `made` of the judge points to this.
typedef struct made {
    judge judge;
    char *name;
} made;

static made *make(const judge *from, const char *name, uint32_t factor)
{
    made *m = memory_new(1, sizeof *m);
    m->name = memory_string(name);
    m->judge = *from;
    m->judge.name = m->name;
    m->judge.factor = factor;
    m->judge.made = m;
    return m;
}

// `given` stands in `name`, after the colon.
static const judge *with_parameter(const judge *from, const char *name, const char *given, error *e)
{
    uint32_t factor = 0;
    if (!from->parse(given, &factor, e))
        return NULL;
    made *m = make(from, name, factor);
    if (strchr(given, '='))
        m->judge.by_method = m->name + (given - name);
    return &m->judge;
}

const judge *judge_find(const char *name, error *e)
{
    size_t length = strcspn(name, ":");
    const char *parameter = name[length] ? name + length + 1 : NULL;
    const judge *j = find(name, length);
    if (!j) {
        char *alone = memory_string_n(name, length);
        complain(alone, e);
        free(alone);
        return NULL;
    }
    if (!parameter && !j->takes)
        return j;
    if (!parameter)
        error_set(e, "%s needs to know how much: write %s:2", name, name);
    else if (!j->takes)
        error_set(e, "%s takes nothing after its name, so \"%s\" is not a condition", j->name,
                  name);
    else
        return with_parameter(j, name, parameter, e);
    return NULL;
}

const judge *judge_with_factor(const char *condition, uint32_t factor, error *e)
{
    const judge *j = find(condition, strlen(condition));
    char *name = text_format("%s:%u", condition, factor);
    // What is wrong with it, judge_find says.
    const judge *found = j && j->takes ? &make(j, name, factor)->judge : judge_find(name, e);
    free(name);
    return found;
}

void judge_release(const judge *j)
{
    made *m = j ? j->made : NULL;
    if (!m)
        return;
    free(m->name);
    free(m);
}
