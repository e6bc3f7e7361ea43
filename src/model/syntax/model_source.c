// SPDX-License-Identifier: MIT
// Positions, excerpts and errors in a .lin file.

#include "model/syntax/model_source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Longer lines are cut around the error, so that the caret stays in sight.
enum { SHOWN_BEFORE = 60, SHOWN_AFTER = 40 };

void source_position(const source *s, uint32_t at, uint32_t *line, uint32_t *column)
{
    uint32_t l = 1, start = 0;
    for (uint32_t i = 0; i < at && i < s->length; i++)
        if (s->bytes[i] == '\n') {
            l++;
            start = i + 1;
        }
    *line = l;
    *column = at - start + 1;
}

// How many begin in these bytes.
static uint32_t characters(const source *s, uint32_t from, uint32_t to)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++)
        count += ((unsigned char)s->bytes[i] & 0xc0) != 0x80;
    return count;
}

static void add_caret(const source *s, uint32_t at, text *out)
{
    uint32_t from = at, to = at;
    while (from > 0 && s->bytes[from - 1] != '\n' && at - from < SHOWN_BEFORE)
        from--;
    while (to < s->length && s->bytes[to] != '\n' && to - at < SHOWN_AFTER)
        to++;
    bool cut_before = from > 0 && s->bytes[from - 1] != '\n';
    bool cut_after = to < s->length && s->bytes[to] != '\n';
    while (from < at && (s->bytes[from] == ' ' || s->bytes[from] == '\t'))
        from++;
    text_add(out, "\n  %s", cut_before ? "…" : "");
    for (uint32_t i = from; i < to; i++) {
        char c = s->bytes[i];
        text_add(out, "%c", (unsigned char)c < ' ' || c == 127 ? ' ' : c);
    }
    text_add(out, "%s\n  %*s^", cut_after ? "…" : "", (int)(characters(s, from, at) + cut_before),
             "");
}

bool source_error(const source *s, error *e, uint32_t at, const char *hint, const char *format, ...)
{
    text message = {0};
    char sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (s->note) {
        s->note->at = at;
        snprintf(s->note->what, sizeof s->note->what, "%s", sentence);
        snprintf(s->note->hint, sizeof s->note->hint, "%s", hint ? hint : "");
    }
    text_add_visible(&message, sentence, strlen(sentence), "");
    add_caret(s, at, &message);
    if (hint) {
        text_add(&message, "\n  ");
        text_add_visible(&message, hint, strlen(hint), "");
    }
    uint32_t line, column;
    source_position(s, at, &line, &column);
    error_at(e, s->file, line, column, "%s", message.bytes);
    if (e)
        e->characters = 1 + characters(s, at - (column - 1), at);
    text_fini(&message);
    return false;
}

uint32_t comment_end(const source *s, uint32_t at)
{
    uint32_t i = at;
    if (at + 1 >= s->length || s->bytes[at] != '/')
        return at;
    if (s->bytes[at + 1] == '/') {
        while (i < s->length && s->bytes[i] != '\n')
            i++;
        return i;
    }
    if (s->bytes[at + 1] != '*')
        return at;
    for (i = at + 2; i + 1 < s->length; i++)
        if (s->bytes[i] == '*' && s->bytes[i + 1] == '/')
            return i + 2;
    return (uint32_t)s->length + 1;
}

char *source_excerpt(const source *s, uint32_t at, uint32_t end)
{
    text out = {0};
    bool space = false;
    for (uint32_t i = at; i < end && i < s->length; i++) {
        char c = s->bytes[i];
        uint32_t after = comment_end(s, i);
        if (after > i) {
            i = after - 1;
            space = true;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            space = true;
        } else {
            if (space && out.length)
                text_add(&out, " ");
            space = false;
            text_add_bytes(&out, &c, 1);
        }
    }
    return text_take(&out);
}
