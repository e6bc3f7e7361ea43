// SPDX-License-Identifier: MIT
// Starting and watching a worker. A worker that records nothing new for a while
// hangs; one that ends without having said so was ended by the user's code.

#include "harness/batch.h"

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
    close(3); // the verdict's descriptor is not the test's to write to
    worker_run(task);
}

// Until the worker has ended. False: it hung and was killed.
static bool watch(pid_t pid, recorder_shared *shared, limits *l, double hang, int *status)
{
    int handle = (int)syscall(SYS_pidfd_open, pid, 0);
    uint64_t last_clock = 0, last_state = 0;
    double still = 0, before = clock_seconds();
    bool hung = false;
    while (waitpid(pid, status, hung ? 0 : WNOHANG) != pid) {
        struct pollfd end = {.fd = handle, .events = POLLIN};
        poll(&end, 1, handle < 0 ? 1 : 20);
        if (limits_reached(l))
            atomic_store(&shared->stop, 1);

        // A pause of ours (a stopped or sleeping machine) is not the worker's.
        double now = clock_seconds(), passed = now - before;
        before = now;
        uint64_t clock = atomic_load(&shared->clock);
        uint64_t state =
            ((uint64_t)atomic_load(&shared->rounds) << 8) | atomic_load(&shared->phase);
        still =
            clock == last_clock && state == last_state ? still + (passed > 0.1 ? 0.1 : passed) : 0;
        last_clock = clock;
        last_state = state;
        if (still >= hang && !hung) {
            hung = true;
            kill(pid, SIGKILL);
        }
    }
    if (handle >= 0)
        close(handle);
    return !hung;
}

bool batch_run(const worker_task *task, limits *l, double hang, batch *out, error *e)
{
    recorder_shared *shared = task->recorder->shared;
    recorder_prepare(task->recorder, task->scenario);
    worker_task bounded = *task;
    if (bounded.rounds > task->recorder->capacity)
        bounded.rounds = task->recorder->capacity;
    pid_t pid = start(&bounded);
    if (pid < 0)
        return error_set(e, "cannot start a process: %s", strerror(errno));
    int status;
    bool hung = !watch(pid, shared, l, hang, &status);

    *out = (batch){.rounds = atomic_load(&shared->rounds),
                   .phase = (phase)atomic_load(&shared->phase),
                   .lane = atomic_load(&shared->crash_lane)};
    if (out->rounds > bounded.rounds)
        return error_set(e, "the record of the rounds makes no sense: the test has written to "
                            "memory that is not its own");
    if (atomic_load(&shared->failure))
        return error_set(e, "cannot start %u threads: %s", task->scenario->thread_count,
                         strerror(atomic_load(&shared->failure)));
    if (hung)
        out->end = BATCH_HUNG;
    else if (atomic_load(&shared->finished))
        out->end = BATCH_DONE;
    else if (WIFEXITED(status)) {
        out->end = atomic_load(&shared->invariant_false) ? BATCH_INVARIANT : BATCH_EXITED;
        out->number = WEXITSTATUS(status);
    } else {
        out->number = WTERMSIG(status);
        out->end = out->number == SIGKILL ? BATCH_KILLED : BATCH_CRASHED;
    }
    return true;
}

// The call that thread had under way, or NULL.
static const char *open_call(const batch *b, const worker_task *task)
{
    const recorder *r = task->recorder;
    if (b->lane < 0 || (uint32_t)b->lane >= r->lanes)
        return NULL;
    const scenario *sc = task->scenario;
    uint32_t lane = (uint32_t)b->lane;
    for (uint32_t i = 0; i < r->lane_calls[lane]; i++) {
        const record *rec = recorder_at(r, b->rounds, lane, i);
        if (!atomic_load(&rec->call) || atomic_load(&rec->ret))
            continue;
        const scenario_call *call = lane < sc->thread_count ? &sc->threads[lane].calls[i]
                                    : i < sc->before.count  ? &sc->before.calls[i]
                                                           : &sc->after.calls[i - sc->before.count];
        return lp_string_bytes(task->subject->pool, call->method, NULL);
    }
    return NULL;
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
        if ((uint32_t)b->lane < task->scenario->thread_count)
            text_add(out, " on thread %d", b->lane);
        else
            text_add(out, " on the main thread");
    }
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
    case BATCH_INVARIANT:
        text_add(out, "the invariant is false");
        return;
    case BATCH_KILLED:
        text_add(out, "the test was killed from outside (SIGKILL), perhaps for lack of memory");
    }
}
