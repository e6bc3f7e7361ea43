// SPDX-License-Identifier: MIT
// See sweep.h.

#include "explore/search/sweep.h"

#include "harness/serial/serial_spec.h"
#include "history/history_format.h"

#include <stdlib.h>

static const double USUAL_BUDGET = 5; // seconds

// For the next try.
static double longer(double budget)
{
    return budget < 0.1 ? 1 : 10 * budget;
}

void sweep_init(sweep *w, limits *l, double budget)
{
    *w = (sweep){.limits = l, .budget = budget > 0 ? budget : USUAL_BUDGET};
}

void sweep_fini(sweep *w)
{
    intern_free(w->serial);
}

static void hold(lp_verdict *v)
{
    lp_verdict_fini(v);
    lp_verdict_init(v);
    v->outcome = LP_HOLDS;
}

// Adds calls to a serial run that is written down.
static void write_call(const lp_pool *pool, const scenario_call *call, text *out)
{
    text_add(out, " %s", lp_string_bytes(pool, call->method, NULL));
    for (uint32_t a = 0; a < call->arg_count; a++) {
        text_add(out, ",");
        value_write_json(pool, call->args[a], out);
    }
}

// A serial run that waits for ever: what begins with it does so, too.
static void note_serial(sweep *w, const subject *s, const scenario *sc)
{
    if (sc->thread_count > 1)
        return;
    text run = {0};
    for (uint32_t i = 0; i < sc->before.count; i++)
        write_call(s->pool, &sc->before.calls[i], &run);
    for (uint32_t i = 0; sc->thread_count && i < sc->threads[0].count; i++)
        write_call(s->pool, &sc->threads[0].calls[i], &run);
    if (!w->serial)
        w->serial = intern_new();
    intern_add(w->serial, run.bytes, run.length);
    text_fini(&run);
}

void sweep_count(sweep *w, const subject *s, const scenario *sc, bool waits)
{
    if (waits)
        note_serial(w, s, sc);
    w->tried = w->tried || sc->thread_count > 1;
    w->met = w->met || (sc->thread_count > 1 && !waits);
    w->now += waits;
}

bool sweep_passes_over(const sweep *w, const subject *s, const scenario *sc)
{
    text run = {0};
    bool waits = false;
    for (uint32_t i = 0; w->serial && i < sc->before.count && !waits; i++) {
        write_call(s->pool, &sc->before.calls[i], &run);
        waits = intern_find(w->serial, run.bytes, run.length) != INTERN_NONE;
    }
    text_fini(&run);
    return waits;
}

static bool is_progressible(const subject *s, lp_history *h)
{
    error ignored;
    lp_verdict v;
    lp_verdict_init(&v);
    const judge *progressible = judge_find("progressible", &ignored);
    // Without limits: one that is reached now must not make it wrong.
    bool right =
        serial_judge(progressible, h, s->spec, NULL, &v, &ignored) && v.outcome == LP_HOLDS;
    judge_release(progressible);
    lp_verdict_fini(&v);
    return right;
}

bool sweep_waits(const search_options *o, const search_figures *f, lp_verdict *v)
{
    // Nothing is judged, so that every deadlock is told: here the scenario is to blame.
    if (!o->judge && v->outcome == LP_VIOLATED && v->history && f->stuck &&
        is_progressible(o->subject, v->history)) {
        hold(v);
        return true;
    }
    return v->outcome == LP_HOLDS && f->executions && !f->complete && !f->cut_off;
}

bool sweep_spent(sweep *w, lp_verdict *v)
{
    double passed = clock_seconds() - w->limits->started;
    if (v->outcome != LP_UNKNOWN || !w->bounded || passed < w->budget)
        return false;
    hold(v);
    return w->spent = true;
}

bool sweep_next(sweep *w, scenarios *all, lp_verdict *v)
{
    limits *l = w->limits;
    w->done = all->size + 1;
    w->scenarios += all->count;
    w->waiting += w->now;
    w->now = 0;
    if (!all->sweep)
        return false;
    if (w->tried && !w->bounded && (l->timeout <= 0 || w->budget < l->timeout)) {
        w->bounded = true;
        l->timeout = w->budget;
    }
    bool more = !limits_reached(l) && scenarios_next_size(all, l);
    if (!more && limits_reached(l)) {
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(l));
        sweep_spent(w, v);
    }
    return more;
}

bool sweep_end(const sweep *w, const scenarios *all, lp_verdict *v, error *e)
{
    if (all->sweep && v->outcome == LP_HOLDS && !w->scenarios)
        return error_set(e, "no thread may call any method of object '%s'",
                         all->subject->object->name);
    bool all_wait = w->tried ? !w->met : w->waiting == w->scenarios;
    if (v->outcome == LP_HOLDS && w->waiting && all_wait)
        verdict_decide(v, LP_UNKNOWN,
                       "in every scenario that was tried a call waits for ever, as it may: give "
                       "one in which all can return (--scenario)");
    return true;
}

void sweep_say_next(const sweep *w, lp_verdict *v)
{
    if (v->outcome != LP_HOLDS || w->done == sizes_count())
        return;
    const char *before = v->detail ? v->detail : "", *next = sizes_name(w->done);
    char *line = w->spent
                     ? text_format("Next: --up-to %s, or more of all sizes: --budget %gs", next,
                                   longer(w->budget))
                     : text_format("Next: a --scenario of your own. There are too many up to %s to "
                                   "list them.",
                                   next);
    char *all = text_format("%s%s%s", before, *before ? "\n" : "", line);
    verdict_copy(&v->detail, all);
    free(line);
    free(all);
}
