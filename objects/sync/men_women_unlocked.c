// SPDX-License-Identifier: MIT
// Faulty: who comes to somebody that waits reads its name after giving the lock back, to
// hold it no longer than need be. By then somebody else may have written another name there.

#include "men_women.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct waiter {
    int me, partner;
    bool met;
    pthread_cond_t wake;
    struct waiter *next;
} waiter;

struct men_women {
    pthread_mutex_t lock;
    waiter *men, *women;
    waiter *spare; // used before: making one takes longer
};

men_women *men_women_new(void)
{
    men_women *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    pthread_mutex_init(&m->lock, NULL);
    return m;
}

void men_women_free(men_women *m)
{
    while (m->spare) {
        waiter *w = m->spare;
        m->spare = w->next;
        pthread_cond_destroy(&w->wake);
        free(w);
    }
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static waiter *take_spare(men_women *m)
{
    waiter *w = m->spare;
    if (w) {
        m->spare = w->next;
        return w;
    }
    w = malloc(sizeof *w);
    if (!w)
        abort();
    pthread_cond_init(&w->wake, NULL);
    return w;
}

static int wait_in(men_women *m, int me, waiter **list)
{
    waiter *w = take_spare(m);
    w->me = me;
    w->met = false;
    w->next = *list;
    *list = w;
    while (!w->met)
        pthread_cond_wait(&w->wake, &m->lock);
    w->next = m->spare;
    m->spare = w;
    return w->partner;
}

static int pair(men_women *m, int me, waiter **mine, waiter **others)
{
    pthread_mutex_lock(&m->lock);
    waiter *w = *others;
    if (!w) {
        int partner = wait_in(m, me, mine);
        pthread_mutex_unlock(&m->lock);
        return partner;
    }
    *others = w->next;
    w->partner = me;
    w->met = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&m->lock);
    return w->me;
}

int men_women_man(men_women *m, int me)
{
    return pair(m, me, &m->men, &m->women);
}

int men_women_woman(men_women *m, int me)
{
    return pair(m, me, &m->women, &m->men);
}
