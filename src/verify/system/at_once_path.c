// SPDX-License-Identifier: MIT
// See at_once_path.h.

#include "verify/system/at_once_path.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

at_once_path *at_once_path_new(const transition_system *s)
{
    if (!s->front->at_once)
        return NULL;
    at_once_path *p = memory_new(1, sizeof *p);
    p->s = s;
    p->kept = memory_new(s->p->layout.cells, sizeof *p->kept);
    p->after = memory_new(s->p->layout.cells, sizeof *p->after);
    p->met = memory_new(s->p->layout.cells, sizeof *p->met);
    return p;
}

void at_once_path_free(at_once_path *p)
{
    if (!p)
        return;
    free(p->kept);
    free(p->after);
    free(p->met);
    free(p->ways.items);
    free(p);
}

void at_once_path_take(at_once_path *p, int32_t *cells, bool interpreted, run *r)
{
    size_t size = p->s->p->layout.cells * sizeof *cells;
    uint32_t mark =
        1; // how many moves after which `met` is noted anew: Brent's way to find a cycle
    memcpy(p->kept, cells, size);
    memcpy(p->met, cells, size);
    p->count = p->tried = 0;
    *r = (run){0};
    run made;
    while (
        system_at_once(p->s, cells, interpreted, &p->ways, p->after, &p->moves[p->count], &made)) {
        memcpy(cells, p->after, size);
        *r = made;
        p->tried = ++p->count;
        if (r->problem)
            return;
        if (p->count == AT_ONCE_MOST || memcmp(p->met, cells, size) == 0) {
            memcpy(cells, p->kept, size);
            p->count = 0;
            return;
        }
        if (p->count == mark) {
            memcpy(p->met, cells, size);
            mark *= 2;
        }
    }
}
