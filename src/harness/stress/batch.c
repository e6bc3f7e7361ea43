// SPDX-License-Identifier: MIT
// Starting and watching a worker. A worker that records nothing new for a while
// hangs; one that ends without having said so was ended by the user's code.

#include "harness/stress/batch.h"

#include "harness/stress/starved.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start(const worker_task *task)
{
    pid_t parent = getpid();
    fflush(NULL); // or the child prints it again
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (task->private_fd >= 0)
        close(task->private_fd);
    worker_run(task);
}

typedef struct watcher {
    recorder_shared *shared;
    const _Atomic uint32_t *strayed;
    const batch_sink *sink;
    uint32_t capacity, taken; // slots
    bool enough, spoilt;
    batch_times times;
    bool cut;              // the worker has not stopped in time
    bool late;             // nor was all judged in time
    double asked;          // when it was asked to stop; 0: it was not
    uint64_t clock, state; // as last seen
    double still, before;  // seconds since something changed; time of the last look
    double ran;            // how long the worker had run by then
    uint32_t grants;       // of more time, since
} watcher;

static void take(watcher *w, uint32_t slot)
{
    if (slot < w->capacity) // or a stray write: another slot would say nothing about it
        w->enough = !w->sink->take(w->sink->context, slot);
    else
        w->spoilt = true;
}

static void take_histories(watcher *w)
{
    uint32_t kept = atomic_load_explicit(&w->shared->kept, memory_order_acquire);
    if (kept > w->capacity)
        kept = w->capacity; // a stray write: batch_run says so
    while (!w->enough && !w->late && w->taken < kept) {
        w->late = w->times.judge > 0 && clock_seconds() > w->times.judge;
        if (!w->late)
            take(w, atomic_load_explicit(&w->shared->order[w->taken++], memory_order_relaxed));
    }
}

// A worker that was asked to stop does so after its round. One whose round takes too long
// is not waited for: beyond the time limit only as long as we have, and when the user has
// interrupted not for long.
static bool is_overdue(watcher *w, const limits *l)
{
    enum { PATIENCE_MS = 700 };
    double now = clock_seconds();
    if (w->asked <= 0)
        w->asked = now;
    bool interrupted = l->interrupted && *l->interrupted;
    return (w->times.end > 0 && now > w->times.end) ||
           (interrupted && now - w->asked > 1e-3 * PATIENCE_MS);
}

// Beside many busy programs it may hardly have run. Then it gets more time, but not for
// ever.
static bool is_starved(watcher *w, pid_t pid, double hang)
{
    enum { MOST_GRANTS = 8 };
    double ran = starved_ran(pid);
    bool starved = ran - w->ran < hang / 4 && starved_runnable(pid) && w->grants < MOST_GRANTS;
    if (starved) {
        w->grants++;
        w->still = 0;
        w->ran = ran;
    }
    return starved;
}

static bool is_still(watcher *w, pid_t pid, double hang)
{
    // A pause of ours (a stopped or sleeping machine) is not the worker's.
    double now = clock_seconds(), passed = now - w->before;
    w->before = now;
    uint64_t clock = recorder_time(w->shared);
    uint64_t state = (atomic_load(&w->shared->rounds) << 8) | atomic_load(&w->shared->phase);
    bool same = clock == w->clock && state == w->state;
    w->still = same ? w->still + (passed > 0.1 ? 0.1 : passed) : 0;
    w->clock = clock;
    w->state = state;
    if (!same) {
        w->ran = starved_ran(pid);
        w->grants = 0;
    }
    return w->still >= hang && !is_starved(w, pid, hang);
}

// Until the worker has ended. False: it hung and was killed.
static bool watch(pid_t pid, watcher *w, limits *l, double hang, int *status)
{
    int handle = (int)syscall(SYS_pidfd_open, pid, 0);
    bool hung = false;
    int patience = 1;
    w->before = clock_seconds();
    bool over = false;
    while (!reaper_look(pid, over, status)) {
        struct pollfd end = {.fd = handle, .events = POLLIN};
        // The first fault is often found early; later we must not disturb.
        poll(&end, 1, handle < 0 ? 1 : patience);
        patience = patience < 20 ? patience + 1 : 20;
        if (limits_reached(l)) {
            atomic_store(&w->shared->stop, 1);
            w->cut = is_overdue(w, l);
        }
        take_histories(w);
        if (w->sink->look)
            w->sink->look(w->sink->context, atomic_load(&w->shared->rounds));
        hung = !w->enough && is_still(w, pid, hang);
        over = hung || w->cut || w->late || w->enough || atomic_load(w->strayed);
        if (over)
            kill(pid, SIGKILL);
    }
    if (handle >= 0)
        close(handle);
    take_histories(w);
    uint32_t unsettled = atomic_load(&w->shared->unsettled);
    if (unsettled && !w->enough && !w->late)
        take(w, unsettled - 1);
    return !hung;
}

// Rounds up to the first whose history was not judged.
static uint64_t rounds_judged(const watcher *w, const recorder *r, uint64_t rounds)
{
    uint32_t slot = atomic_load_explicit(&w->shared->order[w->taken], memory_order_relaxed);
    uint64_t round = slot < w->capacity ? recorder_round(r, slot) : 1;
    return round > 0 && round - 1 < rounds ? round - 1 : rounds;
}

// Less may be the machine's fault, and then the round is just not counted.
static const double least_still = 1; // seconds

