// SPDX-License-Identifier: MIT
// Descriptors that are not the object's. Those of the runner do not exist for it: the pipe for
// the answer, files that are read for traces. The standard three, which every process has, are
// put back when an execution has closed them.

#ifndef EXPLORE_DESCRIPTORS_H
#define EXPLORE_DESCRIPTORS_H

#include <stdbool.h>

// Before the object is loaded: all that are open, but for the standard three, are ours.
void descriptors_init(void);
void descriptor_opened(int file); // by the runner; -1: it was not
void descriptor_closed(int file);
bool descriptor_is_ours(int file);
void descriptor_lost(int file); // the object closes it
void descriptors_reset(void);   // an execution begins

#endif
