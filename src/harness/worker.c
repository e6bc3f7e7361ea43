// SPDX-License-Identifier: MIT
// Rounds on real threads. Each round: the main thread makes an object and does
// the calls before; the threads, which spin at a gate, are let go together; when
// all are done the main thread does the calls after and frees the object.

#include "harness/worker.h"

#include "base/random.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    GATE_SPINS = 2000,  // before a thread at the gate lets others run,
    CROWDED_SPINS = 20, // when there are more threads than processors
    START_JITTER = 64,  // pauses after the gate, at most: no two rounds alike
    HANDLER_STACK = 65536,
};

// One call, looked up: nothing but the user's function runs between the stamps.
typedef struct step {
    uint32_t method;
    lp_method_function run;
    const lp_value *args;
} step;

typedef struct worker worker;

typedef struct lane {
    worker *worker;
    uint32_t number;
    uint32_t count;
    step steps[2 * SCENARIO_MAX_CALLS];
    rng random;
    pthread_t thread;
} lane;

struct worker {
    const worker_task *task;
    recorder_shared *shared;
    lane lanes[RECORDER_MAX_LANES];
    void *instance;
    sem_t done;
    bool crowded;                       // more threads than processors
    _Alignas(64) _Atomic uint32_t gate; // rounds let through so far; UINT32_MAX: go home
    _Alignas(64) _Atomic uint32_t busy; // threads still in the round
};

static worker the_worker; // of this process, which does nothing else
static _Thread_local int32_t own_lane = -1;

static void on_crash(int signal)
{
    int32_t none = -1;
    atomic_compare_exchange_strong(&the_worker.shared->crash_lane, &none, own_lane);
    raise(signal); // SA_RESETHAND: the default now
}

// A handler needs a stack of its own: the crash may be that the thread's is full.
static void handlers_install(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
    struct sigaction action = {.sa_handler = on_crash,
                               .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_NODEFER)};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

static void handler_stack_give(void)
{
    stack_t stack = {.ss_size = HANDLER_STACK};
    stack.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                       0); // lives as long as the process
    if (stack.ss_sp != MAP_FAILED)
        sigaltstack(&stack, NULL);
}

static inline void run_steps(lane *l, uint32_t round, uint32_t from, uint32_t to)
{
    worker *w = l->worker;
    for (uint32_t i = from; i < to; i++) {
        const step *s = &l->steps[i];
        record *rec = recorder_at(w->task->recorder, round, l->number, i);
        jolt_between();
        record_call(w->shared, rec);
        jolt_enter(s->method);
        lp_value result = s->run(w->instance, s->args);
        jolt_leave(s->method);
        record_return(w->shared, rec, result);
    }
}

static void pin(uint32_t number)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    size_t count = (size_t)CPU_COUNT(&allowed);
    for (size_t cpu = 0, seen = 0; cpu < CPU_SETSIZE && count; cpu++)
        if (CPU_ISSET(cpu, &allowed) && seen++ == number % count) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            pthread_setaffinity_np(pthread_self(), sizeof one, &one);
        }
}

static void *thread_main(void *context)
{
    lane *l = context;
    worker *w = l->worker;
    own_lane = (int32_t)l->number;
    handler_stack_give();
    pin(l->number);
    jolt_thread_start(w->task->jolt, rng_next(&l->random), w->crowded, &w->shared->clock);
    for (uint32_t round = 0;; round++) {
        uint32_t gate;
        for (uint32_t spins = 0; (gate = atomic_load(&w->gate)) == round; spins++) {
            if (spins < (w->crowded ? CROWDED_SPINS : GATE_SPINS))
                pause_briefly();
            else
                sched_yield();
        }
        if (gate == UINT32_MAX)
            break;
        for (uint64_t jitter = rng_below(&l->random, START_JITTER); jitter; jitter--)
            pause_briefly();
        run_steps(l, round, 0, l->count);
        if (atomic_fetch_sub(&w->busy, 1) == 1)
            sem_post(&w->done);
    }
    jolt_thread_end();
    return NULL;
}

