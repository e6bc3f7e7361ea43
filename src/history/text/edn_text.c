// SPDX-License-Identifier: MIT
// Strings, characters, numbers and words of EDN: see edn_text.h.

#include "history/text/edn_text.h"

#include <stdlib.h>
#include <string.h>

const char edn_is_ratio[] = "a ratio";

// Hexadecimal or octal digits; -1: fewer than `least` or more than `most`.
static int32_t digits(edn *d, int base, int least, int most)
{
    int32_t n = 0;
    int count = 0;
    for (; d->at < d->end && count < most; d->at++, count++) {
        char c = *d->at;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : 99;
        if (digit >= base)
            break;
        n = n * base + digit;
    }
    return count < least ? -1 : n;
}

static void add_code_point(text *t, uint32_t c)
{
    char b[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n; i-- > 1; c >>= 6)
        b[i] = (char)(0x80 | (c & 0x3f));
    b[0] = (char)(first[n] | c);
    text_add_bytes(t, b, n);
}

// After \u: a code point, from two halves where they are given so.
static const char *unicode(edn *d, uint32_t *out)
{
    int32_t high = digits(d, 16, 4, 4), low = -1;
    if (high < 0)
        return "\\u needs four hexadecimal digits";
    *out = (uint32_t)high;
    if (high < 0xd800 || high > 0xdfff)
        return NULL;
    if (high <= 0xdbff && d->end - d->at >= 2 && d->at[0] == '\\' && d->at[1] == 'u') {
        d->at += 2;
        low = digits(d, 16, 4, 4);
    }
    if (low < 0xdc00 || low > 0xdfff)
        return "half a surrogate pair in a string";
    *out = (uint32_t)(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
    return NULL;
}

static const char *escape(edn *d)
{
    static const char from[] = "\"\\bfnrt", to[] = "\"\\\b\f\n\r\t";
    char c = edn_peek(d);
    const char *simple = c ? strchr(from, c) : NULL;
    if (simple) {
        d->at++;
        text_add_bytes(&d->word, &to[simple - from], 1);
        return NULL;
    }
    uint32_t code;
    if (c == 'u') {
        d->at++;
        const char *problem = unicode(d, &code);
        if (problem)
            return problem;
    } else {
        int32_t octal = digits(d, 8, 1, 3);
        if (octal < 0 || octal > 0377)
            return "unknown escape in a string";
        code = (uint32_t)octal;
    }
    add_code_point(&d->word, code);
    return NULL;
}

// Strings may go over several lines.
static void count_lines(edn *d, const char *from)
{
    for (const char *n; (n = memchr(from, '\n', (size_t)(d->at - from))); from = n + 1) {
        d->line++;
        d->line_start = n + 1;
    }
}

const char *edn_read_string(edn *d)
{
    text_add_bytes(&d->word, "", 0);
    for (;;) {
        const char *plain = d->at;
        size_t n = 1;
        while (d->at < d->end && *d->at != '"' && *d->at != '\\' && *d->at &&
               d->at - plain <= EDN_MAX_STRING &&
               (n = (unsigned char)*d->at < 0x80 ? 1 : text_utf8(d->at, (size_t)(d->end - d->at))))
            d->at += n;
        text_add_bytes(&d->word, plain, (size_t)(d->at - plain));
        count_lines(d, plain);
        if (d->word.length > EDN_MAX_STRING)
            return "the string is longer than 16 MiB";
        if (d->at >= d->end)
            return "the string is not closed";
        if (!n)
            return "the string is not valid UTF-8";
        if (*d->at == '"')
            break;
        if (*d->at != '\\')
            return "NUL in a string";
        d->at++;
        const char *problem = escape(d);
        if (problem)
            return problem;
    }
    d->at++;
    return NULL;
}

static const struct {
    const char *name;
    uint32_t code;
} character_names[] = {{"newline", '\n'}, {"space", ' '},     {"tab", '\t'},
                       {"return", '\r'},  {"formfeed", '\f'}, {"backspace", '\b'}};
enum { CHARACTER_NAMES = sizeof character_names / sizeof *character_names };

static void add_character(text *t, uint32_t code)
{
    for (size_t i = 0; i < CHARACTER_NAMES; i++) {
        if (character_names[i].code == code) {
            text_add(t, "%s", character_names[i].name);
            return;
        }
    }
    if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff))
        text_add(t, "u%04x", code);
    else
        add_code_point(t, code);
}

