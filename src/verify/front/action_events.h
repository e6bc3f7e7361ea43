// SPDX-License-Identifier: MIT
// Which actions of an automaton are calls of operations, and which are returns: `call request(op
// x) is write(x);` in a verify block. After that, the automaton has histories as an object has.

#ifndef VERIFY_ACTION_EVENTS_H
#define VERIFY_ACTION_EVENTS_H

#include "verify/system/transition_system.h"

// Fills in s->events, one for each offer. The first label that fits an action counts.
void action_events(transition_system *s, const instance *v);

#endif
