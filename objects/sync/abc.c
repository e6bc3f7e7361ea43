// SPDX-License-Identifier: MIT
// A list of those who wait for each kind. Who comes and finds both other kinds waiting
// takes the first of each, tells them the three names, and wakes them.

#include "abc.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct waiter { // on the stack of a thread that waits
    int me;
    int names[3]; // of the three who met
    bool met;
    pthread_cond_t wake;
    struct waiter *next;
} waiter;

struct abc {
    pthread_mutex_t lock;
    waiter *waiting[3]; // of each kind
};

abc *abc_new(void)
{
    abc *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    pthread_mutex_init(&m->lock, NULL);
    return m;
}

void abc_free(abc *m)
{
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static void wake(abc *m, int kind, const int *names)
{
    waiter *w = m->waiting[kind];
    m->waiting[kind] = w->next;
    for (int i = 0; i < 3; i++)
        w->names[i] = names[i];
    w->met = true;
    pthread_cond_signal(&w->wake);
}

static abc_others meet(abc *m, int kind, int me)
{
    int one = (kind + 1) % 3, two = (kind + 2) % 3;
    waiter self = {.me = me};
    pthread_mutex_lock(&m->lock);
    if (m->waiting[one] && m->waiting[two]) {
        self.names[kind] = me;
        self.names[one] = m->waiting[one]->me;
        self.names[two] = m->waiting[two]->me;
        wake(m, one, self.names);
        wake(m, two, self.names);
    } else {
        self.next = m->waiting[kind];
        m->waiting[kind] = &self;
        pthread_cond_init(&self.wake, NULL);
        while (!self.met)
            pthread_cond_wait(&self.wake, &m->lock);
        pthread_cond_destroy(&self.wake);
    }
    pthread_mutex_unlock(&m->lock);
    return (abc_others){self.names[kind == 0 ? 1 : 0], self.names[kind == 2 ? 1 : 2]};
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
