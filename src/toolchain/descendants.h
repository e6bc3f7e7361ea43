// SPDX-License-Identifier: MIT
// Ending all that a program has started, however it tried to get away: children of
// children, with process groups and sessions of their own.

#ifndef TOOLCHAIN_DESCENDANTS_H
#define TOOLCHAIN_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// From now on orphans among our descendants become our children, not init's.
void descendants_adopt(void);
// Ends all children of this process, and those that become its children by that.
// Whoever calls this must have no other children that it still wants.
void descendants_end(void);

// How many there are now. Looks at all processes: not to be asked too often.
size_t descendants_count(void);

// Are there more than `most` of them? Cheap enough to be asked twenty times a second: they are
// counted only when the machine has that many more processes than at first, and now and then.
typedef struct descendants_watch {
    size_t most;
    uint16_t first;          // of the machine, as the kernel counts them: modulo 65536
    double counted;          // when
    uint64_t memory, unused; // bytes: of one process at most; of the machine when they were weighed
    double weighed;          // when
} descendants_watch;

void descendants_watch_init(descendants_watch *w, size_t most, uint64_t memory);
bool descendants_too_many(descendants_watch *w);
// Has one of them more than `memory` bytes resident? As cheap: they are weighed four times a
// second, and when the machine has lost much of its free memory.
bool descendants_too_large(descendants_watch *w);

#endif
