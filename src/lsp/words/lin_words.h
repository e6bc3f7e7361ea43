// SPDX-License-Identifier: MIT
// The words of the language that mean something, with a sentence about each: lin_words.def.

#ifndef LSP_LIN_WORDS_H
#define LSP_LIN_WORDS_H

#include <stddef.h>

typedef enum word_class {
    WORD_TOP,
    WORD_MEMBER,
    WORD_STATEMENT,
    WORD_CALL,
    WORD_VALUE,
    WORD_TYPE,
    WORD_CLAIM,
    WORD_SETTING,
    WORD_PROCESS,
    WORD_CHANNEL,
    WORD_OPERATION,
    WORD_MARK,
    WORD_JOIN,
    WORD_FORMULA,
} word_class;

typedef struct lin_word {
    const char *word;
    word_class class;
    const char *text;
} lin_word;

extern const lin_word lin_words[];
extern const size_t lin_word_count;

// Of this class, or of any where none is known. NULL: it means nothing.
const lin_word *lin_word_find(const char *bytes, size_t length);
const lin_word *lin_word_of(word_class class, const char *bytes, size_t length);

#endif
