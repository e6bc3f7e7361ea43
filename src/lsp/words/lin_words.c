// SPDX-License-Identifier: MIT
// See lin_words.h.

#include "lsp/words/lin_words.h"

#include <string.h>

const lin_word lin_words[] = {
#define WORD(word, class, text) {#word, WORD_##class, text},
#include "lsp/words/lin_words.def"
#undef WORD
};
const size_t lin_word_count = sizeof lin_words / sizeof *lin_words;

static int is_word(const lin_word *w, const char *bytes, size_t length)
{
    return strlen(w->word) == length && memcmp(w->word, bytes, length) == 0;
}

const lin_word *lin_word_find(const char *bytes, size_t length)
{
    for (size_t i = 0; i < lin_word_count; i++)
        if (is_word(&lin_words[i], bytes, length))
            return &lin_words[i];
    return NULL;
}

const lin_word *lin_word_of(word_class class, const char *bytes, size_t length)
{
    for (size_t i = 0; i < lin_word_count; i++)
        if (lin_words[i].class == class && is_word(&lin_words[i], bytes, length))
            return &lin_words[i];
    return NULL;
}
