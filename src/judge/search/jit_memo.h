// SPDX-License-Identifier: MIT
// The configurations that a jit_search has been to, all of them in vain. Two
// sets of operations are kept apart: those that return must be the same for two
// configurations to be alike. Of those that never return, taking fewer leaves
// more for later: if that was in vain, taking more is too.

#ifndef JUDGE_JIT_MEMO_H
#define JUDGE_JIT_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct jit_memo {
    uint32_t words; // of a set of slots
    bool forever;   // is there an operation that never returns?
    uint64_t *keys; // per entry: event and state, `words` of taken, then of forever
    uint32_t *next; // of the entry, in its chain
    uint32_t *heads;
    size_t count, keys_capacity, next_capacity;
    uint64_t mask;
} jit_memo;

void jit_memo_fini(jit_memo *m);
void jit_memo_start(jit_memo *m, uint32_t words, bool forever); // empties it
// True: it was here before, or one that could do at least as much. Else it is now.
bool jit_memo_seen(jit_memo *m, uint32_t event, uint32_t state, const uint64_t *taken,
                   const uint64_t *forever);
uint64_t jit_memo_bytes(const jit_memo *m);

#endif
