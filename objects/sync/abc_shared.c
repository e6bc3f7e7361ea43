// SPDX-License-Identifier: MIT
// Faulty: the names are kept in one place for all, and the place is free again as soon as
// three have met. One who is slow to wake up reads names of the next meeting.

#include "abc.h"

#include <pthread.h>
#include <stdlib.h>

struct abc {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int names[3];
    bool here[3];
    unsigned meetings; // so far
};

abc *abc_new(void)
{
    abc *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
    return m;
}

void abc_free(abc *m)
{
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->changed);
    free(m);
}

static abc_others meet(abc *m, int kind, int me)
{
    pthread_mutex_lock(&m->lock);
    while (m->here[kind])
        pthread_cond_wait(&m->changed, &m->lock);
    m->here[kind] = true;
    m->names[kind] = me;
    unsigned before = m->meetings;
    if (m->here[0] && m->here[1] && m->here[2]) {
        m->here[0] = m->here[1] = m->here[2] = false;
        m->meetings++;
        pthread_cond_broadcast(&m->changed);
    }
    while (m->meetings == before)
        pthread_cond_wait(&m->changed, &m->lock);
    abc_others others = {m->names[kind == 0 ? 1 : 0], m->names[kind == 2 ? 1 : 2]};
    pthread_mutex_unlock(&m->lock);
    return others;
}

abc_others abc_a(abc *m, int me)
{
    return meet(m, 0, me);
}

abc_others abc_b(abc *m, int me)
{
    return meet(m, 1, me);
}

abc_others abc_c(abc *m, int me)
{
    return meet(m, 2, me);
}
