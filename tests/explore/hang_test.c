// SPDX-License-Identifier: MIT
// An object that HOW makes come to no end, to end too early, or to be interrupted.
// FLAG is a folder that is made when the signal was sent.
#include <linchpin/linchpin.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int turn;

#define SPIN                                                                                       \
    for (volatile int local = 1; local;) {                                                         \
    }

__attribute__((noinline)) static void stop_here(void)
{
#ifdef SPIN_HERE
    SPIN
#endif
#ifdef BLOCK_SIGNALS
        sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGALRM, SIG_IGN);
    SPIN
#endif
#ifdef STOP
        raise(SIGSTOP);
#endif
}

#ifdef AT_START
__attribute__((constructor)) static void at_start(void)
{
    AT_START;
}
#endif

#ifdef FLAG
// Once, to linchpin itself, from the process that explores.
static void interrupt(void)
{
    if (mkdir(FLAG, 0700) == 0)
        kill(getppid(), HOW);
}
#endif

static void *create(void)
{
    turn = 0;
#ifdef FLAG
    interrupt();
#endif
    return calloc(1, 1);
}

// Hangs in one interleaving of many: late, where the search has workers.
static lp_value inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    for (int i = 0; i < 6; i++)
        turn++;
    return LP_UNIT;
}

static lp_value look(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    int first = turn, second = turn, third = turn;
    if (first == 1 && second == 3 && third == 10)
        stop_here();
    return lp_int(third > 100);
}

static lp_value stop(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    stop_here();
    return LP_UNIT;
}

LP_OBJECT(hang, .create = create, .destroy = free, .spec = "register",
          .methods = {{"inc", inc}, {"look", look}, {"stop", stop}})
