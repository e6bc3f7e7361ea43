// SPDX-License-Identifier: MIT
// A semaphore with two permits, and a fault: release wakes nobody.
//
//     linchpin test permits_test.c -- -pthread

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdlib.h>

typedef struct permits {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int left;
} permits;

static void *create(void)
{
    permits *p = malloc(sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    p->left = 2;
    return p;
}

static lp_value acquire(void *given, const lp_value *args)
{
    permits *p = given;
    (void)args;
    pthread_mutex_lock(&p->lock);
    while (!p->left)
        pthread_cond_wait(&p->more, &p->lock);
    p->left--;
    pthread_mutex_unlock(&p->lock);
    return LP_UNIT;
}

static lp_value release(void *given, const lp_value *args)
{
    permits *p = given;
    (void)args;
    pthread_mutex_lock(&p->lock);
    p->left++;
    pthread_mutex_unlock(&p->lock);
    return LP_UNIT;
}

LP_OBJECT(permits, .create = create, .destroy = free, .spec = "semaphore:2",
          .methods = {{"acquire", acquire}, {"release", release}})
