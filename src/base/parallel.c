// SPDX-License-Identifier: MIT
// Threads that come and go: see parallel.h.

#include "base/parallel.h"

#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct job {
    void (*work)(void *context, uint32_t thread);
    void *context;
    uint32_t number;
    pthread_t thread;
    bool started;
} job;

uint32_t processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? (uint32_t)n : 1;
}

static void *start(void *given)
{
    job *j = given;
    j->work(j->context, j->number);
    return NULL;
}

void parallel(uint32_t threads, void (*work)(void *context, uint32_t thread), void *context)
{
    job *jobs = memory_new(threads, sizeof *jobs);
    for (uint32_t i = 1; i < threads; i++) {
        jobs[i] = (job){work, context, i, 0, false};
        jobs[i].started = pthread_create(&jobs[i].thread, NULL, start, &jobs[i]) == 0;
    }
    work(context, 0);
    for (uint32_t i = 1; i < threads; i++) {
        if (jobs[i].started)
            pthread_join(jobs[i].thread, NULL);
        else
            work(context, i); // no thread was to be had: here, then
    }
    free(jobs);
}
