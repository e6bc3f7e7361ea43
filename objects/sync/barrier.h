// SPDX-License-Identifier: MIT
// A barrier for so many threads: nobody goes on until all have come.

#ifndef BARRIER_H
#define BARRIER_H

#include <stdbool.h>

typedef struct barrier barrier;

barrier *barrier_new(int threads);
void barrier_free(barrier *b); // when no other thread uses it
void barrier_sync(barrier *b);

#endif
