// SPDX-License-Identifier: MIT
// See lin_tokens.h.

#include "lsp/names/lin_tokens.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { REPAIRS = 64 }; // then what follows is left out

// Blanks where the lexer stopped: one character, a comment that has no end, or all that is left.
static void repair(lin_tokens *k, const source_note *note, bool last)
{
    size_t length = k->source.length, at = note->at;
    bool comment = at + 1 < length && k->bytes[at] == '/' && k->bytes[at + 1] == '*';
    if (last || comment) {
        memset(k->bytes + at, ' ', length - at);
        return;
    }
    size_t n = at < length ? text_utf8(k->bytes + at, length - at) : 0;
    for (size_t i = at; i < length && i < at + (n ? n : 1); i++)
        k->bytes[i] = ' ';
}

static bool is_partner(const lin_tokens *k, uint32_t open, uint32_t close)
{
    char a = k->bytes[k->list[open].at], b = k->bytes[k->list[close].at];
    return (a == '(' && b == ')') || (a == '{' && b == '}') || (a == '[' && b == ']');
}

static bool closes(const lin_tokens *k, uint32_t i)
{
    return token_at(k, i, ")") || token_at(k, i, "}") || token_at(k, i, "]");
}

bool opens(const lin_tokens *k, uint32_t i)
{
    return token_at(k, i, "(") || token_at(k, i, "{") || token_at(k, i, "[");
}

// A brace closes what is open within it; a round or square bracket does not close a brace.
static void find_partners(lin_tokens *k)
{
    uint32_t *open = memory_new(k->count + 1, sizeof *open), depth = 0;
    k->match = memory_new(k->count + 1, sizeof *k->match);
    for (uint32_t i = 0; i <= k->count; i++)
        k->match[i] = k->count;
    for (uint32_t i = 0; i < k->count; i++) {
        if (opens(k, i))
            open[depth++] = i;
        if (!closes(k, i))
            continue;
        uint32_t d = depth;
        while (d && !is_partner(k, open[d - 1], i) &&
               (token_at(k, i, "}") || !token_at(k, open[d - 1], "{")))
            d--;
        if (!d || !is_partner(k, open[d - 1], i))
            continue;
        depth = d - 1;
        k->match[i] = open[depth];
        k->match[open[depth]] = i;
    }
    free(open);
}

void lin_tokens_read(lin_tokens *k, const char *bytes, size_t length)
{
    source_note note;
    error e;
    *k = (lin_tokens){.bytes = memory_new(length + 2, 1)};
    memcpy(k->bytes, bytes, length);
    k->source = (source){.file = "", .bytes = k->bytes, .length = length, .note = &note};
    bool ok = false;
    for (int i = 0; !ok && i <= REPAIRS; i++) {
        note = (source_note){0};
        ok = lex(&k->source, &k->list, &e);
        if (!ok)
            repair(k, &note, i + 1 >= REPAIRS);
    }
    k->source.note = NULL;
    if (!ok) // it is too large
        k->list = memory_new(LEX_AHEAD + 1, sizeof *k->list);
    while (k->list[k->count].kind != TOKEN_END)
        k->count++;
    find_partners(k);
}

void lin_tokens_fini(lin_tokens *k)
{
    free(k->bytes);
    free(k->list);
    free(k->match);
    *k = (lin_tokens){0};
}

uint32_t token_ending_behind(const lin_tokens *k, size_t offset)
{
    uint32_t low = 0, high = k->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (k->list[middle].end > offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

uint32_t token_around(const lin_tokens *k, size_t offset)
{
    uint32_t low = token_ending_behind(k, offset);
    if (low < k->count && k->list[low].at <= offset && k->list[low].kind != TOKEN_SIGN)
        return low;
    // A cursor behind a name is at that name.
    if (low && k->list[low - 1].end == offset && k->list[low - 1].kind != TOKEN_SIGN)
        return low - 1;
    return low < k->count && k->list[low].at <= offset ? low : k->count;
}

uint32_t after_partner(const lin_tokens *k, uint32_t i, uint32_t to)
{
    uint32_t partner = k->match[i];
    return partner < to ? partner + 1 : to;
}

static bool is_one_of(const lin_tokens *k, uint32_t i, const char *signs)
{
    const token *t = &k->list[i];
    size_t length = t->end - t->at;
    if (t->kind == TOKEN_MARK)
        return false;
    while (*signs) {
        size_t n = strcspn(signs, " ");
        if (n == length && memcmp(signs, k->bytes + t->at, n) == 0)
            return true;
        signs += n + (signs[n] == ' ');
    }
    return false;
}

uint32_t find_sign(const lin_tokens *k, uint32_t i, uint32_t to, const char *signs)
{
    while (i < to && !is_one_of(k, i, signs) && !closes(k, i))
        i = opens(k, i) ? after_partner(k, i, to) : i + 1;
    return i < to ? i : to;
}
