// SPDX-License-Identifier: MIT
// Files that the client opens, changes and closes, and what it is told of them.

#include "lsp/verifying.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/claims/claim_block.h"

open_file *server_file(const server *s, const char *uri)
{
    for (size_t i = 0; uri && i < s->file_count; i++)
        if (strcmp(s->files[i]->text.uri, uri) == 0)
            return s->files[i];
    return NULL;
}

static void read_version(const server *s, uint32_t node, open_file *f)
{
    int64_t version;
    if (json_tree_integer(&s->tree, json_tree_member(&s->tree, node, "version"), INT32_MIN,
                          INT32_MAX, &version))
        f->text.version = version;
}

static void did_open(server *s, uint32_t params)
{
    uint32_t opened = json_tree_member(&s->tree, params, "textDocument");
    uint32_t node = json_tree_member(&s->tree, opened, "text");
    const char *uri = json_tree_text(&s->tree, json_tree_member(&s->tree, opened, "uri"));
    const char *bytes = json_tree_text(&s->tree, node);
    open_file *f = server_file(s, uri);
    if (!uri || !bytes)
        return;
    if (!f) {
        f = open_file_new(uri, s->utf8);
        MEMORY_GROW(s->files, s->file_capacity, s->file_count + 1);
        s->files[s->file_count++] = f;
    }
    verifying_stop_file(s, f);
    document_set(&f->text, bytes, json_tree_node(&s->tree, node)->length);
    read_version(s, opened, f);
    open_file_changed(f);
}

// One change: of a range, or of everything.
static void change(const server *s, open_file *f, uint32_t node)
{
    const json_tree *t = &s->tree;
    uint32_t fresh = json_tree_member(t, node, "text"), range = json_tree_member(t, node, "range");
    const char *bytes = json_tree_text(t, fresh);
    text_position start, end;
    if (!bytes)
        return;
    size_t length = json_tree_node(t, fresh)->length;
    if (!range) {
        document_set(&f->text, bytes, length);
        return;
    }
    if (!read_position(t, json_tree_member(t, range, "start"), &start) ||
        !read_position(t, json_tree_member(t, range, "end"), &end))
        return;
    size_t from = document_offset(&f->text, start), to = document_offset(&f->text, end);
    document_replace(&f->text, from < to ? from : to, from < to ? to : from, bytes, length);
}

static void did_change(server *s, uint32_t params)
{
    const json_tree *t = &s->tree;
    uint32_t changed = json_tree_member(t, params, "textDocument");
    open_file *f = server_file(s, json_tree_text(t, json_tree_member(t, changed, "uri")));
    uint32_t changes = json_tree_member(t, params, "contentChanges");
    if (!f || json_tree_node(t, changes)->kind != KIND_ARRAY)
        return;
    verifying_stop_file(s, f);
    for (uint32_t i = json_tree_node(t, changes)->first; i; i = json_tree_node(t, i)->next)
        change(s, f, i);
    read_version(s, changed, f);
    open_file_changed(f);
}

static void begin_diagnostics(json_writer *w, text *out, const char *uri)
{
    *out = (text){0};
    json_write_init(w, out);
    json_open(w, '{');
    json_member_text(w, "uri", uri);
}

static void end_diagnostics(server *s, json_writer *w, text *out)
{
    json_close(w);
    json_close(w);
    json_write_fini(w);
    server_notify(s, "textDocument/publishDiagnostics", out);
    text_fini(out);
}

// Its diagnostics go with it.
static void did_close(server *s, uint32_t params)
{
    const json_tree *t = &s->tree;
    open_file *f = server_file(s, json_tree_text(t, json_tree_path(t, params, "textDocument.uri")));
    json_writer w;
    text out;
    if (!f)
        return;
    verifying_stop_file(s, f);
    begin_diagnostics(&w, &out, f->text.uri);
    json_key(&w, "diagnostics");
    json_open(&w, '[');
    end_diagnostics(s, &w, &out);
    size_t i = 0;
    while (s->files[i] != f)
        i++;
    s->files[i] = s->files[--s->file_count];
    open_file_free(f);
}

