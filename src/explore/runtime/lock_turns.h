// SPDX-License-Identifier: MIT
// Who has stepped, and what was done to locks, between two states of the search by states: what
// fairness is about (state_fair.c). Hooks note it as it happens.

#ifndef EXPLORE_LOCK_TURNS_H
#define EXPLORE_LOCK_TURNS_H

#include <stdbool.h>
#include <stdint.h>

// What is done to a lock, by whom.
typedef enum lock_turn {
    LOCK_TAKEN,  // by whatever means
    LOCK_GOT,    // by an attempt that might have failed
    LOCK_MISSED, // by one that did
} lock_turn;

enum { TURNS_LOCKS = 8 };

// Between two states: which threads took a step, and which were enabled at some moment. Bit i
// is fiber i. Spurious wake-ups are steps that no fair scheduler owes anybody.
typedef struct turns {
    uint32_t stepped, could;
    bool spurious; // somebody woke up for no reason
    bool many;     // more was done to locks than is noted
    uint16_t lock_count;
    uint64_t locks[TURNS_LOCKS]; // see turns_lock
} turns;

// The lock that it is about, and what the fiber does to it, in one word.
static inline uint64_t turns_lock(const void *lock, uint32_t who, lock_turn what)
{
    return (uint64_t)(uintptr_t)lock << 8 | who << 2 | what;
}
// Where it is noted; NULL: nowhere.
extern turns *turns_now;
void turns_note_lock(const void *lock, lock_turn what); // by the current fiber

#endif
