// SPDX-License-Identifier: MIT
// See fleet.h.

#include "run/processes/fleet.h"

#include "base/memory.h"
#include "base/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void add_seed(words *w, const fleet_options *o)
{
    words_add(w, memory_string("--seed"));
    words_add(w, text_format("%" PRIu64, o->seed));
}

static void add_trace(words *w, const fleet_options *o, const char *name)
{
    if (!o->traces)
        return;
    words_add(w, memory_string("--trace"));
    words_add(w, text_format("%s/%s.jsonl", o->traces, name));
}

// A port of 0: one that is free.
static char *listen_word(const planned_server *s, const fleet_options *o, size_t number)
{
    if (o->transport == TRANSPORT_UNIX)
        return text_format("unix:%s/%s.socket", o->scratch, s->name);
    return text_format("%s127.0.0.1:%" PRIu64, o->transport == TRANSPORT_UDP ? "udp:" : "",
                       o->port ? o->port + number : 0);
}

static void init_server(member *m, const planned_server *s, const fleet_options *o, size_t number)
{
    words w = {0};
    words_add(&w, text_format("%s/%s", o->programs, s->program));
    words_add(&w, memory_string(s->instance));
    words_add(&w, memory_string("--directory"));
    words_add(&w, text_format("%s/%s", o->scratch, s->name));
    words_add(&w, memory_string("--listen"));
    words_add(&w, listen_word(s, o, number));
    add_seed(&w, o);
    add_trace(&w, o, s->name);
    *m = (member){.name = memory_string(s->name), .stays_down = s->stays_down, .argv = w.items};
}

static void init_client(member *m, const run_plan *plan, const fleet_options *o, size_t number)
{
    words w = {0};
    words_add(&w, text_format("%s/%s_client", o->programs, plan->system));
    words_add(&w, memory_string("--driven"));
    words_add(&w, memory_string("--number"));
    words_add(&w, text_format("%zu", number));
    add_seed(&w, o);
    *m = (member){.name = text_format("client[%zu]", number), .is_client = true};
    add_trace(&w, o, m->name);
    m->argv = w.items;
}

void fleet_init(fleet *f, const run_plan *plan, const fleet_options *o)
{
    *f = (fleet){.count = plan->count + o->clients, .servers = plan->count, .known = o->known};
    f->members = memory_new(f->count, sizeof *f->members);
    f->names = memory_new(f->count, sizeof *f->names);
    f->is_client = memory_new(f->count, sizeof *f->is_client);
    f->stays_down = memory_new(f->count, sizeof *f->stays_down);
    for (size_t i = 0; i < f->count; i++) {
        member *m = &f->members[i];
        if (i < f->servers)
            init_server(m, &plan->servers[i], o, i);
        else
            init_client(m, plan, o, i - f->servers + 1);
        m->in = m->out = m->err = -1;
        f->names[i] = m->name;
        f->is_client[i] = m->is_client;
        f->stays_down[i] = m->stays_down;
    }
}

// The word after --listen.
static char **listens_at(member *m)
{
    char **word = m->argv;
    while (strcmp(*word, "--listen") != 0)
        word++;
    return word + 1;
}

static void listen_at(member *m, char *address)
{
    char **word = listens_at(m);
    free(*word);
    *word = address;
}

void fleet_move(fleet *f, cluster *c)
{
    for (size_t i = 0; i < f->count; i++) {
        member *m = &f->members[i];
        const host *h = &c->hosts->hosts[c->hosts->of[i]];
        if (!m->is_client) {
            const char *port = strrchr(*listens_at(m), ':');
            bool six = strchr(h->address, ':') && h->address[0] != '[';
            listen_at(m, !h->here ? text_format("0.0.0.0%s", port)
                         : six    ? text_format("[%s]%s", h->address, port)
                                  : text_format("%s%s", h->address, port));
        }
        cluster_wrap(c, m, c->hosts->of[i]);
    }
}

void fleet_fini(fleet *f)
{
    for (size_t i = 0; i < f->count; i++) {
        member_end(&f->members[i], 0);
        member_fini(&f->members[i]);
    }
    free(f->members);
    free(f->names);
    free(f->is_client);
    free(f->stays_down);
    *f = (fleet){0};
}

fault_names fleet_names(const fleet *f)
{
    return (fault_names){f->names, f->is_client, f->count};
}

static bool tell_address(member *to, const member *of, error *e)
{
    if (to == of || to->state == MEMBER_DOWN || !of->address)
        return true;
    char *line = text_format("peer %s %s\n", of->called, of->address);
    bool good = member_tell(to, line, e);
    free(line);
    return good;
}

bool fleet_start_one(fleet *f, member *m, error *e)
{
    if (f->known && m->address)
        listen_at(m, memory_string(m->address));
    bool good = member_start(m, e);
    for (size_t i = 0; good && i < f->servers; i++)
        good = tell_address(m, &f->members[i], e);
    if (good && m->skew.length)
        good = member_tell(m, m->skew.bytes, e);
    return good && (!m->rules.length || member_tell(m, m->rules.bytes, e));
}

bool fleet_start(fleet *f, error *e)
{
    bool good = true;
    for (size_t i = 0; good && i < f->count; i++)
        good = fleet_start_one(f, &f->members[i], e);
    return good;
}

// One that listens at all addresses of its machine says none.
static char *address_of(const member *m, const char *said)
{
    const char *port = strrchr(said, ':');
    bool all = strncmp(said, "0.0.0.0:", 8) == 0 || strncmp(said, "[::]:", 5) == 0;
    return m->keeper && all ? text_format("%s%s", m->reached_at, port) : memory_string(said);
}

bool fleet_ready(fleet *f, member *m, const char *said, error *e)
{
    bool good = true;
    words w = {0};
    words_split(&w, said);
    if (w.count != (m->is_client ? 1 : 2))
        good = error_set(e, "%s says 'ready %s'", m->name, said);
    if (good) {
        free(m->called);
        free(m->address);
        m->called = memory_string(w.items[0]);
        m->address = m->is_client ? NULL : address_of(m, w.items[1]);
        m->state = MEMBER_UP;
    }
    for (size_t i = 0; good && i < f->count; i++)
        good = tell_address(&f->members[i], m, e);
    words_fini(&w);
    return good;
}

bool fleet_all_up(const fleet *f)
{
    bool up = true;
    for (size_t i = 0; i < f->count; i++)
        up &= f->members[i].state == MEMBER_UP;
    return up;
}

char *fleet_addresses(const fleet *f)
{
    text t = {0};
    for (size_t i = 0; i < f->servers; i++)
        text_add(&t, "%s %s\n", f->members[i].called, f->members[i].address);
    return text_take(&t);
}
