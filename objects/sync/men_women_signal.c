// SPDX-License-Identifier: MIT
// Faulty: one condition for all men, those who want the place and the one who has it. A
// woman signals it, and the wake-up may be lost on a man who cannot go on. Progress
// fails, and nothing else.

#include "men_women.h"

#include <pthread.h>
#include <stdlib.h>

struct men_women {
    pthread_mutex_t lock;
    pthread_cond_t for_men, for_women;
    bool man_here, woman_here;
    int man, woman;
};

men_women *men_women_new(void)
{
    men_women *m = malloc(sizeof *m);
    if (!m)
        abort();
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->for_men, NULL);
    pthread_cond_init(&m->for_women, NULL);
    m->man_here = m->woman_here = false;
    m->man = m->woman = 0;
    return m;
}

void men_women_free(men_women *m)
{
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->for_men);
    pthread_cond_destroy(&m->for_women);
    free(m);
}

// The man waits for the place, then for a woman; he clears the place when he leaves.
int men_women_man(men_women *m, int me)
{
    pthread_mutex_lock(&m->lock);
    while (m->man_here)
        pthread_cond_wait(&m->for_men, &m->lock);
    m->man_here = true;
    m->man = me;
    pthread_cond_signal(&m->for_women);
    while (!m->woman_here)
        pthread_cond_wait(&m->for_men, &m->lock);
    int partner = m->woman;
    m->man_here = m->woman_here = false;
    pthread_cond_signal(&m->for_men);
    pthread_mutex_unlock(&m->lock);
    return partner;
}

int men_women_woman(men_women *m, int me)
{
    pthread_mutex_lock(&m->lock);
    while (!m->man_here || m->woman_here)
        pthread_cond_wait(&m->for_women, &m->lock);
    m->woman_here = true;
    m->woman = me;
    int partner = m->man;
    pthread_cond_signal(&m->for_men);
    pthread_mutex_unlock(&m->lock);
    return partner;
}
