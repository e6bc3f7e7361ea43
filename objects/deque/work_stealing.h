// SPDX-License-Identifier: MIT
// Work stealing: the owner puts tasks in and takes them out, others steal.
//
//   idempotent_lifo.c   Michael, Vechev and Saraswat (2009): the owner uses no compare-
//                       and-swap. A task may be given out twice, none is lost. All
//                       take what was put in last.
//   idempotent_fifo.c   The same; all take what was put in first.
//   idempotent_deque.c  The same; the owner takes what was put in last, thieves what was
//                       put in first.
//   chase_lev.c         Chase and Lev (2005): each task once; thieves take from the
//                       other end. As Lê and others wrote it for C11 (2013).

#ifndef WORK_STEALING_H
#define WORK_STEALING_H

typedef struct tasks tasks;

enum { TASKS_NONE = 0, TASKS_ROOM = 16 };

tasks *tasks_new(void);
void tasks_free(tasks *t);
void tasks_put(tasks *t, int task); // the owner; a task is not 0
int tasks_take(tasks *t);           // the owner
int tasks_steal(tasks *t);          // anybody; also none when another thief was faster

#endif
