// SPDX-License-Identifier: MIT
// A lock-free priority queue after Sundell and Tsigas (JPDC 2005), the lowest level of
// its skip list: the other levels only say where to begin. A value is its own priority,
// and is there once at most.
//
//   st_queue.c            After helping, a removal begins again at the head.
//   st_queue_resumed.c    Faulty: it goes on from where the help ended. The fault is of this
//                         version; the error that Lawrence and Lowe (§4) report of the published
//                         queue is not described there, and may be another.
//
// Nodes that were taken out are not freed: the published reference counts are left out.

#ifndef ST_QUEUE_H
#define ST_QUEUE_H

#include <stdbool.h>

typedef struct st_queue st_queue;

st_queue *st_queue_new(void);
void st_queue_free(st_queue *q); // when no other thread uses it
void st_queue_insert(st_queue *q, int key);
bool st_queue_remove_min(st_queue *q, int *key); // false: there is none

#endif
