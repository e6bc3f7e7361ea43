// SPDX-License-Identifier: MIT
// Tokens of the .lin language.

#ifndef MODEL_LEX_H
#define MODEL_LEX_H

#include "model/source.h"

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,   // also the words of a verify block: threads, capacity …
    TOKEN_WORD,   // a reserved word
    TOKEN_NUMBER, // in `number`
    TOKEN_MARK,   // @lin: the name without the @
    TOKEN_SIGN,   // punctuation, one or two characters
} token_kind;

typedef struct token {
    token_kind kind;
    uint32_t at, end;
    int64_t number;
} token;

// All tokens, ending with TOKEN_END. The caller frees *out.
bool lex(const source *s, token **out, error *e);
bool token_is(const source *s, const token *t, const char *what);
bool word_reserved(const char *bytes, size_t length);

#endif
