// SPDX-License-Identifier: MIT
// Faulty: believes the wait when it says that the time is over. Somebody may have come in the
// last moment; then one side says that they met and the other that it was late.

#define BELIEVES_THE_WAIT 1
#include "timed_closeable_chan.c"
