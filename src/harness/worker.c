// SPDX-License-Identifier: MIT
// Rounds on real threads. Each round: the leader makes an object and does the
// calls before; the threads, which wait at a gate, are let go together; when all
// are done the leader does the calls after and frees the object.
//
// The leader is also the first of the threads: one process switch less, and a
// processor more for the others. Calls on the main thread are then made by the
// same system thread as those of thread 0, as in a program that starts the other
// threads and joins them. Where a spec looks at who calls, and the main thread
// calls at all, it is a thread of its own.
//
// A history that was seen, in this process or by the judge before it was forked, is
// not kept: its slot is used again. This is decided here, in the middle of the
// round, because it costs less than handing the record to another process.

#include "harness/worker.h"

#include "base/random.h"
#include "harness/gate.h"
#include "harness/sentinel.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HANDLER_STACK = 65536 };

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
    uint64_t usual; // ticks its calls take, about
    step steps[2 * SCENARIO_MAX_CALLS];
    rng random;
    pthread_t thread;
    _Atomic pid_t task;    // what the kernel calls it
    _Atomic uint32_t done; // the last round it is through with
} lane;

struct worker {
    const worker_task *task;
    recorder_shared *shared;
    const scenario *scenario; // of the round
    uint32_t slot;            // where it is recorded
    void *instance;
    bool leads_alone; // the main thread is none of the scenario's
    sentinel sentinel;
    _Atomic bool leader_waits; // for the others
    int64_t lag;               // ticks by which the followers are held back
    gate gate;
    lane lanes[RECORDER_MAX_LANES];
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

static inline void run_steps(lane *l, uint32_t from, uint32_t to)
{
    worker *w = l->worker;
    for (uint32_t i = from; i < to; i++) {
        const step *s = &l->steps[i];
        record *rec = recorder_at(w->task->recorder, w->slot, l->number, i);
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

// The calls of a thread, once the gate is open.
static void run_lane(lane *l)
{
    gate *g = &l->worker->gate;
    // Whoever tends to be early waits for the other.
    bool leads = l->number == 0 && !l->worker->leads_alone;
    int64_t lag = leads ? -l->worker->lag : l->worker->lag;
    gate_start(g, rng_next(&l->random) % (l->usual / 4 + 16) + (uint64_t)(lag > 0 ? lag : 0));
    uint64_t before = gate_ticks();
    run_steps(l, 0, l->count);
    uint64_t took = gate_ticks() - before;
    // A thread that lost the processor must not make the next ones wait as long.
    if (took < 2 * l->usual + 10000)
        l->usual = (7 * l->usual + took) / 8;
}

static void thread_start(lane *l)
{
    worker *w = l->worker;
    own_lane = (int32_t)l->number;
    atomic_store(&l->task, gettid());
    handler_stack_give();
    pin(l->number);
    jolt_thread_start(w->task->jolt, rng_next(&l->random), w->gate.crowded, &w->shared->clock);
}

static void lane_fill(worker *w, lane *l, const scenario_part *part)
{
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t m = subject_method(w->task->subject, part->calls[i].method);
        l->steps[l->count++] =
            (step){m, w->task->subject->object->methods[m].run, part->calls[i].args};
    }
}

static void *thread_main(void *context)
{
    lane *l = context;
    worker *w = l->worker;
    const scenario *filled = NULL;
    thread_start(l);
    for (uint32_t round = 0; (round = gate_pass(&w->gate, round)) != GATE_CLOSED;) {
        if (filled != w->scenario) {
            filled = w->scenario;
            l->count = 0;
            lane_fill(w, l, &filled->threads[l->number]);
        }
        gate_arrive(&w->gate);
        run_lane(l);
        atomic_store_explicit(&l->done, round, memory_order_release);
        gate_leave(&w->gate);
    }
    jolt_thread_end();
    return NULL;
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

static void run_threads(worker *w, uint32_t round)
{
    uint32_t threads = w->scenario->thread_count;
    enter(w, PHASE_THREADS);
    gate_open(&w->gate, round, w->leads_alone ? threads : threads - 1);
    if (!w->leads_alone)
        run_lane(&w->lanes[0]);
    atomic_store_explicit(&w->leader_waits, true, memory_order_release);
    gate_join(&w->gate);
    atomic_store_explicit(&w->leader_waits, false, memory_order_release);
}

// For the sentinel: who will do nothing more in this round.
static uint32_t idle_tasks(void *context, pid_t *out)
{
    worker *w = context;
    uint32_t count = 0;
    uint32_t round = atomic_load(&w->gate.round);
    for (uint32_t i = w->leads_alone ? 0 : 1; i < w->task->scenarios[0].thread_count; i++)
        if (atomic_load(&w->lanes[i].done) == round)
            out[count++] = atomic_load(&w->lanes[i].task);
    if (atomic_load(&w->leader_waits))
        out[count++] = getpid(); // its first task leads
    return count;
}

static bool run_round(worker *w, uint32_t round)
{
    const lp_object *o = w->task->subject->object;
    const scenario *sc = w->scenario;
    lane *main = &w->lanes[sc->thread_count];
    enter(w, PHASE_CREATE);
    w->instance = o->create();
    if (sc->before.count) {
        enter(w, PHASE_BEFORE);
        run_steps(main, 0, sc->before.count);
    }
    if (!invariant_holds(w))
        return false;
    if (sc->thread_count) {
        run_threads(w, round);
        if (!invariant_holds(w))
            return false;
    }
    if (sc->after.count) {
        enter(w, PHASE_AFTER);
        run_steps(main, sc->before.count, main->count);
        if (!invariant_holds(w))
            return false;
    }
    enter(w, PHASE_DESTROY);
    if (o->destroy)
        o->destroy(w->instance);
    return true;
}

// The news that all are there reaches the leader later than the last follower; how
// much later depends on the machine. In a round without overlap somebody was early.
static void adjust_lag(worker *w)
{
    enum { STEP = 8, MOST = 4000 };
    const record *first = recorder_at(w->task->recorder, w->slot, 0, 0);
    uint64_t count =
        atomic_load_explicit(&first->call, memory_order_relaxed) & ((1u << STAMP_COUNT_BITS) - 1);
    if (count > w->scenario->before.count)
        w->lag += w->lag < MOST ? STEP : 0;
    else
        w->lag -= w->lag > -MOST ? STEP : 0;
}

// Counts the round. True: its history is new, and so its slot is kept. So is one
// that makes no sense: the judge will say so.
static bool round_is_new(worker *w)
{
    unsigned char key[RECORDER_MAX_KEY];
    bool overlapping = false, fresh = true;
    size_t length = recorder_key(w->task->recorder, w->slot, key, &overlapping);
    if (length)
        intern_add_fresh(w->task->seen, key, length, &fresh);
    recorder_shared *s = w->shared;
    if (!overlapping && w->scenario->thread_count > 1)
        adjust_lag(w);
    if (overlapping)
        atomic_store_explicit(&s->overlapping, s->overlapping + 1, memory_order_relaxed);
    return fresh;
}

static void choose_scenario(worker *w, uint32_t which)
{
    const scenario *sc = &w->task->scenarios[which];
    if (w->scenario == sc)
        return;
    w->scenario = sc;
    lane *main = &w->lanes[sc->thread_count];
    main->count = 0;
    lane_fill(w, main, &sc->before);
    lane_fill(w, main, &sc->after);
    if (!w->leads_alone) {
        w->lanes[0].count = 0;
        lane_fill(w, &w->lanes[0], &sc->threads[0]);
    }
}

// False: the invariant is false.
static bool run_rounds(worker *w)
{
    const worker_task *task = w->task;
    uint32_t which = (uint32_t)(task->skipped / task->turn % task->scenario_count);
    uint32_t turn = (uint32_t)(task->skipped % task->turn);
    for (uint32_t round = 1; round <= task->rounds && round <= RECORDER_MAX_ROUNDS; round++) {
        if (w->slot == task->recorder->capacity ||
            atomic_load_explicit(&w->shared->stop, memory_order_relaxed))
            return true;
        choose_scenario(w, which);
        recorder_begin(task->recorder, w->slot, round, which);
        if (!run_round(w, round))
            return false;
        if (round_is_new(w))
            atomic_store_explicit(&w->shared->kept, ++w->slot, memory_order_release);
        atomic_store_explicit(&w->shared->rounds, round, memory_order_release);
        if (++turn == task->turn) {
            turn = 0;
            which = (which + 1) % task->scenario_count;
        }
    }
    return true;
}

static void give_up(worker *w, int code)
{
    atomic_store(&w->shared->failure, code ? code : EAGAIN);
    _exit(1);
}

static bool main_calls(const worker_task *task)
{
    for (uint32_t i = 0; i < task->scenario_count; i++)
        if (task->scenarios[i].before.count || task->scenarios[i].after.count)
            return true;
    return false;
}

static void worker_init(worker *w, const worker_task *task)
{
    uint32_t threads = task->scenarios[0].thread_count;
    memset(w, 0, sizeof *w);
    w->task = task;
    w->shared = task->recorder->shared;
    w->leads_alone = !threads || (task->subject->spec->looks_at_process && main_calls(task));
    cpu_set_t allowed;
    bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    w->gate.crowded = !known || threads > (uint32_t)CPU_COUNT(&allowed);
    rng seeds;
    rng_init(&seeds, task->seed);
    for (uint32_t i = 0; i <= threads; i++) {
        lane *l = &w->lanes[i];
        l->worker = w;
        l->number = i;
        rng_init(&l->random, rng_next(&seeds));
    }
}

static void be_silent(void)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
}

void worker_run(const worker_task *task)
{
    worker *w = &the_worker;
    worker_init(w, task);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); // a core file per finding helps nobody
    if (task->silent)
        be_silent();
    handlers_install();
    uint32_t threads = task->scenarios[0].thread_count, first = w->leads_alone ? 0 : 1;
    for (uint32_t i = first; i < threads; i++) {
        int code = pthread_create(&w->lanes[i].thread, NULL, thread_main, &w->lanes[i]);
        if (code)
            give_up(w, code);
    }
    if (w->leads_alone) {
        own_lane = (int32_t)threads;
        handler_stack_give();
    } else {
        thread_start(&w->lanes[0]);
    }
    w->sentinel = (sentinel){.shared = w->shared, .idle = idle_tasks, .context = w};
    sentinel_start(&w->sentinel);
    if (!run_rounds(w))
        _exit(0);
    gate_close(&w->gate);
    for (uint32_t i = first; i < threads; i++)
        pthread_join(w->lanes[i].thread, NULL);
    atomic_store(&w->shared->finished, 1);
    _exit(0);
}
