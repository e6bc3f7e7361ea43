// SPDX-License-Identifier: MIT
// See word_meant.h. A word behind an @ is a mark, one behind a dot an operation.

#include "lsp/answers/word_meant.h"

const lin_word *word_meant(const name_table *names, uint32_t i)
{
    const lin_tokens *k = &names->tokens;
    const token *t = &k->list[i];
    const char *bytes = k->bytes + t->at;
    size_t length = t->end - t->at;
    if (t->kind != TOKEN_NAME && t->kind != TOKEN_WORD && t->kind != TOKEN_MARK)
        return NULL;
    if (t->kind == TOKEN_MARK) {
        const lin_word *mark = lin_word_of(WORD_MARK, bytes, length);
        return mark ? mark : lin_word_find(bytes, length); // @remove
    }
    if (i && token_at(k, i - 1, ".")) {
        const lin_word *operation = lin_word_of(WORD_OPERATION, bytes, length);
        if (operation)
            return operation;
    }
    return lin_word_find(bytes, length);
}
