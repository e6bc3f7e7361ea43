// SPDX-License-Identifier: MIT
// `take` is always wrong. Where nothing was put, it says so only once in all runs (the
// file SEEN remembers it) and waits for ever in all others.

#include <linchpin/linchpin.h>

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic int inside;

static void *create(void)
{
    atomic_store(&inside, 0);
    return &inside;
}

static void destroy(void *object)
{
    (void)object;
}

static lp_value put(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    atomic_fetch_add(&inside, 1);
    return LP_UNIT;
}

static bool for_the_first_time(void)
{
    const char *name = getenv("SEEN");
    int file = name ? open(name, O_CREAT | O_EXCL | O_WRONLY, 0600) : -1;
    if (file < 0)
        return false;
    close(file);
    return true;
}

static lp_value take(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    while (atomic_load(&inside) == 0 && !for_the_first_time())
        sched_yield();
    return lp_int(99);
}

LP_OBJECT(too_many, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{"enq", put, .args = {LP_UNIQUE}}, {"deq", take}},
          .scenarios = {"enq(1) deq"})
