// SPDX-License-Identifier: MIT
// Tokens of the .lin language.

#include "model/syntax/lex.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 64 };

static const char *const words[] = {
    "assert", "atomic", "bool", "break", "cas",  "const", "continue", "else", "false", "free",
    "if",     "int",    "loop", "new",   "none", "null",  "return",   "true", "while",
};

// Not >>, which may also end two types: the parser puts it together.
static const char *const signs[] = {"->", "..", "==", "!=", "<=", ">=", "&&", "||", "<<",
                                    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

bool word_reserved(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], bytes, length) == 0)
            return true;
    return false;
}

bool token_is(const source *s, const token *t, const char *what)
{
    if (t->kind == TOKEN_END || t->kind == TOKEN_NUMBER)
        return false;
    size_t length = strlen(what);
    return t->end - t->at == length && memcmp(s->bytes + t->at, what, length) == 0;
}

static bool name_first(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool lex_name(const source *s, uint32_t from, uint32_t *i, error *e)
{
    while (name_first(s->bytes[*i]) || digit(s->bytes[*i])) {
        // Emitted C joins names with two underscores.
        if (s->bytes[*i] == '_' && s->bytes[*i + 1] == '_')
            return source_error(s, e, *i, NULL, "a name may not have two underscores in a row");
        ++*i;
    }
    if (*i - from > NAME_MAX_LENGTH)
        return source_error(s, e, from, NULL, "this name is longer than %d characters",
                            NAME_MAX_LENGTH);
    return true;
}

static bool lex_number(const source *s, token *t, uint32_t *i, error *e)
{
    int64_t n = 0;
    for (; digit(s->bytes[*i]); ++*i) {
        n = n * 10 + (s->bytes[*i] - '0');
        if (n > INT32_MAX)
            return source_error(s, e, t->at, "integers go from -2147483647 to 2147483647",
                                "this number is too large");
    }
    if (name_first(s->bytes[*i]))
        return source_error(s, e, *i, NULL, "a number ends here, but a letter follows");
    t->kind = TOKEN_NUMBER;
    t->number = n;
    return true;
}

static const char *hint_for(char c)
{
    return c == '#'                ? "comments begin with //"
           : c == '"' || c == '\'' ? "there are no strings; an enum has names"
                                   : NULL;
}

// x' is x after the step: a prime ends what it stands behind.
static bool is_prime(const source *s, uint32_t i)
{
    char before = i ? s->bytes[i - 1] : 0;
    return s->bytes[i] == '\'' &&
           (name_first(before) || digit(before) || before == ')' || before == ']');
}

static bool lex_sign(const source *s, token *t, uint32_t *i, error *e)
{
    t->kind = TOKEN_SIGN;
    if (strncmp(s->bytes + *i, "...", 3) == 0) {
        *i += 3;
        return true;
    }
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (strncmp(s->bytes + *i, signs[k], 2) == 0) {
            *i += 2;
            return true;
        }
    char c = s->bytes[*i];
    if (is_prime(s, *i) || (c && strchr("{}()<>[];,.=+-*/%!?:&|^~\\", c))) {
        ++*i;
        return true;
    }
    if (c >= ' ' && c < 127)
        return source_error(s, e, *i, hint_for(c), "the character %c has no meaning here", c);
    return source_error(s, e, *i, NULL, "a byte with the value %u has no meaning here",
                        (unsigned)(unsigned char)c);
}

static bool lex_one(const source *s, token *t, uint32_t *i, error *e)
{
    char c = s->bytes[*i];
    if (digit(c))
        return lex_number(s, t, i, e);
    if (c == '@' && s->bytes[*i + 1] == ' ') { // of an indexed process
        t->kind = TOKEN_SIGN;
        ++*i;
        return true;
    }
    if (c == '@') {
        t->kind = TOKEN_MARK;
        t->at = ++*i;
        if (!name_first(s->bytes[*i]))
            return source_error(s, e, *i, "marks are @lin, @insert and @remove",
                                "a name must follow the @");
        return lex_name(s, t->at, i, e);
    }
    if (!name_first(c))
        return lex_sign(s, t, i, e);
    if (!lex_name(s, t->at, i, e))
        return false;
    t->kind = word_reserved(s->bytes + t->at, *i - t->at) ? TOKEN_WORD : TOKEN_NAME;
    return true;
}

// Skips white space and comments. False: one has no end.
static bool skip(const source *s, uint32_t *i, error *e)
{
    for (;;) {
        while (*i < s->length && s->bytes[*i] && strchr(" \t\r\n", s->bytes[*i]))
            ++*i;
        uint32_t end = comment_end(s, *i);
        if (end == *i)
            return true;
        if (end > s->length)
            return source_error(s, e, *i, "write */ where it ends",
                                "the comment that begins here has no end");
        *i = end;
    }
}

bool lex(const source *s, token **out, error *e)
{
    token *tokens = NULL;
    size_t count = 0, capacity = 0;
    *out = NULL;
    if (s->length > SOURCE_MAX_BYTES)
        return error_at(e, s->file, 0, 0, "the model is larger than %d bytes", SOURCE_MAX_BYTES);
    // Some editors put a byte order mark in front.
    bool marked = s->length >= 3 && memcmp(s->bytes, "\xef\xbb\xbf", 3) == 0;
    for (uint32_t i = marked ? 3 : 0;;) {
        if (!skip(s, &i, e)) {
            free(tokens);
            return false;
        }
        MEMORY_GROW(tokens, capacity, count + 1 + LEX_AHEAD);
        token *t = &tokens[count++];
        *t = (token){.kind = TOKEN_END, .at = i, .end = i};
        if (i >= s->length)
            break;
        if (!lex_one(s, t, &i, e)) {
            free(tokens);
            return false;
        }
        t->end = i;
    }
    for (int k = 0; k < LEX_AHEAD; k++)
        tokens[count + (size_t)k] = tokens[count - 1];
    *out = tokens;
    return true;
}
