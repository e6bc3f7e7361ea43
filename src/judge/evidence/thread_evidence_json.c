// SPDX-License-Identifier: MIT
// What a verdict says about threads, as JSON: see thread_evidence.h and docs/json.md.

#include "judge/evidence/thread_evidence.h"

#include <stdlib.h>
#include <string.h>

static void write_waiting(json_writer *w, const lp_verdict *v)
{
    json_key(w, "waiting");
    json_open(w, '[');
    for (uint32_t i = 0; i < v->waiting_count; i++) {
        const lp_waiting *it = &v->waiting[i];
        json_open(w, '{');
        json_member_integer(w, "thread", it->thread);
        json_member_text(w, "for", lp_wait_name(it->wait));
        json_member_text(w, "what", it->what);
        json_member_some(w, "where", it->where);
        if (it->line)
            json_member_integer(w, "line", it->line);
        json_close(w);
    }
    json_close(w);
}

static void write_turning(json_writer *w, const lp_turning *t)
{
    json_open(w, '{');
    json_member_integer(w, "thread", t->thread);
    if (t->line_count) {
        json_key(w, "lines");
        json_open(w, '[');
        for (uint32_t i = 0; i < t->line_count; i++)
            json_integer(w, t->lines[i]);
        json_close(w);
    }
    json_close(w);
}

static void write_cycle(json_writer *w, const lp_cycle *c)
{
    json_key(w, "cycle");
    json_open(w, '{');
    if (c->steps)
        json_member_integer(w, "steps", c->steps);
    json_member_bool(w, "unfair", c->unfair);
    json_key(w, "threads");
    json_open(w, '[');
    for (uint32_t i = 0; i < c->thread_count; i++)
        write_turning(w, &c->threads[i]);
    json_close(w);
    json_close(w);
}

static void write_access(json_writer *w, const char *key, const lp_access *a)
{
    json_key(w, key);
    json_open(w, '{');
    json_member_integer(w, "thread", a->thread);
    json_member_bool(w, "write", a->write);
    json_member_bool(w, "atomic", a->atomic);
    json_member_some(w, "where", a->where);
    json_close(w);
}

void thread_evidence_write(json_writer *w, const lp_verdict *v)
{
    if (v->waiting_count)
        write_waiting(w, v);
    if (v->cycle)
        write_cycle(w, v->cycle);
    if (!v->race)
        return;
    json_key(w, "race");
    json_open(w, '{');
    json_member_text(w, "what", v->race->what);
    write_access(w, "first", &v->race->first);
    write_access(w, "second", &v->race->second);
    json_close(w);
}

static bool read_integer(json *j, int64_t *into)
{
    bool fine = json_next(j) == JSON_INTEGER;
    *into = j->integer;
    return fine;
}

static bool read_count(json *j, uint32_t *into)
{
    bool fine = json_next(j) == JSON_INTEGER && j->integer >= 0 && j->integer <= UINT32_MAX;
    *into = (uint32_t)j->integer;
    return fine;
}

static bool read_flag(json *j, bool *into)
{
    json_token t = json_next(j);
    *into = t == JSON_TRUE;
    return t == JSON_TRUE || t == JSON_FALSE;
}

static bool read_wait(json *j, lp_wait *into)
{
    if (json_next(j) != JSON_STRING)
        return false;
    for (int w = 0; w < WAIT_COUNT; w++)
        if (strcmp(j->string.bytes, lp_wait_name((lp_wait)w)) == 0) {
            *into = (lp_wait)w;
            return true;
        }
    return false;
}

// True as long as there is a member, whose name is in j->string. At the end, *fine is false
// unless that was the object's.
static bool next_member(json *j, bool *fine)
{
    if (!*fine)
        return false;
    json_token t = json_next(j);
    *fine = t == JSON_KEY || t == JSON_CLOSE;
    return t == JSON_KEY;
}

