// SPDX-License-Identifier: MIT
// User code that was left for good in the middle of a library: it crashed there, or the
// watchdog has ended it. It may have held a lock of the C library's, or have been about to
// change its heap. So this process runs no execution any more, and what it still has to
// tell it tells without that heap.

#ifndef EXPLORE_LOST_THREAD_H
#define EXPLORE_LOST_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

// Whether this is code of the runner itself.
bool lost_own_code(const void *pc);
// Sets ended.lost if user code was there. For handlers of signals.
void lost_note(const ucontext_t *at);
// The user's call of that library, as a return address; NULL: not known.
const void *lost_call(void);

// From then on malloc and its kin: memory that is zero and never given back.
void *lost_allocate(size_t size, size_t alignment);
void *lost_reallocate(void *old, size_t size);

#endif
