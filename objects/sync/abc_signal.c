// SPDX-License-Identifier: MIT
// Faulty: the third who comes wakes two, because two others wait for it. But those who
// want to come next wait at the same place, and may be woken instead. Progress fails,
// and nothing else.

#include "abc.h"

#include <pthread.h>
#include <stdlib.h>

struct abc {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int names[3];
    bool here[3];
    int to_leave; // of the three who have met: how many have not left
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
    while (m->here[kind] || m->to_leave)
        pthread_cond_wait(&m->changed, &m->lock);
    m->here[kind] = true;
    m->names[kind] = me;
    if (m->here[0] && m->here[1] && m->here[2]) {
        m->to_leave = 3;
        pthread_cond_signal(&m->changed);
        pthread_cond_signal(&m->changed);
    }
    while (!m->to_leave)
        pthread_cond_wait(&m->changed, &m->lock);
    if (--m->to_leave == 0) {
        m->here[0] = m->here[1] = m->here[2] = false;
        pthread_cond_broadcast(&m->changed);
    }
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
