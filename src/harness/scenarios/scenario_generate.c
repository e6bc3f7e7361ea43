// SPDX-License-Identifier: MIT
// Generated scenarios. First the methods are chosen, then threads that got
// none are dropped, then arguments are filled in: an argument may be the
// number of the thread, which is known only then.
//
// Dropping keeps roles right: the first thread gets none only when all methods
// are the producer's, and the last one only when none is.

#include "harness/scenarios/scenario_generate.h"

// Picks the index-th or a random one of the methods allowed here.
typedef struct chooser {
    const subject *s;
    rng *random;   // NULL: in the listed order
    uint32_t turn; // which one is next in the listed order
} chooser;

static bool allowed(const lp_method *m, uint32_t thread, uint32_t threads, bool holds,
                    uint32_t left)
{
    bool main = thread >= threads;
    switch (m->role) {
    case LP_OWNER:
    case LP_CONSUMER:
        return main || thread == 0;
    case LP_PRODUCER:
        return main || thread == threads - 1;
    case LP_ACQUIRE:
        return !holds && left >= 2;
    case LP_RELEASE:
        return holds;
    case LP_HOLDER:
        return holds && left >= 2;
    case LP_ANYONE:
        break;
    }
    return !holds || left >= 2; // the last call of a holder is the release
}

uint32_t generate_least_calls(const subject *s)
{
    for (uint32_t i = 0; i < s->method_count; i++)
        for (uint32_t thread = 0; thread < 2; thread++)
            if (allowed(&s->object->methods[i], thread, 2, false, 1))
                return 1;
    return 2;
}

// The n-th acquiring method is released by the n-th releasing one, or the last.
static uint32_t partner(const subject *s, uint32_t acquire)
{
    uint32_t rank = 0, found = UINT32_MAX;
    for (uint32_t i = 0; i < acquire; i++)
        rank += s->object->methods[i].role == LP_ACQUIRE;
    for (uint32_t i = 0; i < s->method_count; i++) {
        if (s->object->methods[i].role != LP_RELEASE)
            continue;
        found = i;
        if (rank-- == 0)
            break;
    }
    return found;
}

static void choose_methods(chooser *c, uint32_t thread, uint32_t threads, uint32_t count,
                           scenario_part *part)
{
    uint32_t held = UINT32_MAX; // the method that releases what is held
    for (uint32_t left = count; left; left--) {
        uint32_t options[LP_MAX_METHODS], n = 0;
        for (uint32_t k = 0; k < c->s->method_count; k++) {
            uint32_t m = c->random ? k : (c->turn + k) % c->s->method_count;
            const lp_method *method = &c->s->object->methods[m];
            if (allowed(method, thread, threads, held != UINT32_MAX, left) &&
                (method->role != LP_RELEASE || m == held))
                options[n++] = m;
        }
        if (!n)
            return;
        uint32_t m = options[c->random ? rng_below(c->random, n) : 0];
        c->turn = m + 1;
        if (c->s->object->methods[m].role == LP_ACQUIRE)
            held = partner(c->s, m);
        else if (m == held)
            held = UINT32_MAX;
        part->calls[part->count++] =
            (scenario_call){.method = c->s->names[m], .arg_count = c->s->arg_counts[m]};
    }
}

typedef struct filler {
    const subject *s;
    rng *random;
    int64_t next[LP_MAX_METHODS][LP_MAX_ARGS]; // in the listed order
    int64_t unique;
} filler;

