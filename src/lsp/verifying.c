// SPDX-License-Identifier: MIT
// See verifying.h: who waits, who runs, and how it ends.

#include "lsp/verifying.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double grace = 3; // seconds between SIGTERM and SIGKILL

static bool is_running(const verifying *v)
{
    return v->child.pid != 0;
}

void job_mark(const verify_job *j, claim_state state)
{
    claim_result *all = open_file_claims(j->file);
    for (uint32_t i = 0; i < j->file->claim_count; i++)
        if ((j->claim == ALL_CLAIMS || j->claim == i) && all[i].state != CLAIM_DONE)
            all[i] = (claim_result){.state = state};
}

// What was known of them is no more.
static void forget_results(verify_job *j)
{
    claim_result *all = open_file_claims(j->file);
    for (uint32_t i = 0; i < j->file->claim_count; i++)
        if (j->claim == ALL_CLAIMS || j->claim == i) {
            j->file->told &= all[i].state != CLAIM_DONE;
            claim_result_fini(&all[i]);
        }
}

static bool is_busy(open_file *f, uint32_t claim)
{
    const claim_result *all = open_file_claims(f);
    for (uint32_t i = 0; i < f->claim_count; i++)
        if ((claim == ALL_CLAIMS || claim == i) &&
            (all[i].state == CLAIM_WAITING || all[i].state == CLAIM_RUNNING))
            return true;
    return false;
}

// The next one that can be started, if none runs.
static void start_next(server *s)
{
    verifying *v = s->verifying;
    error e = {0};
    while (v->first && !is_running(v)) {
        verify_job *j = v->first;
        if (job_start(s, j, &e)) {
            job_mark(j, CLAIM_RUNNING);
            job_begin_progress(s, j);
            s->lenses_changed = true;
            return;
        }
        v->first = j->next;
        job_refuse(s, j, LSP_FAILED, e.message);
        job_settle(s, j);
        job_free(j);
    }
}

bool verifying_ask(server *s, open_file *f, uint32_t claim, const char *id, const char *progress,
                   error *e)
{
    if (!open_file_names(f)->claim_count)
        return error_set(e, "there is no verify block: what is to be verified?");
    if (is_busy(f, claim))
        return error_set(e, "that is being verified");
    if (!s->verifying) {
        s->verifying = memory_new(1, sizeof *s->verifying);
        s->verifying->janitor = (janitor){-1, -1};
    }
    verifying *v = s->verifying;
    verify_job **end = &v->first;
    while (*end)
        end = &(*end)->next;
    *end = memory_new(1, sizeof **end);
    **end = (verify_job){
        .number = ++v->count,
        .file = f,
        .claim = claim,
        .id = memory_string(id),
        .token = memory_string(progress),
        .progress = progress ? PROGRESS_READY : PROGRESS_NONE,
    };
    forget_results(*end);
    job_mark(*end, CLAIM_WAITING);
    s->lenses_changed = true;
    start_next(s);
    return true;
}

void verifying_stop(server *s, job_test *is_meant, const void *context, int code, const char *why)
{
    verifying *v = s->verifying;
    for (verify_job **at = v ? &v->first : NULL; at && *at;) {
        verify_job *j = *at;
        if (!j->file || !is_meant(j, context)) {
            at = &j->next;
            continue;
        }
        bool runs = j == v->first && is_running(v);
        job_refuse(s, j, code, why);
        if (runs) {
            background_stop(&v->child, false);
            v->stopped = clock_seconds();
            at = &j->next;
        } else {
            *at = j->next;
            job_free(j);
        }
    }
}

static bool is_of_file(const verify_job *j, const void *file)
{
    return j->file == file;
}

void verifying_stop_file(server *s, const open_file *f)
{
    if (f->claims)
        s->lenses_changed = true;
    verifying_stop(s, is_of_file, f, LSP_CONTENT_MODIFIED, "the text has changed");
}

static bool is_any(const verify_job *j, const void *context)
{
    (void)context;
    return j->file != NULL;
}

void verifying_stop_all(server *s)
{
    verifying_stop(s, is_any, NULL, LSP_CANCELLED, "the session ends");
}

int verifying_descriptor(const server *s)
{
    return s->verifying && is_running(s->verifying) ? s->verifying->child.out : -1;
}

int verifying_patience(const server *s)
{
    const verifying *v = s->verifying;
    if (!v || !is_running(v) || v->stopped == 0)
        return -1;
    double left = v->stopped + grace - clock_seconds();
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

// A line is the verdict of the next block.
static void take_line(server *s, verify_job *j, const char *line, size_t length)
{
    if (!j->file)
        return;
    claim_result *all = open_file_claims(j->file);
    uint32_t which = j->claim == ALL_CLAIMS ? j->verdicts : j->claim;
    if (which < j->file->claim_count &&
        claim_result_read(&all[which], line, length, &j->file->text)) {
        j->verdicts++;
        s->lenses_changed = true;
    }
}

static void take_lines(server *s)
{
    verifying *v = s->verifying;
    size_t from = 0;
    for (const char *end; from < v->output.length &&
                          (end = memchr(v->output.bytes + from, '\n', v->output.length - from));) {
        size_t length = (size_t)(end - (v->output.bytes + from));
        take_line(s, v->first, v->output.bytes + from, length);
        from += length + 1;
    }
    if (!from)
        return;
    memmove(v->output.bytes, v->output.bytes + from, v->output.length - from);
    text_cut(&v->output, v->output.length - from);
}

void verifying_go_on(server *s)
{
    verifying *v = s->verifying;
    if (!v || !is_running(v))
        return;
    bool more = background_read(&v->child, &v->output);
    take_lines(s);
    if (more && verifying_patience(s) == 0)
        background_stop(&v->child, true);
    if (more)
        return;
    verify_job *j = v->first;
    v->first = j->next;
    background_end(&v->child);
    v->stopped = 0;
    text_fini(&v->output);
    job_settle(s, j);
    job_free(j);
    start_next(s);
}

void verifying_free(server *s)
{
    verifying *v = s->verifying;
    if (!v)
        return;
    background_end(&v->child);
    while (v->first) {
        verify_job *j = v->first;
        v->first = j->next;
        job_free(j);
    }
    for (size_t i = 0; i < PAGES_KEPT; i++) {
        free(v->kept[i].folder);
        free(v->kept[i].page);
    }
    text_fini(&v->output);
    scratch_free(v->scratch);
    janitor_dismiss(&v->janitor);
    free(v);
    s->verifying = NULL;
}
