// SPDX-License-Identifier: MIT
// The hooks for memory accesses.

#ifndef EXPLORE_PLAIN_ACCESS_H
#define EXPLORE_PLAIN_ACCESS_H

#include "explore/runtime/runtime.h"

// Schedules the access if it can be noticed, and checks that it may happen.
// Does nothing outside of user code.
void access_plain(const void *address, size_t size, bool write, const void *pc);
// Likewise for an atomic one. False: user code is not running; just do it.
// After it the caller is inside the hook: it ends with HOOK_SCOPE_OF, see hook_scope.h.
bool access_atomic(op_kind kind, const void *address, size_t size, int order, const void *pc);

#endif
