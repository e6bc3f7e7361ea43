// SPDX-License-Identifier: MIT
// See workers.h. Workers are forked, so they have the object and all addresses
// as they are. They are forked by a bare system call: the C library's fork would
// take away the sleeping threads whose thread-local storage the fibers use.

#include "explore/search/worker_board.h"

#include "base/memory.h"
#include "explore/interpose/descriptors.h"
#include "explore/runtime/client.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/watchdog.h"
#include "history/history_format.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PARTS_EACH = 150, CUT_MAX = 60 };

// How many parts there are below this cut; 0: something made the search begin again, or
// end, with a verdict.
static uint32_t count_parts(search *s, uint32_t cut, lp_verdict *v, error *e)
{
    work w = {0};
    s->work = &w;
    search_start_over(s);
    s->strategy->type->cut(s->strategy, cut, work_enter, &w);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    next_step next = search_run_all(s, v, e);
    s->work = NULL;
    return next == GO_ON ? w.next : 0;
}

static uint32_t choose_cut(search *s, uint32_t workers, uint32_t *parts, lp_verdict *v, error *e)
{
    uint32_t cut = 6;
    for (*parts = 0; cut < CUT_MAX && !limits_reached(s->options->limits); cut += 2) {
        *parts = count_parts(s, cut, v, e);
        if (ended.lost || *parts >= PARTS_EACH * workers)
            break;
    }
    return cut;
}

static void learn(const board *b)
{
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        rt.fibers[i].stack_shared = b->stack_shared[i];
        rt.fibers[i].tls_shared = b->tls_shared[i];
        rt.fibers[i].stack_used = b->stack_used[i];
    }
    for (uint32_t i = 0; i < b->promoted_count; i++)
        footprint_promote((const void *)b->promoted[i]);
    learnt.irreducible = learnt.irreducible || b->irreducible;
    learnt.symmetry = b->symmetry;
    learnt.opaque = learnt.opaque || b->opaque;
    learnt.invisible_plain = learnt.invisible_plain && !learnt.opaque;
}

static void sum_up(search *s, const board *b, uint32_t parts)
{
    search_figures *f = s->figures;
    *f = (search_figures){.kind = f->kind, .parts = parts};
    for (uint32_t i = 0; i < PARTS_MAX && i <= b->first_bad; i++) {
        const part *p = &b->parts[i];
        f->executions += p->executions;
        f->complete += p->complete;
        f->steps += p->steps;
        f->leaked = p->leaked > f->leaked ? p->leaked : f->leaked;
        f->parts_done += p->done;
    }
}

static bool read_all(int file, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = read(file, (char *)bytes + done, size - done);
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

// Takes the verdict if it is that of the first part with one.
static next_step take_verdict(search *s, const board *b, const answer *a, const char *bytes,
                              lp_verdict *v, error *e)
{
    if (!a->verdict_size || a->part != b->first_bad)
        return GO_ON;
    if (a->failed) {
        error_set(e, "%.*s", (int)a->verdict_size, bytes);
        return FAILED;
    }
    s->figures->stuck = a->stuck;
    lp_verdict_fini(v);
    lp_verdict_init(v);
    return verdict_read_json(bytes, a->verdict_size, s->options->subject->pool, v, e) ? FINISHED
                                                                                      : FAILED;
}

static next_step take_over(search *s, const board *b, int file, lp_verdict *v, error *e)
{
    answer a;
    lseek(file, 0, SEEK_SET);
    if (!read_all(file, &a, sizeof a)) {
        error_set(e, "a worker of the exploration ended without an answer");
        return FAILED;
    }
    char *bytes = memory_new(a.verdict_size + 1, 1);
    next_step next =
        read_all(file, bytes, a.verdict_size) ? take_verdict(s, b, &a, bytes, v, e) : FAILED;
    free(bytes);
    for (uint32_t i = 0; i < a.histories; i++) {
        uint32_t head[2];
        if (!read_all(file, head, sizeof head) || head[1] > sizeof rt.events ||
            !read_all(file, rt.events, head[1]))
            return FAILED;
        if (head[0] > b->first_bad)
            continue;
        bool fresh;
        intern_add_fresh(s->histories, rt.events, head[1], &fresh);
        if (!fresh || !s->lines)
            continue;
        rt.event_count = head[1] / sizeof *rt.events;
        lp_history *h = client_history(s->options->subject->pool);
        search_note_line(s, h);
        lp_history_free(h);
    }
    return next;
}

// How the workers ended: each by itself; or one had to be ended, and what it knew is lost;
// or one crashed.
typedef enum workers_end { WORKERS_FINE, WORKERS_LOST, WORKERS_CRASHED } workers_end;

typedef struct watched {
    pid_t pid; // 0: it has ended
    unsigned alive;
    double silent; // seconds since `alive` was counted
    bool killed;   // by us
} watched;

static workers_end end_of(int status)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return WORKERS_FINE;
    return WIFEXITED(status) && WEXITSTATUS(status) == WATCHDOG_EXIT ? WORKERS_LOST
                                                                     : WORKERS_CRASHED;
}

