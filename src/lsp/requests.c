// SPDX-License-Identifier: MIT
// Which request is answered by what.

#include "lsp/server.h"

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
};
enum { ANSWERS = sizeof answers / sizeof *answers };

void server_initialize(server *s, uint32_t params, json_writer *w)
{
    static const char *const provided[] = {"hoverProvider",          "definitionProvider",
                                           "referencesProvider",     "documentHighlightProvider",
                                           "documentSymbolProvider", "documentFormattingProvider"};
    const json_tree *t = &s->tree;
    uint32_t offered = json_tree_path(t, params, "capabilities.general.positionEncodings");
    bool known = false;
    for (uint32_t i = json_tree_node(t, offered)->first; i && !known;
         i = json_tree_node(t, i)->next) {
        const char *one = json_tree_text(t, i);
        s->utf8 = one && strcmp(one, "utf-8") == 0;
        known = s->utf8 || (one && strcmp(one, "utf-16") == 0);
    }
    json_open(w, '{');
    json_key(w, "capabilities");
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
    json_key(w, "triggerCharacters");
    json_open(w, '[');
    json_text(w, ".");
    json_text(w, "@");
    json_close(w);
    json_close(w);
    json_close(w);
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
