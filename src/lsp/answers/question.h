// SPDX-License-Identifier: MIT
// A request about an open file, and what its answers are written with.
//
// An answer writes one JSON value, the result. Where it cannot be given it writes nothing, says why in the
// question, and gives false.

#ifndef LSP_QUESTION_H
#define LSP_QUESTION_H

#include "base/io/json_write.h"
#include "lsp/answers/open_file.h"
#include "lsp/text/json_tree.h"

enum {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_NOT_INITIALIZED = -32002,
    LSP_CANCELLED = -32800,
    LSP_CONTENT_MODIFIED = -32801,
    LSP_FAILED = -32803,
};

// What a client may have executed. Each takes an object with the `uri` of a file, and, unless all of its verify blocks
// are meant, the number `block` of one and its header, `claim`.
#define COMMAND_VERIFY "linchpin.verify"
#define COMMAND_STOP "linchpin.stop"
#define COMMAND_REPORT "linchpin.report"

typedef struct question {
    const json_tree *tree;
    uint32_t params;
    open_file *file;
    const name_table *names;
    size_t offset;  // of the position, if there is one
    uint32_t token; // that is there; their count: none
    int code;       // of an error,
    char *problem;  // and why; the server frees it
} question;

bool question_failed(question *q, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void write_position(json_writer *w, const document *d, size_t offset);
void write_bounds(json_writer *w, const document *d, size_t from, size_t to);
void write_range(json_writer *w, const document *d, size_t from, size_t to); // with its key
void write_location(json_writer *w, const document *d, size_t from, size_t to);
void write_token_range(json_writer *w, const question *q, uint32_t first, uint32_t last);
// The position of a member, if it is one.
bool read_position(const json_tree *t, uint32_t node, text_position *out);

bool answer_hover(question *q, json_writer *w);
bool answer_definition(question *q, json_writer *w);
bool answer_references(question *q, json_writer *w);
bool answer_highlights(question *q, json_writer *w);
bool answer_symbols(question *q, json_writer *w);
bool answer_rename(question *q, json_writer *w);
bool answer_prepare_rename(question *q, json_writer *w);
bool answer_formatting(question *q, json_writer *w);
bool answer_completion(question *q, json_writer *w);
bool answer_lenses(question *q, json_writer *w);
bool answer_semantic_tokens(question *q, json_writer *w);
void write_token_legend(json_writer *w);

#endif
