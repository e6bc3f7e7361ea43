// SPDX-License-Identifier: MIT
// Inline assembly: what touches memory cannot be looked into, and is named. What only
// waits a moment, or orders, or works on registers, does no harm.
// run: --scenario 'a | a'
// expect: 0 "verdict":"holds"
// run: --scenario 'a | a' -- -DADDS
// expect: 3 assembly.c has inline assembly that explore does not see into, in the function add: .*xaddl
// run: --scenario 'a | a' -- -DSTORES
// expect: 3 assembly.c has inline assembly that explore does not see into, in the function add: movl
// run: --scenario 'a | a' -- -DSYSTEM
// expect: 3 assembly.c has inline assembly that explore does not see into, in the function add: syscall
// run: --scenario 'a | a' -- -DNEVER_CALLED
// expect: 0 "verdict":"holds"

#include "specs.h"

static int n;

static __attribute__((noinline)) int add(void)
{
    int one = 1;
#ifdef ADDS
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(one), "+m"(n));
#elif defined STORES
    __asm__ volatile("movl %1, %0" : "=m"(n) : "r"(one));
#elif defined SYSTEM
    long number = 24; // sched_yield
    __asm__ volatile("syscall" : "+a"(number) : : "rcx", "r11", "memory");
#else
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("rep; nop");
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("lock; addl $0, 0(%%rsp)" ::: "memory", "cc");
    __asm__("bswap %0" : "+r"(one));
    __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
#endif
    return one;
}

#ifdef NEVER_CALLED
static inline int never(void)
{
    int one = 1;
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(one), "+m"(n));
    return one;
}
#endif

static void *create(void)
{
    return &n;
}

static lp_value a(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    add();
    return LP_TRUE;
}

LP_OBJECT(assembly, .create = create, .custom_spec = &fine, .methods = {{"a", a}})
