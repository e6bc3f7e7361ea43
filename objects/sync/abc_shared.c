// SPDX-License-Identifier: MIT
// Faulty: the names of a meeting are kept until the next but one, which is not always long
// enough. One who is slow to wake up reads names of a later meeting.

#include "abc.h"

#include <pthread.h>
#include <stdlib.h>

struct abc {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int names[2][3]; // of even and odd meetings
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
    unsigned before = m->meetings;
    int *names = m->names[before % 2];
    names[kind] = me;
    if (m->here[0] && m->here[1] && m->here[2]) {
        m->here[0] = m->here[1] = m->here[2] = false;
        m->meetings++;
        pthread_cond_broadcast(&m->changed);
    }
    while (m->meetings == before)
        pthread_cond_wait(&m->changed, &m->lock);
    abc_others others = {names[kind == 0 ? 1 : 0], names[kind == 2 ? 1 : 2]};
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
