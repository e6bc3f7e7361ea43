// SPDX-License-Identifier: MIT
// See verdict_plots.h.

#include "verify/verdict_plots.h"

#include "base/memory.h"
#include "judge/evidence/plot_evidence.h"
#include "verify/walk/random_walks.h"

#include <stdio.h>
#include <stdlib.h>

enum { FEWEST = 3, MOST_BARS = 50 };

typedef struct plotted {
    lp_series_point *points;
    size_t count, capacity;
} plotted;

static void add_point(plotted *p, double x, double y)
{
    MEMORY_GROW(p->points, p->capacity, p->count + 1);
    p->points[p->count++] = (lp_series_point){x, y};
}

// With fewer points there is nothing to see.
static void finish(job *j, plotted *p, const char *name, const char *x, const char *y)
{
    if (p->count >= FEWEST)
        verdict_series(j->out, name, x, y, p->points, p->count);
    free(p->points);
}

static void add_levels(job *j, const search *q)
{
    plotted p = {0};
    for (uint32_t d = 0; q->levels && !q->compact && d <= q->depth; d++) {
        uint32_t end = d < q->depth ? q->levels[d + 1] : search_count(q);
        add_point(&p, d, end - q->levels[d]);
    }
    finish(j, &p, "states by depth", "depth", "states");
}

static void add_course(job *j)
{
    const search_course *c = j->course;
    plotted all = {0}, rate = {0};
    for (uint32_t i = 0; i < c->count; i++) {
        const course_sample *s = &c->samples[i];
        add_point(&all, s->seconds, s->states);
        double passed = i ? s->seconds - s[-1].seconds : 0;
        if (passed > 0)
            add_point(&rate, s->seconds, (s->states - s[-1].states) / passed);
    }
    finish(j, &all, "states over time", "seconds", "states");
    finish(j, &rate, "new states per second", "seconds", "states per second");
}

static void add_walks(job *j)
{
    const search_course *c = j->course;
    const walk_statistics *w = j->walks->covered;
    plotted seen = {0}, deep = {0};
    for (uint32_t i = 0; i < c->count; i++)
        add_point(&seen, c->samples[i].done, c->samples[i].states);
    finish(j, &seen, "different states met, estimated", "walks", "states");
    uint64_t width = w->deepest / MOST_BARS + 1;
    for (uint64_t from = 0; from <= w->deepest; from += width)
        add_point(&deep, (double)from, (double)walk_statistics_between(w, from, from + width - 1));
    char name[80];
    if (width == 1)
        finish(j, &deep, "walks by their length", "steps", "walks");
    else {
        snprintf(name, sizeof name, "walks by their length, in bars of %llu steps",
                 (unsigned long long)width);
        finish(j, &deep, name, "steps", "walks");
    }
}

void job_add_series(job *j, const search *q)
{
    if (!j->course)
        return;
    plots_clear(j->out);
    if (j->walks) {
        add_walks(j);
    } else {
        add_levels(j, q);
        add_course(j);
    }
}
