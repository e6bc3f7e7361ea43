// SPDX-License-Identifier: MIT
// A register whose write does something bad, as -DTROUBLE says.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    NONE,
    SEGFAULT,
    EXIT,
    ABORT,
    HANG,
    OVERFLOW_STACK,
    CRASH_IN_CREATE,
    CRASH_IN_DESTROY,
    HANG_IN_CREATE,
    INVARIANT,
    STRING_RESULT,
    CRASH_WHEN_LOADED,
    EXIT_WHEN_LOADED,
    HANG_WHEN_LOADED,
    EXIT_IN_SPEC,
    BREAKPOINT,
    FORK,
    FORK_AND_WAIT,
    EXEC,
    THREAD_EXIT,
    STOP,
    KILL_RUNNER,
    KILL_SELF,
    CHATTER,
    SPOIL_RECORD,
    CLOSE_ALL,
    ALARM,
    OWN_THREAD,
    DAEMONS,
};

static _Atomic int64_t cell;
static _Atomic int gate;

static void crash(void)
{
    *(volatile int *)8 = 1;
}

static void hang(void)
{
    while (!atomic_load(&gate))
        ;
}

static int64_t deeper(int64_t n)
{
    volatile char room[4096];
    memset((char *)room, (int)n, sizeof room);
    return n < 0 ? room[0] : deeper(n + 1) + room[1];
}

// Writes over all that was recorded: the last part of the only large shared mapping.
static void spoil_record(void)
{
    char line[256];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        char rights[8];
        if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && !strcmp(rights, "rw-s") &&
            to - from > (16ul << 20))
            memset((char *)to - (16ul << 20), 0xff, 16ul << 20);
    }
    if (maps)
        fclose(maps);
}

// An object that has a thread of its own: it does the writes of the others.
static pthread_t server;
static sem_t wanted, done, free_to_ask;
static _Atomic int64_t asked;
static _Atomic bool closing;

static void *serve(void *context)
{
    for (;;) {
        sem_wait(&wanted);
        if (atomic_load(&closing))
            return context;
        atomic_store(&cell, atomic_load(&asked));
        sem_post(&done);
    }
}

static void server_start(void)
{
    sem_init(&wanted, 0, 0);
    sem_init(&done, 0, 0);
    sem_init(&free_to_ask, 0, 1);
    atomic_store(&closing, false);
    if (pthread_create(&server, NULL, serve, NULL) != 0)
        abort();
}

static void server_stop(void)
{
    atomic_store(&closing, true);
    sem_post(&wanted);
    pthread_join(server, NULL);
}

static void server_ask(int64_t value)
{
    sem_wait(&free_to_ask);
    atomic_store(&asked, value);
    sem_post(&wanted);
    sem_wait(&done);
    sem_post(&free_to_ask);
}

// At most so many in all, each with a session of its own, for at most 20 s.
enum { MOST_DAEMONS = 150 };
static _Atomic int *daemons; // shared by all processes

static void start_daemon(void)
{
    if (atomic_fetch_add(daemons, 1) >= MOST_DAEMONS || fork() != 0)
        return;
    setsid();
    alarm(20);
    pause();
    _exit(0);
}

__attribute__((constructor)) static void loaded(void)
{
    daemons =
        mmap(NULL, sizeof *daemons, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (TROUBLE == CRASH_WHEN_LOADED)
        crash();
    if (TROUBLE == EXIT_WHEN_LOADED)
        exit(0);
    if (TROUBLE == HANG_WHEN_LOADED)
        hang();
}

static void *create(void)
{
    if (TROUBLE == CRASH_IN_CREATE)
        crash();
    if (TROUBLE == HANG_IN_CREATE)
        hang();
    atomic_store(&cell, INT64_MIN);
    if (TROUBLE == OWN_THREAD)
        server_start();
    return NULL;
}

static void destroy(void *object)
{
    (void)object;
    if (TROUBLE == CRASH_IN_DESTROY)
        crash();
    if (TROUBLE == OWN_THREAD)
        server_stop();
}

static bool invariant(void *object)
{
    (void)object;
    return TROUBLE != INVARIANT || atomic_load(&cell) == INT64_MIN;
}

static lp_value write_value(void *object, const lp_value *args)
{
    pid_t child;
    (void)object;
    switch (TROUBLE) {
    case SEGFAULT:
        crash();
        break;
    case EXIT:
        exit(3);
    case ABORT:
        abort();
    case HANG:
        hang();
        break;
    case OVERFLOW_STACK:
        deeper(0);
        break;
    case STRING_RESULT:
        return (lp_value){LP_KIND_STRING, 12345};
    case BREAKPOINT:
        raise(SIGTRAP);
        break;
    case FORK: // the child goes on as if it were the thread
        fork();
        break;
    case DAEMONS:
        start_daemon();
        break;
    case FORK_AND_WAIT:
        child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
        break;
    case EXEC:
        execl("/bin/true", "true", (char *)NULL);
        break;
    case THREAD_EXIT:
        pthread_exit(NULL);
    case STOP:
        raise(SIGSTOP);
        break;
    case KILL_RUNNER:
        kill(getppid(), SIGKILL);
        break;
    case KILL_SELF:
        raise(SIGKILL);
        break;
    case CHATTER:
        for (int i = 0; i < 1000; i++)
            printf("%0100d\n", i);
        break;
    case CLOSE_ALL:
        for (int i = 0; i < 100; i++)
            close(i);
        break;
    case ALARM:
        raise(SIGALRM);
        break;
    case SPOIL_RECORD:
        spoil_record();
        break;
    case OWN_THREAD:
        server_ask(lp_to_int(args[0]));
        return LP_UNIT;
    default:
        break;
    }
    atomic_store(&cell, lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value read_value(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    int64_t v = atomic_load(&cell);
    return v == INT64_MIN ? LP_NIL : lp_int(v);
}

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value nil = LP_NIL;
    s->emit(s, NULL, &nil, sizeof nil);
}

static void step(lp_step *s)
{
    const lp_value *now = lp_step_values(s, NULL);
    if (TROUBLE == EXIT_IN_SPEC)
        exit(0);
    if (s->calls[0].method == 0)
        lp_step_emit_values(s, *now, now, 1);
    else
        lp_step_emit_values(s, LP_UNIT, &s->calls[0].arg, 1);
}

static const lp_spec spec = {.name = "cell",
                             .methods = {{"read", NULL, 0, ""}, {"write", NULL, 1, ""}},
                             .initial = initial,
                             .step = step};

LP_OBJECT(cell, .create = create, .destroy = destroy, .custom_spec = &spec,
          .methods = {{"read", read_value}, {"write", write_value, .args = {LP_INTS(1, 9)}}},
          .scenarios = {"write(1) read | write(2) read"}, .invariant = invariant)
