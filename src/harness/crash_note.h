// SPDX-License-Identifier: MIT
// Which thread got the signal that ends a worker, written down before it ends.

#ifndef HARNESS_CRASH_NOTE_H
#define HARNESS_CRASH_NOTE_H

#include "harness/recorder.h"

// For the process.
void crash_note_init(recorder_shared *shared);
// For the calling thread.
void crash_note_thread(int32_t lane);

#endif
