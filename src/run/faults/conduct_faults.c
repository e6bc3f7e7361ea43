// SPDX-License-Identifier: MIT
// See conduct_faults.h.

#include "run/faults/conduct_faults.h"

#include "base/io/output.h"
#include "run/faults/fault_apply.h"

#include <stdlib.h>
#include <string.h>

static bool due(const conductor *c, const fault *f, double passed)
{
    return f->by_operations ? c->returned >= f->operations : passed >= f->at;
}

// `stop … for 5s`: it continues later.
static bool plan_end(conductor *c, size_t number, double passed, error *e)
{
    fault_names names = fleet_names(c->fleet);
    for (size_t i = 0; i < names.count; i++) {
        const fault *f = &c->schedule->faults[number];
        if (!f->who[i])
            continue;
        char *line = text_format("%.3fs continue %s", passed + f->lasts, names.names[i]);
        bool good = fault_schedule_add(c->schedule, &names, NULL, f->line, line, e);
        free(line);
        if (!good)
            return false;
    }
    return true;
}

static bool happen(conductor *c, size_t number, double passed, error *e)
{
    fault *f = &c->schedule->faults[number];
    f->done = true;
    text_add(&c->faults, "%s\n", f->text);
    c->fault_count++;
    if (!fault_apply(c->fleet, f, c->options->faults, e))
        return false;
    return !(f->lasts > 0) || plan_end(c, number, passed, e);
}

static void look_ahead(conductor *c, double passed)
{
    fault_names names = fleet_names(c->fleet);
    while (c->random && c->random->next < passed + 1)
        fault_random_add(c->random, &names, c->schedule);
    while (c->first < c->schedule->count && c->schedule->faults[c->first].done)
        c->first++;
}

bool conduct_faults_at_start(conductor *c, error *e)
{
    for (size_t i = 0; i < c->schedule->count; i++) {
        const fault *f = &c->schedule->faults[i];
        if (!f->done && !f->by_operations && f->at <= 0 && !happen(c, i, 0, e))
            return false;
    }
    return true;
}

bool conduct_faults(conductor *c, double passed, int *wait, error *e)
{
    look_ahead(c, passed);
    for (;;) { // the earliest of those that are due
        size_t next = c->schedule->count;
        for (size_t i = c->first; i < c->schedule->count; i++) {
            const fault *f = &c->schedule->faults[i];
            if (!f->done && due(c, f, passed) &&
                (next == c->schedule->count ||
                 (!f->by_operations && f->at < c->schedule->faults[next].at)))
                next = i;
        }
        if (next == c->schedule->count)
            break;
        if (!happen(c, next, passed, e))
            return false;
    }
    for (size_t i = c->first; i < c->schedule->count; i++) {
        const fault *f = &c->schedule->faults[i];
        if (!f->done && !f->by_operations && (f->at - passed) * 1000 + 1 < *wait)
            *wait = (int)((f->at - passed) * 1000) + 1;
    }
    return true;
}

bool conduct_faults_to_come(const conductor *c)
{
    for (size_t i = c->first; !c->random && i < c->schedule->count; i++)
        if (!c->schedule->faults[i].done && !c->schedule->faults[i].by_operations)
            return true;
    return false;
}

bool conduct_write_addresses(const conductor *c, error *e)
{
    if (!c->options->folder || !fleet_all_up(c->fleet))
        return true;
    char *path = text_format("%s/servers", c->options->folder);
    char *lines = fleet_addresses(c->fleet);
    bool good = output_write(path, lines, strlen(lines), e);
    free(lines);
    free(path);
    return good;
}
