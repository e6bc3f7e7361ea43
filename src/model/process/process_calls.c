// SPDX-License-Identifier: MIT
// Which processes one may come to: those it calls, and those that they call.

#include "model/process/process_terms.h"

static void follow(const processes *a, const process *x, bool *reached)
{
    if (x->kind == PROCESS_CALL && !reached[x->target]) {
        reached[x->target] = true;
        follow(a, a->list[x->target]->body, reached);
    }
    for (uint32_t i = 0; i < x->part_count; i++)
        follow(a, x->parts[i], reached);
}

void processes_called(const processes *a, const process_definition *of, bool *reached)
{
    reached[of->number] = true;
    follow(a, of->body, reached);
}
