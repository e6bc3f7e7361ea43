// SPDX-License-Identifier: MIT
// Faulty: close wakes one sender and one receiver. A second one sleeps on, though the channel
// is closed.

#define WAKES_ONE 1
#include "timed_closeable_chan.c"
