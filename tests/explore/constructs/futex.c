// SPDX-License-Identifier: MIT
// Drepper's lock on futex system calls: 0 free, 1 taken, 2 taken and someone may wait.
// Wrong: who waits does not leave a 2, so nobody wakes them.
// scenario: next | next
// paths: no

#define _GNU_SOURCE
#include "construct.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

struct object {
    int lock;
    long n;
};

static long next(struct object *o)
{
    int c = 0;
    if (!__atomic_compare_exchange_n(&o->lock, &c, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
#ifdef WRONG
        do {
            syscall(SYS_futex, &o->lock, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
            c = 0;
        } while (!__atomic_compare_exchange_n(&o->lock, &c, 1, false, __ATOMIC_SEQ_CST,
                                              __ATOMIC_SEQ_CST));
#else
        while (__atomic_exchange_n(&o->lock, 2, __ATOMIC_SEQ_CST) != 0)
            syscall(SYS_futex, &o->lock, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
#endif
    }
    long now = bump(&o->n);
    if (__atomic_exchange_n(&o->lock, 0, __ATOMIC_SEQ_CST) == 2)
        syscall(SYS_futex, &o->lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return now;
}

COUNTER(NONE, NONE)
