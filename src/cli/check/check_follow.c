// SPDX-License-Identifier: MIT
// From a pipe to the stream judge, as soon as bytes come: see check_follow.h.

#include "cli/check/check_follow.h"

#include "base/memory.h"
#include "history/history_reader.h"
#include "judge/monitor/stream_judge.h"
#include "spec/made_spec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

static uint32_t line_of(const history_event *event)
{
    return event->line > UINT32_MAX ? 0 : (uint32_t)event->line;
}

static bool on_call(void *to, uint64_t op, const history_event *call, error *e)
{
    stream_event event = {call->process, call->method, call->value, call->object, line_of(call)};
    return stream_call(to, op, &event, e);
}

static bool on_return(void *to, uint64_t op, const history_event *ret, error *e)
{
    return stream_return(to, op, ret->value, line_of(ret), e);
}

static bool on_fail(void *to, uint64_t op, const history_event *fail, error *e)
{
    (void)fail, (void)e;
    return stream_fail(to, op);
}

static bool on_info(void *to, uint64_t op, error *e)
{
    (void)e;
    return stream_abandon(to, op);
}

typedef struct following {
    const check_task *task;
    const char *file;
    limits *limits;
    stream *stream;
    reader *reader;
    history_sink sink;
    lp_pool *pool;
    text start; // what came before the format was known
} following;

// Begins to read once the format is known: after the first whole line.
static bool feed(following *f, const char *bytes, size_t length, error *e)
{
    if (f->reader)
        return reader_feed(f->reader, bytes, length, e);
    text_add_bytes(&f->start, bytes, length);
    const history_format *format = f->task->format;
    if (!format && !memchr(f->start.bytes, '\n', f->start.length))
        return true;
    if (!format && !(format = history_format_detect(f->start.bytes, f->start.length)))
        return error_at(e, check_file_name(f->file), 0, 0,
                        "this looks like no history format linchpin reads; --format chooses one");
    f->reader = reader_new(format, check_file_name(f->file), f->pool, &f->sink, READER_LIVE);
    return reader_feed(f->reader, f->start.bytes, f->start.length, e);
}

// Waits for bytes, but not past a limit. False: there are none to come.
static ssize_t wait_and_read(following *f, int fd, char *bytes, error *e)
{
    for (int patience = 0;; patience = 200) {
        if (limits_reached(f->limits))
            return 0;
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = poll(&p, 1, patience);
        if (ready == 0 && patience == 0 && !stream_idle(f->stream))
            return 0;
        if (limits_progress_due(f->limits))
            limits_progress(f->limits, "linearizable so far: %llu operations",
                            (unsigned long long)stream_operations(f->stream));
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        ssize_t n = read(fd, bytes, PIECE);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0)
            error_at(e, check_file_name(f->file), 0, 0, "%s", strerror(errno));
        return n;
    }
}

static bool follow(following *f, int fd, error *e)
{
    char *bytes = memory_new(PIECE, 1);
    ssize_t n = 0;
    bool more = true;
    while (more && (n = wait_and_read(f, fd, bytes, e)) > 0)
        more = feed(f, bytes, (size_t)n, e);
    free(bytes);
    if (n < 0 || e->message[0])
        return false;
    if (!more) // enough was seen
        return true;
    return !f->reader || limits_reached(f->limits) || reader_finish(f->reader, e) || !e->message[0];
}

void check_follow(const check_task *t, const char *file, limits *l, check_result *r)
{
    *r = (check_result){.pool = lp_pool_new()};
    lp_verdict_init(&r->verdict);
    following f = {.task = t, .file = file, .limits = l, .pool = r->pool};
    f.stream = stream_new(t->spec, r->pool, l);
    f.sink = (history_sink){f.stream, on_call, on_return, on_fail, on_info};
    int fd = strcmp(file, "-") == 0 ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        error_at(&r->error, file, 0, 0, "%s", strerror(errno));
    if (fd >= 0 && follow(&f, fd, &r->error)) {
        stream_finish(f.stream, &r->verdict);
        if (r->verdict.outcome == LP_HOLDS && l->reached && stream_operations(f.stream))
            verdict_copy(&r->verdict.coverage, "all that was seen until it was stopped");
        verdict_copy(&r->verdict.subject, check_file_name(file));
        if (spec_failed(t->spec, &r->error))
            r->verdict.outcome = LP_ERROR;
    } else {
        if (r->error.line && !r->error.file[0])
            snprintf(r->error.file, sizeof r->error.file, "%s", check_file_name(file));
        r->verdict.outcome = LP_ERROR;
    }
    if (fd > STDIN_FILENO)
        close(fd);
    if (f.reader)
        reader_free(f.reader);
    stream_free(f.stream);
    text_fini(&f.start);
}
