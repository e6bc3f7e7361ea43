// SPDX-License-Identifier: MIT
// Two lists of those who wait. Whoever comes takes the first of the other list, tells it
// who came, and wakes it; else it waits in its own list.

#include "men_women.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct waiter { // on the stack of a thread that waits
    int me, partner;
    bool met;
    pthread_cond_t wake;
    struct waiter *next;
} waiter;

struct men_women {
    pthread_mutex_t lock;
    waiter *men, *women;
};

men_women *men_women_new(void)
{
    men_women *m = malloc(sizeof *m);
    if (!m)
        abort();
    pthread_mutex_init(&m->lock, NULL);
    m->men = m->women = NULL;
    return m;
}

void men_women_free(men_women *m)
{
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static int pair(men_women *m, int me, waiter **mine, waiter **others)
{
    int partner;
    pthread_mutex_lock(&m->lock);
    waiter *w = *others;
    if (w) {
        *others = w->next;
        partner = w->me;
        w->partner = me;
        w->met = true;
        pthread_cond_signal(&w->wake);
    } else {
        waiter self = {.me = me, .next = *mine};
        *mine = &self;
        pthread_cond_init(&self.wake, NULL);
        while (!self.met)
            pthread_cond_wait(&self.wake, &m->lock);
        pthread_cond_destroy(&self.wake);
        partner = self.partner;
    }
    pthread_mutex_unlock(&m->lock);
    return partner;
}

int men_women_man(men_women *m, int me)
{
    return pair(m, me, &m->men, &m->women);
}

int men_women_woman(men_women *m, int me)
{
    return pair(m, me, &m->women, &m->men);
}
