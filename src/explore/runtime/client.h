// SPDX-License-Identifier: MIT
// The client: the code that calls the user's object as a scenario says, and
// notes calls and returns.

#ifndef EXPLORE_CLIENT_H
#define EXPLORE_CLIENT_H

#include "harness/test_object.h"

#include <linchpin/history.h>

// Which scenario the executions from now on run. Both stay the caller's.
void client_set(const subject *s, const scenario *sc);
// Folded: the first step of the current thread's operation is being taken.
void client_called(void);
// At a deadlock: operations that have begun, though not a step of theirs was taken.
void client_open_calls(void);
// The k-th call of a process.
const scenario_call *client_call(uint32_t process, uint32_t k);
void client_start(void); // begins an execution: main is ready to run
// The history so far. Of an execution that is traced, operations have their numbers as identities,
// so that they are known again in a part of the history.
lp_history *client_history(lp_pool *pool);

#endif
