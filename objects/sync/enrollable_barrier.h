// SPDX-License-Identifier: MIT
// A barrier for all who are enrolled. Only who is enrolled may come or resign.

#ifndef ENROLLABLE_BARRIER_H
#define ENROLLABLE_BARRIER_H

#include <stdbool.h>

typedef struct enrollable_barrier enrollable_barrier;

enrollable_barrier *enrollable_barrier_new(void);
void enrollable_barrier_free(enrollable_barrier *b); // when no other thread uses it
void enrollable_barrier_enrol(enrollable_barrier *b);
void enrollable_barrier_resign(enrollable_barrier *b);
void enrollable_barrier_sync(enrollable_barrier *b);

#endif
