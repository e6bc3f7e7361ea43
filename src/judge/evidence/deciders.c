// SPDX-License-Identifier: MIT
// See deciders.h.

#include "judge/evidence/deciders.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void deciders_note(deciders *d, const char *name, uint32_t part)
{
    uint32_t i = 0;
    while (i < d->count && strcmp(d->list[i].name, name) != 0)
        i++;
    if (i == d->count) {
        d->list = memory_resize(d->list, d->count + 1, sizeof *d->list);
        d->list[d->count++] = (decider){memory_string(name), part};
    } else if (part < d->list[i].part) {
        d->list[i].part = part;
    }
}

static int by_part(const void *a, const void *b)
{
    const decider *x = a, *y = b;
    return (x->part > y->part) - (x->part < y->part);
}

void deciders_print(deciders *d, text *out)
{
    if (d->count)
        qsort(d->list, d->count, sizeof *d->list, by_part);
    for (uint32_t i = 0; i < d->count; i++)
        text_add(out, "%s%s", i ? ", " : "", d->list[i].name);
}

void deciders_fini(deciders *d)
{
    for (uint32_t i = 0; i < d->count; i++)
        free(d->list[i].name);
    free(d->list);
}
