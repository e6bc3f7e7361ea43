// SPDX-License-Identifier: MIT
// For searches that take operations one after the other: which are done, and the list of
// those that are left, in the order of their calls. Taking one and putting it back costs
// the same few writes, if what was taken last is put back first.

#ifndef JUDGE_REMAINING_H
#define JUDGE_REMAINING_H

#include <stdbool.h>
#include <stdint.h>

enum { REMAINING_END = UINT32_MAX };

typedef struct remaining_ops {
    uint32_t *next, *before, first; // the list; REMAINING_END: no more
    uint64_t *done;                 // bits
    uint32_t done_end;              // none from here on is done
} remaining_ops;

void remaining_init(remaining_ops *l, uint32_t count); // all are left
void remaining_fini(remaining_ops *l);

static inline bool remaining_is_done(const remaining_ops *l, uint32_t op)
{
    return l->done[op / 64] >> (op % 64) & 1;
}

void remaining_set(remaining_ops *l, uint32_t op, bool done);
// Does the list hold exactly those of `count` operations that are not done, in order? For tests.
bool remaining_is_sound(const remaining_ops *l, uint32_t count);

// All that tells this set from others: the words from the first operation that is left to
// the last that is done; *from is the number of the first word.
const uint64_t *remaining_words(remaining_ops *l, uint32_t *from, uint32_t *count);

#endif
