// SPDX-License-Identifier: MIT
// See run_recorder.h.

#include "run/record/run_recorder.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_room(recorder *r, size_t processes)
{
    size_t before = r->processes;
    if (processes <= before)
        return;
    r->processes = processes > 2 * before ? processes : 2 * before;
    r->called = memory_resize(r->called, r->processes, sizeof *r->called);
    r->method = memory_resize(r->method, r->processes, sizeof *r->method);
    r->key = memory_resize(r->key, r->processes, sizeof *r->key);
    r->open = memory_resize(r->open, r->processes, sizeof *r->open);
    memset(r->open + before, 0, (r->processes - before) * sizeof *r->open);
}

void recorder_init(recorder *r, stream *judge, lp_pool *pool, size_t clients, uint32_t sessions,
                   bool keyed, bool widened)
{
    *r = (recorder){
        .judge = judge, .pool = pool, .sessions = sessions, .keyed = keyed, .widened = widened};
    open_calls_init(&r->calls, clients * sessions);
    make_room(r, clients * sessions);
}

void recorder_fini(recorder *r, bool keep_file)
{
    error e = {0};
    recorder_close_file(r, keep_file, &e);
    for (unsigned i = 0; i < r->method_count; i++)
        free(r->method_names[i]);
    free(r->called);
    free(r->method);
    free(r->key);
    free(r->open);
    open_calls_fini(&r->calls);
}

bool recorder_write_to(recorder *r, const char *path, error *e)
{
    r->has_file = output_open(&r->file, path, e);
    return r->has_file;
}

bool recorder_close_file(recorder *r, bool keep, error *e)
{
    bool open = r->has_file;
    r->has_file = false;
    return !open || output_close(&r->file, keep, e);
}

bool recorder_method(recorder *r, const char *name, size_t length, unsigned char *number)
{
    for (*number = 0; *number < r->method_count; ++*number)
        if (strlen(r->method_names[*number]) == length &&
            memcmp(r->method_names[*number], name, length) == 0)
            return true;
    if (r->method_count == RECORDER_METHODS)
        return false;
    r->method_names[r->method_count] = memory_string_n(name, length);
    r->methods[r->method_count++] = lp_string(r->pool, name, length);
    return true;
}

static void write_line(recorder *r, uint64_t process, const client_event *it)
{
    char line[512];
    int n =
        snprintf(line, sizeof line, "{\"process\":%" PRIu64 ",\"type\":\"%s\",\"f\":\"%.200s\",",
                 process, it->is_return ? "ok" : "invoke", r->method_names[r->method[process]]);
    size_t at = (size_t)n, count;
    const lp_value *two = lp_items(r->pool, it->value, &count);
    if (count == 2)
        n = snprintf(line + at, sizeof line - at, "\"value\":[%" PRId64 ",%" PRId64 "]",
                     two[0].bits, two[1].bits);
    else if (it->value.kind == LP_KIND_INT)
        n = snprintf(line + at, sizeof line - at, "\"value\":%" PRId64, it->value.bits);
    else
        n = snprintf(line + at, sizeof line - at, "\"value\":%s",
                     it->value.kind != LP_KIND_BOOL ? "null"
                     : it->value.bits               ? "true"
                                                    : "false");
    at += (size_t)n;
    if (r->keyed)
        at +=
            (size_t)snprintf(line + at, sizeof line - at, ",\"object\":%" PRId64, r->key[process]);
    at += (size_t)snprintf(line + at, sizeof line - at, ",\"time\":%" PRIu64 "}\n", it->time);
    output_put(&r->file, line, at);
}

// Of the history.
static uint64_t process_of(recorder *r, size_t session, bool is_return)
{
    if (!r->widened)
        return session;
    uint32_t process =
        is_return ? open_calls_end(&r->calls, session) : open_calls_begin(&r->calls, session);
    make_room(r, (size_t)process + 1);
    return process;
}

bool recorder_event(recorder *r, size_t client, const client_event *it, error *e)
{
    uint64_t process = process_of(r, client * r->sessions + it->session, it->is_return);
    r->lines++;
    uint32_t line = r->lines > UINT32_MAX ? 0 : (uint32_t)r->lines;
    if (!it->is_return) {
        r->called[process] = it->time;
        r->method[process] = it->method;
        r->key[process] = it->key;
        r->begun++;
    }
    r->open[process] = !it->is_return;
    r->last_key = r->key[process];
    r->last_time = it->time;
    if (r->has_file) {
        write_line(r, process, it);
        if (r->file.why)
            return error_set(e, "cannot write %s: %s", r->file.path, strerror(r->file.why));
    }
    if (it->is_return) {
        r->returned++;
        latency_add(&r->latency, it->time - r->called[process]);
        return stream_return(r->judge, process, it->value, line, e);
    }
    stream_event call = {.process = (int64_t)process,
                         .method = r->methods[it->method],
                         .arg = it->value,
                         .object = r->keyed ? lp_int(it->key) : LP_NIL,
                         .line = line};
    return stream_call(r->judge, process, &call, e);
}

bool recorder_abandon(recorder *r, size_t client)
{
    bool fine = true;
    for (size_t session = client * r->sessions; session < (client + 1) * r->sessions; session++)
        while (r->widened ? open_calls_any(&r->calls, session) : r->open[session]) {
            uint64_t process = r->widened ? open_calls_abandon(&r->calls, session) : session;
            r->open[process] = false;
            r->abandoned++;
            fine &= stream_abandon(r->judge, process);
        }
    return fine;
}
