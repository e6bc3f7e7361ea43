// SPDX-License-Identifier: MIT
// A member of a running system: a server or a client, as a child process with pipes on its stdin,
// stdout and stderr. When this process ends, however it does, so does the child: its stdin ends, and the
// kernel kills it.
//
//     down ── start ─▶ starting ── "ready …" ─▶ up ── kill ─▶ down ── start ─▶ …

#ifndef RUN_MEMBER_H
#define RUN_MEMBER_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum member_state { MEMBER_DOWN, MEMBER_STARTING, MEMBER_UP } member_state;

typedef struct member {
    char *name;   // "replica[p1]", "client[2]"
    char *called; // as it calls itself, once it is ready
    char *address;
    bool is_client, stays_down;
    char **argv; // NULL-terminated
    member_state state;
    bool stopped;           // by SIGSTOP
    struct member *keeper;  // of one on another machine: who sends it signals; NULL: it is here
    const char *reached_at; // of one there: the machine
    long remote;            // its number there, once it has said it
    bool killed;            // a client, by a fault: it will be found to have ended
    pid_t pid;
    int in, out, err; // our ends; -1: closed
    text heard;       // of stdout: what is no line yet
    char last[400];   // line of stderr
    size_t last_length;
    text rules, skew;  // the lines that a restarted one has to hear again
    uint64_t messages; // of those that it has sent, as it says at its end
} member;

void member_fini(member *m); // one that is down
bool member_start(member *m, error *e);
// A line, or several. One that does not listen any more is no error: it will be found to have ended.
bool member_tell(member *m, const char *lines, error *e);
// What it has written, into the buffers. False: its stdout has ended.
bool member_hear(member *m);
void member_hear_errors(member *m);
void member_end_of_input(member *m); // its stdin ends
void member_signal(const member *m, int number);
// Kills it if it still runs after so many milliseconds, and waits. The result is what waitpid says.
int member_end(member *m, int patience);
char *member_last_words(member *m); // the last line of stderr, as it can be shown; caller frees
// "replica[p1] has ended with exit code 2: …"; false.
bool member_failed(member *m, int status, error *e);

#endif
