// SPDX-License-Identifier: MIT
// Faulty: all wait on one condition, and a signal may wake the wrong one, who goes back
// to sleep. The one who was met never learns of it. Progress fails, and nothing else.

#include "one_family.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct member {
    bool waits;
    int partner; // whom it met
} member;

struct one_family {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    member member[ONE_FAMILY_MOST];
    bool met[ONE_FAMILY_MOST][ONE_FAMILY_MOST]; // both ways
};

one_family *one_family_new(void)
{
    one_family *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->wake, NULL);
    return f;
}

void one_family_free(one_family *f)
{
    pthread_mutex_destroy(&f->lock);
    pthread_cond_destroy(&f->wake);
    free(f);
}

int one_family_meet(one_family *f, int me)
{
    int partner = 0;
    pthread_mutex_lock(&f->lock);
    while (partner < ONE_FAMILY_MOST && (!f->member[partner].waits || f->met[me][partner]))
        partner++;
    if (partner < ONE_FAMILY_MOST) {
        f->met[me][partner] = f->met[partner][me] = true;
        f->member[partner].waits = false;
        f->member[partner].partner = me;
        pthread_cond_signal(&f->wake);
    } else {
        f->member[me].waits = true;
        while (f->member[me].waits)
            pthread_cond_wait(&f->wake, &f->lock);
        partner = f->member[me].partner;
    }
    pthread_mutex_unlock(&f->lock);
    return partner;
}
