// SPDX-License-Identifier: MIT
// What goes to the client.

#include "lsp/server.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
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

char *id_json(const json_tree *t, uint32_t id)
{
    const json_node *n = json_tree_node(t, id);
    text out = {0};
    if (n->kind == KIND_INTEGER)
        text_add(&out, "%" PRId64, n->integer);
    else if (n->kind == KIND_STRING)
        text_add_json(&out, json_tree_text(t, id), n->length);
    else
        return NULL;
    return text_take(&out);
}

void outgoing_id(outgoing *o, const json_tree *t, uint32_t id)
{
    char *json = id_json(t, id);
    json_key(&o->json, "id");
    text_add(json_value(&o->json), "%s", json ? json : "null");
    free(json);
}

void outgoing_request(outgoing *o, const char *id, const char *method)
{
    outgoing_begin(o);
    json_member_text(&o->json, "id", id);
    json_member_text(&o->json, "method", method);
}

void server_error_for(server *s, const char *id, int code, const char *why)
{
    outgoing o;
    outgoing_begin(&o);
    json_key(&o.json, "id");
    text_add(json_value(&o.json), "%s", id);
    json_key(&o.json, "error");
    json_open(&o.json, '{');
    json_member_integer(&o.json, "code", code);
    json_member_text(&o.json, "message", why);
    json_close(&o.json);
    outgoing_send(s, &o);
}

void server_error(server *s, uint32_t id, int code, const char *why)
{
    char *json = id_json(&s->tree, id);
    server_error_for(s, json ? json : "null", code, why);
    free(json);
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
