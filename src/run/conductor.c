// SPDX-License-Identifier: MIT
// See conductor.h.

#include "run/conductor.h"

#include "base/memory.h"
#include "run/conduct_clocks.h"
#include "run/faults/conduct_faults.h"
#include "run/record/client_lines.h"

#include <linchpin/node.h>

#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { LOOK_EVERY = 100, END_WITHIN = 2000, LAST_WORDS = 2000 }; // milliseconds
enum { MOST_AT_ONCE = 4000 };                                    // operations
enum { GATHER = 500000 };                                        // nanoseconds

void conductor_init(conductor *c, const size_t *host_of, size_t hosts)
{
    conduct_clocks_init(c, host_of, hosts);
    c->polled = memory_new(2 * c->fleet->count, sizeof *c->polled);
    c->clients = memory_new(c->options->clients, sizeof *c->clients);
}

void conductor_fini(conductor *c)
{
    conduct_clocks_fini(c);
    free(c->polled);
    free(c->clients);
    text_fini(&c->faults);
    free(c->violated);
}

// ---- The workload ----

// Operations are handed out in small portions, so that a slow client does not keep its share from
// the others.
static uint64_t portion(const conductor *c)
{
    const run_options *o = c->options;
    uint64_t share = o->operations / (o->clients * 64), least = 16 * o->sessions;
    share = share < least ? least : share > MOST_AT_ONCE ? MOST_AT_ONCE : share;
    uint64_t left = o->operations - c->handed_out;
    return share < left ? share : left;
}

static bool hand_out(conductor *c, size_t client, error *e)
{
    const run_options *o = c->options;
    uint64_t share = o->operations ? portion(c) : 0;
    if (o->operations ? !share : c->drained) {
        c->clients[client].done = true;
        conduct_end(c, client);
        return true;
    }
    // No two write the same.
    uint64_t first = o->operations ? c->values + 1 : client + 1;
    char *line = text_format(
        "workload sessions=%" PRIu64 " operations=%" PRIu64 " reads=%" PRIu64 " keys=%" PRIu64
        " rate=%" PRIu64 " seed=%" PRIu64 " first=%" PRIu64 " step=%" PRIu64 "\n",
        o->sessions, share, o->reads, o->keys, (o->rate + o->clients - 1) / o->clients,
        o->seed * 1000003 + client + c->values, first, o->operations ? 1 : o->clients);
    c->handed_out += share;
    c->values += share;
    c->clients[client].left = share;
    bool good = member_tell(&c->fleet->members[c->fleet->servers + client], line, e);
    free(line);
    return good;
}

static bool begin(conductor *c, error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < c->options->clients; i++)
        good = hand_out(c, i, e);
    c->running = true;
    c->started = c->moved = c->ended = clock_seconds();
    return good;
}

static bool drain(conductor *c, error *e)
{
    bool good = true;
    c->drained = true;
    for (size_t i = c->fleet->servers; good && i < c->fleet->count; i++)
        good = member_tell(&c->fleet->members[i], "drain\n", e);
    return good;
}

// ---- What they say ----

static bool obey_client(conductor *c, size_t client, const char *line, error *e, bool *other)
{
    client_event it;
    *other = false;
    switch (client_line_read(line, c->recorder, &it)) {
    case LINE_EVENT:
        conduct_event(c, client, &it);
        if (it.is_return) {
            c->returned++;
            c->moved = 0; // set to the time of now below
        } else if (c->clients[client].left) {
            c->clients[client].left--;
        }
        return true;
    case LINE_MARK:
        conduct_mark(c, client, it.time);
        return true;
    case LINE_BAD:
        return error_set(e, "client[%zu] says '%.*s'", client + 1, (int)strcspn(line, "\n"), line);
    default:
        *other = true;
        return true;
    }
}

