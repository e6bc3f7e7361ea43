// SPDX-License-Identifier: MIT
// The layout of `linchpin fmt`, as one edit of the lines that change.

#include "lsp/answers/question.h"
#include "model/syntax/pretty_print.h"

#include <string.h>

// How many bytes of whole lines are the same from the start.
static size_t same_lines(const text *a, const text *b)
{
    size_t same = 0, i = 0;
    for (; i < a->length && i < b->length && a->bytes[i] == b->bytes[i]; i++)
        if (a->bytes[i] == '\n')
            same = i + 1;
    return same;
}

static size_t same_at_end(const text *a, const text *b, size_t from)
{
    size_t same = 0, i = 1;
    for (; from + i <= a->length && from + i <= b->length &&
           a->bytes[a->length - i] == b->bytes[b->length - i];
         i++)
        if (i > 1 && a->bytes[a->length - i] == '\n')
            same = i - 1;
    return same;
}

bool answer_formatting(question *q, json_writer *w)
{
    const text *old = &q->file->text.bytes;
    text fresh = {0};
    error e = {0};
    if (!model_format("", old->bytes, old->length, &fresh, &e)) {
        question_failed(q, LSP_FAILED, "it is laid out when it can be parsed: %.*s",
                        (int)strcspn(e.message, "\n"), e.message);
        text_fini(&fresh);
        return false;
    }
    text_add_bytes(&fresh, "", 0); // so that there are bytes
    json_open(w, '[');
    if (old->length != fresh.length || memcmp(old->bytes, fresh.bytes, old->length) != 0) {
        size_t from = same_lines(old, &fresh), end = same_at_end(old, &fresh, from);
        json_open(w, '{');
        write_range(w, &q->file->text, from, old->length - end);
        json_key(w, "newText");
        json_string(w, fresh.bytes + from, fresh.length - end - from);
        json_close(w);
    }
    json_close(w);
    text_fini(&fresh);
    return true;
}
