// SPDX-License-Identifier: MIT
// `linchpin verify P.aut implements Q.aut`: two graphs that others have made, or --aut has written,
// compared by refinement_check.h. What is found is asked again of the files (aut_recheck.h).

#include "base/io/file_read.h"
#include "base/memory.h"
#include "judge/evidence/thread_evidence.h"
#include "judge/evidence/verdict.h"
#include "verify/compare/aut_graph.h"
#include "verify/compare/aut_recheck.h"
#include "verify/verify.h"

#include <stdlib.h>

typedef struct file_side {
    const char *name;
    text bytes;
    step_graph *graph;
    aut_table *again;
} file_side;

typedef struct file_comparing {
    const compared_files *given;
    file_side left, right;
    visible_labels *labels;
    refinement_check check;
    lp_verdict *out;
    error *e;
    uint32_t *trace;
    uint32_t trace_count;
} file_comparing;

static bool read_side(file_comparing *f, file_side *s, const char *name)
{
    s->name = name;
    if (!file_read(name, f->given->limits, &s->bytes, f->e))
        return false;
    s->graph = aut_read(name, &s->bytes, f->labels, f->given->limits, f->e);
    return s->graph != NULL;
}

static void end_side(file_side *s)
{
    text_fini(&s->bytes);
    step_graph_free(s->graph);
    aut_table_free(s->again);
}

static bool fault(const file_comparing *f)
{
    return error_set(f->e,
                     "the counterexample is not confirmed: this is a fault of linchpin, please "
                     "report it with the files");
}

// The run, each step of which is a line of the file. False: one is not.
static bool show_run(file_comparing *f)
{
    const refinement_check *c = &f->check;
    uint32_t at = aut_table_start(f->left.again), end = at;
    f->trace = memory_new((size_t)c->path_count + 1, sizeof *f->trace);
    for (uint32_t i = 0; i < c->path_count + c->lap_count; i++) {
        graph_edge round = {.to = i < c->path_count ? 0 : c->lap[i - c->path_count]};
        const graph_edge *step = i < c->path_count ? &c->path[i] : &round;
        uint64_t line = aut_table_line(f->left.again, at, step->label, step->to);
        if (!line)
            return false;
        char *where = text_format("%s:%llu", f->left.name, (unsigned long long)line);
        bool seen = step->label != LABEL_UNSEEN;
        verdict_trace(f->out, LP_NO_THREAD, false, where,
                      seen ? visible_label_text(f->labels, step->label) : "τ");
        free(where);
        if (seen)
            f->trace[f->trace_count++] = step->label;
        at = step->to;
        end = i < c->path_count ? at : end;
    }
    if (c->lap_count)
        verdict_cycle(f->out, c->lap_count, false);
    return !c->lap_count || at == end;
}

static void add_labels(const file_comparing *f, const uint32_t *list, uint32_t count, text *out)
{
    for (uint32_t i = 0; i < count; i++)
        text_add(out, "%s%s", i ? ", " : "", visible_label_text(f->labels, list[i]));
}

static bool confirm_refusal(file_comparing *f, aut_question *q, text *detail)
{
    const refinement_check *c = &f->check;
    uint32_t last = aut_table_start(f->left.again), *offered;
    text instead = {0};
    if (c->path_count)
        last = c->path[c->path_count - 1].to;
    bool ok = aut_table_offers(f->left.again, last, &offered, &q->offered_count);
    q->refuses = true;
    q->offered = offered;
    ok = ok && aut_table_denies(f->right.again, q, &instead);
    text_add(detail, "\nThen %s offers only {", f->left.name);
    add_labels(f, offered, q->offered_count, detail);
    text_add(detail, "}; %s offers at least %s", f->right.name,
             instead.length ? instead.bytes : "something: it has no stable state there");
    text_fini(&instead);
    free(offered);
    return ok;
}

// The other file, asked again, does not have what was found.
static bool confirm(file_comparing *f, refinement_end found, text *detail)
{
    aut_question q = {.trace = f->trace, .length = f->trace_count};
    q.divergences = f->check.kind == CHECK_DIVERGENCES;
    text_add(detail, "The trace: ");
    add_labels(f, f->trace, f->trace_count, detail);
    text_add(detail, "%s", f->trace_count ? "" : "nothing is seen");
    if (found == REFINEMENT_REFUSES)
        return confirm_refusal(f, &q, detail);
    if (found == REFINEMENT_TRACE) {
        text_add(detail, "\nIts last event is none that %s can go on with.", f->right.name);
        return aut_table_denies(f->right.again, &q, NULL);
    }
    q.diverges = true;
    text_add(detail, "\nThen %s goes on for ever with nothing seen of it, and %s cannot.",
             f->left.name, f->right.name);
    return aut_table_denies(f->right.again, &q, NULL);
}