static bool obey_other(conductor *c, member *m, char *line, error *e)
{
    size_t n = strcspn(line, "\n");
    line[n] = 0;
    if (strncmp(line, "ready ", 6) == 0)
        return fleet_ready(c->fleet, m, line + 6, e) && conduct_write_addresses(c, e);
    if (strncmp(line, "figures ", 8) == 0) {
        unsigned long long sent;
        if (sscanf(line + 8, "messages_sent=%llu", &sent) == 1)
            c->messages += sent;
        return true;
    }
    if (m->is_client && strncmp(line, "time ", 5) == 0)
        return conduct_clocks_answer(c, (size_t)(m - c->fleet->members) - c->fleet->servers,
                                     line + 5, e);
    if (strncmp(line, "pid ", 4) == 0 && m->keeper) {
        m->remote = atol(line + 4);
        return true;
    }
    if (m->is_client && strcmp(line, "done") == 0)
        return hand_out(c, (size_t)(m - c->fleet->members) - c->fleet->servers, e);
    return error_set(e, "%s says '%s'", m->name, line);
}

static bool obey(conductor *c, member *m, error *e)
{
    char *at = m->heard.bytes, *end = at + m->heard.length;
    size_t number = (size_t)(m - c->fleet->members);
    bool good = true;
    for (char *stop; good && at < end && (stop = memchr(at, '\n', (size_t)(end - at)));
         at = stop + 1) {
        bool other = true;
        if (m->is_client && !c->ending)
            good = obey_client(c, number - c->fleet->servers, at, e, &other);
        if (good && other && (!c->ending || strncmp(at, "figures ", 8) == 0))
            good = obey_other(c, m, at, e);
    }
    size_t rest = (size_t)(end - at);
    if (rest)
        memmove(m->heard.bytes, at, rest);
    text_cut(&m->heard, rest);
    return good;
}

// A call is said before anything of it is sent (net/program/workload.h), and a pipe is read to its
// end: so all that a killed client may have done is known. What it has not called, others do.
static void lose_client(conductor *c, size_t client)
{
    client_work *w = &c->clients[client];
    c->handed_out -= w->left;
    *w = (client_work){.done = true, .lost = true};
    conduct_end(c, client);
}

// A step that goes wrong in the model is what the run was to find (linchpin/node.h).
static bool is_violation(conductor *c, member *m, int status)
{
    lp_violation kind = LP_VIOLATION_NONE;
    switch (WIFEXITED(status) ? WEXITSTATUS(status) : 0) {
    case LP_FAULT_ASSERTION:
        kind = LP_VIOLATION_ASSERTION;
        break;
    case LP_FAULT_ARITHMETIC:
        kind = LP_VIOLATION_ARITHMETIC;
        break;
    case LP_FAULT_MISUSE:
        kind = LP_VIOLATION_MISUSE;
        break;
    default:
        return false;
    }
    if (!c->violator) {
        c->violator = m;
        c->violation = kind;
        c->violated = member_last_words(m);
    }
    c->enough = true;
    return true;
}

static bool hear(conductor *c, member *m, error *e)
{
    bool open = member_hear(m);
    if (m->heard.length && !obey(c, m, e))
        return false;
    if (open)
        return true;
    int status = member_end(m, LAST_WORDS);
    if (m->killed && !c->ending)
        lose_client(c, (size_t)(m - c->fleet->members) - c->fleet->servers);
    return is_violation(c, m, status) || c->ending || m->killed || member_failed(m, status, e);
}

// ---- Waiting ----

// What clients say meanwhile wakes nobody: else each operation would take the processor from those
// who carry it out.
static void gather(const conductor *c)
{
    if (c->running && !c->ending && !c->idle)
        nanosleep(&(struct timespec){.tv_nsec = GATHER}, NULL);
}

static bool wait_and_hear(conductor *c, int milliseconds, error *e)
{
    size_t count = c->fleet->count;
    gather(c);
    for (size_t i = 0; i < count; i++) {
        const member *m = &c->fleet->members[i];
        bool full = m->is_client && !c->ending && conduct_full(c, i - c->fleet->servers);
        c->polled[i] = (struct pollfd){.fd = full ? -1 : m->out, .events = POLLIN};
        c->polled[count + i] = (struct pollfd){.fd = m->err, .events = POLLIN};
    }
    int ready = poll(c->polled, 2 * count, milliseconds);
    c->idle = ready == 0;
    if (ready <= 0)
        return true;
    for (size_t i = 0; i < count; i++) {
        member *m = &c->fleet->members[i];
        if (c->polled[count + i].revents)
            member_hear_errors(m);
        if (c->polled[i].revents && m->state != MEMBER_DOWN && !hear(c, m, e))
            return false;
    }
    return true;
}

