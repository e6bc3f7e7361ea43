// SPDX-License-Identifier: MIT
// See frame_liveness.h. What was found is remembered by return address.

#include "explore/liveness/frame_liveness.h"

#include "base/memory.h"
#include "explore/liveness/code_liveness.h"

#include <stdlib.h>

typedef struct known_point {
    const void *pc;
    liveness_point *point; // NULL: not known
} known_point;

static known_point *table;
static uint32_t known_count, table_size;

static known_point *slot_of(const void *pc)
{
    uint32_t at = (uint32_t)((uintptr_t)pc * 0x9e3779b97f4a7c15u >> 40) & (table_size - 1);
    while (table[at].pc && table[at].pc != pc)
        at = (at + 1) & (table_size - 1);
    return &table[at];
}

static void grow(void)
{
    known_point *old = table;
    uint32_t old_size = table_size;
    table_size = old_size ? 2 * old_size : 1 << 10;
    table = memory_new(table_size, sizeof *table);
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i].pc)
            *slot_of(old[i].pc) = old[i];
    free(old);
}

static bool join(liveness_set *into, const liveness_set *from)
{
    uint64_t fresh = from->registers & ~(unsigned)into->registers;
    into->registers |= from->registers;
    for (uint32_t w = 0; w < LIVE_WORDS; w++) {
        fresh |= from->grains[w] & ~into->grains[w];
        into->grains[w] |= from->grains[w];
    }
    return fresh != 0;
}

static liveness_set before(const liveness_step *s, liveness_set after)
{
    after.registers = (uint8_t)(s->reads.registers | (after.registers & ~s->writes.registers));
    for (uint32_t w = 0; w < LIVE_WORDS; w++)
        after.grains[w] = s->reads.grains[w] | (after.grains[w] & ~s->writes.grains[w]);
    return after;
}

// The least solution, from the end of the code to its beginning until nothing changes.
static void solve(const liveness_code *code, liveness_set *live)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = code->count; i-- > 0;) {
            const liveness_step *s = &code->steps[i];
            liveness_set after = {0};
            for (uint32_t k = 0; k < 2; k++)
                if (s->next[k] != LIVE_OUT)
                    join(&after, &live[s->next[k]]);
            after = before(s, after);
            again |= join(&live[i], &after);
        }
    }
}

static void remember(const void *pc, liveness_point *point)
{
    if (2 * known_count >= table_size)
        grow();
    known_point *slot = slot_of(pc);
    if (slot->pc) {
        free(point);
        return;
    }
    *slot = (known_point){pc, point};
    known_count++;
}

// All calls of a function are remembered at once.
static void find(const void *pc)
{
    liveness_code code = {0};
    if (liveness_code_read(pc, &code)) {
        liveness_set *live = memory_new(code.count, sizeof *live);
        solve(&code, live);
        for (uint32_t i = 0; i < code.count; i++) {
            const liveness_step *s = &code.steps[i];
            if (!s->is_call || !s->reached)
                continue;
            liveness_point *p = memory_new(1, sizeof *p);
            *p = (liveness_point){live[i], s->stack};
            remember(s->at + s->length, p);
        }
        free(live);
    }
    free(code.steps);
    remember(pc, NULL);
}

bool liveness_known(const void *pc, const void **found)
{
    const known_point *slot = table ? slot_of(pc) : NULL;
    if (!slot || !slot->pc)
        return false;
    *found = slot->point;
    return true;
}

const liveness_point *liveness_at(const void *pc)
{
    const void *found;
    if (!liveness_known(pc, &found)) {
        find(pc);
        found = slot_of(pc)->point;
    }
    return found;
}
