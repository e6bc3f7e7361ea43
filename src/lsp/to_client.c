// SPDX-License-Identifier: MIT
// What goes to the client.

#include "lsp/server.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void write_all(server *s, const char *bytes, size_t length)
{
    while (length && !s->gone) {
        ssize_t n = write(s->out, bytes, length);
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        } else if (n < 0 && errno != EINTR) {
            s->gone = true;
        }
    }
}

void outgoing_begin(outgoing *o)
{
    *o = (outgoing){0};
    json_write_init(&o->json, &o->body);
    json_open(&o->json, '{');
    json_member_text(&o->json, "jsonrpc", "2.0");
}

void outgoing_send(server *s, outgoing *o)
{
    text frame = {0};
    json_close(&o->json);
    json_write_fini(&o->json);
    text_add(&frame, "Content-Length: %zu\r\n\r\n", o->body.length);
    text_add_bytes(&frame, o->body.bytes, o->body.length);
    write_all(s, frame.bytes, frame.length);
    text_fini(&frame);
    text_fini(&o->body);
}

void outgoing_id(outgoing *o, const json_tree *t, uint32_t id)
{
    const json_node *n = id ? json_tree_node(t, id) : NULL;
    json_key(&o->json, "id");
    if (n && n->kind == KIND_INTEGER)
        json_integer(&o->json, n->integer);
    else if (n && n->kind == KIND_STRING)
        json_string(&o->json, json_tree_text(t, id), n->length);
    else
        json_null(&o->json);
}

void server_error(server *s, uint32_t id, int code, const char *why)
{
    outgoing o;
    outgoing_begin(&o);
    outgoing_id(&o, &s->tree, id);
    json_key(&o.json, "error");
    json_open(&o.json, '{');
    json_member_integer(&o.json, "code", code);
    json_member_text(&o.json, "message", why);
    json_close(&o.json);
    outgoing_send(s, &o);
}

void server_notify(server *s, const char *method, const text *params)
{
    outgoing o;
    outgoing_begin(&o);
    json_member_text(&o.json, "method", method);
    json_key(&o.json, "params");
    text_add_bytes(json_value(&o.json), params->bytes, params->length);
    outgoing_send(s, &o);
}
