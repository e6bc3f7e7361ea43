// SPDX-License-Identifier: MIT
// Everybody has a place of its own to wait in. Whoever comes looks for somebody who waits
// and whom it has not met; else it waits itself.

#include "one_family.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct member {
    bool waits;
    int partner; // whom it met
    pthread_cond_t wake;
} member;

struct one_family {
    pthread_mutex_t lock;
    member member[ONE_FAMILY_MOST];
    bool met[ONE_FAMILY_MOST][ONE_FAMILY_MOST]; // both ways
};

one_family *one_family_new(void)
{
    one_family *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    pthread_mutex_init(&f->lock, NULL);
    for (int i = 0; i < ONE_FAMILY_MOST; i++)
        pthread_cond_init(&f->member[i].wake, NULL);
    return f;
}

void one_family_free(one_family *f)
{
    pthread_mutex_destroy(&f->lock);
    for (int i = 0; i < ONE_FAMILY_MOST; i++)
        pthread_cond_destroy(&f->member[i].wake);
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
        pthread_cond_signal(&f->member[partner].wake);
    } else {
        f->member[me].waits = true;
        while (f->member[me].waits)
            pthread_cond_wait(&f->member[me].wake, &f->lock);
        partner = f->member[me].partner;
    }
    pthread_mutex_unlock(&f->lock);
    return partner;
}
