// SPDX-License-Identifier: MIT
// Which word of the language a token is, where it is no name.

#ifndef LSP_WORD_MEANT_H
#define LSP_WORD_MEANT_H

#include "lsp/names/name_table.h"
#include "lsp/words/lin_words.h"

const lin_word *word_meant(const name_table *t, uint32_t i); // NULL: none

#endif
