// SPDX-License-Identifier: MIT
// The invariants of a history, for assertions.

#ifndef HISTORY_HISTORY_SOUND_H
#define HISTORY_HISTORY_SOUND_H

#include <linchpin/history.h>

// Operations are in the order of their calls; every event is the call or the return of its
// operation, which knows its number; nothing returns before it is called, or twice.
bool history_is_sound(const lp_history *h);

#endif
