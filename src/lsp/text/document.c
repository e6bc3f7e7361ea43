// SPDX-License-Identifier: MIT
// See document.h.

#include "lsp/text/document.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void add_line(document *d, size_t at)
{
    MEMORY_GROW(d->lines, d->line_capacity, d->line_count + 1);
    d->lines[d->line_count++] = at;
}

// The first `known` lines are as they were.
static void find_lines(document *d, size_t known)
{
    d->line_count = known;
    if (!known)
        add_line(d, 0);
    const char *b = d->bytes.bytes;
    for (size_t i = d->lines[d->line_count - 1]; i < d->bytes.length; i++)
        if (b[i] == '\n' || (b[i] == '\r' && b[i + 1] != '\n'))
            add_line(d, i + 1);
}

void document_init(document *d, const char *uri, bool utf8)
{
    *d = (document){.uri = memory_string(uri), .utf8 = utf8};
    document_set(d, "", 0);
}

void document_fini(document *d)
{
    free(d->uri);
    text_fini(&d->bytes);
    free(d->lines);
    *d = (document){0};
}

void document_set(document *d, const char *bytes, size_t length)
{
    text fresh = {0};
    text_add_bytes(&fresh, bytes, length);
    text_fini(&d->bytes);
    d->bytes = fresh;
    find_lines(d, 0);
}

// The line that a byte is in.
static size_t line_of(const document *d, size_t offset)
{
    size_t low = 0, high = d->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (d->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void document_replace(document *d, size_t from, size_t to, const char *bytes, size_t length)
{
    REQUIRE(from <= to && to <= d->bytes.length);
    // A \r before the change may have been a line's end, and be the first half of one now.
    size_t line = line_of(d, from ? from - 1 : 0);
    text fresh = {0};
    text_add_bytes(&fresh, d->bytes.bytes, from);
    text_add_bytes(&fresh, bytes, length);
    text_add_bytes(&fresh, d->bytes.bytes + to, d->bytes.length - to);
    text_fini(&d->bytes);
    d->bytes = fresh;
    find_lines(d, line + 1);
}

// Where the line ends, without the bytes that end it.
static size_t line_end(const document *d, size_t line)
{
    const char *b = d->bytes.bytes;
    size_t end = line + 1 < d->line_count ? d->lines[line + 1] : d->bytes.length;
    if (line + 1 < d->line_count) {
        end--;
        if (b[end] == '\n' && end > d->lines[line] && b[end - 1] == '\r')
            end--;
    }
    return end;
}

// How many bytes the character takes that begins here, and how many units it counts as. What is not UTF-8
// counts as one a byte.
static size_t character(const document *d, size_t at, size_t end, uint32_t *units)
{
    size_t n = text_utf8(d->bytes.bytes + at, end - at);
    n = n ? n : 1;
    *units = d->utf8 ? (uint32_t)n : n == 4 ? 2 : 1;
    return n;
}

size_t document_offset(const document *d, text_position p)
{
    if (p.line >= d->line_count)
        return d->bytes.length;
    size_t at = d->lines[p.line], end = line_end(d, p.line);
    uint32_t seen = 0, units;
    while (at < end) {
        size_t n = character(d, at, end, &units);
        if (seen + units > p.character)
            break;
        seen += units;
        at += n;
    }
    return at;
}

text_position document_position(const document *d, size_t offset)
{
    if (offset > d->bytes.length)
        offset = d->bytes.length;
    size_t line = line_of(d, offset), at = d->lines[line];
    text_position p = {.line = (uint32_t)line};
    uint32_t units;
    while (at < offset) {
        at += character(d, at, d->bytes.length, &units);
        if (at <= offset)
            p.character += units;
    }
    return p;
}
