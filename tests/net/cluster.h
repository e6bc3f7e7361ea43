// SPDX-License-Identifier: MIT
// Programs of a running system, started by a test: three replicas and some clients, and the history that the clients
// tell. Nothing here sleeps or knows how long anything takes: it waits for lines.

#ifndef TESTS_NET_CLUSTER_H
#define TESTS_NET_CLUSTER_H

#include "temporary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct program {
    pid_t pid; // 0: not running
    int in, out;
    char *bytes;
    size_t length, capacity;
    bool ended; // nothing more comes from it
} program;

// What it says on stderr goes to that file; NULL: to the test's.
void program_start(program *p, const char *errors, const char *const *argv);
void program_say(program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The next line, without its end; NULL: it has said its last. Caller frees.
char *program_line(program *p);
void program_kill(program *p, int signal_number); // and waits for its end
bool program_has_ended(const program *p);
int program_end(program *p); // closes its stdin; the exit code

enum { REPLICAS = 3, MOST_CLIENTS = 8 };

typedef struct history_event history_event;

// How its processes talk to each other.
enum { OVER_TCP_PORTS, OVER_UNIX_SOCKETS, OVER_UDP_PORTS, TRANSPORTS };

typedef struct cluster {
    char root[TEMPORARY_SIZE];
    unsigned transport;
    bool traced;
    program replicas[REPLICAS];
    char address[REPLICAS][128];
    program clients[MOST_CLIENTS];
    unsigned client_count, done_count;
    history_event *events;
    size_t event_count, event_capacity;
    uint64_t returns;
} cluster;

void cluster_start(cluster *c, unsigned clients, unsigned transport);
void cluster_start_replica(cluster *c, unsigned which);  // and tells all where it listens
void cluster_kill_client(cluster *c, unsigned which);    // what it has told counts
void cluster_say_to_all(cluster *c, const char *line);   // replicas that run, and clients
void cluster_workload(cluster *c, const char *settings); // of each client
void cluster_until(cluster *c, uint64_t returns);        // waits for so many in all
void cluster_until_done(cluster *c);                     // all clients
void cluster_judge(cluster *c);                          // fails unless it is linearizable
void cluster_end(cluster *c);                            // every program ends as it should

#endif
