// SPDX-License-Identifier: MIT
// How whoever starts a process talks to it: lines on its stdin and stdout, so that it works through
// ssh, too. When stdin ends, so does the process; and it is killed when the thread ends that started it.
//
//     in                                       what it does
//     peer replica[p1] 127.0.0.1:4711          where that process listens
//     delay 1..20 replica[p1]                  milliseconds, to that process, to client[*] or to *
//     drop 100 *                               so many in 1000; duplicate, reorder: the same
//     cut replica[p2]                          nothing goes to that process
//     heal                                     no faults any more
//     skew 50000                               microseconds that its clock is ahead
//     time                                     asks for its clock: CLOCK_MONOTONIC in nanoseconds
//     figures                                  asks for them
//     stop                                     ends the process
//     workload sessions=8 reads=500 …          of a client: see workload.h; drain: no more calls
//
//     out
//     ready replica[p1] 127.0.0.1:4711         it listens there; a client: ready client[1]
//     call … return … mark … done              of a client: see workload.h
//     time 6183928374650
//     figures messages_sent=… …
//     error SENTENCE                           a line that it does not understand, or why it ends

#ifndef NET_CONTROL_H
#define NET_CONTROL_H

#include "net/node/node.h"

typedef struct control control;

// A line that is none of the above. False: `e` says why.
typedef bool (*control_command)(void *data, const char *line, error *e);

// Without `listen`, stdin is not read, and the process ends by SIGINT or SIGTERM only.
control *control_open(node *n, bool listen, control_command command, void *data, error *e);
void control_close(control *c);
void control_hear(control *c, const char *bytes, size_t length); // as if they came from stdin
void control_say(control *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void control_add(control *c, const char *bytes, size_t length); // a line, or several
void control_flush(control *c);                                 // before a turn's messages leave
// Lines of a file, as if they were said: "replica[p1] 127.0.0.1:4711", one for each server.
bool control_read_servers(node *n, const char *path, error *e);

#endif