const char *edn_read_character(edn *d)
{
    const char *start = d->at++;
    size_t first = d->at < d->end ? text_utf8(d->at, (size_t)(d->end - d->at)) : 0;
    if (!first || (unsigned char)*d->at <= ' ')
        return "a character expected after '\\'";
    const char *word = d->at;
    d->at += first;
    size_t length = first + edn_token_length(d);
    d->at = word + length;
    for (size_t i = 0; i < CHARACTER_NAMES; i++) {
        if (strlen(character_names[i].name) == length &&
            memcmp(character_names[i].name, word, length) == 0) {
            add_character(&d->word, character_names[i].code);
            return NULL;
        }
    }
    if (length == first) {
        text_add_bytes(&d->word, word, length);
        return NULL;
    }
    d->at = word + 1;
    int32_t code = *word == 'u' ? digits(d, 16, 4, 4) : *word == 'o' ? digits(d, 8, 1, 3) : -1;
    if (code < 0 || (*word == 'o' && code > 0377) || d->at != word + length) {
        d->at = start;
        return "this is not a character";
    }
    add_character(&d->word, (uint32_t)code);
    return NULL;
}

static bool ends_word(char c)
{
    switch (c) {
    case ',':
    case ';':
    case '"':
    case '\\':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
        return true;
    default:
        return (unsigned char)c <= ' ';
    }
}

size_t edn_token_length(const edn *d)
{
    const char *p = d->at;
    while (p < d->end && !ends_word(*p))
        p++;
    return (size_t)(p - d->at);
}

bool edn_symbol(const char *bytes, size_t length)
{
    if (length == 0 || bytes[0] == '#' || bytes[0] == '\'')
        return false;
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)bytes[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        size_t n = letter ? 1 : text_utf8(bytes + i, length - i);
        if (!n || (n == 1 && !letter && (!c || !strchr(".*+!-_?$%&=<>/:#'|", c))))
            return false;
        i += n;
    }
    return true;
}

bool edn_symbolic(const char *word, size_t length)
{
    return (length == 5 && memcmp(word, "##Inf", 5) == 0) ||
           (length == 6 && memcmp(word, "##-Inf", 6) == 0) ||
           (length == 5 && memcmp(word, "##NaN", 5) == 0);
}

static size_t run_of_digits(const char *word, size_t length, size_t from)
{
    while (from < length && word[from] >= '0' && word[from] <= '9')
        from++;
    return from;
}

static const char *read_real(const char *word, size_t length, size_t at, lp_value *out)
{
    size_t from = at;
    if (at < length && word[at] == '.')
        at = run_of_digits(word, length, at + 1); // "1." is fine
    if (at < length && (word[at] == 'e' || word[at] == 'E')) {
        at++;
        if (at < length && (word[at] == '+' || word[at] == '-'))
            at++;
        from = at;
        at = run_of_digits(word, length, at);
        if (at == from)
            return "a digit is missing in the exponent";
    }
    if (at + 1 == length && word[at] == 'M')
        length--;
    if (at != length)
        return "this is not a number";
    char copy[64];
    if (length >= sizeof copy)
        return "the number has too many digits";
    memcpy(copy, word, length);
    copy[length] = 0;
    double real = strtod(copy, NULL);
    if (real - real != 0)
        return "the number is too large";
    *out = lp_real(real);
    return NULL;
}

const char *edn_read_number(const char *word, size_t length, lp_value *out)
{
    bool negative = word[0] == '-';
    size_t start = negative || word[0] == '+', at = run_of_digits(word, length, start);
    if (word[start] == '0' && at > start + 1)
        return "a number must not begin with 0";
    if (at < length && word[at] == '/') {
        size_t end = run_of_digits(word, length, at + 1);
        return end == length && end > at + 1 ? edn_is_ratio : "this is not a number";
    }
    if (at < length && word[at] != 'N')
        return read_real(word, length, at, out);
    if (at + 1 < length)
        return "this is not a number";
    uint64_t n = 0;
    for (size_t i = start; i < at; i++)
        if (__builtin_mul_overflow(n, 10u, &n) ||
            __builtin_add_overflow(n, (uint64_t)(word[i] - '0'), &n))
            return "the integer does not fit into 64 bits";
    if (n > (uint64_t)INT64_MAX + negative)
        return "the integer does not fit into 64 bits";
    *out = lp_int(negative ? (int64_t)(0 - n) : (int64_t)n);
    return NULL;
}
