// SPDX-License-Identifier: MIT
// Schedules as text: "2x4,0x5,1,=1,1x3". Thread 2 takes four steps, thread 0
// five, thread 1 one; then a choice that is not about threads is answered with
// 1. Steps that a lone thread takes are not scheduled and not written.
//
// Accesses to a stack or to thread-local variables are steps only where another
// thread was seen to reach into them, so a schedule begins with whose they are:
// "s2" the stack of thread 2, "t0" the thread-local variables of thread 0. Plain
// accesses are steps only where threads race for them: "h" and an address, in
// hexadecimal, or "d", a number and an offset in the data of a module. "p": all
// of them are steps.

#ifndef EXPLORE_SCHEDULE_TEXT_H
#define EXPLORE_SCHEDULE_TEXT_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

typedef struct schedule {
    uint16_t *steps; // thread numbers, or SCHEDULE_CHOICE + answer
    uint32_t count, capacity;
    uint64_t shared_stacks, shared_tls; // sets of thread numbers
    uint64_t *promoted;                 // addresses, or SCHEDULE_DATA, module and offset
    uint32_t promoted_count, promoted_capacity;
    bool plain; // every plain access is a step
} schedule;

#define SCHEDULE_DATA ((uint64_t)1 << 63) // with a module's number << 48 and an offset
enum { SCHEDULE_CHOICE = 0x8000, SCHEDULE_MAX = 10000000 };

void schedule_fini(schedule *s);
void schedule_add_promoted(schedule *s, uint64_t address);
void schedule_add(schedule *s, uint16_t step);
void schedule_print(const schedule *s, text *out);
bool schedule_parse(const char *source, schedule *s, error *e);

#endif
