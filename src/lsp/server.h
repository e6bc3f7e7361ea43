// SPDX-License-Identifier: MIT
// A language server for models: JSON-RPC 2.0 with Content-Length, as LSP 3.17 has it.
//
//     server_options o = {.timeout = 60};
//     exit_code = server_run(STDIN_FILENO, STDOUT_FILENO, &o);
//
//     waiting ──initialize──▶ open ──shutdown──▶ shut ──exit──▶ 0
//        └────────exit, or the end of the input──────────────▶ 1
//
// Nothing that a client sends ends it but `exit` and the end of the input.

#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include "lsp/answers/question.h"
#include "lsp/text/message_frames.h"

typedef struct server_options {
    double timeout;  // of a verification, in seconds; 0: the usual one
    uint64_t memory; // likewise, in bytes; 0: none
} server_options;

int server_run(int in, int out, const server_options *o);

// For the files of this room.
typedef enum server_phase { SERVER_WAITING, SERVER_OPEN, SERVER_SHUT, SERVER_ENDED } server_phase;

// What the client has said that it can do.
typedef struct client_abilities {
    bool refreshes_lenses, makes_progress, shows_documents, relates_diagnostics;
} client_abilities;

typedef struct verifying verifying; // see verifying.h

typedef struct server {
    int in, out;
    char *timeout,
        *memory; // of a verification, as the command line takes them; NULL: none is given
    server_phase phase;
    client_abilities client;
    int exit_code;
    bool gone; // nobody reads what it writes
    bool utf8;
    message_frames frames;
    json_tree tree; // of the message that is answered
    open_file **files;
    size_t file_count, file_capacity;
    verifying *verifying;
    bool lenses_changed; // and the client does not know yet
} server;

open_file *server_file(const server *s, const char *uri); // NULL: it is not open

// Messages to the client. What is between the two calls writes the member `params`, `result` or `error`.
typedef struct outgoing {
    text body;
    json_writer json;
} outgoing;
void outgoing_begin(outgoing *o);
void outgoing_send(server *s, outgoing *o);
void outgoing_id(outgoing *o, const json_tree *t, uint32_t id);
// The id as JSON, for later; NULL: it is none. Caller frees.
char *id_json(const json_tree *t, uint32_t id);
// A request of ours. `id` is what server_response gets to see.
void outgoing_request(outgoing *o, const char *id, const char *method);
// An error for a request whose id was kept.
void server_error_for(server *s, const char *id, int code, const char *why);
// An error for the request with this id; JSON_ABSENT: null.
void server_error(server *s, uint32_t id, int code, const char *why);
void server_notify(server *s, const char *method, const text *params);

// A message with a method. id JSON_ABSENT: a notification.
void server_request(server *s, uint32_t id, const char *method, uint32_t params);
// didOpen, didChange, didClose. False: it is none of them.
bool server_follow(server *s, const char *method, uint32_t params);
void server_publish(server *s); // diagnostics of the files that have changed, and that lenses have
void server_initialize(server *s, uint32_t params, json_writer *w);

#endif
