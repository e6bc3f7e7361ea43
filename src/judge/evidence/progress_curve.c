// SPDX-License-Identifier: MIT
// See progress_curve.h.

#include "judge/evidence/progress_curve.h"

#include "base/io/limits.h"
#include "base/text.h"
#include "judge/evidence/plot_evidence.h"

#include <stdlib.h>

enum { RATES = 50 }; // a rate is that of so small a part of the whole time

void curve_begin(progress_curve *c)
{
    *c = (progress_curve){.started = clock_seconds(), .every = 1};
}

static void thin_out(progress_curve *c)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i += 2)
        c->samples[kept++] = c->samples[i];
    c->count = kept;
    c->every *= 2;
}

void curve_add(progress_curve *c, uint64_t work, uint64_t found)
{
    const progress_sample *last = c->count ? &c->samples[c->count - 1] : NULL;
    if (last && work <= last->work)
        return;
    if (c->count == LP_SERIES_MOST)
        thin_out(c);
    c->samples[c->count++] = (progress_sample){clock_seconds() - c->started, work, found};
    c->next = work + c->every;
}

void curve_cut(progress_curve *c, uint64_t work)
{
    while (c->count && c->samples[c->count - 1].work > work)
        c->count--;
    c->next = work;
}

// What is plotted against what.
typedef double coordinate(const progress_sample *s);

static double seconds_of(const progress_sample *s)
{
    return s->seconds;
}

static double work_of(const progress_sample *s)
{
    return (double)s->work;
}

static double found_of(const progress_sample *s)
{
    return (double)s->found;
}

static uint32_t collect(const progress_curve *c, coordinate *x, coordinate *y, lp_series_point *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (y != found_of || c->samples[i].found != CURVE_UNKNOWN)
            out[n++] = (lp_series_point){x(&c->samples[i]), y(&c->samples[i])};
    return n;
}

static uint32_t collect_rate(const progress_curve *c, lp_series_point *out)
{
    const progress_sample *from = &c->samples[0];
    double least = c->samples[c->count - 1].seconds / RATES;
    uint32_t n = 0;
    for (uint32_t i = 1; i < c->count; i++) {
        const progress_sample *s = &c->samples[i];
        double passed = s->seconds - from->seconds;
        if (passed <= 0 || passed < least)
            continue;
        out[n++] = (lp_series_point){s->seconds, (double)(s->work - from->work) / passed};
        from = s;
    }
    return n;
}

void curve_tell(progress_curve *c, uint64_t work, uint64_t found, const char *works, lp_verdict *v)
{
    static const char histories[] = "distinct histories", seconds[] = "seconds";
    lp_series_point points[LP_SERIES_MOST];
    curve_cut(c, work);
    curve_add(c, work, found);
    c->samples[c->count - 1].found = found;
    char *over_time = text_format("%s over time", works);
    char *rate = text_format("%s per second", works);
    uint32_t n = collect(c, seconds_of, work_of, points);
    verdict_series(v, over_time, seconds, works, points, n);
    if ((n = collect_rate(c, points)))
        verdict_series(v, rate, seconds, rate, points, n);
    n = collect(c, work_of, found_of, points);
    verdict_series(v, histories, works, histories, points, n);
    free(over_time);
    free(rate);
}
