// SPDX-License-Identifier: MIT
// See server.h: reads messages, keeps to the order of a session, and tells what has changed when nothing more
// is waiting to be read.

#include "lsp/verifying.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16, VERIFY_SECONDS = 60 };

static void initialize(server *s, uint32_t id, uint32_t params)
{
    outgoing o;
    outgoing_begin(&o);
    outgoing_id(&o, &s->tree, id);
    json_key(&o.json, "result");
    server_initialize(s, params, &o.json);
    outgoing_send(s, &o);
    s->phase = SERVER_OPEN;
}

static void shut_down(server *s, uint32_t id)
{
    outgoing o;
    verifying_stop_all(s);
    outgoing_begin(&o);
    outgoing_id(&o, &s->tree, id);
    json_key(&o.json, "result");
    json_null(&o.json);
    outgoing_send(s, &o);
    s->phase = SERVER_SHUT;
}

static void request(server *s, uint32_t id, const char *method, uint32_t params)
{
    if (strcmp(method, "initialize") == 0 && s->phase == SERVER_WAITING)
        initialize(s, id, params);
    else if (s->phase == SERVER_WAITING)
        server_error(s, id, LSP_NOT_INITIALIZED, "the first request is initialize");
    else if (s->phase == SERVER_SHUT)
        server_error(s, id, LSP_INVALID_REQUEST, "after shutdown there are no requests");
    else if (strcmp(method, "initialize") == 0)
        server_error(s, id, LSP_INVALID_REQUEST, "initialize is sent once");
    else if (strcmp(method, "shutdown") == 0)
        shut_down(s, id);
    else if (strcmp(method, "workspace/executeCommand") == 0)
        server_execute(s, id, params);
    else
        server_request(s, id, method, params);
}

static void leave(server *s)
{
    s->exit_code = s->phase == SERVER_SHUT ? 0 : 1;
    s->phase = SERVER_ENDED;
}

static void message(server *s)
{
    const json_tree *t = &s->tree;
    const char *method = json_tree_text(t, json_tree_member(t, JSON_ROOT, "method"));
    uint32_t id = json_tree_member(t, JSON_ROOT, "id");
    uint32_t params = json_tree_member(t, JSON_ROOT, "params");
    json_kind kind = json_tree_node(t, id)->kind;
    bool response = !method && (json_tree_member(t, JSON_ROOT, "result") ||
                                json_tree_member(t, JSON_ROOT, "error"));
    if (response) {
        const char *ours = json_tree_text(t, id);
        if (ours)
            server_response(s, ours);
        return;
    }
    if (!method || (id && kind != KIND_INTEGER && kind != KIND_STRING))
        server_error(s, JSON_ABSENT, LSP_INVALID_REQUEST, "this is no request");
    else if (id)
        request(s, id, method, params);
    else if (strcmp(method, "exit") == 0)
        leave(s);
    else if (s->phase == SERVER_OPEN && !server_take_back(s, method, params))
        server_follow(s, method, params);
}

// Everything that has come as a whole.
static void take_messages(server *s)
{
    const char *body;
    size_t length;
    while (s->phase != SERVER_ENDED && !s->gone) {
        frame_kind kind = frames_next(&s->frames, &body, &length);
        if (kind == FRAME_NONE)
            return;
        if (kind == FRAME_BAD_HEADER)
            server_error(s, JSON_ABSENT, LSP_PARSE_ERROR, "the header has no Content-Length");
        else if (kind == FRAME_TOO_LARGE)
            server_error(s, JSON_ABSENT, LSP_INVALID_REQUEST, "the message is too large");
        else if (!json_tree_read(&s->tree, body, length))
            server_error(s, JSON_ABSENT, LSP_PARSE_ERROR, "the message is no JSON");
        else
            message(s);
    }
}

static bool is_waiting(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 0) > 0;
}

// Until the client says something; meanwhile what it wants verified goes on.
static void wait_for_client(server *s)
{
    for (bool said = false; !said && !s->gone;) {
        struct pollfd both[] = {{.fd = s->in, .events = POLLIN},
                                {.fd = verifying_descriptor(s), .events = POLLIN}};
        poll(both, 2, verifying_patience(s));
        said = both[0].revents != 0;
        verifying_go_on(s);
        if (!said)
            server_publish(s);
    }
}

// False: there is no more.
static bool read_some(server *s)
{
    char bytes[READ_BYTES];
    ssize_t n = read(s->in, bytes, sizeof bytes);
    if (n > 0)
        frames_add(&s->frames, bytes, (size_t)n);
    return n > 0 || (n < 0 && errno == EINTR);
}

int server_run(int in, int out, const server_options *o)
{
    server s = {.in = in, .out = out, .exit_code = 1};
    s.timeout = text_format("%g", o->timeout > 0 ? o->timeout : VERIFY_SECONDS);
    s.memory = o->memory ? text_format("%llu", (unsigned long long)o->memory) : NULL;
    bool more = true;
    while (more && !s.gone && s.phase != SERVER_ENDED) {
        if (!is_waiting(in))
            server_publish(&s);
        wait_for_client(&s);
        more = read_some(&s);
        take_messages(&s);
    }
    verifying_free(&s);
    for (size_t i = 0; i < s.file_count; i++)
        open_file_free(s.files[i]);
    free(s.files);
    free(s.timeout);
    free(s.memory);
    json_tree_fini(&s.tree);
    frames_fini(&s.frames);
    return s.exit_code;
}
