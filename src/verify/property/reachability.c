// SPDX-License-Identifier: MIT
// See reachability.h. The search notes for each condition the first state in which it holds. That
// no state satisfies one is known when all were entered; there is no path that could show it.

#include "verify/property/reachability.h"

#include "judge/evidence/verdict.h"
#include "verify/counterexample/path_replay.h"

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

bool reachability_lacks(job *j, const search *q)
{
    uint64_t lacking = reachability_wanted(j->m, j->v) & ~q->reached;
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

bool reachability_show(job *j, search *q)
{
    text out = {0};
    bool ok = true;
    limits l = j->o->limits ? *j->o->limits : (limits){0};
    for (uint32_t i = j->v->reachable_from; ok && i < j->v->reachable_to; i++) {
        if (j->m->reachables[i].ends || j->m->reachables[i].atom)
            continue;
        lp_verdict path;
        lp_verdict_init(&path);
        q->last = q->reached_at[i];
        replay_end end = replay(q, &l, &path);
        char *words = words_of(j, i);
        text_add(&out, "%sReached: %s", out.length ? "\n" : "", words);
        if (end == REPLAY_DONE)
            add_path(&path, &out);
        else
            text_add(&out, " (the way there is not shown: %s before it was found)",
                     limits_reason(&l));
        ok = end != REPLAY_FAULT;
        free(words);
        lp_verdict_fini(&path);
    }
    if (out.length)
        verdict_copy(&j->out->detail, out.bytes);
    text_fini(&out);
    return ok || error_set(j->e, "a state could not be reached again: this is a fault of "
                                 "linchpin, please report it with the model");
}