// A worker whose own watchdog gives no sign of life: stopped, or with signals blocked.
static bool is_silent(watched *w, unsigned alive, double passed, const search_options *o)
{
    const limits *l = o->limits;
    w->silent = alive == w->alive ? w->silent + passed : 0;
    w->alive = alive;
    bool late = l->timeout > 0 && clock_seconds() - l->started > 1.05 * l->timeout + 0.4;
    return late || w->silent > 2 * o->hang + 5;
}

static void show_parts(search *s, const board *b, uint32_t parts)
{
    // What was run before the search was shared out is run again: the curve goes on when the
    // workers have come as far. Each knows only its own histories.
    if (s->options->curve)
        search_sample(s, b->executions, CURVE_UNKNOWN);
    if (!limits_progress_due(s->options->limits))
        return;
    uint32_t done = 0;
    for (uint32_t k = 0; k < parts; k++)
        done += b->parts[k].done;
    limits_progress(s->options->limits, "%s%llu executions, %u of %u parts", s->which,
                    (unsigned long long)b->executions, done, parts);
}

static workers_end wait_for(search *s, board *b, const pid_t *pids, uint32_t count, uint32_t parts)
{
    watched all[WORKERS_MAX] = {0};
    workers_end end = WORKERS_FINE;
    const limits *l = s->options->limits;
    bool interrupted = false;
    for (uint32_t i = 0; i < count; i++)
        all[i].pid = pids[i];
    double before = clock_seconds();
    for (uint32_t running = count; running;) {
        double now = clock_seconds(), passed = now - before < 0.1 ? now - before : 0.1;
        before = now;
        bool interrupt = !interrupted && l->interrupted && *l->interrupted;
        interrupted = interrupted || interrupt;
        for (uint32_t i = 0; i < count; i++) {
            watched *w = &all[i];
            int status;
            if (!w->pid)
                continue;
            if (interrupt)
                kill(w->pid, SIGTERM);
            if (is_silent(w, b->alive[i], passed, s->options))
                w->killed = kill(w->pid, SIGKILL) == 0;
            if (waitpid(w->pid, &status, WNOHANG) != w->pid)
                continue;
            workers_end its = w->killed ? WORKERS_LOST : end_of(status);
            end = its > end ? its : end;
            if (its != WORKERS_FINE)
                b->halt = true;
            w->pid = 0;
            running--;
        }
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        show_parts(s, b, parts);
    }
    return end;
}

static void decide_lost(const search *s, lp_verdict *v)
{
    limits *l = s->options->limits;
    lp_verdict_fini(v);
    lp_verdict_init(v);
    verdict_decide(v, LP_UNKNOWN, "%s%s",
                   limits_reached(l) ? limits_reason(l) : "no sign of life for a while",
                   ", and a process of the exploration had to be ended");
}

static next_step run_workers(search *s, board *b, uint32_t count, lp_verdict *v, error *e)
{
    uint32_t parts, cut = choose_cut(s, count, &parts, v, e);
    if (ended.lost)
        return v->outcome == LP_ERROR ? FAILED : FINISHED;
    pid_t pids[WORKERS_MAX];
    int files[WORKERS_MAX];
    memset(b, 0, sizeof *b);
    b->first_bad = UINT32_MAX;
    uint32_t started = 0;
    for (; started < count; started++) {
        files[started] = memfd_create("linchpin", MFD_CLOEXEC);
        descriptor_opened(files[started]);
        pids[started] = (pid_t)syscall(SYS_fork);
        if (pids[started] == 0)
            worker_explore(s, b, started, cut, files[started]);
        if (pids[started] < 0)
            break;
    }
    workers_end end = started ? wait_for(s, b, pids, started, parts) : WORKERS_CRASHED;
    next_step next = GO_ON;
    search_start_over(s);
    sum_up(s, b, parts);
    if (end == WORKERS_CRASHED) {
        error_set(e, "a worker of the exploration crashed outside the object");
        next = FAILED;
    } else if (end == WORKERS_LOST) {
        decide_lost(s, v);
        next = FINISHED;
    } else if (b->again) {
        learn(b);
        next = SPLIT;
    }
    for (uint32_t i = 0; i < started; i++) {
        if (next != SPLIT && next != FAILED && end == WORKERS_FINE) {
            next_step its = take_over(s, b, files[i], v, e);
            next = its > next ? its : next;
        }
        close(files[i]);
    }
    return next;
}

next_step workers_run(search *s, lp_verdict *v, error *e)
{
    board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED) {
        error_set(e, "no memory for the workers");
        return FAILED;
    }
    uint32_t count = s->options->jobs < WORKERS_MAX ? s->options->jobs : WORKERS_MAX;
    next_step next;
    do
        next = run_workers(s, b, count, v, e);
    while (next == SPLIT && !learnt.irreducible);
    munmap(b, sizeof *b);
    return next;
}
