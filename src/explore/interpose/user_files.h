// SPDX-License-Identifier: MIT
// Descriptors and streams that the object opens. They are no memory, so they are not
// reset as memory is: what an execution has opened is closed before the next one.

#ifndef EXPLORE_USER_FILES_H
#define EXPLORE_USER_FILES_H

#include "explore/runtime/interposed.h"

// Is the user's code running, on a fiber? The threads that lend their TLS are not, and wait.
bool files_by_user(void);
// Would a call on this descriptor not wait? The events are those of poll.
bool file_ready(int file, short events);
// Some stream has a buffer of the object's: what it writes is seen there.
bool streams_touch_memory(void);
void streams_unlock(void); // an execution begins

#endif
