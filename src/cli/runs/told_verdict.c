// SPDX-License-Identifier: MIT
// What every subcommand does at its end (cli_finish and cli_error of cli/command.h): its verdict is told, in the
// form that was asked for, and compared with that of the run before.

#include "cli/command.h"
#include "cli/runs/output_files.h"
#include "cli/runs/terminal.h"
#include "cli/runs/watched_run.h"
#include "judge/evidence/figures.h"
#include "judge/evidence/verdict.h"
#include "report/difference_text.h"

#include <stdio.h>
#include <stdlib.h>

// What --times asks for goes to stderr: stdout is the same in every run.
static void tell_times(const lp_verdict *v)
{
    text t = {0};
    for (uint32_t i = 0; i < v->figure_count; i++) {
        const lp_figure *f = &v->figures[i];
        if (!figure_measured(f->id))
            continue;
        const char *comma = t.length ? ", " : "";
        switch (lp_figure_unit(f->id)) {
        case LP_UNIT_SECONDS:
            text_add(&t, "%s%s %.3f s", comma, figure_label(f->id), f->value);
            break;
        case LP_UNIT_BYTES:
            text_add(&t, "%s%.1f MB at most", comma, f->value / 1e6);
            break;
        default:
            text_add(&t, "%s%.0f %s", comma, f->value, lp_figure_key(f->id));
        }
    }
    if (t.length) {
        fflush(stdout);
        terminal_complain("%s", t.bytes);
    }
    text_fini(&t);
}

// First, and before what goes to stderr.
static void tell_difference(const cli_common *common, const watched_verdict *w)
{
    if (!w->compared || common->json || common->quiet)
        return;
    text out = {0};
    report_style style = terminal_style();
    report_difference(&w->difference, w->several, &style, &out);
    if (difference_is_news(&w->difference) && w->difference.now->outcome != LP_ERROR)
        text_add(&out, "\n");
    terminal_print_text(&out);
    fflush(stdout);
    text_fini(&out);
}

// `where`: of bad input.
static int finish(const cli_common *common, const lp_verdict *v, const error *where)
{
    watched_verdict w;
    cli_progress_end(NULL);
    if (watched_run_silent())
        return (int)v->outcome;
    output_files_add(common->files, v, where);
    watched_verdict_take(&w, v, where);
    tell_difference(common, &w);
    text out = {0};
    if (v->outcome == LP_ERROR)
        terminal_complain("%s", v->reason ? v->reason : "error");
    if (common->json) {
        watched_verdict_write(&w, v, &out);
    } else if (watched_verdict_is_news(&w) && !common->quiet &&
               (v->outcome != LP_ERROR || v->model_coverage)) {
        report_style style = terminal_style();
        report_verdict(v, &style, &out);
    }
    if (common->json)
        terminal_print(&out);
    else
        terminal_print_text(&out);
    text_fini(&out);
    if (!common->json && !common->quiet)
        tell_times(v);
    return (int)v->outcome;
}

int cli_finish(const cli_common *common, const lp_verdict *v)
{
    return finish(common, v, NULL);
}

static int finish_without_verdict(const cli_common *common, lp_outcome outcome, const error *e)
{
    static const cli_common plain;
    lp_verdict v;
    lp_verdict_init(&v);
    char *message = error_text(e);
    verdict_decide(&v, outcome, "%s", message);
    free(message);
    int code = finish(common ? common : &plain, &v, e);
    lp_verdict_fini(&v);
    return code;
}

int cli_error(const cli_common *common, const error *e)
{
    return finish_without_verdict(common, LP_ERROR, e);
}

int cli_stopped(const cli_common *common, const limits *l, const error *e)
{
    return finish_without_verdict(common, l->reached ? LP_UNKNOWN : LP_ERROR, e);
}

int cli_stopped_data(const cli_common *common, const limits *l, const error *e)
{
    if (!l->reached || common->json)
        return cli_stopped(common, l, e);
    terminal_complain("%s", e->message);
    return LP_UNKNOWN;
}
