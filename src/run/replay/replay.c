// SPDX-License-Identifier: MIT
// See replay.h. A process goes on until it receives what has not been sent yet; when none can go on, and
// not all are at their ends, a message was received that nobody sent.

#include "run/replay/replay.h"

#include "base/words.h"
#include "judge/evidence/verdict.h"
#include "model/model.h"
#include "run/replay/replaying.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1024 };

// ---- Traces ----

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool find_traces(const char *folder, words *out, error *e)
{
    DIR *d = opendir(folder);
    if (!d)
        return error_at(e, folder, 0, 0, "cannot be read: %s", strerror(errno));
    for (const struct dirent *entry; (entry = readdir(d));) {
        size_t n = strlen(entry->d_name);
        if (n > 6 && strcmp(entry->d_name + n - 6, ".jsonl") == 0)
            words_add(out, text_format("%s/%s", folder, entry->d_name));
    }
    closedir(d);
    if (!out->count)
        return error_at(e, folder, 0, 0, "there are no traces: run with --traces %s records them",
                        folder);
    qsort(out->items, out->count, sizeof *out->items, by_name);
    return true;
}

static bool next_step(replay *r, replay_process *p, error *e)
{
    replay_who me;
    if (!trace_reader_next(&p->trace, e))
        return false;
    if (p->known || p->trace.ended)
        return true;
    if (!replay_who_parse(&r->names, p->trace.lines[0].at, &me))
        return error_at(e, p->trace.path, 1, 0, "the model has no %s", p->trace.lines[0].at);
    p->known = true;
    p->process = replay_process_of(&r->names, me);
    for (const replay_process *other = r->processes; other < p; other++)
        if (other->known && other->process == p->process)
            return error_at(e, p->trace.path, 0, 0, "this is of the same process as %s",
                            other->trace.path);
    return true;
}

static bool open_traces(replay *r, const char *folder, error *e)
{
    words paths = {0};
    bool good = find_traces(folder, &paths, e);
    r->processes = memory_new(paths.count + 1, sizeof *r->processes);
    for (size_t i = 0; good && i < paths.count; i++) {
        r->count++;
        good = trace_reader_open(&r->processes[i].trace, paths.items[i], e) &&
               next_step(r, &r->processes[i], e);
    }
    words_fini(&paths);
    return good;
}

// ---- The order of all steps ----

static bool can_go_on(const replay *r, const replay_process *p)
{
    replay_link link;
    if (p->trace.ended)
        return false;
    return !replay_receives(r, p, &link) || replay_network_was_sent(&r->network, link);
}

// As far as it can. False: with an error, or there is a difference, or it took too long.
static bool go_on(replay *r, replay_process *p, bool *moved, limits *l, error *e)
{
    while (can_go_on(r, p)) {
        if (!replay_step(r, p))
            return false;
        *moved = true;
        if (++r->steps % LOOK_EVERY == 0 && limits_reached(l))
            return error_set(e, "%s", limits_reason(l));
        if (limits_progress_due(l))
            limits_progress(l, "replayed: %" PRIu64 " steps", r->steps);
        if (!next_step(r, p, e))
            return false;
    }
    return true;
}

// The first step, by the clock, that waits for what nobody sent.
static replay_process *stuck(replay *r)
{
    replay_process *found = NULL;
    for (size_t i = 0; i < r->count; i++) {
        replay_process *p = &r->processes[i];
        if (!p->trace.ended && (!found || p->trace.lines[0].time < found->trace.lines[0].time))
            found = p;
    }
    return found;
}

static bool has_trace(const replay *r, uint64_t process)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->processes[i].known && r->processes[i].process == process)
            return true;
    return false;
}

// Gives the process whose step differs; NULL: none does, or there is an error.
static const replay_process *go_through(replay *r, limits *l, error *e)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (size_t i = 0; i < r->count; i++)
            if (!go_on(r, &r->processes[i], &moved, l, e))
                return r->difference.found ? &r->processes[i] : NULL;
    }
    const replay_process *p = stuck(r);
    replay_link link;
    if (!p)
        return NULL;
    const trace_line *step = &p->trace.lines[0];
    if (replay_receives(r, p, &link) && !has_trace(r, link.from)) {
        error_at(e, p->trace.path, step->line, 0,
                 "there is no trace of %s, which sent this: replay needs those of all processes",
                 step->link);
        return NULL;
    }
    replay_differs(r, REPLAY_NO_PLACE, "%s has not sent this message before", step->with);
    return p;
}

