// SPDX-License-Identifier: MIT
// See claim_words.h. A block is from the word `verify` to the brace that ends it. Strings with
// braces in them do not matter: the words are only compared with each other.

#include "report/ci/claim_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Behind the comment that begins at `at`, if there is one.
static const char *past_comment(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] != '/' || at[1] != '*')
        return at;
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

static const char *past_blanks(const char *at)
{
    for (const char *before = NULL; at != before;) {
        before = at;
        at += strspn(at, " \t\r\n");
        at = past_comment(at);
    }
    return at;
}

// Behind the word, if it stands at `at`; else NULL.
static const char *past_word(const char *at, const char *word)
{
    size_t n = strlen(word);
    return strncmp(at, word, n) == 0 && !in_word(at[n]) ? at + n : NULL;
}

// The next `verify OBJECT`; *name: where the object stands. NULL: there is none.
static const char *next_block(const char *first, const char *from, const char *object,
                              const char **name)
{
    for (const char *at = from; *at; at++) {
        at = past_comment(at);
        const char *behind = at > first && in_word(at[-1]) ? NULL : past_word(at, "verify");
        *name = behind ? past_blanks(behind) : NULL;
        if (*name && past_word(*name, object))
            return at;
        if (!*at)
            break;
    }
    return NULL;
}

static void add_block(const char *at, text *out)
{
    int depth = 0;
    bool blank = false, any = false;
    for (; *at; at++) {
        const char *behind = past_blanks(at);
        blank |= behind != at;
        at = behind;
        if (!*at || (any && !depth && past_word(at, "verify")))
            break;
        text_add(out, any && blank ? " " : "");
        text_add_bytes(out, at, 1);
        any = true;
        blank = false;
        depth += *at == '{';
        if (*at == '}' && --depth <= 0)
            break;
    }
    text_add(out, "\n");
}

// Is it at this place? A line and characters, from 1.
static bool is_at(const char *first, const char *name, const source_place *place)
{
    uint32_t line = 1, column = 1;
    for (const char *c = first; c < name; c++) {
        column = *c == '\n' ? 1 : column + (((unsigned char)c[1] & 0xc0) != 0x80);
        line += *c == '\n';
    }
    return line == place->line && column == place->column;
}

void claim_add_words(const source_place *place, const char *object, text *out)
{
    const char *first = place->file->bytes.bytes, *name;
    text own = {0};
    unsigned blocks = 0, alike = 0;
    if (!first || !*object)
        return;
    for (const char *at = first; (at = next_block(first, at, object, &name)); at = name, blocks++)
        if (!own.length && is_at(first, name, place))
            add_block(at, &own);
    for (const char *at = first; own.length && (at = next_block(first, at, object, &name));
         at = name) {
        text other = {0};
        if (is_at(first, name, place))
            break;
        add_block(at, &other);
        alike += strcmp(own.bytes, other.bytes) == 0;
        text_fini(&other);
    }
    if (blocks > 1 && own.length)
        text_add(out, alike ? "%s%u\n" : "%s", own.bytes, alike);
    text_fini(&own);
}
