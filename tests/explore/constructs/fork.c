// SPDX-License-Identifier: MIT
// A child process adds to a number that it cannot share; its exit code brings it back.
// Wrong: the children of two operations begin with the same number.
// scenario: next | next
// right: unknown
// wrong: unknown

#define _GNU_SOURCE
#include "construct.h"

#include <sys/wait.h>
#include <unistd.h>

struct object {
    struct gate gate;
    long n;
};

static long next(struct object *o)
{
    int status = 0;
    gate_enter(&o->gate);
    pid_t child = fork();
    if (child == 0)
        _exit((int)o->n + 1);
    waitpid(child, &status, 0);
    o->n = WEXITSTATUS(status);
    long now = o->n - 1;
    gate_leave(&o->gate);
    return now;
}

COUNTER(NONE, NONE)
