// SPDX-License-Identifier: MIT
// See conduct_clocks.h.

#include "run/conduct_clocks.h"

#include "base/memory.h"
#include "run/record/clock_bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ANSWERS = 8, ASK_EVERY = 100 }; // milliseconds

// Of one client.
typedef struct client_clock {
    size_t host;
    uint64_t asked; // when; 0: nothing is open
    unsigned answers;
    // Of the last call and return. Those that come are not earlier, so their bounds need not be, either.
    uint64_t call, returned;
} client_clock;

struct clocks {
    clock_bounds *hosts;
    client_clock *clients;
    double ask_at;
    uint64_t worst;
};

static uint64_t now_nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void conduct_clocks_init(conductor *c, const size_t *host_of, size_t hosts)
{
    size_t clients = c->options->clients, servers = c->fleet->servers;
    bool one = true;
    for (size_t i = 0; host_of && i < clients; i++)
        one &= host_of[servers + i] == host_of[servers];
    c->merge = event_merge_new(one ? clients : 2 * clients);
    if (one)
        return;
    c->clocks = memory_new(1, sizeof *c->clocks);
    c->clocks->hosts = memory_new(hosts, sizeof *c->clocks->hosts);
    c->clocks->clients = memory_new(clients, sizeof *c->clocks->clients);
    for (size_t i = 0; i < clients; i++)
        c->clocks->clients[i].host = host_of[servers + i];
}

void conduct_clocks_fini(conductor *c)
{
    event_merge_free(c->merge);
    if (!c->clocks)
        return;
    free(c->clocks->hosts);
    free(c->clocks->clients);
    free(c->clocks);
}

bool conduct_clocks_ask(conductor *c, bool *ready, error *e)
{
    double now = clock_seconds();
    bool good = true;
    *ready = true;
    if (!c->clocks || (c->running && now < c->clocks->ask_at))
        return true;
    c->clocks->ask_at = now + ASK_EVERY * 1e-3;
    for (size_t i = 0; good && i < c->options->clients; i++) {
        client_clock *k = &c->clocks->clients[i];
        *ready &= k->answers >= ANSWERS;
        if (k->asked || c->clients[i].done)
            continue;
        k->asked = now_nanoseconds();
        good = member_tell(&c->fleet->members[c->fleet->servers + i], "time\n", e);
    }
    return good;
}

bool conduct_clocks_answer(conductor *c, size_t client, const char *said, error *e)
{
    const member *m = &c->fleet->members[c->fleet->servers + client];
    uint64_t time;
    if (!c->clocks || !c->clocks->clients[client].asked || sscanf(said, "%" SCNu64, &time) != 1)
        return error_set(e, "%s says 'time %s'", m->name, said);
    client_clock *k = &c->clocks->clients[client];
    clock_bounds *b = &c->clocks->hosts[k->host];
    if (!clock_bounds_answer(b, k->asked, time, now_nanoseconds()))
        return error_set(e, "the clock of %s differs from ours by more and more: see docs/run.md",
                         m->keeper ? m->keeper->name : m->name);
    k->asked = 0;
    k->answers++;
    return true;
}

uint64_t conduct_clocks_bound(const conductor *c)
{
    return c->clocks ? c->clocks->worst : 0;
}

// ---- Events ----

static uint64_t later(uint64_t *last, uint64_t time)
{
    *last = time > *last ? time : *last;
    return *last;
}

static uint64_t call_time(conductor *c, size_t client, uint64_t time)
{
    client_clock *k = &c->clocks->clients[client];
    return later(&k->call, clock_bounds_least(&c->clocks->hosts[k->host], time));
}

static uint64_t return_time(conductor *c, size_t client, uint64_t time)
{
    client_clock *k = &c->clocks->clients[client];
    return later(&k->returned, clock_bounds_most(&c->clocks->hosts[k->host], time));
}

void conduct_mark(conductor *c, size_t client, uint64_t time)
{
    if (!c->clocks) {
        event_merge_mark(c->merge, client, time);
        return;
    }
    event_merge_mark(c->merge, 2 * client, call_time(c, client, time));
    event_merge_mark(c->merge, 2 * client + 1, return_time(c, client, time));
}

void conduct_event(conductor *c, size_t client, const client_event *it)
{
    if (!c->clocks) {
        event_merge_add(c->merge, client, it);
        return;
    }
    client_event ours = *it;
    const clock_bounds *b = &c->clocks->hosts[c->clocks->clients[client].host];
    uint64_t width = clock_bounds_most(b, it->time) - clock_bounds_least(b, it->time);
    c->clocks->worst = width > c->clocks->worst ? width : c->clocks->worst;
    ours.time = it->is_return ? return_time(c, client, it->time) : call_time(c, client, it->time);
    conduct_mark(c, client, it->time);
    event_merge_add(c->merge, 2 * client + it->is_return, &ours);
}

void conduct_end(conductor *c, size_t client)
{
    event_merge_end(c->merge, c->clocks ? 2 * client : client);
    if (c->clocks)
        event_merge_end(c->merge, 2 * client + 1);
}

bool conduct_empty(const conductor *c, size_t client)
{
    if (!c->clocks)
        return event_merge_empty(c->merge, client);
    return event_merge_empty(c->merge, 2 * client) && event_merge_empty(c->merge, 2 * client + 1);
}

bool conduct_full(const conductor *c, size_t client)
{
    if (!c->clocks)
        return event_merge_full(c->merge, client);
    return event_merge_full(c->merge, 2 * client) || event_merge_full(c->merge, 2 * client + 1);
}

bool conduct_take(conductor *c, size_t *client, client_event *it)
{
    bool taken = event_merge_take(c->merge, client, it);
    if (taken && c->clocks)
        *client /= 2;
    return taken;
}
