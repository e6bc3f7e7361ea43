// SPDX-License-Identifier: MIT
// See trace_reader.h.

#include "run/replay/trace_reader.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool trace_reader_open(trace_reader *r, const char *path, error *e)
{
    *r = (trace_reader){.path = memory_string(path), .file = fopen(path, "re")};
    return r->file || error_at(e, path, 0, 0, "cannot be read: %s", strerror(errno));
}

void trace_reader_close(trace_reader *r)
{
    for (size_t i = 0; i < r->capacity; i++)
        free(r->lines[i].bytes);
    free(r->lines);
    free(r->path);
    if (r->file)
        fclose(r->file);
    *r = (trace_reader){0};
}

// ---- Lines ----

static bool skip(char **at, const char *word)
{
    size_t n = strlen(word);
    bool there = strncmp(*at, word, n) == 0;
    *at += there ? n : 0;
    return there;
}

// Strings in traces have no escapes.
static bool read_string(char **at, const char *key, const char **out)
{
    if (!skip(at, key) || !skip(at, "\""))
        return false;
    size_t n = strcspn(*at, "\"\\");
    *out = *at;
    *at += n;
    if (**at != '"')
        return false;
    *(*at)++ = 0;
    return true;
}

static bool read_number(char **at, const char *key, uint64_t *out)
{
    char *end;
    if (!skip(at, key) || **at < '0' || **at > '9')
        return false;
    *out = strtoull(*at, &end, 10);
    *at = end;
    return true;
}

static bool read_key(char **at, int64_t *out)
{
    char *end;
    if (!skip(at, ",\"key\":"))
        return false;
    *out = strtoll(*at, &end, 10);
    bool there = end != *at;
    *at = end;
    return there;
}

static bool read_line(trace_line *l)
{
    char *at = l->bytes;
    l->with = l->link = NULL;
    l->number = 0;
    if (!read_number(&at, "{\"time\":", &l->time) || !read_string(&at, ",\"at\":", &l->at) ||
        !read_key(&at, &l->key) || !read_string(&at, ",\"step\":", &l->step) ||
        !read_string(&at, ",\"what\":", &l->what))
        return false;
    if (strncmp(at, ",\"with\"", 7) == 0 &&
        (!read_string(&at, ",\"with\":", &l->with) || !read_string(&at, ",\"link\":", &l->link) ||
         !read_number(&at, ",\"number\":", &l->number)))
        return false;
    return strcmp(at, "}\n") == 0;
}

// False: there is none, or it is no line of a trace. One without an end is none.
static bool next_line(trace_reader *r, error *e)
{
    if (r->count == r->capacity) {
        size_t before = r->capacity;
        MEMORY_GROW(r->lines, r->capacity, r->count + 1);
        memset(r->lines + before, 0, (r->capacity - before) * sizeof *r->lines);
    }
    trace_line *l = &r->lines[r->count];
    ssize_t length = getline(&l->bytes, &l->capacity, r->file);
    if (length <= 0 || l->bytes[length - 1] != '\n') {
        r->ended = true;
        return false;
    }
    l->line = ++r->line;
    if (strlen(l->bytes) != (size_t)length || !read_line(l))
        return error_at(e, r->path, l->line, 0, "this is no line of a trace");
    r->count++;
    return true;
}

// ---- Steps ----

static bool is(const trace_line *l, const char *step)
{
    return strcmp(l->step, step) == 0;
}

bool trace_reader_next(trace_reader *r, error *e)
{
    r->count = 0;
    if (r->ended || !next_line(r, e))
        return r->ended;
    if (is(&r->lines[0], "late") || is(&r->lines[0], "recover"))
        return true;
    if (!is(&r->lines[0], "call") && !is(&r->lines[0], "receive") && !is(&r->lines[0], "act"))
        return error_at(e, r->path, r->line, 0, "\"%s\" begins no step: its beginning is missing",
                        r->lines[0].step);
    while (next_line(r, e)) {
        const trace_line *first = &r->lines[0], *l = &r->lines[r->count - 1];
        bool ends = is(l, "state");
        if (!ends && !is(l, "send") && !is(l, "lost") && !is(l, "return"))
            return error_at(e, r->path, first->line, 0,
                            "it is not said what this step leads to: the end of it is missing");
        if (strcmp(l->at, first->at) != 0 || l->key != first->key)
            return error_at(e, r->path, l->line, 0, "this belongs to no step of %s", l->at);
        if (ends)
            return true;
    }
    return r->ended; // it was begun
}