static bool pass_on(conductor *c, error *e)
{
    size_t client;
    client_event it;
    while (!c->enough && conduct_take(c, &client, &it))
        if (!recorder_event(c->recorder, client, &it, e)) {
            c->enough = true;
            return !e->message[0];
        }
    for (size_t i = 0; i < c->options->clients; i++)
        if (c->clients[i].lost && conduct_empty(c, i)) {
            c->clients[i].lost = false;
            c->enough |= !recorder_abandon(c->recorder, i);
        }
    return true;
}

// The judge looks by itself as the history grows; with many keys, of each that is seldom. Time for
// this is a share of all.
static bool look(conductor *c, double now)
{
    if (!c->running || (!c->idle && now < c->look_at))
        return true;
    bool fine = stream_idle(c->recorder->judge);
    double took = clock_seconds() - now;
    c->look_at = now + (took * 20 > LOOK_EVERY * 1e-3 ? took * 20 : LOOK_EVERY * 1e-3);
    return fine;
}

static bool all_done(const conductor *c)
{
    bool done = c->running;
    for (uint64_t i = 0; i < c->options->clients; i++)
        done &= c->clients[i].done;
    return done;
}

static void show(conductor *c, double now)
{
    if (!c->running || !limits_progress_due(c->limits))
        return;
    const latency *l = &c->recorder->latency;
    double passed = now - c->started;
    limits_progress(c->limits,
                    "%.0f operations/s · p50 %.2f ms · p99 %.2f ms · %" PRIu64
                    " faults · linearizable so far: %" PRIu64 " operations",
                    passed > 0 ? (double)c->returned / passed : 0,
                    (double)latency_of(l, 500) * 1e-6, (double)latency_of(l, 990) * 1e-6,
                    c->fault_count, c->recorder->returned);
}

bool conductor_run(conductor *c, error *e)
{
    for (bool over = false; !over && !limits_reached(c->limits);) {
        double now = clock_seconds();
        bool ready = fleet_all_up(c->fleet);
        if ((c->running || ready) && !conduct_clocks_ask(c, &ready, e))
            return false;
        if (!c->running && ready && !(conduct_faults_at_start(c, e) && begin(c, e)))
            return false;
        int wait = LOOK_EVERY;
        if (c->running && !conduct_faults(c, now - c->started, &wait, e))
            return false;
        if (c->running && !c->options->operations && !c->drained &&
            now - c->started > c->options->time && !drain(c, e))
            return false;
        if (!wait_and_hear(c, wait, e) || !pass_on(c, e))
            return false;
        now = clock_seconds();
        if (c->moved == 0)
            c->moved = c->ended = now;
        show(c, now);
        over = c->enough || all_done(c) ||
               (c->running && now - c->moved > c->options->wait && !conduct_faults_to_come(c));
        if (!over && !look(c, now))
            over = c->enough = true;
    }
    return true;
}

void conductor_end(conductor *c)
{
    error e = {0};
    c->ending = true;
    for (size_t i = 0; i < c->fleet->count; i++) {
        member *m = &c->fleet->members[i];
        if (m->stopped)
            member_signal(m, SIGCONT);
        if (m->state != MEMBER_DOWN)
            member_tell(m, "figures\nstop\n", &e);
    }
    double until = clock_seconds() + END_WITHIN * 1e-3;
    for (size_t left = 1; left && clock_seconds() < until;) {
        wait_and_hear(c, LOOK_EVERY, &e);
        left = 0;
        for (size_t i = 0; i < c->fleet->count; i++)
            left += c->fleet->members[i].state != MEMBER_DOWN;
    }
}
