// SPDX-License-Identifier: MIT
// See workers.h. One worker: it takes the parts that nobody has taken, and hands its answer over.

#include "explore/search/worker_board.h"

#include "base/memory.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/watchdog.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

bool work_enter(void *context)
{
    work *w = context;
    if (w->board && w->ours)
        w->board->parts[w->part].done = true;
    w->part = w->next++;
    w->ours = w->board && w->part < PARTS_MAX && w->part <= w->board->first_bad &&
              !atomic_exchange(&w->board->parts[w->part].taken, true);
    return w->ours;
}

bool work_ours(const work *w)
{
    return w->ours;
}

bool work_stop(const work *w)
{
    return w->board &&
           (w->board->again || w->board->halt || (w->ours && w->part > w->board->first_bad));
}

void work_found(work *w, uint32_t history)
{
    MEMORY_GROW(w->found_in, w->found_capacity, history + 1);
    w->found_in[history] = w->part;
}

void work_count(work *w, const search *s)
{
    part *p = &w->board->parts[w->part];
    p->executions++;
    p->complete += s->figures->complete - w->complete_before;
    w->complete_before = s->figures->complete;
    p->steps += rt.steps;
    p->leaked = s->figures->leaked > p->leaked ? s->figures->leaked : p->leaked;
    w->board->executions++;
}

static void write_all(int file, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = write(file, (const char *)bytes + done, size - done);
        if (n < 0 && errno != EINTR)
            _exit(2);
        done += n > 0 ? (size_t)n : 0;
    }
}

static void hand_over(const search *s, int file, next_step next, lp_verdict *v, const error *e)
{
    text line = {0};
    if (next == FAILED) {
        char *message = error_text(e);
        text_add(&line, "%s", message);
        free(message);
    } else if (next == FINISHED) {
        verdict_write_json(v, &line);
    }
    answer a = {s->work->part, (uint32_t)line.length, intern_count(s->histories), next == FAILED,
                s->figures->stuck};
    write_all(file, &a, sizeof a);
    write_all(file, line.bytes, line.length);
    for (uint32_t i = 0; i < a.histories; i++) {
        size_t size;
        const void *bytes = intern_get(s->histories, i, &size);
        const uint32_t head[2] = {s->work->found_in[i], (uint32_t)size};
        write_all(file, head, sizeof head);
        write_all(file, bytes, size);
    }
}

// The search must begin again, everywhere, with what was learnt here.
static void tell_again(board *b)
{
    if (atomic_exchange(&b->again, true))
        return;
    b->irreducible = learnt.irreducible || ended.how == END_STEPS;
    b->symmetry = learnt.symmetry;
    b->opaque = learnt.opaque;
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        b->stack_shared[i] = rt.fibers[i].stack_shared;
        b->tls_shared[i] = rt.fibers[i].tls_shared;
        b->stack_used[i] = rt.fibers[i].stack_used;
    }
    uint32_t count;
    const uintptr_t *promoted = footprint_promoted(&count);
    b->irreducible = b->irreducible || count > PROMOTED_MAX;
    b->promoted_count = count < PROMOTED_MAX ? count : PROMOTED_MAX;
    memcpy(b->promoted, promoted, b->promoted_count * sizeof *promoted);
}

_Noreturn void worker_explore(search *s, board *b, uint32_t number, uint32_t cut, int file)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limits *l = s->options->limits;
    l->progress = NULL;
    const watchdog_plan plan = {
        .hang = s->options->hang, .limits = l, .answer = -1, .alive = &b->alive[number]};
    error e = {0};
    if (!watchdog_start(&plan, &e))
        _exit(2);
    work w = {.board = b};
    s->work = &w;
    search_start_over(s);
    s->strategy->type->cut(s->strategy, cut, work_enter, &w);
    lp_verdict v;
    lp_verdict_init(&v);
    next_step next = search_run_all(s, &v, &e);
    if (next == SPLIT)
        tell_again(b);
    if (next == GO_ON && w.ours)
        b->parts[w.part].done = true;
    if (next == FINISHED && (v.outcome == LP_UNKNOWN || !w.ours))
        b->halt = true; // a limit: the others would come to it too
    unsigned first = b->first_bad;
    while ((next == FINISHED || next == FAILED) && w.part < first &&
           !atomic_compare_exchange_weak(&b->first_bad, &first, w.part))
        ;
    hand_over(s, file, next, &v, &e);
    _exit(0);
}
