// SPDX-License-Identifier: MIT
// For test_stack_gone.sh. A thread publishes a variable on its stack and takes it back before it
// returns. Another, which has seen it in between, uses it, in the way USE: with -DRIGHT while both
// hold a lock, else perhaps when the function has returned.

#include <linchpin/linchpin.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef struct many {
    pthread_mutex_t mutex;
    sem_t semaphore;
    pthread_rwlock_t rwlock;
    pthread_cond_t condition;
    char bytes[16];
    _Atomic int word;
} many;

static many *_Atomic shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void hold(void)
{
#ifdef RIGHT
    pthread_mutex_lock(&lock);
#endif
}

static void let_go(void)
{
#ifdef RIGHT
    pthread_mutex_unlock(&lock);
#endif
}

static void *create(void)
{
    shared = NULL;
    return &shared;
}

static lp_value owner(void *object, const lp_value *args)
{
    (void)object, (void)args;
    many here;
    memset(&here, 0, sizeof here);
    pthread_mutex_init(&here.mutex, NULL);
    sem_init(&here.semaphore, 0, 1);
    pthread_rwlock_init(&here.rwlock, NULL);
    pthread_cond_init(&here.condition, NULL);
    shared = &here;
    hold();
    shared = NULL;
    let_go();
    return LP_UNIT;
}

static lp_value user(void *object, const lp_value *args)
{
    (void)object, (void)args;
    hold();
    many *p = shared;
    if (p) {
        USE;
    }
    let_go();
    return LP_UNIT;
}

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, "", 0);
}
static void step(lp_step *s)
{
    lp_value unit = LP_UNIT;
    s->emit(s, &unit, "", 0);
}
static const lp_spec any = {.name = "any",
                            .initial = initial,
                            .step = step,
                            .methods = {{.name = "owner"}, {.name = "user"}}};

LP_OBJECT(stack, .create = create, .custom_spec = &any,
          .methods = {{.name = "owner", .run = owner}, {.name = "user", .run = user}})
