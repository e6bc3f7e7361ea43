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

#include "harness/stress/stress_worker.h"

#include "base/random.h"
#include "harness/stress/crash_note.h"
#include "harness/stress/lane.h"
#include "harness/stress/sentinel.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct worker {
    const worker_task *task;
    recorder_shared *shared;
    bool leads_alone; // the main thread is none of the scenario's
    sentinel sentinel;
    gate gate;
    // The leader's own.
    _Alignas(128) gate_work work;
    uint32_t free_slots[2]; // for rounds in turn: one is recorded while the other is settled
    uint32_t slots_used, kept;
    uint64_t rounds, overlapping;
    uint32_t unsettled;        // 1 + slot of the last round, until it is counted; or 0
    uint32_t calls;            // of all threads in the scenario
    _Atomic bool leader_waits; // for the others
    pthread_t threads[RECORDER_MAX_LANES];
    lane lanes[RECORDER_MAX_LANES];
} worker;

static worker the_worker; // of this process, which does nothing else; all zero at first

static void *thread_main(void *context)
{
    lane *l = context;
    const scenario *filled = NULL;
    lane_thread_start(l);
    gate_board *board;
    for (uint32_t round = 1; (board = gate_pass(l->gate, round)); round++) {
        if (filled != board->work.scenario) {
            filled = board->work.scenario;
            l->count = 0;
            lane_fill(l, &filled->threads[l->number]);
        }
        lane_run_timed(l, board, round, gate_ticks());
        gate_leave(l->gate, l->number, round);
    }
    noise_thread_end();
    return NULL;
}

static void enter(worker *w, phase p)
{
    // For who looks in from outside, or after a crash: no fence is needed.
    atomic_store_explicit(&w->shared->phase, p, memory_order_release);
}

// False: the invariant does not hold, and the run is over.
static bool invariant_holds(worker *w)
{
    const lp_object *o = w->task->subject->object;
    if (!o->invariant)
        return true;
    enter(w, PHASE_INVARIANT);
    if (o->invariant(w->work.instance))
        return true;
    atomic_store(&w->shared->invariant_false, 1);
    return false;
}

// The news that the gate is open reaches the followers later than the leader; how much
// later depends on the machine. In a round without overlap somebody was early.
static void adjust_lag(worker *w, uint32_t slot)
{
    enum { STEP = 8, MOST = 4000 };
    const scenario *sc = recorder_scenario(w->task->recorder, slot);
    if (sc->thread_count < 2)
        return;
    const record *first = recorder_at(w->task->recorder, slot, 0, 0);
    uint64_t count =
        atomic_load_explicit(&first->call, memory_order_relaxed) & ((1u << STAMP_COUNT_BITS) - 1);
    if (count > sc->before.count)
        w->work.lag += w->work.lag < MOST ? STEP : 0;
    else
        w->work.lag -= w->work.lag > -MOST ? STEP : 0;
}

// In the shared record too: if the worker dies here, the judge settles that round.
static void set_unsettled(worker *w, uint32_t slot_plus_one)
{
    w->unsettled = slot_plus_one;
    atomic_store_explicit(&w->shared->unsettled, slot_plus_one, memory_order_release);
}

// Counts the last round. If its history is new its slot is kept. So is one that makes
// no sense: the judge will say so.
static void settle(worker *w)
{
    if (!w->unsettled)
        return;
    recorder_shared *s = w->shared;
    unsigned char key[RECORDER_MAX_KEY];
    uint32_t slot = w->unsettled - 1;
    bool overlapping = false, fresh = true;
    size_t length = recorder_key(w->task->recorder, slot, key, &overlapping);
    if (length)
        intern_add_fresh(w->task->seen, key, length, &fresh);
    if (overlapping)
        w->overlapping++;
    else
        adjust_lag(w, slot);
    set_unsettled(w, 0);
    atomic_store_explicit(&s->overlapping, w->overlapping, memory_order_relaxed);
    if (fresh) {
        atomic_store_explicit(&s->order[w->kept], slot, memory_order_relaxed);
        atomic_store_explicit(&s->kept, ++w->kept, memory_order_release);
        w->free_slots[slot == w->free_slots[1]] = w->slots_used++;
    }
    atomic_store_explicit(&s->rounds, ++w->rounds, memory_order_release);
}

static void run_threads(worker *w, uint32_t round)
{
    enter(w, PHASE_THREADS);
    w->work.end = atomic_load_explicit(w->task->recorder->clock, memory_order_relaxed) + w->calls;
    gate_open(&w->gate, round, &w->work);
    uint64_t opened = gate_ticks();
    settle(w); // until the others have seen it
    if (!w->leads_alone)
        lane_run_timed(&w->lanes[0], gate_board_of(&w->gate, round), round, opened);
    atomic_store_explicit(&w->leader_waits, true, memory_order_release);
    gate_join(&w->gate, round);
    atomic_store_explicit(&w->leader_waits, false, memory_order_release);
}

