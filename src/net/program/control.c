// SPDX-License-Identifier: MIT
#include "net/program/control.h"

#include "base/io/file_read.h"
#include "base/memory.h"
#include "net/node/peers.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_LINE = 1 << 16 };

struct control {
    node *node;
    control_command command;
    void *data;
    union {
        uv_stream_t stream;
        uv_pipe_t pipe;
        uv_tty_t tty;
    } in;
    uv_signal_t interrupt, terminate;
    char line[LONGEST_LINE];
    size_t length;
    text out;
};

// ---- Saying ----

void control_say(control *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *line = text_format_list(format, list);
    va_end(list);
    text_add_visible(&c->out, line, strlen(line), "");
    text_add(&c->out, "\n");
    free(line);
}

void control_add(control *c, const char *bytes, size_t length)
{
    text_add_bytes(&c->out, bytes, length);
}

// Waits until whoever reads has room: a history that nobody reads must not grow without end.
void control_flush(control *c)
{
    size_t at = 0;
    while (at < c->out.length) {
        ssize_t written = write(STDOUT_FILENO, c->out.bytes + at, c->out.length - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            node_fail(c->node, "cannot write to stdout: %s", strerror(errno));
            break;
        }
        at += (size_t)written;
    }
    text_clear(&c->out);
}

// ---- Listening ----

static bool set_peer(node *n, const char *line, error *e)
{
    char name[128], where[512], rest[2];
    process_name who;
    if (sscanf(line, "%127s %511s %1s", name, where, rest) != 2)
        return error_set(e, "a process and its address are expected, not '%s'", line);
    if (!name_parse(n->system, name, &who) || who.kind == NAME_CLIENT)
        return error_set(e, "'%s' is no server of %s", name, n->system->name);
    if (!name_same(who, n->name))
        peer_set_address(peer_get(n, who), where);
    return true;
}

static void say_figures(control *c)
{
    const figures *f = &c->node->figures;
    control_say(c,
                "figures messages_sent=%" PRIu64 " messages_received=%" PRIu64
                " bytes_sent=%" PRIu64 " writes=%" PRIu64 " turns=%" PRIu64 " connections=%" PRIu64,
                f->messages_sent, f->messages_received, f->bytes_sent, f->writes, f->turns,
                f->connections);
}

static void say_time(control *c)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    control_say(c, "time %" PRIu64, (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
}

static bool obey(control *c, const char *line, error *e)
{
    node *n = c->node;
    long long skew;
    char rest[2];
    if (!line[0])
        return true;
    if (strncmp(line, "peer ", 5) == 0)
        return set_peer(n, line + 5, e);
    if (strcmp(line, "stop") == 0) {
        node_end(n);
        return true;
    }
    if (strcmp(line, "time") == 0) {
        say_time(c);
        return true;
    }
    if (strcmp(line, "figures") == 0) {
        say_figures(c);
        return true;
    }
    if (strncmp(line, "skew ", 5) == 0) {
        if (sscanf(line + 5, "%lld%1s", &skew, rest) != 1)
            return error_set(e, "'%s' is no number of microseconds", line + 5);
        n->skew = skew;
        return true;
    }
    if (c->command && c->command(c->data, line, e))
        return true;
    if (e->message[0] || !fault_rules_add(&n->rules, n->system, line, e))
        return false;
    peers_apply_faults(n);
    return true;
}

static void hear_line(control *c)
{
    error e = {0};
    c->line[c->length] = 0;
    if (strlen(c->line) != c->length)
        error_set(&e, "a line with a zero byte");
    else
        obey(c, c->line, &e);
    if (e.message[0])
        control_say(c, "error %s", e.message);
    c->length = 0;
}

void control_hear(control *c, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length && !c->node->ended; i++)
        if (bytes[i] == '\n')
            hear_line(c);
        else if (c->length + 1 < LONGEST_LINE)
            c->line[c->length++] = bytes[i];
        else
            node_fail(c->node, "a line of more than %d bytes on stdin", LONGEST_LINE);
}

static void allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)handle;
    *buffer = uv_buf_init(memory_new(suggested, 1), (unsigned)suggested);
}

static void heard(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    control *c = stream->data;
    if (length >= 0)
        control_hear(c, buffer->base, (size_t)length);
    else
        node_end(c->node);
    free(buffer->base);
}

static bool listen_to_file(control *c)
{
    char bytes[4096];
    ssize_t length;
    while (!c->node->ended && (length = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
        control_hear(c, bytes, (size_t)length);
    node_end(c->node);
    return true;
}

static bool listen_to_stdin(control *c, error *e)
{
    int code;
    uv_handle_type type = uv_guess_handle(STDIN_FILENO);
    if (type == UV_TTY)
        code = uv_tty_init(&c->node->loop, &c->in.tty, STDIN_FILENO, 1);
    else if (type != UV_NAMED_PIPE && type != UV_TCP)
        return listen_to_file(c);
    else if ((code = uv_pipe_init(&c->node->loop, &c->in.pipe, 0)) == 0)
        code = uv_pipe_open(&c->in.pipe, STDIN_FILENO);
    c->in.stream.data = c;
    if (code == 0)
        code = uv_read_start(&c->in.stream, allocate, heard);
    return code == 0 || error_set(e, "cannot read stdin: %s", uv_strerror(code));
}

static void interrupted(uv_signal_t *handle, int number)
{
    control *c = handle->data;
    (void)number;
    node_end(c->node);
}

// One of many processes on one machine, as `linchpin run` starts them: who is woken by a message does not take
// the processor from whoever sends more of them just then.
static void wait_for_ones_turn(void)
{
    sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0}); // else it is as it was
}

control *control_open(node *n, bool listen, control_command command, void *data, error *e)
{
    control *c = memory_new(1, sizeof *c);
    *c = (control){.node = n, .command = command, .data = data};
    signal(SIGPIPE, SIG_IGN);
    uv_signal_init(&n->loop, &c->interrupt);
    uv_signal_init(&n->loop, &c->terminate);
    c->interrupt.data = c->terminate.data = c;
    uv_signal_start(&c->interrupt, interrupted, SIGINT);
    uv_signal_start(&c->terminate, interrupted, SIGTERM);
    if (listen) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // stdin may be held open by somebody else
        wait_for_ones_turn();
        if (!listen_to_stdin(c, e))
            node_end(n);
    }
    return c;
}

void control_close(control *c)
{
    if (!c)
        return;
    text_fini(&c->out);
    free(c);
}

bool control_read_servers(node *n, const char *path, error *e)
{
    text whole = {0};
    if (!file_read(path, NULL, &whole, e))
        return false;
    bool good = true;
    uint64_t number = 0;
    for (char *line = whole.bytes, *end; good && line && *line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        number++;
        if (line[0] && line[0] != '#' && !set_peer(n, line, e)) {
            error inner = *e;
            good = error_at(e, path, number, 1, "%s", inner.message);
        }
    }
    text_fini(&whole);
    return good;
}
