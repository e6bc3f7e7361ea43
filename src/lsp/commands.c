// SPDX-License-Identifier: MIT
// What a client may have executed (question.h has the names), and how it takes that back.

#include "lsp/verifying.h"

#include "lsp/claims/claim_block.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void answer_null(server *s, const char *id)
{
    outgoing o;
    outgoing_begin(&o);
    json_key(&o.json, "id");
    text_add(json_value(&o.json), "%s", id);
    json_key(&o.json, "result");
    json_null(&o.json);
    outgoing_send(s, &o);
}

static void add_uri(text *out, const char *path)
{
    text_add(out, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     strchr("/-_.~", c);
        text_add(out, plain ? "%c" : "%%%02X", c);
    }
}

// False: the page is gone.
static bool show_page(server *s, const char *page)
{
    outgoing o;
    text uri = {0};
    if (access(page, R_OK) != 0)
        return false;
    if (s->client.shows_documents) {
        add_uri(&uri, page);
        outgoing_request(&o, "show", "window/showDocument");
    } else {
        outgoing_begin(&o);
        json_member_text(&o.json, "method", "window/showMessage");
    }
    json_key(&o.json, "params");
    json_open(&o.json, '{');
    if (s->client.shows_documents) {
        json_member_text(&o.json, "uri", uri.bytes);
        json_member_bool(&o.json, "external", true);
    } else {
        static const int message_info = 3;
        char *said = text_format("The report: %s", page);
        json_member_integer(&o.json, "type", message_info);
        json_member_text(&o.json, "message", said);
        free(said);
    }
    json_close(&o.json);
    outgoing_send(s, &o);
    text_fini(&uri);
    return true;
}

typedef struct target {
    open_file *file;
    uint32_t claim;
} target;

// What the argument is about. False: the error is sent.
static bool read_target(server *s, uint32_t argument, const char *id, target *out)
{
    const json_tree *t = &s->tree;
    const char *uri = json_tree_text(t, json_tree_member(t, argument, "uri"));
    const char *title = json_tree_text(t, json_tree_member(t, argument, "claim"));
    uint32_t block = json_tree_member(t, argument, "block");
    int64_t number = 0;
    out->file = server_file(s, uri);
    out->claim = ALL_CLAIMS;
    if (!out->file) {
        server_error_for(s, id, LSP_INVALID_PARAMS,
                         uri ? "the file is not open" : "which file is meant?");
        return false;
    }
    if (!block)
        return true;
    const name_table *names = open_file_names(out->file);
    if (!json_tree_integer(t, block, 0, UINT32_MAX - 1, &number)) {
        server_error_for(s, id, LSP_INVALID_PARAMS, "`block` is a number, from 0");
        return false;
    }
    out->claim = (uint32_t)number;
    bool there =
        title ? claim_find(names, out->file->text.bytes.bytes, title, out->claim, &out->claim)
              : out->claim < names->claim_count;
    if (!there)
        server_error_for(s, id, LSP_CONTENT_MODIFIED, "this verify block is not there any more");
    return there;
}

static void verify(server *s, const target *what, const char *id, uint32_t params)
{
    char *progress = id_json(&s->tree, json_tree_member(&s->tree, params, "workDoneToken"));
    error e = {0};
    if (!verifying_ask(s, what->file, what->claim, id, progress, &e))
        server_error_for(s, id, LSP_FAILED, e.message);
    free(progress);
}

static bool is_target(const verify_job *j, const void *context)
{
    const target *what = context;
    return j->file == what->file &&
           (j->claim == what->claim || j->claim == ALL_CLAIMS || what->claim == ALL_CLAIMS);
}

static void stop(server *s, const target *what, const char *id)
{
    verifying_stop(s, is_target, what, LSP_CANCELLED, "stopped");
    answer_null(s, id);
}

static void report(server *s, const target *what, const char *id)
{
    const open_file *f = what->file;
    const char *page = NULL;
    for (uint32_t i = 0; i < f->claim_count && !page; i++)
        if (what->claim == ALL_CLAIMS || what->claim == i)
            page = f->claims[i].page;
    if (page && show_page(s, page))
        answer_null(s, id);
    else
        server_error_for(s, id, LSP_FAILED,
                         page ? "the page is gone: verify it again" : "there is no report");
}

void server_execute(server *s, uint32_t id, uint32_t params)
{
    const json_tree *t = &s->tree;
    const char *command = json_tree_text(t, json_tree_member(t, params, "command"));
    uint32_t arguments = json_tree_member(t, params, "arguments");
    char *key = id_json(t, id);
    target what;
    bool known =
        command && (strcmp(command, COMMAND_VERIFY) == 0 || strcmp(command, COMMAND_STOP) == 0 ||
                    strcmp(command, COMMAND_REPORT) == 0);
    if (!known) {
        server_error_for(s, key, LSP_INVALID_PARAMS, "no command is called so");
    } else if (read_target(s, json_tree_node(t, arguments)->first, key, &what)) {
        if (strcmp(command, COMMAND_VERIFY) == 0)
            verify(s, &what, key, params);
        else if (strcmp(command, COMMAND_STOP) == 0)
            stop(s, &what, key);
        else
            report(s, &what, key);
    }
    free(key);
}

static bool has_id(const verify_job *j, const void *id)
{
    return strcmp(j->id, id) == 0;
}

static bool has_token(const verify_job *j, const void *key)
{
    return j->token && strcmp(j->token, key) == 0;
}

bool server_take_back(server *s, const char *method, uint32_t params)
{
    bool request = strcmp(method, "$/cancelRequest") == 0;
    if (!request && strcmp(method, "window/workDoneProgress/cancel") != 0)
        return false;
    char *key = id_json(&s->tree, json_tree_member(&s->tree, params, request ? "id" : "token"));
    if (key)
        verifying_stop(s, request ? has_id : has_token, key, LSP_CANCELLED, "stopped");
    free(key);
    return true;
}

// "progress/12": of job 12.
static bool about(const char *id, const char *what, uint64_t *job)
{
    size_t length = strlen(what);
    bool is = strncmp(id, what, length) == 0 && id[length] == '/';
    *job = is ? strtoull(id + length + 1, NULL, 10) : 0;
    return is;
}

void server_response(server *s, const char *id)
{
    const json_tree *t = &s->tree;
    verifying *v = s->verifying;
    uint32_t result = json_tree_member(t, JSON_ROOT, "result");
    uint64_t job;
    if (!v)
        return;
    if (about(id, "progress", &job) && v->first && v->first->number == job &&
        v->first->progress == PROGRESS_ASKED) {
        v->first->progress = result ? PROGRESS_READY : PROGRESS_NONE;
        if (result)
            job_begin_progress(s, v->first);
    } else if (about(id, "offer", &job) && json_tree_member(t, result, "title")) {
        for (size_t i = 0; i < PAGES_KEPT; i++)
            if (v->kept[i].job == job)
                show_page(s, v->kept[i].page);
    }
}
