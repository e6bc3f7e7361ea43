// SPDX-License-Identifier: MIT
#include "cluster.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linchpin/judge.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// ---- Programs ----

void program_start(program *p, const char *errors, const char *const *argv)
{
    int in[2], out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    *p = (program){.in = in[1], .out = out[0]};
    p->pid = fork();
    assert_true(p->pid >= 0);
    if (p->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        if (errors && !freopen(errors, "a", stderr))
            _exit(126);
        union {
            const char *const *given;
            char *const *wanted;
        } arguments = {argv}; // it does not write to them
        execv(argv[0], arguments.wanted);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
}

void program_say(program *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *line = text_format_list(format, list);
    va_end(list);
    assert_int_equal(write(p->in, line, strlen(line)), strlen(line));
    assert_int_equal(write(p->in, "\n", 1), 1);
    free(line);
}

static void take_bytes(program *p)
{
    MEMORY_GROW(p->bytes, p->capacity, p->length + 65536);
    ssize_t got = read(p->out, p->bytes + p->length, 65536);
    if (got > 0)
        p->length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        p->ended = true;
}

// A line of what was read so far.
static char *take_line(program *p)
{
    char *end = p->length ? memchr(p->bytes, '\n', p->length) : NULL;
    if (!end)
        return NULL;
    size_t length = (size_t)(end - p->bytes);
    char *line = memory_string_n(p->bytes, length);
    p->length -= length + 1;
    memmove(p->bytes, end + 1, p->length);
    return line;
}

char *program_line(program *p)
{
    char *line;
    while (!(line = take_line(p)) && !p->ended)
        take_bytes(p);
    return line;
}

static int reap(program *p)
{
    int status = 0;
    assert_true(waitpid(p->pid, &status, 0) == p->pid);
    close(p->out);
    free(p->bytes);
    *p = (program){0};
    return status;
}

void program_kill(program *p, int signal_number)
{
    assert_int_equal(kill(p->pid, signal_number), 0);
    close(p->in);
    reap(p);
}

bool program_has_ended(const program *p)
{
    siginfo_t end = {0};
    assert_int_equal(waitid(P_PID, (id_t)p->pid, &end, WEXITED | WNOHANG | WNOWAIT), 0);
    return end.si_pid == p->pid;
}

int program_end(program *p)
{
    close(p->in);
    while (!p->ended)
        take_bytes(p);
    int status = reap(p);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// ---- The cluster ----

struct history_event {
    uint64_t time;
    uint32_t process;
    bool is_return;
    int64_t key;
    char method[16];
    lp_value value; // argument or result
};

void cluster_start_replica(cluster *c, unsigned which)
{
    char name[8], directory[128], listen[160] = "127.0.0.1:0", trace[160];
    snprintf(name, sizeof name, "p%u", which + 1);
    snprintf(directory, sizeof directory, "%s/%s", c->root, name);
    if (c->transport == OVER_UNIX_SOCKETS)
        snprintf(listen, sizeof listen, "unix:%s/%s.socket", c->root, name);
    else if (c->transport == OVER_UDP_PORTS)
        snprintf(listen, sizeof listen, "udp:127.0.0.1:0");
    snprintf(trace, sizeof trace, "%s/%s.trace", c->root, name);
    const char *argv[] = {
        REPLICA, name, "--directory", directory, "--listen", listen, c->traced ? "--trace" : NULL,
        trace,   NULL};
    program_start(&c->replicas[which], NULL, argv);
    char *line = program_line(&c->replicas[which]);
    assert_non_null(line);
    char said[64];
    assert_int_equal(sscanf(line, "ready %63s %127s", said, c->address[which]), 2);
    free(line);
    for (unsigned i = 0; i < c->client_count; i++)
        if (c->clients[i].pid)
            program_say(&c->clients[i], "peer replica[%s] %s", name, c->address[which]);
}

static void start_client(cluster *c, unsigned which)
{
    char number[16], trace[160];
    snprintf(number, sizeof number, "%u", which + 1);
    snprintf(trace, sizeof trace, "%s/client%u.trace", c->root, which + 1);
    const char *argv[] = {CLIENT, "--driven", "--number", number, c->traced ? "--trace" : NULL,
                          trace,  NULL};
    program_start(&c->clients[which], NULL, argv);
    char *line = program_line(&c->clients[which]);
    assert_true(line && strncmp(line, "ready client[", 13) == 0);
    free(line);
}

void cluster_start(cluster *c, unsigned clients, unsigned transport)
{
    bool traced = c->traced;
    *c = (cluster){.transport = transport, .traced = traced};
    temporary_name(c->root, "linchpin-cluster");
    signal(SIGPIPE, SIG_IGN);
    assert_non_null(mkdtemp(c->root));
    for (unsigned i = 0; i < clients; i++)
        start_client(c, i);
    c->client_count = clients;
    for (unsigned i = 0; i < REPLICAS; i++)
        cluster_start_replica(c, i);
}

void cluster_say_to_all(cluster *c, const char *line)
{
    for (unsigned i = 0; i < REPLICAS; i++)
        if (c->replicas[i].pid)
            program_say(&c->replicas[i], "%s", line);
    for (unsigned i = 0; i < c->client_count; i++)
        if (c->clients[i].pid)
            program_say(&c->clients[i], "%s", line);
}

void cluster_workload(cluster *c, const char *settings)
{
    c->done_count = 0;
    for (unsigned i = 0; i < c->client_count; i++)
        program_say(&c->clients[i], "workload %s seed=%u first=%u step=%u", settings, i, i + 1,
                    c->client_count);
}

static lp_value parse_value(const char *word)
{
    if (strcmp(word, "nil") == 0)
        return LP_NIL;
    return strcmp(word, "unit") == 0 ? LP_UNIT : lp_int(strtoll(word, NULL, 10));
}

static void hear(cluster *c, unsigned client, const char *line)
{
    history_event e = {0};
    uint32_t session;
    char value[32] = "";
    if (strcmp(line, "done") == 0) {
        c->done_count++;
        return;
    }
    if (strncmp(line, "mark ", 5) == 0)
        return;
    if (sscanf(line, "call %" SCNu32 " %" SCNu64 " %" SCNd64 " %15s %31s", &session, &e.time,
               &e.key, e.method, value) >= 4) {
        e.value = value[0] ? parse_value(value) : LP_NIL;
    } else if (sscanf(line, "return %" SCNu32 " %" SCNu64 " %31s", &session, &e.time, value) == 3) {
        e.is_return = true;
        e.value = parse_value(value);
        c->returns++;
    } else {
        fail_msg("client %u says '%s'", client + 1, line);
    }
    e.process = client * 1000 + session;
    MEMORY_GROW(c->events, c->event_capacity, c->event_count + 1);
    c->events[c->event_count++] = e;
}

void cluster_kill_client(cluster *c, unsigned which)
{
    program *p = &c->clients[which];
    char *line;
    assert_int_equal(kill(p->pid, SIGKILL), 0);
    while (!p->ended)
        take_bytes(p);
    while ((line = take_line(p))) { // the last one may be cut short
        hear(c, which, line);
        free(line);
    }
    close(p->in);
    reap(p);
    p->out = -1;
    c->done_count++;
}

// Waits until some client says something.
static void listen_to_clients(cluster *c)
{
    struct pollfd polls[MOST_CLIENTS];
    char *line;
    for (unsigned i = 0; i < c->client_count; i++)
        polls[i] = (struct pollfd){.fd = c->clients[i].out, .events = POLLIN};
    assert_true(poll(polls, c->client_count, -1) > 0);
    for (unsigned i = 0; i < c->client_count; i++) {
        if (!polls[i].revents)
            continue;
        take_bytes(&c->clients[i]);
        assert_false(c->clients[i].ended);
        while ((line = take_line(&c->clients[i]))) {
            hear(c, i, line);
            free(line);
        }
    }
}

void cluster_until(cluster *c, uint64_t returns)
{
    while (c->returns < returns)
        listen_to_clients(c);
}

void cluster_until_done(cluster *c)
{
    while (c->done_count < c->client_count)
        listen_to_clients(c);
}

// By time; a call at the time of a return is before it: they overlap.
static int by_time(const void *left, const void *right)
{
    const history_event *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->process == b->process)
        return a < b ? -1 : 1;
    return a->is_return - b->is_return;
}

void cluster_judge(cluster *c)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    uint32_t *open = memory_new(MOST_CLIENTS * 1000, sizeof *open);
    qsort(c->events, c->event_count, sizeof *c->events, by_time);
    for (size_t i = 0; i < c->event_count; i++) {
        const history_event *e = &c->events[i];
        if (e->is_return) {
            lp_history_return(h, open[e->process], e->value);
            continue;
        }
        open[e->process] =
            lp_history_call(h, e->process, lp_string(pool, e->method, strlen(e->method)), e->value);
        h->ops[open[e->process]].object = lp_int(e->key);
    }
    lp_verdict v;
    lp_verdict_init(&v);
    if (lp_history_judge(h, lp_spec_find("register"), NULL, &v) != LP_HOLDS)
        fail_msg("%s", v.reason);
    assert_true(h->op_count > 0);
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
    free(open);
}

void cluster_end(cluster *c)
{
    for (unsigned i = 0; i < c->client_count; i++)
        if (c->clients[i].pid)
            assert_int_equal(program_end(&c->clients[i]), 0);
    for (unsigned i = 0; i < REPLICAS; i++)
        if (c->replicas[i].pid)
            assert_int_equal(program_end(&c->replicas[i]), 0);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", c->root);
    assert_int_equal(system(command), 0);
    free(c->events);
}