static void lane_add(worker *w, lane *l, const scenario_part *part)
{
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t m = subject_method(w->task->subject, part->calls[i].method);
        l->steps[l->count++] =
            (step){m, w->task->subject->object->methods[m].run, part->calls[i].args};
    }
}

static void enter(worker *w, phase p)
{
    atomic_store(&w->shared->phase, p);
}

// False: the invariant does not hold, and the run is over.
static bool invariant_holds(worker *w)
{
    const lp_object *o = w->task->subject->object;
    if (!o->invariant)
        return true;
    enter(w, PHASE_INVARIANT);
    if (o->invariant(w->instance))
        return true;
    atomic_store(&w->shared->invariant_false, 1);
    return false;
}

static bool run_round(worker *w, uint32_t round)
{
    const lp_object *o = w->task->subject->object;
    const scenario *sc = w->task->scenario;
    lane *main = &w->lanes[sc->thread_count];
    recorder_clear_round(w->task->recorder, round);
    enter(w, PHASE_CREATE);
    w->instance = o->create();
    enter(w, PHASE_BEFORE);
    run_steps(main, round, 0, sc->before.count);
    if (!invariant_holds(w))
        return false;

    if (sc->thread_count) {
        enter(w, PHASE_THREADS);
        atomic_store(&w->busy, sc->thread_count);
        atomic_store(&w->gate, round + 1);
        while (sem_wait(&w->done) != 0)
            ;
        if (!invariant_holds(w))
            return false;
    }
    if (sc->after.count) {
        enter(w, PHASE_AFTER);
        run_steps(main, round, sc->before.count, main->count);
        if (!invariant_holds(w))
            return false;
    }
    enter(w, PHASE_DESTROY);
    if (o->destroy)
        o->destroy(w->instance);
    atomic_store(&w->shared->rounds, round + 1);
    return true;
}

static void give_up(worker *w, int code)
{
    atomic_store(&w->shared->failure, code ? code : EAGAIN);
    _exit(1);
}

void worker_run(const worker_task *task)
{
    worker *w = &the_worker;
    memset(w, 0, sizeof *w);
    w->task = task;
    w->shared = task->recorder->shared;
    sem_init(&w->done, 0, 0);
    cpu_set_t allowed;
    bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    w->crowded = !known || task->scenario->thread_count > (uint32_t)CPU_COUNT(&allowed);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); // a core file per finding helps nobody

    int nowhere = task->silent ? open("/dev/null", O_WRONLY) : -1;
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    rng seeds;
    rng_init(&seeds, task->seed);
    const scenario *sc = task->scenario;
    for (uint32_t i = 0; i <= sc->thread_count; i++) {
        lane *l = &w->lanes[i];
        l->worker = w;
        l->number = i;
        rng_init(&l->random, rng_next(&seeds));
        if (i < sc->thread_count)
            lane_add(w, l, &sc->threads[i]);
    }
    lane_add(w, &w->lanes[sc->thread_count], &sc->before);
    lane_add(w, &w->lanes[sc->thread_count], &sc->after);

    own_lane = (int32_t)sc->thread_count;
    handlers_install();
    handler_stack_give();
    for (uint32_t i = 0; i < sc->thread_count; i++) {
        int code = pthread_create(&w->lanes[i].thread, NULL, thread_main, &w->lanes[i]);
        if (code)
            give_up(w, code);
    }
    for (uint32_t round = 0; round < task->rounds && !atomic_load(&w->shared->stop); round++)
        if (!run_round(w, round))
            _exit(0);
    atomic_store(&w->gate, UINT32_MAX);
    for (uint32_t i = 0; i < sc->thread_count; i++)
        pthread_join(w->lanes[i].thread, NULL);
    atomic_store(&w->shared->finished, 1);
    _exit(0);
}
