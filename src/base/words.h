// SPDX-License-Identifier: MIT
// A list of words that grows: the arguments of a program.
//
//     words w = {0};
//     words_add(&w, memory_string("cc"));
//     words_add(&w, text_format("-I%s", folder));
//     … (const char *const *)w.items …
//     words_fini(&w);

#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stddef.h>
#include <stdint.h>

typedef struct words {
    char **items; // NULL-terminated once anything was added
    size_t count, capacity;
} words;

void words_add(words *w, char *item);                   // the word is the list's from now on
void words_add_all(words *w, const char *const *items); // copies; `items` may be NULL
// The words of a line, at blanks: $CC may be "ccache gcc -m32".
void words_split(words *w, const char *line);
// "key=value"; nothing if there is none.
void words_add_text(words *w, const char *key, const char *value);
void words_add_count(words *w, const char *key, uint64_t value);
void words_fini(words *w);

#endif
