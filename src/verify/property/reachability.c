// SPDX-License-Identifier: MIT
// See reachability.h. The search notes for each condition the first state in which it holds. That
// no state satisfies one is known when all were entered; there is no path that could show it.

#include "verify/property/reachability.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "verify/counterexample/path_replay.h"
#include "verify/property/extremes.h"

#include <stdlib.h>

enum { SHOWN_STEPS = 12 };

uint64_t reachability_wanted(const model *m, const instance *v)
{
    uint64_t wanted = 0;
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        wanted |= (uint64_t)(!m->reachables[i].ends && !m->reachables[i].atom) << i;
    return wanted;
}

static char *words_of(const job *j, uint32_t which)
{
    const invariant *r = &j->m->reachables[which];
    return source_excerpt(&j->m->source, r->at, r->end);
}

// Those that are conditions: an int is only looked at where one holds.
uint64_t reachability_lacking(const job *j, uint64_t reached)
{
    uint64_t lacking = reachability_wanted(j->m, j->v) & ~reached;
    for (uint32_t i = j->v->reachable_from; i < j->v->reachable_to; i++)
        if (j->m->reachables[i].extreme)
            lacking &= ~(UINT64_C(1) << i);
    return lacking;
}

bool reachability_lacks(job *j, const search *q)
{
    uint64_t lacking = reachability_lacking(j, q->reached);
    text others = {0};
    bool first = true;
    for (uint32_t i = j->v->reachable_from; i < j->v->reachable_to; i++) {
        if (!(lacking >> i & 1))
            continue;
        uint32_t line, column;
        char *words = words_of(j, i);
        source_position(&j->m->source, j->m->reachables[i].at, &line, &column);
        if (first)
            verdict_break(j->out, LP_VIOLATION_UNREACHABLE,
                          "%s:%u:%u: no state can be reached in which %s", j->m->source.file, line,
                          column, words);
        else
            text_add(&others, "%sNor one in which %s (line %u).", others.length ? "\n" : "", words,
                     line);
        first = false;
        free(words);
    }
    if (others.length)
        verdict_copy(&j->out->detail, others.bytes);
    text_fini(&others);
    return lacking != 0;
}

static void add_path(const lp_verdict *path, text *out)
{
    uint32_t count = path->trace_count, from = count > SHOWN_STEPS ? count - SHOWN_STEPS : 0;
    if (count == 0)
        text_add(out, " at the start");
    else
        text_add(out, " after %u step%s", count, count == 1 ? "" : "s");
    if (from)
        text_add(out, "; the last %d are", SHOWN_STEPS);
    for (uint32_t i = from; i < count; i++) {
        text_add(out, "\n%4u ", i + 1);
        if (path->trace[i].thread != LP_NO_THREAD)
            text_add(out, "thread %lld: ", (long long)path->trace[i].thread);
        text_add(out, "%s", path->trace[i].what);
    }
}

// The way to the state in which condition `which` was met, or the int is what it should be.
static bool show(job *j, search *q, uint32_t which, text *out)
{
    limits l = j->o->limits ? *j->o->limits : (limits){0};
    lp_verdict path;
    lp_verdict_init(&path);
    int32_t *cells = memory_new(j->system.p->layout.cells, sizeof *cells);
    bool extreme = j->m->reachables[which].extreme;
    q->last = q->reached_at[which];
    replay_end end = replay_to(q, &l, &path, cells);
    text_add(out, "%sReached: ", out->length ? "\n" : "");
    if (extreme)
        extreme_add(j, which, q->extremes[which], true, out);
    else {
        char *words = words_of(j, which);
        text_add(out, "%s", words);
        free(words);
    }
    if (end == REPLAY_DONE)
        add_path(&path, out);
    else
        text_add(out, " (the way there is not shown: %s before it was found)", limits_reason(&l));
    bool ok = end != REPLAY_FAULT && (!extreme || end != REPLAY_DONE ||
                                      extreme_confirmed(j, which, q->extremes[which], cells));
    free(cells);
    lp_verdict_fini(&path);
    return ok;
}

bool reachability_show(job *j, search *q)
{
    text out = {0};
    bool ok = true;
    for (uint32_t i = j->v->reachable_from; ok && i < j->v->reachable_to; i++)
        if (!j->m->reachables[i].ends && !j->m->reachables[i].atom && !extreme_asked(j, i))
            ok = show(j, q, i, &out);
    if (out.length)
        verdict_copy(&j->out->detail, out.bytes);
    text_fini(&out);
    return ok || error_set(j->e, "a state could not be reached again: this is a fault of "
                                 "linchpin, please report it with the model");
}
