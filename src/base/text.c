// SPDX-License-Identifier: MIT
// A growing string: see text.h.

#include "base/text.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_fini(text *t)
{
    free(t->bytes);
    *t = (text){0};
}

void text_clear(text *t)
{
    t->length = 0;
    if (t->bytes)
        t->bytes[0] = 0;
}

void text_cut(text *t, size_t length)
{
    if (length >= t->length)
        return;
    t->length = length;
    t->bytes[length] = '\0';
}

void text_add_bytes(text *t, const char *bytes, size_t length)
{
    MEMORY_GROW(t->bytes, t->capacity, t->length + length + 1);
    if (length)
        memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = 0;
}

__attribute__((format(printf, 2, 0))) static void add_list(text *t, const char *format,
                                                           va_list list)
{
    va_list again;
    va_copy(again, list);
    // Mostly there is room enough: then it is formatted once.
    size_t room = t->capacity > t->length ? t->capacity - t->length : 0;
    int length = vsnprintf(room ? t->bytes + t->length : NULL, room, format, list);
    if (length < 0) // of what can go wrong here, this alone can happen to us
        memory_exhausted(0);
    if ((size_t)length >= room) {
        MEMORY_GROW(t->bytes, t->capacity, t->length + (size_t)length + 1);
        vsnprintf(t->bytes + t->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    t->length += (size_t)length;
}

void text_add(text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    // printf takes long to find out that there is nothing to do.
    if (!strchr(format, '%')) {
        text_add_bytes(t, format, strlen(format));
    } else if (strcmp(format, "%s") == 0) {
        const char *string = va_arg(list, const char *);
        text_add_bytes(t, string ? string : "(null)", string ? strlen(string) : 6);
    } else {
        add_list(t, format, list);
    }
    va_end(list);
}

// Overlong forms, surrogates and code points past U+10FFFF are not valid.
size_t text_utf8(const char *bytes, size_t left)
{
    const unsigned char *p = (const unsigned char *)bytes;
    size_t length = p[0] < 0x80                    ? 1
                    : p[0] >= 0xc2 && p[0] <= 0xdf ? 2
                    : (p[0] & 0xf0) == 0xe0        ? 3
                    : p[0] >= 0xf0 && p[0] <= 0xf4 ? 4
                                                   : 0;
    if (!length || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool surrogate = p[0] == 0xed && p[1] >= 0xa0;
    bool too_far = p[0] == 0xf4 && p[1] >= 0x90;
    return overlong || surrogate || too_far ? 0 : length;
}

unsigned text_control(const char *bytes, size_t length)
{
    const unsigned char *p = (const unsigned char *)bytes;
    unsigned c = p[0];
    if (length == 2)
        c = (c & 0x1fU) << 6 | (p[1] & 0x3fU);
    else if (length == 3)
        c = (c & 0x0fU) << 12 | (p[1] & 0x3fU) << 6 | (p[2] & 0x3fU);
    else if (length > 3)
        return 0;
    bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e ||
                   c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return control ? c : 0;
}

void text_add_visible(text *t, const char *bytes, size_t length, const char *keep)
{
    for (size_t i = 0, n; i < length; i += n) {
        size_t valid = text_utf8(bytes + i, length - i);
        n = valid ? valid : 1;
        unsigned control = valid ? text_control(bytes + i, n) : (unsigned char)bytes[i];
        if (!bytes[i] || (control && n == 1 && !strchr(keep, (int)control)))
            text_add(t, "\\x%02x", control);
        else if (control && n > 1)
            text_add(t, "\\u%04x", control);
        else
            text_add_bytes(t, bytes + i, n);
    }
}

char *text_visible(const char *string, const char *keep)
{
    text t = {0};
    text_add_visible(&t, string, strlen(string), keep);
    return text_take(&t);
}

void text_add_json(text *t, const char *bytes, size_t length)
{
    const unsigned char *p = (const unsigned char *)bytes;
    text_add_bytes(t, "\"", 1);
    for (size_t i = 0; i < length;) {
        if (p[i] == '"' || p[i] == '\\') {
            text_add(t, "\\%c", p[i++]);
        } else if (p[i] == '\n') {
            text_add_bytes(t, "\\n", 2);
            i++;
        } else if (p[i] == '\t') {
            text_add_bytes(t, "\\t", 2);
            i++;
        } else if (p[i] < 0x20 || p[i] == 0x7f) {
            text_add(t, "\\u%04x", p[i++]);
        } else if (p[i] == '[' && i >= 2 && p[i - 1] == '#' && p[i - 2] == '#') {
            text_add_bytes(t, "\\u005b", 6); // a log that GitHub reads obeys ##[…] anywhere
            i++;
        } else {
            size_t n = text_utf8(bytes + i, length - i);
            if (n > 1 && n < 4 && text_control(bytes + i, n))
                text_add(t, "\\u%04x", text_control(bytes + i, n));
            else if (n)
                text_add_bytes(t, bytes + i, n);
            else
                text_add_bytes(t, "\\ufffd", 6);
            i += n ? n : 1;
        }
    }
    text_add_bytes(t, "\"", 1);
}

char *text_take(text *t)
{
    char *bytes = t->bytes ? t->bytes : memory_string("");
    *t = (text){0};
    return bytes;
}

char *text_format_list(const char *format, va_list list)
{
    text t = {0};
    add_list(&t, format, list);
    return text_take(&t);
}

char *text_format(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *out = text_format_list(format, list);
    va_end(list);
    return out;
}