// For the sentinel: who will do nothing more in this round. When all are through, the
// leader is about to go on, and nobody is idle: a thread of the object's own that waits
// for its next order is not stuck.
static uint32_t idle_tasks(void *context, pid_t *out)
{
    worker *w = context;
    uint32_t count = 0;
    uint32_t round = atomic_load(&w->gate.boards[0].round),
             other = atomic_load(&w->gate.boards[1].round);
    round = round > other ? round : other;
    for (uint32_t i = w->gate.first; i < w->gate.end; i++)
        if (atomic_load(&w->gate.posts[i].done) == round)
            out[count++] = atomic_load(&w->lanes[i].id);
    if (!atomic_load(&w->leader_waits))
        return count;
    if (count == w->gate.end - w->gate.first)
        return 0;
    out[count++] = getpid(); // its first task leads
    return count;
}

static void run_main(worker *w, phase p, uint32_t from, uint32_t to)
{
    _Atomic uint64_t *clock = w->task->recorder->clock;
    enter(w, p);
    noise_calls_start(clock, 0, 0); // there is nobody to wait for
    lane_run(&w->lanes[w->work.scenario->thread_count], &w->work, clock, from, to);
}

static bool run_round(worker *w, uint32_t round)
{
    const lp_object *o = w->task->subject->object;
    const scenario *sc = w->work.scenario;
    enter(w, PHASE_CREATE);
    w->work.instance = o->create();
    if (sc->before.count)
        run_main(w, PHASE_BEFORE, 0, sc->before.count);
    if (!invariant_holds(w))
        return false;
    if (sc->thread_count) {
        run_threads(w, round);
        if (!invariant_holds(w))
            return false;
    } else {
        settle(w);
    }
    if (sc->after.count) {
        run_main(w, PHASE_AFTER, sc->before.count, sc->before.count + sc->after.count);
        if (!invariant_holds(w))
            return false;
    }
    enter(w, PHASE_DESTROY);
    if (o->destroy)
        o->destroy(w->work.instance);
    return true;
}

static void choose_scenario(worker *w, uint32_t which)
{
    const scenario *sc = &w->task->scenarios[which];
    if (w->work.scenario == sc)
        return;
    w->work.scenario = sc;
    lane *main = &w->lanes[sc->thread_count];
    main->count = 0;
    lane_fill(main, &sc->before);
    lane_fill(main, &sc->after);
    w->calls = 0;
    for (uint32_t t = 0; t < sc->thread_count; t++)
        w->calls += sc->threads[t].count;
    if (!w->leads_alone) {
        w->lanes[0].count = 0;
        lane_fill(&w->lanes[0], &sc->threads[0]);
    }
}

// False: the invariant is false.
static bool run_rounds(worker *w)
{
    const worker_task *task = w->task;
    uint32_t which = (uint32_t)(task->skipped / task->turn % task->scenario_count);
    uint32_t turn = (uint32_t)(task->skipped % task->turn);
    for (uint32_t round = 1; round <= task->rounds && round <= RECORDER_MAX_ROUNDS; round++) {
        if (w->slots_used > task->recorder->capacity ||
            atomic_load_explicit(&w->shared->stop, memory_order_relaxed))
            break;
        choose_scenario(w, which);
        w->work.slot = w->free_slots[round % 2];
        recorder_begin(task->recorder, w->work.slot, round, which);
        if (!run_round(w, round))
            return false;
        set_unsettled(w, w->work.slot + 1);
        if (++turn == task->turn) {
            turn = 0;
            which = (which + 1) % task->scenario_count;
        }
    }
    settle(w);
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
    w->task = task;
    w->shared = task->recorder->shared;
    w->leads_alone = !threads || (task->subject->spec->looks_at_process && main_calls(task));
    cpu_set_t allowed;
    bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    w->free_slots[1] = 1;
    w->slots_used = 2;
    w->gate.boards = w->shared->boards;
    w->gate.first = w->leads_alone ? 0 : 1;
    w->gate.end = threads;
    w->gate.crowded = !known || threads > (uint32_t)CPU_COUNT(&allowed);
    rng seeds;
    rng_init(&seeds, task->seed);
    for (uint32_t i = 0; i <= threads; i++) {
        lane *l = &w->lanes[i];
        l->task = task;
        l->gate = &w->gate;
        l->number = i;
        l->leads = i == 0 && !w->leads_alone;
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
    // For this thread and those it starts: a wait with a limit ends when it should, and then
    // races more often with whom it waited for.
    prctl(PR_SET_TIMERSLACK, 1000);
    if (task->silent)
        be_silent();
    recorder_guard(task->recorder);
    crash_note_init(task->recorder);
    uint32_t threads = task->scenarios[0].thread_count, first = w->leads_alone ? 0 : 1;
    for (uint32_t i = first; i < threads; i++) {
        int code = pthread_create(&w->threads[i], NULL, thread_main, &w->lanes[i]);
        if (code)
            give_up(w, code);
    }
    if (w->leads_alone)
        crash_note_thread((int32_t)threads);
    else
        lane_thread_start(&w->lanes[0]);
    w->sentinel = (sentinel){.shared = w->shared, .idle = idle_tasks, .context = w};
    sentinel_start(&w->sentinel);
    if (!run_rounds(w))
        _exit(0);
    gate_close(&w->gate);
    for (uint32_t i = first; i < threads; i++)
        pthread_join(w->threads[i], NULL);
    atomic_store(&w->shared->finished, 1);
    _exit(0);
}
