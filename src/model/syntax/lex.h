// SPDX-License-Identifier: MIT
// Tokens of the .lin language.

#ifndef MODEL_LEX_H
#define MODEL_LEX_H

#include "model/syntax/model_source.h"

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,   // also the words of a verify block: threads, capacity …
    TOKEN_WORD,   // a reserved word
    TOKEN_NUMBER, // in `number`
    TOKEN_MARK,   // @lin: the name without the @
    TOKEN_SIGN,   // punctuation, one to three characters
} token_kind;

// What the parser found out about a token that its bytes do not say: for `format`.
typedef enum token_role {
    ROLE_START = 1,      // of a statement, declaration or setting
    ROLE_BARE = 2,       // begins the body of an if or while that has no braces
    ROLE_BLOCK = 4,      // a brace around statements, not around values
    ROLE_BODY = 8,       // the opening brace of a method
    ROLE_GLUE = 16,      // within a type
    ROLE_UNARY = 32,     // a sign before its operand, or what else has no space behind it
    ROLE_WORD = 64,      // a name that is no name here: a ( after it is no call
    ROLE_SET = 128,      // the opening brace of a set
    ROLE_TEMPORAL = 256, // [] or <> before its operand: both tokens
    ROLE_SPACED = 512,   // there is a space before it; of an opening brace, after it, too
} token_role;

typedef struct token {
    token_kind kind;
    uint32_t at, end;
    uint32_t role;      // token_role
    uint32_t bare_ends; // so many bodies without braces end here
    int64_t number;
} token;

// So many tokens after the last one may be looked at: they are all TOKEN_END.
enum { LEX_AHEAD = 5 };

// All tokens, ending with TOKEN_END and LEX_AHEAD more. The caller frees *out.
bool lex(const source *s, token **out, error *e);
bool token_is(const source *s, const token *t, const char *what);
bool word_reserved(const char *bytes, size_t length);

#endif