static bool named(const json *j, const char *name)
{
    return strcmp(j->string.bytes, name) == 0;
}

static bool read_waiting(json *j, lp_verdict *v)
{
    bool fine = json_next(j) == JSON_ARRAY;
    for (json_token t; fine && (t = json_next(j)) != JSON_CLOSE;) {
        lp_waiting it = {0};
        fine = t == JSON_OBJECT;
        while (next_member(j, &fine)) {
            if (named(j, "thread"))
                fine = read_integer(j, &it.thread);
            else if (named(j, "for"))
                fine = read_wait(j, &it.wait);
            else if (named(j, "what"))
                fine = json_take_string(j, &it.what);
            else if (named(j, "where"))
                fine = json_take_string(j, &it.where);
            else
                fine = named(j, "line") && read_count(j, &it.line);
        }
        fine = fine && it.what;
        if (fine)
            verdict_waiting(v, &it);
        free(it.what);
        free(it.where);
    }
    return fine;
}

static bool read_lines(json *j, lp_verdict *v)
{
    if (json_next(j) != JSON_ARRAY)
        return false;
    json_token t;
    while ((t = json_next(j)) == JSON_INTEGER && j->integer > 0 && j->integer <= UINT32_MAX)
        verdict_turning_line(v, (uint32_t)j->integer);
    return t == JSON_CLOSE;
}

static bool read_turnings(json *j, lp_verdict *v)
{
    bool fine = json_next(j) == JSON_ARRAY;
    for (json_token t; fine && (t = json_next(j)) != JSON_CLOSE;) {
        fine = t == JSON_OBJECT;
        verdict_turning(v, 0);
        while (next_member(j, &fine)) {
            if (named(j, "thread"))
                fine = read_integer(j, &v->cycle->threads[v->cycle->thread_count - 1].thread);
            else
                fine = named(j, "lines") && read_lines(j, v);
        }
    }
    return fine;
}

static bool read_cycle(json *j, lp_verdict *v)
{
    bool fine = json_next(j) == JSON_OBJECT;
    verdict_cycle(v, 0, false);
    while (next_member(j, &fine)) {
        if (named(j, "steps"))
            fine = read_count(j, &v->cycle->steps);
        else if (named(j, "unfair"))
            fine = read_flag(j, &v->cycle->unfair);
        else
            fine = named(j, "threads") && read_turnings(j, v);
    }
    return fine;
}

static bool read_access(json *j, lp_access *a)
{
    bool fine = json_next(j) == JSON_OBJECT;
    while (next_member(j, &fine)) {
        if (named(j, "thread"))
            fine = read_integer(j, &a->thread);
        else if (named(j, "write"))
            fine = read_flag(j, &a->write);
        else if (named(j, "atomic"))
            fine = read_flag(j, &a->atomic);
        else
            fine = named(j, "where") && json_take_string(j, &a->where);
    }
    return fine;
}

static bool read_race(json *j, lp_verdict *v)
{
    lp_race it = {0};
    bool fine = json_next(j) == JSON_OBJECT;
    while (next_member(j, &fine)) {
        if (named(j, "what"))
            fine = json_take_string(j, &it.what);
        else if (named(j, "first"))
            fine = read_access(j, &it.first);
        else
            fine = named(j, "second") && read_access(j, &it.second);
    }
    fine = fine && it.what;
    if (fine)
        verdict_race(v, &it);
    free(it.what);
    free(it.first.where);
    free(it.second.where);
    return fine;
}

bool thread_evidence_read(json *j, const char *key, lp_verdict *v, bool *known)
{
    static const struct {
        const char *key;
        bool (*read)(json *j, lp_verdict *v);
    } members[] = {{"waiting", read_waiting}, {"cycle", read_cycle}, {"race", read_race}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (strcmp(key, members[i].key) == 0) {
            *known = true;
            return members[i].read(j, v);
        }
    *known = false;
    return true;
}
