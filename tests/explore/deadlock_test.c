// SPDX-License-Identifier: MIT
// Objects whose operations wait, rightly or not. For test_deadlock.sh.
#include <linchpin/linchpin.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

// ---- a mutex ----

static void *lock_create(void)
{
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    return m;
}

static lp_value lock(void *m, const lp_value *args)
{
    (void)args;
    pthread_mutex_lock(m);
    return LP_UNIT;
}

static lp_value unlock(void *m, const lp_value *args)
{
    (void)args;
    pthread_mutex_unlock(m);
    return LP_UNIT;
}

// One that says it has the lock, and has it not.
static lp_value trylock(void *m, const lp_value *args)
{
    (void)args;
#ifdef LIES
    (void)m;
    return lp_bool(true);
#else
    return lp_bool(pthread_mutex_trylock(m) == 0);
#endif
}

LP_OBJECT(mutex, .create = lock_create, .destroy = free, .spec = "mutex",
          .methods = {{"lock", lock, .role = LP_ACQUIRE},
                      {"unlock", unlock, .role = LP_RELEASE},
                      {"trylock", trylock}})

// Its own spec, by serial runs.
LP_OBJECT(self_mutex, .create = lock_create, .destroy = free, .spec = "self",
          .methods = {{"lock", lock}, {"unlock", unlock}})

// ---- a reader-writer lock, a semaphore ----

static void *rw_create(void)
{
    pthread_rwlock_t *l = malloc(sizeof *l);
    pthread_rwlock_init(l, NULL);
    return l;
}

static lp_value read_lock(void *l, const lp_value *args)
{
    (void)args;
    pthread_rwlock_rdlock(l);
    return LP_UNIT;
}

static lp_value write_lock(void *l, const lp_value *args)
{
    (void)args;
    pthread_rwlock_wrlock(l);
    return LP_UNIT;
}

// The second reader waits too, though it need not.
static lp_value read_lock_alone(void *l, const lp_value *args)
{
    return write_lock(l, args);
}

LP_OBJECT(rwlock, .create = rw_create, .destroy = free, .spec = "rw-lock",
          .methods = {{"read_lock", read_lock}, {"write_lock", write_lock}})
LP_OBJECT(narrow_rwlock, .create = rw_create, .destroy = free, .spec = "rw-lock",
          .methods = {{"read_lock", read_lock_alone}, {"write_lock", write_lock}})

static void *semaphore_create(void)
{
    sem_t *s = malloc(sizeof *s);
    sem_init(s, 0, 1);
    return s;
}

static lp_value acquire(void *s, const lp_value *args)
{
    (void)args;
    while (sem_wait(s))
        ;
    return LP_UNIT;
}

static lp_value release(void *s, const lp_value *args)
{
    (void)args;
    sem_post(s);
    return LP_UNIT;
}

LP_OBJECT(semaphore, .create = semaphore_create, .destroy = free, .spec = "semaphore",
          .methods = {{"acquire", acquire}, {"release", release}})
LP_OBJECT(poor_semaphore, .create = semaphore_create, .destroy = free, .spec = "semaphore:2",
          .methods = {{"acquire", acquire}, {"release", release}})

// ---- a counter with two locks, taken in either order; and deadlocks outside operations ----

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *number_create(void)
{
    return calloc(1, sizeof(long));
}

static lp_value both(long *n, pthread_mutex_t *a, pthread_mutex_t *b)
{
    pthread_mutex_lock(a);
    pthread_mutex_lock(b);
    ++*n;
    pthread_mutex_unlock(b);
    pthread_mutex_unlock(a);
    return LP_UNIT;
}

static lp_value inc(void *n, const lp_value *args)
{
    (void)args;
    return both(n, &first, &second);
}

static lp_value inc_other(void *n, const lp_value *args)
{
    (void)args;
    return both(n, &second, &first);
}

LP_OBJECT(abba, .create = number_create, .destroy = free, .spec = "self",
          .methods = {{"inc", inc}, {"inc_other", inc_other}})

static lp_value keep(void *n, const lp_value *args)
{
    (void)args;
    (void)n;
    pthread_mutex_lock(&first);
    return LP_UNIT;
}

static void destroy_late(void *n)
{
    pthread_mutex_lock(&first);
    free(n);
}

LP_OBJECT(late, .create = number_create, .destroy = destroy_late, .spec = "self",
          .methods = {{"keep", keep}})

// ---- the same with threads that spin ----

typedef struct spinning {
    _Atomic int held, next, serving, permits, here, rounds;
} spinning;

static void *spinning_create(void)
{
    spinning *s = calloc(1, sizeof *s);
    s->permits = 1;
    return s;
}

static lp_value spin_lock(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
    while (atomic_exchange(&s->held, 1))
        ;
    return LP_UNIT;
}

static lp_value spin_unlock(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
    atomic_store(&s->held, 0);
    return LP_UNIT;
}

