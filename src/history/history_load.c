// SPDX-License-Identifier: MIT
// Files to histories: see history_format.h. A file is read in pieces, so that only the
// history itself has to fit into memory.

#include "base/io/limits.h"
#include "base/memory.h"
#include "history/history_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 18 };

// A history being filled. Operations that failed stay in it until the end,
// when they are dropped: so a number given by the builder is an index here.
typedef struct filling {
    lp_history *h;
    bool keep_failed;
    bool *failed; // NULL: none failed so far
    size_t failed_capacity;
} filling;

static uint32_t line_of(const history_event *event)
{
    return event->line > UINT32_MAX ? 0 : (uint32_t)event->line;
}

static bool add_call(void *to, uint64_t op, const history_event *call, error *e)
{
    filling *f = to;
    if (f->h->event_count >= LP_NO_EVENT - 2)
        return error_set(e, "the history has more than 4 billion events");
    lp_history_call(f->h, call->process, call->method, call->value);
    lp_op *added = &f->h->ops[op];
    added->object = call->object;
    added->id = call->id;
    added->line = line_of(call);
    return true;
}

static bool add_return(void *to, uint64_t op, const history_event *ret, error *e)
{
    (void)e;
    filling *f = to;
    lp_history_return(f->h, (uint32_t)op, ret->value);
    f->h->ops[op].ret_line = line_of(ret);
    return true;
}

static bool note_failed(void *to, uint64_t op, const history_event *fail, error *e)
{
    filling *f = to;
    if (f->keep_failed) {
        add_return(to, op, fail, e);
        f->h->events[f->h->event_count - 1].failed = true;
        return true;
    }
    size_t before = f->failed_capacity;
    MEMORY_GROW(f->failed, f->failed_capacity, op + 1);
    memset(f->failed + before, 0, f->failed_capacity - before);
    f->failed[op] = true;
    return true;
}

static bool note_info(void *to, uint64_t op, error *e)
{
    (void)to, (void)op, (void)e;
    return true;
}

// Renumbers what is left, in place.
static void drop_ops(lp_history *h, const bool *gone, size_t known)
{
    uint32_t *renamed = memory_new(h->op_count, sizeof *renamed);
    uint32_t events = 0, ops = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        lp_event event = h->events[i];
        if (event.op < known && gone[event.op])
            continue;
        if (event.is_return) {
            event.op = renamed[event.op];
            h->ops[event.op].ret = events;
        } else {
            lp_op op = h->ops[event.op];
            op.call = events;
            renamed[event.op] = ops;
            event.op = ops++;
            h->ops[event.op] = op;
        }
        h->events[events++] = event;
    }
    h->event_count = events;
    h->op_count = ops;
    free(renamed);
}

static void settle(filling *f, bool fine)
{
    if (fine && f->failed)
        drop_ops(f->h, f->failed, f->failed_capacity);
    if (!fine)
        f->h->op_count = f->h->event_count = 0;
    free(f->failed);
}

static reader *begin(const history_format *f, const char *file, filling *into)
{
    history_sink sink = {into, add_call, add_return, note_failed, note_info};
    return reader_new(f, file, into->h->pool, &sink, READER_WHOLE);
}

bool history_read(const history_format *f, const char *file, const char *bytes, size_t length,
                  lp_history *into, error *e)
{
    REQUIRE(into->op_count == 0);
    filling filled = {.h = into};
    reader *r = begin(f, file, &filled);
    bool fine = reader_feed(r, bytes, length, e) && reader_finish(r, e);
    reader_free(r);
    settle(&filled, fine);
    return fine;
}

// Fills the piece as far as the file goes. -1: it cannot be read, or a limit was reached.
static ssize_t fill(int fd, char *piece, limits *l)
{
    size_t have = 0;
    while (have < PIECE) {
        ssize_t n = limits_wait(l, fd) ? read(fd, piece + have, PIECE - have) : -1;
        if (l && l->reached)
            return -1;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        have += (size_t)n;
    }
    return (ssize_t)have;
}

static bool only_space(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n", bytes[i]) || !bytes[i])
            return false;
    return true;
}

// A reader for a file that begins so; NULL with an error.
static reader *reader_for(const char *piece, size_t n, const char *shown, const history_format *f,
                          filling *into, error *e)
{
    if (n < PIECE && only_space(piece, n)) {
        error_at(e, shown, 0, 0, "the file is empty: there is no history to judge");
        return NULL;
    }
    if (!f)
        f = history_format_detect(piece, n);
    if (f)
        return begin(f, shown, into);
    error_at(e, shown, 0, 0,
             "this looks like no history format linchpin reads; --format chooses one, "
             "`linchpin specs` lists them");
    return NULL;
}

static bool load_from(int fd, const char *shown, const history_format *f, limits *l, filling *into,
                      char *piece, error *e)
{
    ssize_t n = fill(fd, piece, l);
    reader *r = n < 0 ? NULL : reader_for(piece, (size_t)n, shown, f, into, e);
    bool fine = r != NULL;
    while (fine && n > 0) {
        fine = reader_feed(r, piece, (size_t)n, e);
        n = fine ? fill(fd, piece, l) : 0;
    }
    if (n < 0 && l && l->reached)
        fine = error_set(e, "%s while %s was read", limits_reason(l), shown);
    else if (n < 0)
        fine = error_set(e, "cannot read %s: %s", shown, strerror(errno));
    fine = fine && reader_finish(r, e);
    if (fine && reader_events(r) == 0 && reader_passed_over(r) == 0)
        fine = error_at(e, shown, 0, 0, "there is no event in this file");
    reader_free(r);
    return fine;
}

static bool load(const char *path, const history_format *f, limits *l, bool keep_failed,
                 lp_history *into, error *e)
{
    REQUIRE(into->op_count == 0);
    bool from_stdin = strcmp(path, "-") == 0;
    int fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set(e, "cannot read %s: %s", path, strerror(errno));
    filling filled = {.h = into, .keep_failed = keep_failed};
    struct stat st;
    bool fine = true;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        fine = error_set(e, "%s is a folder, not a file", path);
    } else {
        char *piece = memory_resize(NULL, PIECE, 1);
        fine = load_from(fd, from_stdin ? "<stdin>" : path, f, l, &filled, piece, e);
        free(piece);
    }
    if (!from_stdin)
        close(fd);
    settle(&filled, fine);
    return fine;
}

bool history_load(const char *path, const history_format *f, limits *l, lp_history *into, error *e)
{
    return load(path, f, l, false, into, e);
}

bool history_load_all(const char *path, const history_format *f, limits *l, lp_history *into,
                      error *e)
{
    return load(path, f, l, true, into, e);
}

uint32_t history_drop_failed(lp_history *h, const history_format *f)
{
    bool *gone = memory_new(h->op_count, sizeof *gone);
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        gone[i] = op_failed(h, &h->ops[i]) && !f->keeps_failed;
        count += gone[i];
    }
    if (count)
        drop_ops(h, gone, h->op_count);
    free(gone);
    return count;
}
