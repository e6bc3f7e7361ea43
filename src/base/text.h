// SPDX-License-Identifier: MIT
// A growing string.
//
//     text t = {0};
//     text_add(&t, "%d states", n);
//     puts(t.bytes);
//     text_fini(&t);

#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

typedef struct text {
    char *bytes; // NUL-terminated once anything was added; NULL before
    size_t length, capacity;
} text;

void text_fini(text *t);
void text_clear(text *t);              // keeps the memory
void text_cut(text *t, size_t length); // to its first bytes
void text_add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(text *t, const char *bytes, size_t length);
// A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. What a terminal
// would obey (text_control) is escaped.
void text_add_json(text *t, const char *bytes, size_t length);
// The length of the UTF-8 sequence that begins here; 0: it is not valid. `left`
// is at least 1.
size_t text_utf8(const char *bytes, size_t left);
// The code point that begins here, of `length` bytes, if a terminal would obey it instead of
// showing it: control characters (C0, DEL, C1), line separators, and those that change the
// direction of what follows. Else 0, also for NUL.
unsigned text_control(const char *bytes, size_t length);
// For people: such characters as \x1b or \u202e, but for those in `keep`; so are bytes that
// are not UTF-8. All that others have written passes through here on its way to a terminal.
void text_add_visible(text *t, const char *bytes, size_t length, const char *keep);
char *text_visible(const char *string, const char *keep); // caller frees
char *text_take(text *t); // the string, now the caller's; never NULL

// A fresh string as printf makes it.
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_format_list(const char *format, va_list list) __attribute__((format(printf, 1, 0)));

#endif
