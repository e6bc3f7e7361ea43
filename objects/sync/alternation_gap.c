// SPDX-License-Identifier: MIT
// Faulty: looks at all channels for somebody who waits, and makes its offers afterwards. A
// sender that comes to a channel in between finds no offer, and nobody looks for it again.

#define OFFERS_AT_ONCE 0
#include "alternation.c"