static bool fill_part(filler *f, scenario_part *part, uint32_t thread, error *e)
{
    for (uint32_t i = 0; i < part->count; i++) {
        scenario_call *call = &part->calls[i];
        uint32_t m = subject_method(f->s, call->method);
        for (uint32_t a = 0; a < call->arg_count; a++) {
            const lp_generator *g = &f->s->object->methods[m].args[a];
            // As unsigned, so that the whole range of integers has no overflow.
            uint64_t span = (uint64_t)g->high - (uint64_t)g->low + 1, step;
            switch (g->kind) {
            case LP_GEN_NONE:
                return error_set(e,
                                 "method '%s' takes arguments, and .args does not say which: "
                                 "describe them (LP_INTS(1, 4)) or give a scenario",
                                 f->s->object->methods[m].name);
            case LP_GEN_INTS:
            case LP_GEN_BOOL:
                if (f->random)
                    step = span ? rng_below(f->random, span) : rng_next(f->random);
                else
                    step = span ? (uint64_t)f->next[m][a]++ % span : (uint64_t)f->next[m][a]++;
                call->args[a] = g->kind == LP_GEN_BOOL ? lp_bool(step != 0)
                                                       : lp_int((int64_t)((uint64_t)g->low + step));
                break;
            case LP_GEN_THREAD:
                call->args[a] = lp_int(thread);
                break;
            case LP_GEN_UNIQUE:
                call->args[a] = lp_int((int64_t)((uint64_t)g->low + (uint64_t)f->unique++));
                break;
            }
        }
    }
    return true;
}

static void drop_idle_threads(scenario *sc)
{
    uint32_t kept = 0;
    for (uint32_t t = 0; t < sc->thread_count; t++)
        if (sc->threads[t].count) {
            if (kept != t)
                sc->threads[kept] = sc->threads[t];
            kept++;
        }
    for (uint32_t t = kept; t < sc->thread_count; t++)
        sc->threads[t].count = 0;
    sc->thread_count = kept;
}

static bool finish(const subject *s, rng *r, scenario *out, error *e)
{
    drop_idle_threads(out);
    filler f = {.s = s, .random = r};
    if (!fill_part(&f, &out->before, out->thread_count, e))
        return false;
    for (uint32_t t = 0; t < out->thread_count; t++)
        if (!fill_part(&f, &out->threads[t], t, e))
            return false;
    if (!fill_part(&f, &out->after, out->thread_count, e))
        return false;
    if (out->thread_count || out->before.count || out->after.count)
        return subject_begin(s, out, e);
    return error_set(e, "no thread may call any method of object '%s' in this shape",
                     s->object->name);
}

// Not by memset: see scenario_copy.
static void empty(scenario *out, uint32_t threads)
{
    out->before.count = out->after.count = 0;
    for (uint32_t t = 0; t < threads; t++)
        out->threads[t].count = 0;
    out->thread_count = threads;
}

bool generate_scenario(const subject *s, const scenario_shape *shape, rng *r, scenario *out,
                       error *e)
{
    empty(out, shape->thread_count);
    chooser c = {.s = s, .random = r};
    choose_methods(&c, shape->thread_count, shape->thread_count, shape->before, &out->before);
    for (uint32_t t = 0; t < shape->thread_count; t++)
        choose_methods(&c, t, shape->thread_count, shape->threads[t], &out->threads[t]);
    choose_methods(&c, shape->thread_count, shape->thread_count, shape->after, &out->after);
    return finish(s, r, out, e);
}

bool generate_default(const subject *s, const scenario_shape *shape, scenario *out, error *e)
{
    REQUIRE(s->method_count);
    uint32_t threads = shape->thread_count, made = 0;
    empty(out, threads);
    choose_methods(&(chooser){.s = s}, threads, threads, shape->before, &out->before);
    for (uint32_t t = 0; t < threads; t++) {
        // With more methods than calls, the next thread goes on where this one ended.
        uint32_t calls = shape->threads[t];
        chooser c = {.s = s, .turn = s->method_count > calls ? made % s->method_count : 0};
        choose_methods(&c, t, threads, calls, &out->threads[t]);
        made += calls;
    }
    chooser last = {.s = s, .turn = s->method_count > shape->after ? made % s->method_count : 0};
    choose_methods(&last, threads, threads, shape->after, &out->after);
    return finish(s, NULL, out, e);
}
