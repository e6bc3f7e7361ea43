// SPDX-License-Identifier: MIT
// The text of an open file. The protocol counts lines from 0, and within a line units of UTF-16, or of
// UTF-8 where client and server have agreed on that; everything else here counts bytes.
//
// A position behind the end of a line is its end, one behind the last line the end of the text, one within a
// character its beginning. Lines end with \n, \r\n or \r.

#ifndef LSP_DOCUMENT_H
#define LSP_DOCUMENT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct text_position {
    uint32_t line, character;
} text_position;

typedef struct document {
    char *uri;
    text bytes; // never NULL
    int64_t version;
    bool utf8;     // what positions count
    size_t *lines; // where each begins
    size_t line_count, line_capacity;
} document;

void document_init(document *d, const char *uri, bool utf8);
void document_fini(document *d);
void document_set(document *d, const char *bytes, size_t length);
// The bytes from `from` to `to` become these.
void document_replace(document *d, size_t from, size_t to, const char *bytes, size_t length);
size_t document_offset(const document *d, text_position p);
text_position document_position(const document *d, size_t offset);

#endif
