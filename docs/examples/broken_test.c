// SPDX-License-Identifier: MIT
// A counter that is broken in the way -DHOW says, or -DMISTYPED or -DMISSING. For
// docs/test.md and docs/explore.md, which show what linchpin says of it.

#include <linchpin/linchpin.h>

#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CRASH,
    EXIT,
    SPIN,
    INVARIANT,
    FORK,
    KILL,
    TEXT,
    WILD,
    CRASH_IN_CREATE,
    SLEEP_IN_CREATE,
    SPIN_IN_DESTROY,
    CRASH_AT_START,
    EXIT_AT_START,
    SPIN_AT_START,
    SPIN_UNSEEN,
    NOT_AT_ALL,
};

#ifndef HOW
#define HOW NOT_AT_ALL
#endif

typedef struct tally {
    _Atomic int value;
} tally;

static void crash(void)
{
    *(volatile int *)8 = 0;
}

static void spin(void)
{
    static _Atomic bool for_ever = true;
    while (for_ever)
        ;
}

// No other thread can see what it reads, so explore does not either.
static void spin_unseen(void)
{
    for (volatile int own = 1; own;)
        ;
}

// Writes over all memory that it shares with others: there the record is.
static void run_wild(void)
{
    char line[256], rights[8];
    unsigned long from, to;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && !strcmp(rights, "rw-s"))
            memset((char *)from, 0xff, to - from);
    if (maps)
        fclose(maps);
}

#ifdef MISSING
void nobody_has_written_this(void);
#endif

static void *create(void)
{
    if (HOW == CRASH_IN_CREATE)
        crash();
    if (HOW == SLEEP_IN_CREATE) {
        sem_t never;
        sem_init(&never, 0, 0);
        sem_wait(&never);
    }
    return calloc(1, sizeof(tally));
}

static void destroy(void *t)
{
    if (HOW == SPIN_IN_DESTROY)
        spin();
    free(t);
}

static lp_value inc(void *t, const lp_value *args)
{
    (void)args;
    int now = atomic_fetch_add(&((tally *)t)->value, 1) + 1;
    if (HOW == CRASH && now == 2)
        crash();
    if (HOW == EXIT)
        exit(0);
    if (HOW == SPIN)
        spin();
    if (HOW == SPIN_UNSEEN)
        spin_unseen();
    if (HOW == FORK)
        fork();
    if (HOW == KILL)
        raise(SIGKILL);
    if (HOW == TEXT)
        return (lp_value){LP_KIND_STRING, 1};
    if (HOW == WILD)
        run_wild();
#ifdef MISSING
    nobody_has_written_this();
#endif
    return LP_UNIT;
}

static bool is_small(void *t)
{
    return HOW != INVARIANT || ((tally *)t)->value < 2;
}

#ifdef MISTYPED
int wrong = "text";
#endif

__attribute__((constructor)) static void start(void)
{
    if (HOW == CRASH_AT_START)
        crash();
    if (HOW == EXIT_AT_START)
        exit(0);
    if (HOW == SPIN_AT_START)
        spin();
}

LP_OBJECT(tally, .create = create, .destroy = destroy, .spec = "counter", .methods = {{"inc", inc}},
          .invariant = is_small)
