// SPDX-License-Identifier: MIT
// Which request is answered by what.

#include "lsp/server.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *method;
    bool (*answer)(question *q, json_writer *w);
    bool positioned; // it is about a place
} answers[] = {
    {"textDocument/hover", answer_hover, true},
    {"textDocument/definition", answer_definition, true},
    {"textDocument/references", answer_references, true},
    {"textDocument/documentHighlight", answer_highlights, true},
    {"textDocument/documentSymbol", answer_symbols, false},
    {"textDocument/prepareRename", answer_prepare_rename, true},
    {"textDocument/rename", answer_rename, true},
    {"textDocument/formatting", answer_formatting, false},
    {"textDocument/completion", answer_completion, true},
    {"textDocument/codeLens", answer_lenses, false},
    {"textDocument/semanticTokens/full", answer_semantic_tokens, false},
};
enum { ANSWERS = sizeof answers / sizeof *answers };

// What positions count: the first of the client's that we know.
static void read_encoding(server *s, uint32_t capabilities)
{
    const json_tree *t = &s->tree;
    uint32_t offered = json_tree_path(t, capabilities, "general.positionEncodings");
    bool known = false;
    for (uint32_t i = json_tree_node(t, offered)->first; i && !known;
         i = json_tree_node(t, i)->next) {
        const char *one = json_tree_text(t, i);
        s->utf8 = one && strcmp(one, "utf-8") == 0;
        known = s->utf8 || (one && strcmp(one, "utf-16") == 0);
    }
}

// {"timeout": "2m", "memory": "4G"}, as the command line takes them; numbers are seconds and bytes.
static void read_option(const json_tree *t, uint32_t node, char **option)
{
    const char *given = json_tree_text(t, node);
    int64_t number;
    char *fresh = NULL;
    if (given)
        fresh = memory_string(given);
    else if (json_tree_integer(t, node, 1, INT64_MAX, &number))
        fresh = text_format("%" PRId64, number);
    if (!fresh)
        return;
    free(*option);
    *option = fresh;
}

static void read_client(server *s, uint32_t params)
{
    const json_tree *t = &s->tree;
    uint32_t can = json_tree_member(t, params, "capabilities");
    uint32_t options = json_tree_member(t, params, "initializationOptions");
    read_encoding(s, can);
    s->client = (client_abilities){
        .refreshes_lenses =
            json_tree_true(t, json_tree_path(t, can, "workspace.codeLens.refreshSupport")),
        .makes_progress = json_tree_true(t, json_tree_path(t, can, "window.workDoneProgress")),
        .shows_documents = json_tree_true(t, json_tree_path(t, can, "window.showDocument.support")),
        .relates_diagnostics = json_tree_true(
            t, json_tree_path(t, can, "textDocument.publishDiagnostics.relatedInformation")),
    };
    read_option(t, json_tree_member(t, options, "timeout"), &s->timeout);
    read_option(t, json_tree_member(t, options, "memory"), &s->memory);
}

static void write_texts(json_writer *w, const char *key, const char *const *texts)
{
    json_key(w, key);
    json_open(w, '[');
    for (; *texts; texts++)
        json_text(w, *texts);
    json_close(w);
}

static void write_capabilities(const server *s, json_writer *w)
{
    static const char *const provided[] = {"hoverProvider",          "definitionProvider",
                                           "referencesProvider",     "documentHighlightProvider",
                                           "documentSymbolProvider", "documentFormattingProvider"};
    static const char *const triggers[] = {".", "@", NULL};
    static const char *const commands[] = {COMMAND_VERIFY, COMMAND_STOP, COMMAND_REPORT, NULL};
    json_open(w, '{');
    json_member_text(w, "positionEncoding", s->utf8 ? "utf-8" : "utf-16");
    json_key(w, "textDocumentSync");
    json_open(w, '{');
    json_member_bool(w, "openClose", true);
    json_member_integer(w, "change", 2); // by ranges
    json_close(w);
    for (size_t i = 0; i < sizeof provided / sizeof *provided; i++)
        json_member_bool(w, provided[i], true);
    json_key(w, "renameProvider");
    json_open(w, '{');
    json_member_bool(w, "prepareProvider", true);
    json_close(w);
    json_key(w, "completionProvider");
    json_open(w, '{');
    write_texts(w, "triggerCharacters", triggers);
    json_close(w);
    json_key(w, "semanticTokensProvider");
    json_open(w, '{');
    json_key(w, "legend");
    write_token_legend(w);
    json_member_bool(w, "full", true);
    json_close(w);
    json_key(w, "codeLensProvider");
    json_open(w, '{');
    json_close(w);
    json_key(w, "executeCommandProvider");
    json_open(w, '{');
    write_texts(w, "commands", commands);
    json_member_bool(w, "workDoneProgress", true);
    json_close(w);
    json_close(w);
}

void server_initialize(server *s, uint32_t params, json_writer *w)
{
    read_client(s, params);
    json_open(w, '{');
    json_key(w, "capabilities");
    write_capabilities(s, w);
    json_key(w, "serverInfo");
    json_open(w, '{');
    json_member_text(w, "name", "linchpin");
    json_member_text(w, "version", LP_VERSION);
    json_close(w);
    json_close(w);
}

// Finds what the request is about.
static bool prepare(const server *s, uint32_t params, bool positioned, question *q)
{
    const json_tree *t = &s->tree;
    const char *uri = json_tree_text(t, json_tree_path(t, params, "textDocument.uri"));
    text_position p;
    *q = (question){.tree = t, .params = params, .file = server_file(s, uri)};
    if (!q->file)
        return question_failed(q, LSP_INVALID_PARAMS,
                               uri ? "the file is not open" : "which file is meant?");
    q->names = open_file_names(q->file);
    if (!positioned)
        return true;
    if (!read_position(t, json_tree_member(t, params, "position"), &p))
        return question_failed(q, LSP_INVALID_PARAMS, "which position is meant?");
    q->offset = document_offset(&q->file->text, p);
    q->token = token_around(&q->names->tokens, q->offset);
    return true;
}

static void answer(server *s, uint32_t id, uint32_t params, size_t which)
{
    question q;
    text result = {0};
    json_writer w;
    json_write_init(&w, &result);
    if (prepare(s, params, answers[which].positioned, &q) && answers[which].answer(&q, &w)) {
        outgoing o;
        json_write_fini(&w);
        outgoing_begin(&o);
        outgoing_id(&o, &s->tree, id);
        json_key(&o.json, "result");
        text_add_bytes(json_value(&o.json), result.bytes, result.length);
        outgoing_send(s, &o);
    } else {
        server_error(s, id, q.code, q.problem);
    }
    free(q.problem);
    text_fini(&result);
}

void server_request(server *s, uint32_t id, const char *method, uint32_t params)
{
    size_t which = 0;
    while (which < ANSWERS && strcmp(answers[which].method, method) != 0)
        which++;
    if (which < ANSWERS)
        answer(s, id, params, which);
    else
        server_error(s, id, LSP_METHOD_NOT_FOUND, "this is not answered here");
}
