// SPDX-License-Identifier: MIT
// The side that runs the calls: see serial_page.h. Each process of the history is
// a thread that sleeps until it is its turn; the first thread gives the turns and
// looks after them.

#include "base/io/limits.h"
#include "harness/serial/serial_page.h"
#include "harness/stress/blocked.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

_Noreturn void serial_serve(int socket, int memory, bool ready, const char *why, serial_run run,
                            void *context)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serial_page *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (p == MAP_FAILED)
        _exit(1);
    if (!ready) {
        snprintf(p->why, sizeof p->why, "%s", why);
        _exit(1);
    }
    char byte = 0;
    while (write(socket, &byte, 1) == 1 && !p->spent && read(socket, &byte, 1) == 1)
        run(p, context);
    _exit(0);
}

bool serial_returned(serial_page *p, const lp_object *o, lp_value result)
{
    if (!subject_result_valid(result)) {
        snprintf(p->why, sizeof p->why,
                 "%s() returned something that is not nil, unit, a boolean, an integer or a pair",
                 o->methods[p->calls[p->done].method].name);
        p->end = SERIAL_FAILED;
        return false;
    }
    if (result.kind == LP_KIND_NIL || result.kind == LP_KIND_UNIT)
        result.bits = 0;
    p->results[p->done] = result;
    p->done++;
    return true;
}

enum { LOOK_NS = 2000000 };           // how often a call that takes long is looked at
static const double most_running = 1; // seconds of processor time,
static const double most_waiting = 5; // seconds on the clock

typedef struct turn_taker {
    pthread_t thread;
    sem_t turn;
    _Atomic pid_t task;
    bool started;
} turn_taker;

static struct {
    const lp_object *object;
    serial_page *page;
    void *instance;
    turn_taker takers[SERIAL_PROCESSES_MAX];
    sem_t over;
} all;

static void *take_turns(void *context)
{
    turn_taker *t = context;
    atomic_store(&t->task, gettid());
    for (;;) {
        while (sem_wait(&t->turn) != 0)
            ;
        serial_page *p = all.page;
        const serial_call *call = &p->calls[p->done];
        lp_value result = all.object->methods[call->method].run(all.instance, call->args);
        serial_returned(p, all.object, result);
        sem_post(&all.over);
    }
    return NULL;
}

static double seconds_used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool stuck(const turn_taker *running)
{
    pid_t idle[SERIAL_PROCESSES_MAX + 1] = {gettid()};
    uint32_t count = 1;
    for (uint32_t i = 0; i < SERIAL_PROCESSES_MAX; i++)
        if (all.takers[i].started && &all.takers[i] != running)
            idle[count++] = atomic_load(&all.takers[i].task);
    return blocked_for_good(idle, count);
}

// Until the call that was given its turn has returned.
static serial_end wait_for(const turn_taker *t)
{
    double used = seconds_used(), began = clock_seconds();
    for (;;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (sem_timedwait(&all.over, &until) == 0)
            return all.page->end;
        if (errno == EINTR)
            continue;
        // One that has returned since waits too: for its next turn.
        if (stuck(t))
            return sem_trywait(&all.over) == 0 ? all.page->end : SERIAL_NEVER;
        if (seconds_used() - used > most_running || clock_seconds() - began > most_waiting)
            return SERIAL_LONG;
    }
}

static bool start(turn_taker *t)
{
    if (t->started)
        return true;
    sem_init(&t->turn, 0, 0);
    return t->started = pthread_create(&t->thread, NULL, take_turns, t) == 0;
}

void serial_run_threads(serial_page *p, void *object)
{
    if (!all.object)
        sem_init(&all.over, 0, 0);
    all.object = object;
    all.page = p;
    all.instance = all.object->create();
    while (p->end == SERIAL_DONE && p->done < p->count) {
        turn_taker *t = &all.takers[p->calls[p->done].process];
        if (!start(t)) {
            p->end = SERIAL_FAILED;
            snprintf(p->why, sizeof p->why, "no thread could be started");
            break;
        }
        sem_post(&t->turn);
        p->end = wait_for(t);
    }
    p->spent = p->end != SERIAL_DONE; // someone is still inside
    if (!p->spent && all.object->destroy)
        all.object->destroy(all.instance);
}

void serial_enter_threads(void *object, int socket, int memory)
{
    serial_serve(socket, memory, true, NULL, serial_run_threads, object);
}
