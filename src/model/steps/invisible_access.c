// SPDX-License-Identifier: MIT
// See invisible_access.h. Ghost code, assertions and marks are no steps of their own, but they may
// look at what others write, and ghost code writes what others look at.

#include "model/steps/invisible_access.h"

#include "base/memory.h"

#include <stdlib.h>

static bool is_access(instr_kind kind)
{
    return kind == INSTR_LOAD || kind == INSTR_STORE || kind == INSTR_MANY || kind == INSTR_CAS ||
           kind == INSTR_DCAS || kind == INSTR_SWAP || kind == INSTR_FAA || kind == INSTR_LOCK ||
           kind == INSTR_UNLOCK || kind == INSTR_LL || kind == INSTR_SC || kind == INSTR_FREE;
}

static bool shares(const program *p, const routine *r, const instr *i)
{
    if (!is_access(i->kind))
        return false;
    if (i->kind == INSTR_FREE || i->place.base)
        return true;
    return !i->place.local && !program_variable(p, r, &i->place)->own;
}

static uint32_t target(const routine *r, uint32_t label)
{
    uint32_t n = 0;
    while (r->code[n].kind != INSTR_LABEL || r->code[n].label != label)
        n++;
    return n;
}

bool invisible_access_shares(const program *p, const routine *r, uint32_t from)
{
    bool *seen = memory_new(r->count + 1, sizeof *seen), found = false;
    uint32_t *left = memory_new(2 * (size_t)r->count + 1, sizeof *left), count = 0;
    left[count++] = from;
    while (count > 0 && !found) {
        uint32_t n = left[--count];
        if (n >= r->count || seen[n])
            continue;
        const instr *i = &r->code[n];
        seen[n] = true;
        if (i->yields || i->kind == INSTR_RETURN)
            continue;
        found = shares(p, r, i);
        if (i->kind != INSTR_JUMP)
            left[count++] = n + 1;
        if (i->kind == INSTR_JUMP || i->kind == INSTR_BRANCH)
            left[count++] = target(r, i->label);
    }
    free(seen);
    free(left);
    return found;
}
