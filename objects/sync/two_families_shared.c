// SPDX-License-Identifier: MIT
// Faulty: who came is noted once for each family. One who is slow to wake up reads the
// number of somebody who came later.

#include "two_families.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct member {
    bool waits;
    pthread_cond_t wake;
} member;

struct two_families {
    pthread_mutex_t lock;
    member left[TWO_FAMILIES_MOST], right[TWO_FAMILIES_MOST];
    int last_left, last_right;                      // who came and found a partner
    bool met[TWO_FAMILIES_MOST][TWO_FAMILIES_MOST]; // left, right
};

two_families *two_families_new(void)
{
    two_families *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    pthread_mutex_init(&f->lock, NULL);
    for (int i = 0; i < TWO_FAMILIES_MOST; i++) {
        pthread_cond_init(&f->left[i].wake, NULL);
        pthread_cond_init(&f->right[i].wake, NULL);
    }
    return f;
}

void two_families_free(two_families *f)
{
    pthread_mutex_destroy(&f->lock);
    for (int i = 0; i < TWO_FAMILIES_MOST; i++) {
        pthread_cond_destroy(&f->left[i].wake);
        pthread_cond_destroy(&f->right[i].wake);
    }
    free(f);
}

static bool *met(two_families *f, bool is_left, int me, int other)
{
    return is_left ? &f->met[me][other] : &f->met[other][me];
}

static int meet(two_families *f, bool is_left, int me)
{
    member *mine = is_left ? f->left : f->right;
    member *others = is_left ? f->right : f->left;
    int partner = 0;
    pthread_mutex_lock(&f->lock);
    while (partner < TWO_FAMILIES_MOST && (!others[partner].waits || *met(f, is_left, me, partner)))
        partner++;
    if (partner < TWO_FAMILIES_MOST) {
        *met(f, is_left, me, partner) = true;
        others[partner].waits = false;
        *(is_left ? &f->last_left : &f->last_right) = me;
        pthread_cond_signal(&others[partner].wake);
    } else {
        mine[me].waits = true;
        while (mine[me].waits)
            pthread_cond_wait(&mine[me].wake, &f->lock);
        partner = is_left ? f->last_right : f->last_left;
    }
    pthread_mutex_unlock(&f->lock);
    return partner;
}

int two_families_left(two_families *f, int me)
{
    return meet(f, true, me);
}

int two_families_right(two_families *f, int me)
{
    return meet(f, false, me);
}
