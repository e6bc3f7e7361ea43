// SPDX-License-Identifier: MIT
// See lock_turns.h.

#include "explore/runtime/lock_turns.h"

#include "explore/runtime/runtime.h"

turns *turns_now;

void turns_note_lock(const void *lock, lock_turn what)
{
    turns *t = turns_now;
    if (!t || !rt.current)
        return;
    uint64_t word = turns_lock(lock, rt.current->number, what);
    for (uint32_t i = 0; i < t->lock_count; i++)
        if (t->locks[i] == word)
            return;
    t->many = t->many || t->lock_count == TURNS_LOCKS;
    if (!t->many)
        t->locks[t->lock_count++] = word;
}
