// SPDX-License-Identifier: MIT
// A counter whose IN_CALL, IN_CREATE or AT_START does all to outlive the run. For
// test_hostile.sh.
#define _GNU_SOURCE
#include <linchpin/linchpin.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef IN_CALL
#define IN_CALL
#endif
#ifndef IN_CREATE
#define IN_CREATE
#endif
#ifndef AT_START
#define AT_START
#endif
#ifndef NOTE
#define NOTE "/dev/null"
#endif

#define SPIN                                                                                       \
    for (volatile int own = 1; own;)                                                               \
        ;
// As endless, but other processes have the processor meanwhile.
#define REST                                                                                       \
    for (volatile int own = 1; own;)                                                               \
    usleep(1000)

__attribute__((unused)) static void ignore_signals(void)
{
    for (int i = 1; i < 32; i++)
        signal(i, SIG_IGN);
}

__attribute__((unused)) static void block_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
}

__attribute__((unused)) static void close_all(void)
{
    for (int i = 0; i < 1024; i++)
        close(i);
}

// A child in a session of its own, whose child notes its number, if there is a file to
// note it in.
__attribute__((unused)) static void escape(void)
{
    if (fork())
        return;
    setsid();
    if (fork())
        _exit(0);
    ignore_signals();
    FILE *f = fopen(NOTE, "a");
    if (f) {
        fprintf(f, "%d\n", (int)getpid());
        fclose(f);
    }
    for (;;)
        pause();
}

__attribute__((constructor)) static void at_start(void)
{
    AT_START;
}

static atomic_int calls;

static void *create(void)
{
    IN_CREATE;
    return calloc(1, sizeof(atomic_int));
}

static lp_value inc(void *c, const lp_value *args)
{
    (void)args;
    atomic_fetch_add((atomic_int *)c, 1);
    if (atomic_fetch_add(&calls, 1) == 1) {
        IN_CALL;
    }
    return LP_UNIT;
}

LP_OBJECT(counter, .create = create, .destroy = free, .spec = "counter", .methods = {{"inc", inc}})
