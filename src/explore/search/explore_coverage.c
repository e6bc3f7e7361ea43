// SPDX-License-Identifier: MIT
// See explore_coverage.h.

#include "explore/search/explore_coverage.h"

#include "explore/interpose/bit_field.h"
#include "explore/interpose/foreign.h"
#include "explore/runtime/runtime.h"
#include "explore/show/source_lines.h"

#include <stdlib.h>

void add_figures(lp_verdict *v, const search_figures *f, const settings *s, const scenarios *all,
                 uint32_t done, const sweep *w)
{
    bool at_one = v->outcome != LP_HOLDS && done < all->count;
    if (all->sweep && w->done)
        verdict_figure(v, LP_FIGURE_SIZES, w->done);
    if (all->sweep)
        verdict_figure(v, LP_FIGURE_SCENARIOS, at_one ? w->scenarios + done + 1 : w->scenarios);
    else if (all->count > 1)
        verdict_figure(v, LP_FIGURE_SCENARIOS, all->count);
    verdict_figure(v, LP_FIGURE_EXECUTIONS, (double)f->executions);
    verdict_figure(v, LP_FIGURE_COMPLETE_EXECUTIONS, (double)f->complete);
    if (f->kind == SEARCH_STATES)
        verdict_figure(v, LP_FIGURE_STATES, (double)f->states);
    verdict_figure(v, LP_FIGURE_STEPS, (double)f->steps);
    verdict_figure(v, LP_FIGURE_HISTORIES, (double)f->histories);
    if (f->cut_off && search_kind_samples(f->kind))
        verdict_figure(v, LP_FIGURE_CUT_OFF, (double)f->cut_off);
    if (s->leaks)
        verdict_figure(v, LP_FIGURE_LEAKED_BLOCKS, (double)f->leaked);
}

void say_scenario(lp_verdict *v, lp_pool *pool, const scenario *sc)
{
    text t = {0};
    scenario_print(pool, sc, &t);
    verdict_copy(&v->scenario, t.bytes);
    text_fini(&t);
}

// Which executions were run.
static void say_which(const settings *s, const lp_verdict *v, const search_figures *f, bool whole,
                      text *out)
{
    if (search_kind_samples(f->kind)) {
        text_add(out, "%llu execution%s drawn at random (%s, seed %llu",
                 (unsigned long long)f->executions, f->executions == 1 ? "" : "s",
                 search_kind_name(f->kind), (unsigned long long)s->seed);
        if (f->cut_off)
            text_add(out, "; %llu of them only for the first %llu steps",
                     (unsigned long long)f->cut_off, (unsigned long long)config.max_steps);
        text_add(out, ")");
    } else if (f->kind == SEARCH_BOUNDED && f->bound && (f->bounded || v->outcome == LP_UNKNOWN))
        text_add(out, "all interleavings with at most %u preemption%s", f->bound - 1,
                 f->bound == 2 ? "" : "s");
    else if (v->outcome == LP_HOLDS || whole)
        text_add(out, "all interleavings");
    else if (f->parts)
        text_add(out, "%u of %u parts of the interleavings", f->parts_done, f->parts);
    else if (f->part_done > 0)
        text_add(out, "about %.*f %% of the interleavings", f->part_done < 0.1 ? 2 : 0,
                 100 * f->part_done);
    else
        text_add(out, "some interleavings");
}

static void say_how_many(uint32_t count, uint32_t waiting, text *out)
{
    if (waiting)
        text_add(out, "%u of %u scenario%s up to ", count - waiting, count, count == 1 ? "" : "s");
    else if (count == 1)
        text_add(out, "the 1 scenario up to ");
    else
        text_add(out, "all %u scenarios up to ", count);
}

