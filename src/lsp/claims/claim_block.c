// SPDX-License-Identifier: MIT
// See claim_block.h.

#include "lsp/claims/claim_block.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void claim_header(const name_table *t, uint32_t claim, size_t *from, size_t *to)
{
    const lin_tokens *k = &t->tokens;
    const claim_place *c = &t->claims[claim];
    uint32_t open = token_at(k, c->to - 1, "}") ? k->match[c->to - 1] : k->count;
    if (open <= c->from || open >= c->to) // while it is typed
        open = find_sign(k, c->from, c->to, "{");
    *from = k->list[c->from].at;
    *to = k->list[(open > c->from ? open : c->from + 1) - 1].end;
}

size_t statement_end(const name_table *t, size_t from)
{
    const lin_tokens *k = &t->tokens;
    uint32_t low = token_ending_behind(k, from);
    uint32_t end = find_sign(k, low, k->count, "; {");
    return end > low ? k->list[end - 1].end : from;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

char *claim_title(const name_table *t, uint32_t claim, const char *bytes)
{
    text out = {0};
    size_t from, to;
    claim_header(t, claim, &from, &to);
    for (size_t i = from; i < to; i++)
        if (!is_blank(bytes[i]))
            text_add_bytes(&out, bytes + i, 1);
        else if (!is_blank(bytes[i - 1])) // the first one is none
            text_add_bytes(&out, " ", 1);
    return text_take(&out);
}

char *claim_alone(const name_table *t, uint32_t claim, const char *bytes, size_t length)
{
    char *out = memory_new(length + 1, 1);
    memcpy(out, bytes, length);
    for (uint32_t c = 0; c < t->claim_count; c++) {
        if (c == claim)
            continue;
        size_t end = t->tokens.list[t->claims[c].to - 1].end;
        for (size_t i = t->tokens.list[t->claims[c].from].at; i < end; i++)
            if (out[i] != '\n' && out[i] != '\r')
                out[i] = ' ';
    }
    return out;
}

static bool has_title(const name_table *t, uint32_t claim, const char *bytes, const char *title)
{
    char *own = claim_title(t, claim, bytes);
    bool same = strcmp(own, title) == 0;
    free(own);
    return same;
}

bool claim_find(const name_table *t, const char *bytes, const char *title, uint32_t first,
                uint32_t *out)
{
    uint32_t found = 0;
    *out = first;
    if (first < t->claim_count && has_title(t, first, bytes, title))
        return true;
    for (uint32_t c = 0; c < t->claim_count; c++)
        if (has_title(t, c, bytes, title)) {
            *out = c;
            found++;
        }
    return found == 1;
}
