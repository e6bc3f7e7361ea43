// SPDX-License-Identifier: MIT
// Watching for stuck threads: see sentinel.h.

#include "harness/stress/sentinel.h"

#include "harness/stress/blocked.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Nanoseconds between two looks at the record. Scenarios that get stuck mostly do so
// soon; later the threads must not be disturbed.
enum { FIRST_PERIOD = 80000, PERIOD = 400000, FIRST_LOOKS = 60 };

typedef struct moment {
    uint64_t clock, rounds;
    uint32_t phase;
    uint32_t idle_count;
    pid_t idle[SENTINEL_MAX_IDLE];
} moment;

static void moment_take(const sentinel *s, moment *m)
{
    memset(m, 0, sizeof *m);
    m->clock = recorder_time(s->shared);
    m->rounds = atomic_load(&s->shared->rounds);
    m->phase = atomic_load(&s->shared->phase);
}

static bool same(const moment *a, const moment *b)
{
    return a->clock == b->clock && a->rounds == b->rounds && a->phase == b->phase &&
           a->idle_count == b->idle_count &&
           !memcmp(a->idle, b->idle, a->idle_count * sizeof *a->idle);
}

static bool stuck(const sentinel *s)
{
    moment before, after;
    moment_take(s, &before);
    before.idle_count = s->idle(s->context, before.idle);
    before.idle[before.idle_count++] = gettid();
    if (!blocked_for_good(before.idle, before.idle_count))
        return false;
    moment_take(s, &after);
    after.idle_count = s->idle(s->context, after.idle);
    after.idle[after.idle_count++] = gettid();
    return same(&before, &after);
}

static void *run(void *context)
{
    const sentinel *s = context;
    moment last, now;
    moment_take(s, &last);
    for (uint32_t looks = 0;; looks++) {
        long period = looks < FIRST_LOOKS ? FIRST_PERIOD : PERIOD;
        nanosleep(&(struct timespec){.tv_nsec = period}, NULL);
        moment_take(s, &now);
        if (same(&last, &now) && stuck(s)) {
            atomic_store(&s->shared->stuck, 1);
            _exit(0);
        }
        last = now;
    }
    return NULL;
}

bool sentinel_start(sentinel *s)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, s) != 0)
        return false;
    pthread_detach(thread);
    return true;
}
