// SPDX-License-Identifier: MIT
// Who is stuck: a thread that waits for somebody who does nothing is. One that has been
// woken is not, also while the kernel has only noted that it is to run.

#include "harness/stress/blocked.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

enum { ROUNDS = 3000 };

typedef struct fixture {
    pthread_mutex_t lock;
    pthread_barrier_t start;
    atomic_int got; // the last round in which the other thread got the lock
} fixture;

static void *ask(void *context)
{
    fixture *f = context;
    for (int round = 1; round <= ROUNDS; round++) {
        pthread_barrier_wait(&f->start);
        pthread_mutex_lock(&f->lock);
        atomic_store(&f->got, round);
        pthread_mutex_unlock(&f->lock);
    }
    return NULL;
}

// This thread holds the lock and looks: the other one is stuck. It lets go and looks
// again: the other one, if it has not got the lock yet, is about to. (The moment is
// short: one round in some ten thousand meets it.)
static void woken_is_not_stuck(void **state)
{
    (void)state;
    fixture f = {.lock = PTHREAD_MUTEX_INITIALIZER};
    pid_t me = gettid();
    pthread_t thread;
    pthread_barrier_init(&f.start, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, ask, &f), 0);
    int wrong = 0;
    for (int round = 1; round <= ROUNDS; round++) {
        pthread_mutex_lock(&f.lock);
        pthread_barrier_wait(&f.start);
        while (!blocked_for_good(&me, 1))
            sched_yield();
        pthread_mutex_unlock(&f.lock);
        bool stuck = blocked_for_good(&me, 1);
        wrong += stuck && atomic_load(&f.got) < round;
        while (atomic_load(&f.got) < round)
            sched_yield();
    }
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&f.start);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(woken_is_not_stuck)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