// ---- The verdict ----

static void tell(const replay *r, const replay_process *p, lp_verdict *v)
{
    const trace_line *l = &p->trace.lines[0];
    const source *from = &r->s->m->source;
    const char *verb = strcmp(l->step, "call") == 0      ? "begins with"
                       : strcmp(l->step, "act") == 0     ? "takes"
                       : strcmp(l->step, "recover") == 0 ? "recovers"
                                                         : "receives";
    const char *file = strrchr(p->trace.path, '/');
    text detail = {0};
    text_add(&detail, "%s:%" PRIu64 ": key %" PRId64 ", after %" PRIu64 " step%s of the model",
             file ? file + 1 : p->trace.path, l->line, l->key, r->steps, r->steps == 1 ? "" : "s");
    if (r->difference.at != REPLAY_NO_PLACE) {
        uint32_t line, column;
        source_position(from, r->difference.at, &line, &column);
        text_add(&detail, "\n%s:%u:%u: here in the model", from->file, line, column);
    }
    verdict_copy(&v->condition, "a run of the model");
    verdict_violate(v, LP_VIOLATION_TRACE, "%s %s%s%s%s%s: %s", l->at, verb, *l->what ? " " : "",
                    l->what, l->with ? " from " : "", l->with ? l->with : "", r->difference.why);
    verdict_copy(&v->coverage, NULL);
    verdict_copy(&v->warning, NULL);
    verdict_copy(&v->detail, detail.bytes);
    text_fini(&detail);
}

static bool replay_all(replay *r, const char *folder, limits *l, lp_verdict *v, error *e)
{
    error own = {0};
    if (!open_traces(r, folder, e))
        return false;
    const replay_process *p = go_through(r, l, &own);
    if (p && r->unknown)
        source_error(&r->s->m->source, &own, r->difference.at, NULL, "%s", enact_unknown);
    else if (p)
        tell(r, p, v);
    if (own.message[0])
        *e = own;
    verdict_figure(v, LP_FIGURE_REPLAYED_STEPS, (double)r->steps);
    return !own.message[0];
}

bool replay_knows(const replay_model *from, error *e)
{
    struct token *tokens = NULL;
    model *m = model_read_tokens(from->file, from->bytes, from->length, &tokens, e);
    component_system *s = memory_new(1, sizeof *s);
    bool good = m && components_find(m, &from->which, s, e);
    for (uint32_t i = 0; good && i < s->part_count; i++)
        good = enact_known(s, &s->parts[i], e);
    free(s);
    free(tokens);
    model_free(m);
    return good;
}

static int64_t called_with(const void *replaying, int64_t id)
{
    return replay_argument_of(replaying, id);
}

bool replay_folder(const replay_model *from, const char *folder, limits *l, lp_verdict *v, error *e)
{
    if (!replay_knows(from, e))
        return false;
    struct token *tokens = NULL;
    model *m = model_read_tokens(from->file, from->bytes, from->length, &tokens, e);
    component_system *s = memory_new(1, sizeof *s);
    bool good = m && components_find(m, &from->which, s, e);
    if (good) {
        replay r = {.s = s, .parts = memory_new(s->part_count + 1, sizeof(enact_part))};
        for (uint32_t i = 0; i < s->part_count; i++) {
            enact_part_init(&r.parts[i], s, &s->parts[i]);
            r.parts[i].argument = called_with;
            r.parts[i].arguments = &r;
        }
        replay_names_init(&r.names, s);
        replay_tables_init(&r);
        good = replay_all(&r, folder, l, v, e);
        for (size_t i = 0; i < r.count; i++)
            trace_reader_close(&r.processes[i].trace);
        free(r.processes);
        free(r.difference.why);
        replay_tables_fini(&r);
        replay_names_fini(&r.names);
        free(r.parts);
    }
    free(s);
    free(tokens);
    model_free(m);
    return good;
}