// Of which scenarios.
static void say_scenarios(const settings *s, const lp_verdict *v, const search_figures *f,
                          const scenarios *all, uint32_t done, const sweep *w, text *out)
{
    bool holds = v->outcome == LP_HOLDS;
    if (all->sweep && (holds || done >= all->count)) {
        say_how_many(w->scenarios, w->waiting, out);
        sizes_print(w->done, out);
    } else if (!all->sweep && all->count == 1) {
        bool waits = holds && f->executions && !f->complete && !f->cut_off;
        text_add(out, waits ? "this scenario (a call waits for ever in each, as it may)"
                            : "this scenario");
    } else if (holds && s->up_to) {
        say_how_many(all->count, w->waiting, out);
        text_add(out, "%s", s->up_to);
    } else if (holds) {
        text_add(out, "these scenarios");
    } else {
        text_add(out, "scenario %u of %u%s%s, and all of those before", done + 1, all->count,
                 all->sweep ? " of size " : "", all->sweep ? sizes_name(all->size) : "");
    }
    if (all->all && s->well_formed && (all->sweep || all->count > 1))
        text_add(out, all->sweep && holds && w->scenarios == 1 ? " that is well-formed"
                                                               : " that are well-formed");
    if (holds && w->waiting)
        text_add(out, " (in the others a call waits for ever, as it may)");
}

// What may hide a fault: the same as the sentence says, one by one.
static void say_assumptions(const settings *s, lp_verdict *v, const search_figures *f,
                            const text *unseen)
{
    verdict_assume(v, "memory is sequentially consistent");
    if (f->symmetry)
        verdict_assume(v, "threads with the same calls may change places");
    if (f->unlucky)
        verdict_assume(v, "who tries a lock again and again gets it in the end");
    if (s->reuse)
        verdict_assume(v, "what is freed may still be read and written");
    if (learnt.clock_used)
        verdict_assume(v, "the clock stands still");
    if (!bit_field_reads_known() && source_has_hidden_reads())
        verdict_assume(v, "a write to a bit-field is one step (gcc)");
    if (unseen->length) {
        char *what = text_format("a call is one step: %s", unseen->bytes);
        verdict_assume(v, what);
        free(what);
    }
}

static void say_limits(const settings *s, lp_verdict *v, const search_figures *f,
                       const scenarios *all, const sweep *w)
{
    if (all->count > 1 || all->sweep)
        verdict_limit(v, "%u scenario%s", all->sweep ? w->scenarios : all->count,
                      (all->sweep ? w->scenarios : all->count) == 1 ? "" : "s");
    else
        verdict_limit(v, "one scenario");
    if (search_kind_samples(f->kind))
        verdict_limit(v, "%llu executions drawn at random", (unsigned long long)f->executions);
    if (f->kind == SEARCH_BOUNDED && f->bound && f->bounded)
        verdict_limit(v, "at most %u preemption%s", f->bound - 1, f->bound == 2 ? "" : "s");
    if (f->cut_off)
        verdict_limit(v, "%llu steps of an execution", (unsigned long long)config.max_steps);
    if (s->races && f->kind == SEARCH_STATES)
        verdict_limit(v, "data races in some orders of accesses only");
    if (s->timeout > 0)
        verdict_limit(v, "timeout %g s", s->timeout);
}

void say_coverage(const settings *s, lp_verdict *v, const search_figures *f, const scenarios *all,
                  uint32_t done, const sweep *w)
{
    if (v->outcome != LP_HOLDS && v->outcome != LP_UNKNOWN) {
        verdict_copy(&v->coverage, "this execution");
        return;
    }
    text which = {0}, unseen = {0};
    foreign_names(&unseen);
    // Between two sizes, all that was begun is done with.
    say_which(s, v, f, all->sweep && done >= all->count, &which);
    text_add(&which, " of ");
    say_scenarios(s, v, f, all, done, w, &which);
    verdict_set(&v->coverage, "%s, under sequential consistency%s%s%s%s%s%s%s%s%s%s", which.bytes,
                f->symmetry ? ", but for swapping threads with the same calls" : "",
                s->lock_free && v->outcome == LP_HOLDS ? ", all lock-free" : "",
                f->unlucky ? ", if who tries a lock again and again gets it in the end" : "",
                s->reuse ? ", with blocks reused, so that use after free is not looked for" : "",
                s->spurious ? ", with spurious wake-ups" : "",
                s->races && f->kind == SEARCH_STATES ? ", data races not in every order" : "",
                learnt.clock_used ? ", with the clock standing still" : "",
                !bit_field_reads_known() && source_has_hidden_reads()
                    ? ", with a write to a bit-field as one step (gcc)"
                    : "",
                unseen.length ? ", with one step for each call of " : "",
                unseen.length ? unseen.bytes : "");
    say_limits(s, v, f, all, w);
    say_assumptions(s, v, f, &unseen);
    text_fini(&which);
    text_fini(&unseen);
}
