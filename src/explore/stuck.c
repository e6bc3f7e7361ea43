// SPDX-License-Identifier: MIT
// Operations that do not return: a state from which no schedule leads to an end, a
// cycle that is a livelock, a thread that waits where none should. Shows it.

#include "explore/search_state.h"

#include "explore/runtime.h"
#include "explore/schedule.h"
#include "explore/state.h"
#include "explore/verdicts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Follows the branch choices that first led to a state; then lets each thread in
// turn go a little further, to show what it is busy with.
enum { TURN = 8 };

typedef struct guide {
    uint32_t *choices;
    uint32_t count, next;
    uint32_t after, threads; // steps taken after the choices; how many threads had a turn
    uint32_t runs;           // which of them has it
    bool exact;              // no steps after the choices
    schedule taken;
} guide;

static uint32_t take_turns(guide *g, const decision *d)
{
    if (g->after++ % TURN == 0) {
        g->runs = d->options[d->count - 1]; // not the one that ran last, if there is a choice
        if (++g->threads > rt.thread_count)
            return search_stop(END_SCHEDULE, "");
    }
    for (uint32_t i = 0; i < d->count && !d->is_choice; i++)
        if (d->options[i] == g->runs)
            return i;
    return 0;
}

static uint32_t follow(void *context, const decision *d)
{
    guide *g = context;
    uint32_t index = 0;
    if (g->next == g->count) {
        index = g->exact ? search_stop(END_SCHEDULE, "") : take_turns(g, d);
        if (index == DECIDE_STOP)
            return index;
    } else if (d->count > 1) {
        while (index < d->count && decision_option(d, index) != g->choices[g->next])
            index++;
        g->next++;
        if (index == d->count)
            return search_stop(END_UNKNOWN, "the object does not do the same twice");
    }
    schedule_add(&g->taken, schedule_step(d->is_choice, decision_option(d, index)));
    return index;
}

// `kind`, a colon and `what` are the verdict on the execution along this schedule.
static bool tell(search *s, const schedule *taken, const char *kind, const char *what,
                 lp_verdict *v, error *e)
{
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = search_replay(s->options, s->scenario, taken, v, e);
    // Where time, or what is not controlled, could change the course, nothing is proved.
    if (ok && (rt.clock_used || rt.uncontrolled[0]))
        verdict_decide(v, LP_UNKNOWN, "%s; but %s", what,
                       rt.clock_used ? "the object looks at the clock, which stands still here"
                                     : rt.uncontrolled);
    else if (ok)
        verdict_decide(v, LP_VIOLATED, "%s: %s", kind, what);
    return ok;
}

bool search_tell_stuck(search *s, const schedule *taken, lp_verdict *v, error *e)
{
    return tell(s, taken, "livelock", "no schedule lets all operations return any more", v, e);
}

bool search_show_lap(search *s, uint32_t state, lp_verdict *v, error *e)
{
    guide g = {.exact = true};
    uint32_t lap_count;
    uint32_t *lap = state_graph_lap(s->graph, state, &lap_count);
    g.choices = state_graph_path(s->graph, state, &g.count);
    g.choices = memory_resize(g.choices, g.count + lap_count + 1, sizeof *g.choices);
    memcpy(g.choices + g.count, lap, lap_count * sizeof *lap);
    g.count += lap_count;
    free(lap);
    s->figures->steps = rt.total_steps + rt.steps;
    execution_run(follow, &g);
    schedule_note_shared(&g.taken);
    bool ok = tell(s, &g.taken, "livelock",
                   "the threads can go on for ever, each getting its turn, and no operation "
                   "returns",
                   v, e);
    if (ok)
        verdict_set(&v->detail, "The last steps lead back to where the threads were before.");
    free(g.choices);
    schedule_fini(&g.taken);
    return ok;
}

// Who steps from the decision on that the execution comes back to.
static void say_loop(const search *s, text *out)
{
    uint32_t steps = 0;
    for (uint32_t i = s->loop_from; i < s->path.depth; i++)
        if (!s->path.frames[i].is_choice)
            steps |= 1u << s->path.frames[i].options[s->path.frames[i].taken];
    bool several = (steps & (steps - 1)) != 0, first = true;
    text_add(out, several ? "Threads " : "Thread ");
    for (uint32_t i = 0; i < FIBERS_MAX; i++)
        if (steps >> i & 1) {
            text_add(out, "%s%u", first ? "" : " and ", thread_number(&rt.fibers[i]));
            first = false;
        }
    uint32_t length = s->path.depth - s->loop_from;
    text_add(out, " can go round for ever with the last");
    text_add(out, length == 1 ? " step" : " %u steps", length);
    text_add(out, ", as long as nobody else is run.");
}

bool search_show_blocking(search *s, lp_verdict *v, error *e)
{
    schedule taken = {0};
    text detail = {0};
    bool waits = rt.end == END_WAITS;
    path_schedule(&s->path, &taken);
    s->figures->steps = rt.total_steps + rt.steps;
    if (waits)
        verdict_say_waiting(&detail);
    else
        say_loop(s, &detail);
    bool ok = tell(s, &taken, "not lock-free",
                   waits ? "an operation waits for another thread"
                         : "threads can take steps for ever without any operation returning",
                   v, e);
    if (ok)
        verdict_set(&v->detail, "%s", detail.bytes);
    text_fini(&detail);
    schedule_fini(&taken);
    return ok;
}

bool search_show_stuck(search *s, uint32_t state, lp_verdict *v, error *e)
{
    guide g = {0};
    g.choices = state_graph_path(s->graph, state, &g.count);
    execution_run(follow, &g);
    schedule_note_shared(&g.taken);
    bool ok = search_tell_stuck(s, &g.taken, v, e);
    free(g.choices);
    schedule_fini(&g.taken);
    return ok;
}
