// SPDX-License-Identifier: MIT
// A child process adds to a number that it cannot share; its exit code brings it back.
// Wrong: the children of two operations begin with the same number.
// scenario: next | next
// right: unknown
// wrong: unknown

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

struct object {
    pthread_mutex_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static long next(struct object *o)
{
    int status = 0;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    pid_t child = fork();
    if (child == 0)
        _exit((int)o->n + 1);
    waitpid(child, &status, 0);
    o->n = WEXITSTATUS(status);
    long now = o->n - 1;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, NONE)
