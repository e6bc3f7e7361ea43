// SPDX-License-Identifier: MIT
// One verification: its folder, its child, its files, and what is told of it. See verifying.h.

#include "lsp/verifying.h"

#include "base/io/output.h"
#include "base/memory.h"
#include "base/words.h"
#include "lsp/claims/claim_block.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_MOST = 100 };

void job_free(verify_job *j)
{
    free(j->id);
    free(j->token);
    free(j->folder);
    free(j->page);
    free(j);
}

static int hexadecimal(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c | 0x20) : NULL;
    return at ? (int)(at - digits) : -1;
}

// The last part of the URI, without ".lin": steps name the file by it. What makes no plain name of a file becomes _.
static char *stem_of(const char *uri)
{
    const char *slash = strrchr(uri, '/');
    text out = {0};
    for (const char *c = slash ? slash + 1 : uri; *c && out.length < NAME_MOST; c++) {
        int high = *c == '%' ? hexadecimal(c[1]) : -1, low = high >= 0 ? hexadecimal(c[2]) : -1;
        char byte = low >= 0 ? (char)(high * 16 + low) : *c;
        c += low >= 0 ? 2 : 0;
        bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                     (byte >= '0' && byte <= '9') || (out.length && (byte == '-' || byte == '.'));
        text_add(&out, "%c", plain ? byte : '_');
    }
    if (out.length > 4 && strcmp(out.bytes + out.length - 4, ".lin") == 0)
        text_cut(&out, out.length - 4);
    if (!out.length)
        text_add(&out, "model");
    return text_take(&out);
}

static bool make_folder(verifying *v, verify_job *j, error *e)
{
    if (!v->scratch) {
        v->scratch = scratch_new(e);
        if (!v->scratch)
            return false;
        v->janitor = janitor_start(v->scratch);
    }
    j->folder = text_format("%s/%llu", v->scratch, (unsigned long long)j->number);
    return mkdir(j->folder, 0700) == 0 ||
           error_set(e, "cannot make %s: %s", j->folder, strerror(errno));
}

static bool write_model(const verify_job *j, const char *name, error *e)
{
    const text *bytes = &j->file->text.bytes;
    char *alone = j->claim == ALL_CLAIMS ? NULL
                                         : claim_alone(open_file_names(j->file), j->claim,
                                                       bytes->bytes, bytes->length);
    char *path = text_format("%s/%s", j->folder, name);
    bool ok = output_write(path, alone ? alone : bytes->bytes, bytes->length, e);
    free(path);
    free(alone);
    return ok;
}

bool job_start(server *s, verify_job *j, error *e)
{
    char *stem = stem_of(j->file->text.uri), *name = text_format("%s.lin", stem);
    bool ok = make_folder(s->verifying, j, e) && write_model(j, name, e);
    words w = {0};
    words_add(&w, memory_string("linchpin"));
    words_add(&w, memory_string("verify"));
    words_add(&w, memory_string(name));
    words_add(&w, memory_string("--json"));
    words_add(&w, text_format("--report=%s.html", stem));
    if (s->timeout)
        words_add(&w, text_format("--timeout=%s", s->timeout));
    if (s->memory)
        words_add(&w, text_format("--memory=%s", s->memory));
    ok = ok && background_start(&s->verifying->child, (const char *const *)w.items, j->folder, e);
    if (ok)
        j->page = text_format("%s/%s.html", j->folder, stem);
    words_fini(&w);
    free(name);
    free(stem);
    return ok;
}

// Progress, if the client has a token for it, or makes one.
static void send_progress(server *s, const verify_job *j, const char *kind, const char *key,
                          const char *said)
{
    outgoing o;
    outgoing_begin(&o);
    json_member_text(&o.json, "method", "$/progress");
    json_key(&o.json, "params");
    json_open(&o.json, '{');
    json_key(&o.json, "token");
    text_add(json_value(&o.json), "%s", j->token);
    json_key(&o.json, "value");
    json_open(&o.json, '{');
    json_member_text(&o.json, "kind", kind);
    json_member_some(&o.json, key, said);
    if (strcmp(kind, "begin") == 0)
        json_member_bool(&o.json, "cancellable", true);
    json_close(&o.json);
    json_close(&o.json);
    outgoing_send(s, &o);
}

static char *title_of(const verify_job *j)
{
    const name_table *t = open_file_names(j->file);
    return j->claim == ALL_CLAIMS ? text_format("verify all %u", t->claim_count)
                                  : claim_title(t, j->claim, j->file->text.bytes.bytes);
}

void job_begin_progress(server *s, verify_job *j)
{
    if (j->progress == PROGRESS_READY) {
        char *title = title_of(j);
        send_progress(s, j, "begin", "title", title);
        free(title);
        j->progress = PROGRESS_BEGUN;
    } else if (j->progress == PROGRESS_NONE && s->client.makes_progress) {
        outgoing o;
        char *id = text_format("progress/%llu", (unsigned long long)j->number);
        j->token = text_format("\"linchpin/%llu\"", (unsigned long long)j->number);
        j->progress = PROGRESS_ASKED;
        outgoing_request(&o, id, "window/workDoneProgress/create");
        json_key(&o.json, "params");
        json_open(&o.json, '{');
        json_key(&o.json, "token");
        text_add(json_value(&o.json), "%s", j->token);
        json_close(&o.json);
        outgoing_send(s, &o);
        free(id);
    }
}

