// SPDX-License-Identifier: MIT
// Which thread got the signal that ends a worker, written down before it ends; and
// whether a process that the test forked came back to record, which ends that one.

#ifndef HARNESS_CRASH_NOTE_H
#define HARNESS_CRASH_NOTE_H

#include "harness/stress/recorder.h"

// For the process.
void crash_note_init(const recorder *r);
// For the calling thread.
void crash_note_thread(int32_t lane);

#endif
