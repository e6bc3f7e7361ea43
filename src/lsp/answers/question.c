// SPDX-License-Identifier: MIT
// See question.h.

#include "lsp/answers/question.h"

#include <stdlib.h>

bool question_failed(question *q, int code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    free(q->problem);
    q->problem = text_format_list(format, list);
    q->code = code;
    va_end(list);
    return false;
}

void write_position(json_writer *w, const document *d, size_t offset)
{
    text_position p = document_position(d, offset);
    json_open(w, '{');
    json_member_integer(w, "line", p.line);
    json_member_integer(w, "character", p.character);
    json_close(w);
}

void write_bounds(json_writer *w, const document *d, size_t from, size_t to)
{
    json_open(w, '{');
    json_key(w, "start");
    write_position(w, d, from);
    json_key(w, "end");
    write_position(w, d, to);
    json_close(w);
}

void write_range(json_writer *w, const document *d, size_t from, size_t to)
{
    json_key(w, "range");
    write_bounds(w, d, from, to);
}

void write_location(json_writer *w, const document *d, size_t from, size_t to)
{
    json_open(w, '{');
    json_member_text(w, "uri", d->uri);
    write_range(w, d, from, to);
    json_close(w);
}

void write_token_range(json_writer *w, const question *q, uint32_t first, uint32_t last)
{
    const token *list = q->names->tokens.list;
    write_range(w, &q->file->text, list[first].at, list[last].end);
}

bool read_position(const json_tree *t, uint32_t node, text_position *out)
{
    int64_t line, character;
    if (!json_tree_integer(t, json_tree_member(t, node, "line"), 0, UINT32_MAX, &line) ||
        !json_tree_integer(t, json_tree_member(t, node, "character"), 0, UINT32_MAX, &character))
        return false;
    *out = (text_position){.line = (uint32_t)line, .character = (uint32_t)character};
    return true;
}