static void end_progress(server *s, verify_job *j, const char *said)
{
    if (j->progress == PROGRESS_BEGUN)
        send_progress(s, j, "end", "message", said);
    j->progress = PROGRESS_NONE;
}

void job_refuse(server *s, verify_job *j, int code, const char *why)
{
    end_progress(s, j, why);
    server_error_for(s, j->id, code, why);
    job_mark(j, CLAIM_NEW);
    s->lenses_changed = true;
    j->file = NULL;
}

// For each block of the job: which it is, and what came of it.
static void write_results(json_writer *w, const verify_job *j)
{
    json_open(w, '{');
    json_key(w, "results");
    json_open(w, '[');
    for (uint32_t i = 0; i < j->verdicts; i++) {
        uint32_t which = j->claim == ALL_CLAIMS ? i : j->claim;
        const claim_result *r = &j->file->claims[which];
        json_open(w, '{');
        json_member_integer(w, "block", which);
        json_member_text(w, "verdict", claim_outcome_word(r->outcome));
        json_member_text(w, "said", r->said);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

// A violation is told at once; its page is offered, or where the client shows none, named.
static void tell_violation(server *s, const verify_job *j, uint32_t which, uint32_t more,
                           const char *page)
{
    static const int message_warning = 2;
    const open_file *f = j->file;
    char *title = claim_title(f->names, which, f->text.bytes.bytes);
    text said = {0};
    outgoing o;
    bool offers = page && s->client.shows_documents;
    text_add(&said, "%s: %s", title, f->claims[which].said);
    if (more)
        text_add(&said, " (and %u more)", more);
    if (page && !offers)
        text_add(&said, "\nThe report: %s", page);
    if (offers) {
        char *id = text_format("offer/%llu", (unsigned long long)j->number);
        outgoing_request(&o, id, "window/showMessageRequest");
        free(id);
    } else {
        outgoing_begin(&o);
        json_member_text(&o.json, "method", "window/showMessage");
    }
    json_key(&o.json, "params");
    json_open(&o.json, '{');
    json_member_integer(&o.json, "type", message_warning);
    json_member_text(&o.json, "message", said.bytes);
    if (offers) {
        json_key(&o.json, "actions");
        json_open(&o.json, '[');
        json_open(&o.json, '{');
        json_member_text(&o.json, "title", "Show the report");
        json_close(&o.json);
        json_close(&o.json);
    }
    json_close(&o.json);
    outgoing_send(s, &o);
    text_fini(&said);
    free(title);
}

void job_answer(server *s, verify_job *j, const char *page)
{
    outgoing o;
    uint32_t violated = 0, first = 0, last = 0;
    for (uint32_t i = 0; i < j->verdicts; i++) {
        uint32_t which = j->claim == ALL_CLAIMS ? i : j->claim;
        claim_result *r = &j->file->claims[which];
        last = which;
        if (r->outcome != CLAIM_VIOLATED)
            continue;
        r->page = memory_string(page);
        first = violated++ ? first : which;
    }
    end_progress(s, j, j->file->claims[violated ? first : last].said);
    outgoing_begin(&o);
    json_key(&o.json, "id");
    text_add(json_value(&o.json), "%s", j->id);
    json_key(&o.json, "result");
    write_results(&o.json, j);
    outgoing_send(s, &o);
    if (violated)
        tell_violation(s, j, first, violated - 1, page);
    job_mark(j, CLAIM_NEW); // of which there is no verdict
    j->file->told = false;
    s->lenses_changed = true;
}

static bool violates(const verify_job *j)
{
    bool any = false;
    for (uint32_t i = 0; j->file && i < j->verdicts; i++)
        any |= j->file->claims[j->claim == ALL_CLAIMS ? i : j->claim].outcome == CLAIM_VIOLATED;
    return any;
}

// In the place of the oldest one.
static void keep(verifying *v, const verify_job *j)
{
    kept_page *at = &v->kept[v->pages++ % PAGES_KEPT];
    scratch_free(at->folder);
    free(at->page);
    *at = (kept_page){j->number, memory_string(j->folder), memory_string(j->page)};
}

void job_settle(server *s, verify_job *j)
{
    bool kept = violates(j) && j->page && access(j->page, R_OK) == 0;
    if (kept)
        keep(s->verifying, j);
    else
        scratch_free(memory_string(j->folder));
    if (j->file && j->verdicts)
        job_answer(s, j, kept ? j->page : NULL);
    else if (j->file)
        job_refuse(s, j, LSP_FAILED, "the verification ended without a verdict");
}
