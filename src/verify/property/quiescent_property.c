// SPDX-License-Identifier: MIT
// See quiescent_property.h. A state is one interned string of numbers: the monitor's state, each
// process's open call, and the operations of this busy time that have returned.

#include "verify/property/quiescent_property.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/monitor/monitor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Where operations are not bounded: this many in one busy time, and there may be any number.
enum { BUSY_MOST = 12 };

typedef struct done_operation {
    uint32_t process;      // 0, if it does not matter
    uint32_t call, result; // the result by its number
} done_operation;

// Of `now`: the monitor's state when the busy time began, then each process's open call + 1, or 0.
enum { BEFORE, HEAD };

typedef struct quiet_watch {
    quiescent_options o;
    const transition_system *s;
    monitor *monitor;
    intern *states; // number + 1 is the observer's state
    intern *results;
    uint32_t *now, *was;
    done_operation *done;
    uint32_t done_count;
    size_t done_capacity;
    uint32_t *words;
    size_t word_capacity;
    bool endless;
} quiet_watch;

static void release(void *context)
{
    quiet_watch *w = context;
    monitor_free(w->monitor);
    intern_free(w->states);
    intern_free(w->results);
    free(w->now);
    free(w->was);
    free(w->done);
    free(w->words);
    free(w);
}

static uint32_t state_count(const void *context)
{
    return intern_count(((const quiet_watch *)context)->states);
}

static bool failed(const void *context, error *e)
{
    const quiet_watch *w = context;
    if (w->endless)
        source_error(&w->s->m->source, e, w->o.v->condition_at, "write for example: operations 6;",
                     "quiescent needs a bound on the number of operations here: they overlap so "
                     "that nothing is open only after more than %d of them, if ever",
                     BUSY_MOST);
    return w->endless;
}

static size_t head_size(const quiet_watch *w)
{
    return (HEAD + (size_t)w->s->processes) * sizeof *w->now;
}

static void load(quiet_watch *w, uint32_t state)
{
    size_t length;
    const unsigned char *from = intern_get(w->states, state - 1, &length);
    memcpy(w->now, from, head_size(w));
    w->done_count = (uint32_t)((length - head_size(w)) / sizeof *w->done);
    MEMORY_GROW(w->done, w->done_capacity, (size_t)w->done_count + 1);
    memcpy(w->done, from + head_size(w), length - head_size(w));
}

static uint32_t save(quiet_watch *w)
{
    size_t head = head_size(w), rest = w->done_count * sizeof *w->done;
    MEMORY_GROW(w->words, w->word_capacity, (head + rest) / sizeof *w->words);
    assert(w->words);
    memcpy(w->words, w->now, head);
    if (rest)
        memcpy((unsigned char *)w->words + head, w->done, rest);
    return intern_add(w->states, w->words, head + rest) + 1;
}

static bool quiet(const quiet_watch *w)
{
    for (uint32_t t = 0; t < w->s->processes; t++)
        if (w->now[HEAD + t])
            return false;
    return true;
}

static void add_done(quiet_watch *w, done_operation fresh)
{
    uint32_t at = w->done_count++;
    for (; at > 0 && memcmp(&fresh, &w->done[at - 1], sizeof fresh) < 0; at--)
        w->done[at] = w->done[at - 1];
    w->done[at] = fresh;
}

static bool goes_on(uint32_t set)
{
    return set != MONITOR_VIOLATED && set != MONITOR_STOPPED;
}

static lp_value result_of(const quiet_watch *w, uint32_t i)
{
    lp_value result;
    memcpy(&result, intern_get(w->results, w->done[i].result, NULL), sizeof result);
    return result;
}

// All calls, then all returns.
static uint32_t end_busy_time(quiet_watch *w)
{
    uint32_t set = w->now[BEFORE];
    for (uint32_t i = 0; i < w->done_count && goes_on(set); i++) {
        const offer *o = &w->s->offers[w->done[i].call];
        const history_event v = system_event(
            w->s, &(move){.kind = o->kind, .offer = w->done[i].call, .method = o->method});
        lp_value result = result_of(w, i);
        set = monitor_call(w->monitor, set, i, w->o.methods[v.method], w->done[i].process, v.value,
                           &result, false);
    }
    for (uint32_t i = 0; i < w->done_count && goes_on(set); i++)
        set = monitor_return(w->monitor, set, i, result_of(w, i));
    return set;
}

static uint32_t event(void *context, uint32_t state, const move *m)
{
    quiet_watch *w = context;
    const history_event v = system_event(w->s, m);
    if (v.kind != LABEL_CALL && v.kind != LABEL_RETURN)
        return state;
    load(w, state);
    uint32_t *open = &w->now[HEAD + v.process];
    if ((v.kind == LABEL_CALL) == (*open != 0))
        return OBSERVED_VIOLATION; // no history: see history_event
    if (v.kind == LABEL_CALL) {
        *open = m->offer + 1;
        return save(w);
    }
    add_done(w, (done_operation){w->o.spec->looks_at_process ? v.process : 0, *open - 1,
                                 intern_add(w->results, &v.value, sizeof v.value)});
    *open = 0;
    if (!quiet(w)) {
        w->endless |= !w->o.bounded && w->done_count > BUSY_MOST;
        return w->endless ? OBSERVED_STOP : save(w);
    }
    w->now[BEFORE] = end_busy_time(w);
    w->done_count = 0;
    return goes_on(w->now[BEFORE])              ? save(w)
           : w->now[BEFORE] == MONITOR_VIOLATED ? OBSERVED_VIOLATION
                                                : OBSERVED_STOP;
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    quiet_watch *w = context;
    load(w, state);
    memcpy(w->was, w->now, head_size(w));
    for (uint32_t i = 0; i < w->s->processes; i++)
        w->now[HEAD + i] = w->was[HEAD + order[i]];
    return save(w);
}

static bool subsumes(void *context, uint32_t less, uint32_t more)
{
    const quiet_watch *w = context;
    size_t length, other;
    const uint32_t *a = intern_get(w->states, less - 1, &length);
    const uint32_t *b = intern_get(w->states, more - 1, &other);
    return length == other && memcmp(a + 1, b + 1, length - sizeof *a) == 0 &&
           monitor_subsumes(w->monitor, a[0], b[0]);
}

property quiescent_property(const quiescent_options *o, const transition_system *s)
{
    quiet_watch *w = memory_new(1, sizeof *w);
    *w = (quiet_watch){.o = *o,
                       .s = s,
                       .monitor = monitor_new(o->spec, s->pool),
                       .states = intern_new(),
                       .results = intern_new()};
    w->now = memory_new(head_size(w), 1);
    w->was = memory_new(head_size(w), 1);
    monitor_limit(w->monitor, o->limits);
    w->now[BEFORE] = monitor_start(w->monitor);
    return (property){.context = w,
                      .start = goes_on(w->now[BEFORE]) ? save(w) : w->now[BEFORE],
                      .event = event,
                      .reorder = o->spec->looks_at_process ? NULL : reorder,
                      .subsumes = subsumes,
                      .value_symmetric = true,
                      .count = state_count,
                      .failed = failed,
                      .free = release};
}
