// SPDX-License-Identifier: MIT
// See watched_run.h.

#include "cli/runs/watched_run.h"

#include "base/io/limits.h"
#include "base/memory.h"
#include "cli/runs/terminal.h"
#include "judge/evidence/verdict.h"
#include "toolchain/compile_inputs.h"

#include <stdlib.h>
#include <string.h>

// A verdict of the run before.
typedef struct earlier {
    lp_verdict verdict;
    lp_pool *pool;
    bool met; // one of this run was compared with it
} earlier;

static const watched_run *this_run;
static earlier *verdicts;
static size_t count, capacity;
static size_t told;   // verdicts of this run
static bool silenced; // one was not told
static bool failed;   // an error that is about no subject: it may be about all of them

static void read_before(const output_relay *before)
{
    relayed all;
    for (relayed_open(&all, before); relayed_next(&all);) {
        error ignored = {0};
        MEMORY_GROW(verdicts, capacity, count + 1);
        earlier *it = &verdicts[count++];
        *it = (earlier){.pool = lp_pool_new()};
        if (!verdict_read_json(all.json, all.length, it->pool, &it->verdict, &ignored)) {
            lp_pool_free(it->pool);
            count--;
        }
    }
    relayed_close(&all);
}

void watched_run_begin(const watched_run *r)
{
    this_run = r;
    output_relay_child(r->now);
    compile_tell_inputs(r->read);
    if (r->before)
        read_before(r->before);
}

void watched_run_accepted(void)
{
    if (this_run)
        this_run->state->began = true;
}

void watched_run_child(void)
{
    if (this_run)
        output_relay_child(this_run->now);
}

void watched_run_exhausted(void)
{
    if (this_run)
        output_relay_send_last(this_run->now);
}

// Of many verdicts not each has all files looked at.
static bool is_stale(void)
{
    static double looked;
    static const double seldom = 0.02; // seconds
    double now = clock_seconds();
    if (looked > 0 && now - looked < seldom)
        return false;
    looked = now;
    if (this_run->stale())
        this_run->state->stopped = true;
    return this_run->state->stopped;
}

bool watched_run_silent(void)
{
    if (this_run && !silenced)
        silenced = this_run->state->stopped || (this_run->number > 1 && terminal_interrupted()) ||
                   is_stale();
    return silenced;
}

bool watched_run_silenced(void)
{
    return silenced;
}

static bool is_about(const lp_verdict *v, const char *subject)
{
    return v->subject && subject && strcmp(v->subject, subject) == 0;
}

// That on the same subject, the first that was not met. What could not be read or compiled has no
// subject: it is compared with the first verdict there is, and what is about something with it. Of
// an only one the subject may have another name now.
static earlier *find(const lp_verdict *v)
{
    bool nameless = v->outcome == LP_ERROR && !v->subject;
    for (size_t i = 0; i < count; i++)
        if (!verdicts[i].met && is_about(&verdicts[i].verdict, v->subject))
            return &verdicts[i];
    for (size_t i = 0; i < count; i++) {
        const lp_verdict *was = &verdicts[i].verdict;
        if (nameless || !was->subject)
            return &verdicts[i];
    }
    return count == 1 && told == 1 ? &verdicts[0] : NULL;
}

void watched_verdict_take(watched_verdict *w, const lp_verdict *v, const error *where)
{
    *w = (watched_verdict){.several = count > 1};
    if (!this_run)
        return;
    output_relay_send(this_run->now, v, where);
    told++;
    earlier *was = find(v);
    failed = failed || !v->subject;
    if (!was)
        return;
    was->met = true;
    w->compared = true;
    verdict_compare(&was->verdict, v, &w->difference);
}

bool watched_verdict_is_news(const watched_verdict *w)
{
    return !w->compared || difference_is_news(&w->difference);
}

static void write_run(json_writer *j, void *context)
{
    const watched_verdict *w = context;
    json_key(j, "watch");
    json_open(j, '{');
    json_member_integer(j, "run", (int64_t)this_run->number);
    if (this_run->saved.count) {
        json_key(j, "saved");
        json_open(j, '[');
        for (size_t i = 0; i < this_run->saved.count; i++)
            json_text(j, this_run->saved.items[i]);
        json_close(j);
    }
    if (w->compared) {
        json_key(j, "difference");
        difference_write(j, &w->difference);
    }
    json_close(j);
}

void watched_verdict_write(const watched_verdict *w, const lp_verdict *v, text *out)
{
    watched_verdict copy = *w;
    verdict_write_json_with(v, this_run ? write_run : NULL, &copy, out);
    text_add(out, "\n");
}

void watched_run_end(const cli_common *common)
{
    if (!this_run || silenced)
        return;
    text out = {0};
    for (size_t i = 0; i < count && !failed && !common->json && !common->quiet; i++) {
        const lp_verdict *v = &verdicts[i].verdict;
        if (verdicts[i].met || !v->subject)
            continue;
        text_add_visible(&out, v->subject, strlen(v->subject), "");
        text_add(&out, ": is judged no more\n");
    }
    terminal_print_text(&out);
    text_fini(&out);
    this_run->state->whole = true;
}
