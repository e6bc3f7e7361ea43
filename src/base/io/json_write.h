// SPDX-License-Identifier: MIT
// Writing JSON: commas, quotes and escapes are set here, and brackets close as they were opened.
//
//     json_writer w;
//     json_write_init(&w, &out);
//     json_open(&w, '{');
//     json_member_text(&w, "verdict", "holds");
//     json_key(&w, "ops");
//     json_open(&w, '[');
//     json_integer(&w, 3);
//     json_close(&w);
//     json_close(&w);
//     json_write_fini(&w);
//
// Misuse (a member without a key, a bracket left open) is a broken invariant: an assertion.

#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { JSON_WRITE_DEPTH = 16 };

typedef struct json_writer {
    text *out;
    int depth;
    char nesting[JSON_WRITE_DEPTH]; // the brackets that are open
    bool begun;                     // the innermost has something in it
    bool keyed;                     // a key was written, its value is due
} json_writer;

void json_write_init(json_writer *w, text *out);
void json_write_fini(json_writer *w); // one whole document was written

void json_open(json_writer *w, char bracket);   // '{' or '['
void json_close(json_writer *w);                // the innermost
void json_key(json_writer *w, const char *key); // of letters, digits, blanks and underscores
void json_key_string(json_writer *w, const char *bytes, size_t length); // of anything
// Where the caller writes one value itself, such as by value_write_json.
text *json_value(json_writer *w);
void json_string(json_writer *w, const char *bytes, size_t length);
void json_text(json_writer *w, const char *string); // NULL: null
void json_integer(json_writer *w, int64_t n);
void json_unsigned(json_writer *w, uint64_t n);
void json_bool(json_writer *w, bool b);
void json_null(json_writer *w);
// Looks like an integer if it is one; null unless it is finite, as JSON has no other.
void json_number(json_writer *w, double x);

void json_member_text(json_writer *w, const char *key, const char *string); // NULL: null
void json_member_some(json_writer *w, const char *key, const char *string); // NULL: left out
void json_member_integer(json_writer *w, const char *key, int64_t n);
void json_member_bool(json_writer *w, const char *key, bool b);

#endif
