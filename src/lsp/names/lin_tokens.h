// SPDX-License-Identifier: MIT
// The tokens of a text that need not be a model: what the lexer cannot read is left out, and brackets have
// partners where they have one.

#ifndef LSP_LIN_TOKENS_H
#define LSP_LIN_TOKENS_H

#include "model/syntax/lex.h"

typedef struct lin_tokens {
    source source;
    char *bytes; // a copy, with blanks for what cannot be read
    token *list; // then TOKEN_END
    uint32_t count;
    uint32_t *match; // of a bracket: its partner; `count`: it has none, or is no bracket
} lin_tokens;

void lin_tokens_read(lin_tokens *k, const char *bytes, size_t length);
void lin_tokens_fini(lin_tokens *k);

static inline bool token_at(const lin_tokens *k, uint32_t i, const char *what)
{
    return i < k->count && k->list[i].kind != TOKEN_MARK && token_is(&k->source, &k->list[i], what);
}
static inline bool name_at(const lin_tokens *k, uint32_t i)
{
    return i < k->count && k->list[i].kind == TOKEN_NAME;
}
// The first token that ends behind the offset, or the number of tokens.
uint32_t token_ending_behind(const lin_tokens *k, size_t offset);
// The one that begins here or before, and has not ended before; `count`: none.
uint32_t token_around(const lin_tokens *k, size_t offset);
bool opens(const lin_tokens *k, uint32_t i); // one of ( { [
// Where the brackets end that begin here: the token after them, at most `to`.
uint32_t after_partner(const lin_tokens *k, uint32_t i, uint32_t to);
// The first of these signs, separated by blanks, from `i` on and in no brackets; else a closing bracket
// without a partner after `i`; else `to`.
uint32_t find_sign(const lin_tokens *k, uint32_t i, uint32_t to, const char *signs);

#endif