static void classify(const watcher *w, int status, bool hung, batch *out)
{
    if (!w->enough && atomic_load(w->strayed))
        out->end = BATCH_STRAYED;
    else if (w->enough || atomic_load(&w->shared->finished))
        out->end = BATCH_DONE;
    else if (w->cut || w->late)
        out->end = w->cut && w->still >= least_still ? BATCH_CUT : BATCH_DONE;
    else if (atomic_load(&w->shared->stuck))
        out->end = BATCH_STUCK;
    else if (hung)
        out->end = BATCH_HUNG;
    else if (WIFEXITED(status)) {
        out->end = atomic_load(&w->shared->invariant_false) ? BATCH_INVARIANT : BATCH_EXITED;
        out->number = WEXITSTATUS(status);
    } else {
        out->number = WTERMSIG(status);
        out->end = out->number == SIGKILL ? BATCH_KILLED : BATCH_CRASHED;
    }
}

bool batch_run(const worker_task *task, const batch_sink *sink, limits *l, double hang,
               batch_times times, batch *out, error *e)
{
    recorder_shared *shared = task->recorder->shared;
    recorder_prepare(task->recorder, task->scenarios, task->numbers, task->scenario_count);
    pid_t pid = start(task);
    if (pid < 0)
        return error_set(e, "cannot start a process: %s", strerror(errno));
    int status;
    watcher w = {.shared = shared,
                 .strayed = task->recorder->strayed,
                 .sink = sink,
                 .times = times,
                 .capacity = task->recorder->capacity};
    bool hung = !watch(pid, &w, l, hang, &status);
    reaper_take(task->reaper, pid);

    *out = (batch){.rounds = atomic_load(&shared->rounds) + (atomic_load(&shared->unsettled) != 0),
                   .overlapping = atomic_load(&shared->overlapping),
                   .slot = atomic_load(&shared->slot),
                   .phase = (phase)atomic_load(&shared->phase),
                   .lane = atomic_load(&shared->crash_lane),
                   .still = w.still};
    if (w.late)
        out->rounds = rounds_judged(&w, task->recorder, out->rounds);
    if (w.spoilt || out->rounds > task->rounds || out->slot >= task->recorder->capacity)
        return error_set(e, "the record of the rounds makes no sense: the test has written to "
                            "memory that is not its own");
    if (atomic_load(&shared->failure))
        return error_set(e, "cannot start %u threads: %s", task->scenarios[0].thread_count,
                         strerror(atomic_load(&shared->failure)));
    classify(&w, status, hung, out);
    return true;
}

// The call that thread had under way, or NULL.
static const char *open_call(const batch *b, const worker_task *task)
{
    const recorder *r = task->recorder;
    if (b->lane < 0 || (uint32_t)b->lane >= r->lanes)
        return NULL;
    lp_history *h = recorder_history(r, b->slot, task->subject->pool);
    const char *name = NULL;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (h->ops[i].process == b->lane && lp_op_pending(&h->ops[i]))
            name = lp_string_bytes(task->subject->pool, h->ops[i].method, NULL);
    lp_history_free(h);
    return name;
}

static void describe_place(const batch *b, const worker_task *task, text *out)
{
    const char *method;
    switch (b->phase) {
    case PHASE_START:
        text_add(out, " before the first round");
        return;
    case PHASE_CREATE:
        text_add(out, " in .create");
        return;
    case PHASE_INVARIANT:
        text_add(out, " in .invariant");
        return;
    case PHASE_DESTROY:
        text_add(out, " in .destroy");
        return;
    case PHASE_BEFORE:
    case PHASE_THREADS:
    case PHASE_AFTER:
        method = open_call(b, task);
        if (!method)
            return;
        text_add(out, " in %s()", method);
        if ((uint32_t)b->lane < task->scenarios[0].thread_count)
            text_add(out, " on thread %d", b->lane);
        else
            text_add(out, " on the main thread");
    }
}

lp_violation batch_violation(const batch *b)
{
    switch (b->end) {
    case BATCH_CRASHED:
        return LP_VIOLATION_CRASH;
    case BATCH_EXITED:
        return LP_VIOLATION_EXIT;
    case BATCH_STUCK:
        return LP_VIOLATION_DEADLOCK;
    case BATCH_INVARIANT:
        return LP_VIOLATION_INVARIANT;
    case BATCH_STRAYED:
        return LP_VIOLATION_MISUSE;
    case BATCH_DONE:
    case BATCH_HUNG:
    case BATCH_KILLED:
    case BATCH_CUT:
        break;
    }
    return LP_VIOLATION_NONE;
}

void batch_describe(const batch *b, const worker_task *task, double hang, text *out)
{
    const char *name;
    switch (b->end) {
    case BATCH_DONE:
        return;
    case BATCH_CRASHED:
        name = sigabbrev_np(b->number);
        if (name)
            text_add(out, "the test crashed (SIG%s)", name);
        else
            text_add(out, "the test crashed (signal %d)", b->number);
        describe_place(b, task, out);
        return;
    case BATCH_EXITED:
        text_add(out, "the test called exit(%d)", b->number);
        return;
    case BATCH_HUNG:
        text_add(out, "no progress for %g s", hang);
        if (b->phase != PHASE_THREADS)
            describe_place(b, task, out);
        return;
    case BATCH_CUT:
        text_add(out, "the time limit was reached after no progress for %.2g s", b->still);
        if (b->phase != PHASE_THREADS)
            describe_place(b, task, out);
        return;
    case BATCH_STUCK:
        text_add(out, "stuck: every unfinished thread waits for another");
        if (b->phase != PHASE_THREADS)
            describe_place(b, task, out);
        return;
    case BATCH_INVARIANT:
        text_add(out, "the invariant is false");
        return;
    case BATCH_STRAYED:
        text_add(out, "the test forked, and the child returned from it as if it were the thread");
        return;
    case BATCH_KILLED:
        text_add(out, "the test was killed from outside (SIGKILL), perhaps for lack of memory");
    }
}