static bool explain(file_comparing *f, refinement_end found)
{
    text detail = {0};
    f->left.again = aut_table_new(f->left.name, &f->left.bytes, f->labels);
    f->right.again = aut_table_new(f->right.name, &f->right.bytes, f->labels);
    if (!show_run(f) || !confirm(f, found, &detail)) {
        text_fini(&detail);
        return fault(f);
    }
    f->out->rechecked = true;
    if (found == REFINEMENT_TRACE)
        verdict_break(f->out, LP_VIOLATION_TRACE, "there is a trace that %s does not have",
                      f->right.name);
    else if (found == REFINEMENT_DIVERGES)
        verdict_break(f->out, LP_VIOLATION_DIVERGENCE, "%s diverges where %s does not",
                      f->left.name, f->right.name);
    else
        verdict_break(f->out, LP_VIOLATION_REFUSAL, "%s can refuse what %s cannot refuse there",
                      f->left.name, f->right.name);
    verdict_copy(&f->out->detail, detail.bytes);
    text_fini(&detail);
    return true;
}

static bool decide(file_comparing *f, refinement_end found)
{
    static const char *const news[] = {
        [REFINE_TRACES] = "every trace is one of the specification's",
        [REFINE_FAILURES] = "every trace and every failure is one of the specification's",
        [REFINE_DIVERGENCES] = "every failure and every divergence is one of the specification's"};
    if (found == REFINEMENT_STOPPED)
        verdict_decide(f->out, LP_UNKNOWN, "%s", limits_reason(f->given->limits));
    else if (found == REFINEMENT_HOLDS)
        verdict_decide(f->out, LP_HOLDS, "%s", news[f->given->model]);
    else
        return explain(f, found);
    return true;
}

static void add_figures(const file_comparing *f, double read, double compared)
{
    const step_graph *a = f->left.graph, *b = f->right.graph;
    lp_verdict *out = f->out;
    verdict_figure(out, LP_FIGURE_STATES, (double)step_graph_count(a) + step_graph_count(b));
    verdict_figure(out, LP_FIGURE_TRANSITIONS,
                   (double)step_graph_edge_count(a) + (double)step_graph_edge_count(b));
    verdict_figure(out, LP_FIGURE_COMPARED_PAIRS, (double)f->check.pairs);
    verdict_figure(out, LP_FIGURE_MONITOR_STATES, f->check.sets);
    if (!f->given->times)
        return;
    verdict_figure(out, LP_FIGURE_READ_SECONDS, read);
    verdict_figure(out, LP_FIGURE_CHECK_SECONDS, compared);
    verdict_figure(out, LP_FIGURE_PEAK_BYTES, (double)memory_resident_peak());
}

bool verify_files(const compared_files *given, lp_verdict *out, error *e)
{
    static const refinement_kind kinds[] = {[REFINE_TRACES] = CHECK_TRACES,
                                            [REFINE_FAILURES] = CHECK_FAILURES,
                                            [REFINE_DIVERGENCES] = CHECK_DIVERGENCES};
    file_comparing f = {.given = given, .labels = visible_labels_new(), .out = out, .e = e};
    double begun = clock_seconds(), read, compared;
    bool ok = read_side(&f, &f.left, given->left) && read_side(&f, &f.right, given->right);
    read = clock_seconds();
    if (ok) {
        verdict_copy(&out->subject, given->left);
        verdict_copy(&out->spec, given->right);
        verdict_copy(&out->condition, "implements");
        verdict_copy(&out->coverage, given->model ? "all failures" : "all traces");
        f.check = (refinement_check){.kind = kinds[given->model],
                                     .a = f.left.graph,
                                     .b = f.right.graph,
                                     .limits = given->limits};
        refinement_end found = refinement_run(&f.check);
        compared = clock_seconds();
        add_figures(&f, read - begun, compared - read);
        ok = decide(&f, found);
        refinement_fini(&f.check);
    }
    end_side(&f.left);
    end_side(&f.right);
    visible_labels_free(f.labels);
    free(f.trace);
    return ok;
}
