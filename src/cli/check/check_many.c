// SPDX-License-Identifier: MIT
// Many files at once: see check_many.h.

#include "cli/check/check_many.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "cli/runs/output_files.h"
#include "cli/runs/terminal.h"
#include "cli/runs/watched_run.h"
#include "report/difference_text.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct job {
    const check_task *task;
    const cli_common *common;
    const cli_arguments *files;
    limits *limits;
    _Atomic uint32_t next;
    pthread_mutex_t lock; // of what follows
    check_result *results;
    bool *done;
    uint32_t printed;
    uint32_t counts[LP_UNKNOWN + 1];
} job;

static void print(job *j, const check_result *r)
{
    if (watched_run_silent())
        return;
    text out = {0};
    watched_verdict w;
    output_files_add(j->common->files, &r->verdict, &r->error);
    watched_verdict_take(&w, &r->verdict, &r->error);
    report_style style = terminal_style();
    bool to_people = !j->common->json && !j->common->quiet;
    if (j->common->json)
        watched_verdict_write(&w, &r->verdict, &out);
    // Of those that are as before nothing is said.
    if (to_people && w.compared && w.difference.first != DIFFERENCE_NONE)
        report_difference(&w.difference, true, &style, &out);
    bool said = w.compared && r->verdict.outcome == LP_HOLDS; // by the difference
    if (to_people && !said && watched_verdict_is_news(&w))
        report_line(&r->verdict, &style, &out);
    if (j->common->json)
        terminal_print(&out);
    else
        terminal_print_text(&out);
    text_fini(&out);
}

// Prints what is complete, in order, and lets go of it.
static void print_done(job *j)
{
    for (; j->printed < (uint32_t)j->files->count && j->done[j->printed]; j->printed++) {
        check_result *r = &j->results[j->printed];
        j->counts[r->verdict.outcome]++;
        cli_progress_end(j->limits);
        print(j, r);
        check_result_fini(r);
    }
}

static void work(void *context, uint32_t thread)
{
    job *j = context;
    limits mine = *j->limits;
    mine.progress = NULL;
    uint32_t count = (uint32_t)j->files->count;
    for (uint32_t i = j->next++; i < count; i = j->next++) {
        check_file(j->task, j->files->values[i], &mine, &j->results[i]);
        pthread_mutex_lock(&j->lock);
        j->done[i] = true;
        print_done(j);
        if (thread == 0 && limits_progress_due(j->limits))
            limits_progress(j->limits, "judged %u of %u files", j->printed, count);
        pthread_mutex_unlock(&j->lock);
    }
}

static void summarise(const job *j)
{
    static const char *const names[] = {"hold", "violated", "not readable or not judged",
                                        "unknown"};
    text out = {0};
    text_add(&out, "%d files:", j->files->count);
    bool first = true;
    for (int o = 0; o <= LP_UNKNOWN; o++) {
        if (!j->counts[o])
            continue;
        text_add(&out, "%s %u %s", first ? "" : ",", j->counts[o],
                 o == LP_HOLDS && j->counts[o] == 1 ? "holds" : names[o]);
        first = false;
    }
    text_add(&out, "\n");
    if (!j->common->json && !j->common->quiet && !watched_run_silenced())
        terminal_print(&out);
    text_fini(&out);
}

int check_many(const check_task *t, const cli_common *common, const cli_arguments *files, limits *l)
{
    uint32_t count = (uint32_t)files->count, threads = processors();
    job j = {.task = t, .common = common, .files = files, .limits = l};
    pthread_mutex_init(&j.lock, NULL);
    j.results = memory_new(count, sizeof *j.results);
    j.done = memory_new(count, sizeof *j.done);
    parallel(threads < count ? threads : count, work, &j);
    cli_progress_end(l);
    summarise(&j);
    pthread_mutex_destroy(&j.lock);
    free(j.results);
    free(j.done);
    return j.counts[LP_ERROR]      ? LP_ERROR
           : j.counts[LP_VIOLATED] ? LP_VIOLATED
           : j.counts[LP_UNKNOWN]  ? LP_UNKNOWN
                                   : LP_HOLDS;
}
