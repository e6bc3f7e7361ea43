// SPDX-License-Identifier: MIT
// What a client process does when it is told to: sessions that call one method after the other, and the
// history of it.
//
//     workload sessions=8 operations=1000 reads=500 keys=4 rate=0 seed=1 first=1 step=1
//
// Each session has one operation open at a time. `reads` in 1000 calls are of a method without an argument. `operations`
// is how many there are in all (0: until `drain`), `rate` how many begin in a second (0: as many as can be). Arguments are first,
// first + step, …, so that those of different clients differ.
//
//     call SESSION TIME KEY METHOD [ARGUMENT]
//     return SESSION TIME RESULT               an integer, nil, or unit
//     mark TIME                                nothing earlier than that comes any more
//     done                                     as many as were asked for have returned
//
// TIME is CLOCK_MONOTONIC in nanoseconds; of a call it is read before it begins, of a return after it has come.
// Lines are in the order of time. A call is written before anything of it is sent: of a client that is killed, every operation that may
// have taken effect is in the history.

#ifndef NET_WORKLOAD_H
#define NET_WORKLOAD_H

#include "net/program/control.h"

typedef struct workload workload;

workload *workload_new(node *n);
void workload_free(workload *w);
void workload_speaks_to(workload *w, control *c);
// The commands `workload` and `drain`; false: `e` says why, or it is another command.
bool workload_command(void *w, const char *line, error *e);

#endif