static lp_value spin_trylock(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
#ifdef LIES
    atomic_exchange(&s->held, 1);
    return lp_bool(true);
#else
    return lp_bool(!atomic_exchange(&s->held, 1));
#endif
}

static lp_value ticket_lock(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
    int mine = atomic_fetch_add(&s->next, 1);
    while (atomic_load(&s->serving) != mine)
        ;
    return LP_UNIT;
}

static lp_value ticket_unlock(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
    atomic_fetch_add(&s->serving, 1);
    return LP_UNIT;
}

static lp_value spin_acquire(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
    int n = atomic_load(&s->permits);
    for (;;) {
        while (n <= 0)
            n = atomic_load(&s->permits);
        if (atomic_compare_exchange_strong(&s->permits, &n, n - 1))
            return LP_UNIT;
    }
}

static lp_value spin_release(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
    atomic_fetch_add(&s->permits, 1);
    return LP_UNIT;
}

static lp_value spin_sync(void *object, const lp_value *args)
{
    spinning *s = object;
    (void)args;
    int round = atomic_load(&s->rounds);
    if (atomic_fetch_add(&s->here, 1) == 1) {
        atomic_store(&s->here, 0);
        atomic_fetch_add(&s->rounds, 1);
    } else {
        while (atomic_load(&s->rounds) == round)
            ;
    }
    return LP_UNIT;
}

LP_OBJECT(spin_mutex, .create = spinning_create, .destroy = free, .spec = "mutex",
          .methods = {{"lock", spin_lock, .role = LP_ACQUIRE},
                      {"unlock", spin_unlock, .role = LP_RELEASE},
                      {"trylock", spin_trylock}})
LP_OBJECT(self_spin_mutex, .create = spinning_create, .destroy = free, .spec = "self",
          .methods = {{"lock", spin_lock}, {"unlock", spin_unlock}})
LP_OBJECT(ticket_mutex, .create = spinning_create, .destroy = free, .spec = "mutex",
          .methods = {{"lock", ticket_lock, .role = LP_ACQUIRE},
                      {"unlock", ticket_unlock, .role = LP_RELEASE}})
LP_OBJECT(spin_semaphore, .create = spinning_create, .destroy = free, .spec = "semaphore",
          .methods = {{"acquire", spin_acquire}, {"release", spin_release}})
LP_OBJECT(poor_spin_semaphore, .create = spinning_create, .destroy = free, .spec = "semaphore:2",
          .methods = {{"acquire", spin_acquire}, {"release", spin_release}})
LP_OBJECT(spin_barrier, .create = spinning_create, .destroy = free, .spec = "barrier:2",
          .methods = {{"sync", spin_sync, .args = {LP_THREAD}}})

// ---- two locks in either order, and who does not get the second gives back the first ----

static lp_value try_both(long *n, pthread_mutex_t *a, pthread_mutex_t *b)
{
    for (;;) {
        pthread_mutex_lock(a);
        if (!pthread_mutex_trylock(b))
            break;
        pthread_mutex_unlock(a);
    }
    ++*n;
    pthread_mutex_unlock(b);
    pthread_mutex_unlock(a);
    return LP_UNIT;
}

static lp_value try_inc(void *n, const lp_value *args)
{
    (void)args;
    return try_both(n, &first, &second);
}

static lp_value try_inc_other(void *n, const lp_value *args)
{
    (void)args;
    return try_both(n, &second, &first);
}

LP_OBJECT(back_off, .create = number_create, .destroy = free, .spec = "self",
          .methods = {{"inc", try_inc}, {"inc_other", try_inc_other}})

// ---- somebody looks again and again, with the lock that the other one needs ----

static lp_value look_until(void *object, const lp_value *args)
{
    long *n = object, seen = 0;
    (void)args;
    while (!seen) {
        pthread_mutex_lock(&first);
        seen = *n;
        pthread_mutex_unlock(&first);
    }
    return LP_UNIT;
}

static lp_value set(void *object, const lp_value *args)
{
    (void)args;
    pthread_mutex_lock(&first);
    *(long *)object = 1;
    pthread_mutex_unlock(&first);
    return LP_UNIT;
}

static lp_value try_set(void *object, const lp_value *args)
{
    (void)args;
    while (pthread_mutex_trylock(&first))
        ;
    *(long *)object = 1;
    pthread_mutex_unlock(&first);
    return LP_UNIT;
}

// Wrong: it keeps the lock meanwhile.
static lp_value look_and_keep(void *object, const lp_value *args)
{
    (void)args;
    pthread_mutex_lock(&first);
    while (!*(volatile long *)object)
        ;
    pthread_mutex_unlock(&first);
    return LP_UNIT;
}

LP_OBJECT(looker, .create = number_create, .destroy = free, .spec = "self",
          .methods = {{"look", look_until}, {"set", set}, {"try_set", try_set}})
LP_OBJECT(keeper, .create = number_create, .destroy = free, .spec = "self",
          .methods = {{"look", look_and_keep}, {"set", set}, {"try_set", try_set}})
