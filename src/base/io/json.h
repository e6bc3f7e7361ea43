// SPDX-License-Identifier: MIT
// A pull tokenizer for JSON, for untrusted input: no recursion, a depth limit,
// a length limit, integers exact to 64 bits, errors with line and column.
//
//     json j;
//     json_init(&j, bytes, length);
//     for (;;) switch (json_next(&j)) { case JSON_STRING: … case JSON_END: … }
//
// Tokens come checked: after JSON_OBJECT come key, value, key, value …, then
// JSON_CLOSE. At the top level any number of documents may follow each other.

#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_MAX_DEPTH = 64, JSON_MAX_STRING = 1 << 24 };

typedef enum json_token {
    JSON_END, // no more documents
    JSON_NULL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_INTEGER, // in j->integer
    JSON_REAL,    // in j->real
    JSON_STRING,  // in j->string, unescaped
    JSON_KEY,     // likewise; its value follows
    JSON_ARRAY,   // opens
    JSON_OBJECT,  // opens
    JSON_CLOSE,   // closes the innermost array or object
    JSON_ERROR,   // j->problem says what; line and column where
} json_token;

typedef struct json {
    const char *at, *end, *line_start;
    const char *limit; // a token that begins after it is an error; NULL: no limit
    uint64_t line;
    uint64_t token_line, token_column; // where the last token began
    int depth;
    unsigned char nesting[JSON_MAX_DEPTH];
    int expect;
    int64_t integer;
    double real;
    text string;
    const char *problem;
    bool half_pairs; // half a surrogate pair is U+FFFD and no error; set it after json_init
    bool truncated;  // the error is that the input ended too early
} json;

void json_init(json *j, const char *bytes, size_t length);
void json_fini(json *j);
json_token json_next(json *j);
// After a token that opened or began a value: skip to its end. False: error.
bool json_skip(json *j, json_token first);
// The next token is a string, which *into becomes; what was there is freed. False: it is not.
bool json_take_string(json *j, char **into);
// The error as file:line:column. Returns false.
bool json_fail(const json *j, const char *file, error *e);

#endif
