// SPDX-License-Identifier: MIT
// What the steps of the execution that is traced do to memory: the object's variables and the blocks
// of its heap are looked at whenever a thread has made a step, and compared with what was there
// before. memory_boxes.c makes the evidence of it.
//
// Looking is sound here: one OS thread runs all of them, so between two steps memory stands still,
// and whatever changed was changed by the thread that ran, announced to us or not.

#ifndef EXPLORE_MEMORY_LOG_H
#define EXPLORE_MEMORY_LOG_H

#include "explore/runtime/runtime.h"

#include <stddef.h>

// Of something larger only so much is looked at; and of more things nothing is told.
enum { WATCHED_MOST = 4096, WATCHED_COUNT = 1024 };

// A block of the heap, or a variable.
typedef struct watched {
    const char *address;
    size_t whole, size; // size: how much of it is looked at
    bool heap;
    bool made;           // by a step, not there before the first one
    unsigned char *then; // before the first step; of what is made, zeros
    unsigned char *now;  // when it was looked at last
} watched;

typedef enum note_kind {
    NOTE_MADE,   // with these contents
    NOTE_FREED,  //
    NOTE_ACCESS, // a step reads or writes these bytes
    NOTE_CHANGE, // they are now as noted
} note_kind;

// A step that the thread did not come to; others have smaller numbers.
enum { LOG_LATER = 1 << 30 };

typedef struct memory_note {
    uint32_t step; // its serial number
    uint32_t what; // which of the watched
    note_kind kind;
    bool known;                 // of what is made: its contents are, too (calloc)
    size_t offset, size, bytes; // bytes: where in log_bytes
} memory_note;

extern watched *log_watched;
extern uint32_t log_watched_count;
extern memory_note *log_notes;
extern uint32_t log_note_count;
extern unsigned char *log_bytes;
extern bool log_full; // there is more than WATCHED_COUNT

void log_begin(void); // an execution is about to be traced
// What has changed was changed by this thread, in its step `step` or after it; or, with NO_STEP,
// belongs to the next one that it makes.
enum { NO_STEP = UINT32_MAX };
void log_look(const fiber *f, uint32_t step);
// The thread makes its next step, on these bytes (NULL: on none).
void log_step(const fiber *f, uint32_t step, const void *address, size_t size);
void log_made(const fiber *f, uint32_t step, const void *block, size_t size, bool known);
void log_freed(uint32_t step, const void *block);
void log_end(void); // what was looked at is forgotten

// Which of the watched this address is in; UINT32_MAX: none.
uint32_t log_find(const void *address);

#endif