bool server_follow(server *s, const char *method, uint32_t params)
{
    if (strcmp(method, "textDocument/didOpen") == 0)
        did_open(s, params);
    else if (strcmp(method, "textDocument/didChange") == 0)
        did_change(s, params);
    else if (strcmp(method, "textDocument/didClose") == 0)
        did_close(s, params);
    else
        return false;
    return true;
}

enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2 };

static void begin_diagnostic(json_writer *w, const document *d, size_t from, size_t to,
                             bool warning)
{
    json_open(w, '{');
    write_range(w, d, from, to);
    json_member_integer(w, "severity", warning ? SEVERITY_WARNING : SEVERITY_ERROR);
    json_member_text(w, "source", "linchpin");
}

static void write_related(json_writer *w, const document *d, size_t from, size_t to,
                          const char *said)
{
    json_open(w, '{');
    json_key(w, "location");
    write_location(w, d, from, to);
    json_member_text(w, "message", said);
    json_close(w);
}

// The claim, then the steps.
static void write_steps(json_writer *w, open_file *f, const claim_result *r, size_t from, size_t to)
{
    json_key(w, "relatedInformation");
    json_open(w, '[');
    write_related(w, &f->text, from, to, "what is claimed");
    for (uint32_t i = 0; i < r->step_count; i++) {
        const claim_step *step = &r->steps[i];
        if (step->at == NOT_IN_TEXT)
            continue;
        char *said = text_format("%u. %s", i + 1, step->what);
        write_related(w, &f->text, step->at, statement_end(open_file_names(f), step->at), said);
        free(said);
    }
    json_close(w);
}

// What a verification has found: a violation where it happens, a doubt at the claim.
static void write_claim(const server *s, json_writer *w, open_file *f, uint32_t which)
{
    const claim_result *r = &f->claims[which];
    size_t from, to;
    claim_header(open_file_names(f), which, &from, &to);
    if (r->state != CLAIM_DONE)
        return;
    if (r->outcome == CLAIM_VIOLATED) {
        bool here = r->at != NOT_IN_TEXT;
        char *said =
            text_format("%s%s%s", r->said, r->detail ? "\n" : "", r->detail ? r->detail : "");
        begin_diagnostic(w, &f->text, here ? r->at : from,
                         here ? statement_end(open_file_names(f), r->at) : to, false);
        json_member_text(w, "message", said);
        if (s->client.relates_diagnostics)
            write_steps(w, f, r, from, to);
        json_close(w);
        free(said);
    }
    if (r->warning) {
        begin_diagnostic(w, &f->text, from, to, true);
        json_member_text(w, "message", r->warning);
        json_close(w);
    }
}

static void publish(server *s, open_file *f)
{
    const diagnoses *d = open_file_diagnoses(f);
    json_writer w;
    text out;
    begin_diagnostics(&w, &out, f->text.uri);
    json_member_integer(&w, "version", f->text.version);
    json_key(&w, "diagnostics");
    json_open(&w, '[');
    for (size_t i = 0; i < d->count; i++) {
        const diagnosis *one = &d->list[i];
        begin_diagnostic(&w, &f->text, one->from, one->to, one->warning);
        json_member_text(&w, "message", one->what);
        json_close(&w);
    }
    for (uint32_t i = 0; i < f->claim_count; i++)
        write_claim(s, &w, f, i);
    end_diagnostics(s, &w, &out);
    f->told = true;
}

void server_publish(server *s)
{
    for (size_t i = 0; i < s->file_count && s->phase == SERVER_OPEN; i++)
        if (!s->files[i]->told)
            publish(s, s->files[i]);
    if (s->lenses_changed && s->client.refreshes_lenses && s->phase == SERVER_OPEN) {
        outgoing o;
        outgoing_request(&o, "refresh", "workspace/codeLens/refresh");
        outgoing_send(s, &o);
    }
    s->lenses_changed = false;
}
