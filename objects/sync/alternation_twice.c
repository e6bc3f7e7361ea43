// SPDX-License-Identifier: MIT
// Faulty: who finds an offer does not ask whether the alternation has met somebody on another
// channel. Two senders meet one alternation, and a value is lost.

#define ASKS 0
#include "alternation.c"
