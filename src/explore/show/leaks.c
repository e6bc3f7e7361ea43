// SPDX-License-Identifier: MIT
// See leaks.h. Objects that never free are common and mostly not asked about: so only
// addresses are kept here, and lines looked up once at the end.

#include "explore/show/leaks.h"

#include "base/text.h"
#include "explore/runtime/arena.h"
#include "explore/show/source_lines.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>

enum { NAMED_MAX = 8 };

typedef struct leak {
    char *name;
    size_t size;
    const void *allocated;
} leak;

static leak leaks[NAMED_MAX];
static uint32_t leak_count, most_seen;

static void clear(void)
{
    while (leak_count)
        free(leaks[--leak_count].name);
}

void leaks_forget(void)
{
    clear();
    most_seen = 0;
}

static void note(void *unused, const void *block, size_t size)
{
    (void)unused;
    if (leak_count == NAMED_MAX)
        return;
    text name = {0};
    const void *freed;
    leak *l = &leaks[leak_count++];
    arena_print(block, &name);
    arena_history(block, &l->allocated, &freed);
    l->name = text_take(&name);
    l->size = size;
}

static void count(void *number, const void *block, size_t size)
{
    (void)block;
    (void)size;
    ++*(uint32_t *)number;
}

uint32_t leaks_count(void)
{
    uint32_t leaked = 0;
    arenas_leaked(count, &leaked);
    if (leaked > most_seen) {
        clear();
        arenas_leaked(note, NULL);
        most_seen = leaked;
    }
    return leaked;
}

static void say(const leak *l, text *out)
{
    char *where = source_where(l->allocated);
    text_add(out, "%s of %zu byte%s%s%s", l->name, l->size, l->size == 1 ? "" : "s",
             where ? ", allocated at " : "", where ? where : "");
    free(where);
}

void leaks_decide(lp_verdict *v, uint64_t most)
{
    text first = {0}, all = {0};
    for (uint32_t i = 0; i < leak_count; i++) {
        say(&leaks[i], i ? &all : &first);
        if (i)
            text_add(&all, "\n");
    }
    if (leak_count && most > leak_count && leak_count == NAMED_MAX)
        text_add(&all, "and %llu more\n", (unsigned long long)most - leak_count);
    verdict_violate(v, LP_VIOLATION_LEAK, "%llu block%s not freed at the end%s%s",
                    (unsigned long long)most, most == 1 ? " is" : "s are", first.length ? ": " : "",
                    first.length ? first.bytes : "");
    if (all.length)
        verdict_copy(&v->detail, all.bytes);
    text_fini(&first);
    text_fini(&all);
}
