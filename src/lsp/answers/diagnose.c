// SPDX-License-Identifier: MIT
// See diagnose.h.

#include "lsp/answers/diagnose.h"

#include "base/memory.h"
#include "model/check/warnings.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 40,
    BYTES_READ = 1 << 22, // in all rounds but the first
};

typedef struct reading {
    diagnoses *out;
    const name_table *names;
    char *bytes; // with blanks
    size_t length;
    unsigned char *gone; // of each token: it is blanked out
    bool any_gone;
} reading;

static void add(reading *r, size_t from, size_t to, bool warns, const char *what, const char *hint)
{
    diagnoses *d = r->out;
    if (d->count == DIAGNOSES_MOST)
        return;
    bool hinted = hint && *hint;
    d->list[d->count++] = (diagnosis){
        .from = from,
        .to = to,
        .warning = warns,
        .what = text_format("%s%s%s", what, hinted ? "\n" : "", hinted ? hint : ""),
    };
}

// The token that begins here or after.
static uint32_t token_from(const lin_tokens *k, size_t offset)
{
    uint32_t i = 0;
    while (i < k->count && k->list[i].end <= offset)
        i++;
    return i;
}

static size_t end_of(const reading *r, size_t at)
{
    const lin_tokens *k = &r->names->tokens;
    uint32_t i = token_from(k, at);
    if (i < k->count && k->list[i].at <= at)
        return k->list[i].end;
    size_t n = at < r->length ? text_utf8(r->bytes + at, r->length - at) : 0;
    bool line_ends = at < r->length && (r->bytes[at] == '\n' || r->bytes[at] == '\r');
    return at < r->length && !line_ends ? at + (n ? n : 1) : at;
}

// Is it said of something that was declared in what is gone?
static bool follows(const reading *r, size_t at, bool parsed)
{
    const name_table *t = r->names;
    uint32_t i = token_from(&t->tokens, at);
    if (!r->any_gone || i >= t->tokens.count)
        return false;
    const symbol *s = name_meaning(t, i);
    if (s && r->gone[s->token])
        return true;
    uint32_t verify = i;
    while (verify &&
           !(t->tokens.list[verify].kind == TOKEN_NAME && token_at(&t->tokens, verify, "verify")))
        verify--;
    // What a verify block says of objects and specs with holes in them.
    return parsed && verify &&
           after_partner(&t->tokens, find_sign(&t->tokens, verify, t->tokens.count, "{"),
                         t->tokens.count) > i;
}

static bool is_gone(const reading *r, uint32_t from, uint32_t to)
{
    while (from < to && r->gone[from])
        from++;
    return from >= to;
}

// The opening bracket of the braces around token i; `count`: there are none.
static uint32_t brace_around(const lin_tokens *k, uint32_t i)
{
    for (uint32_t at = i; at-- > 0;) {
        if (token_at(k, at, "{") && k->match[at] > i && k->match[at] < k->count)
            return at;
        if (token_at(k, at, "}") && k->match[at] < at)
            at = k->match[at];
    }
    return k->count;
}

// The tokens from *from to *to are a statement, a setting or a declaration around i, within what begins at `low`
// and ends at `high`.
static void around(const lin_tokens *k, uint32_t i, uint32_t low, uint32_t high, uint32_t *from,
                   uint32_t *to)
{
    uint32_t at = low;
    *from = low;
    while (at < high && at <= i) { // brackets on the way are skipped unless i is in them
        uint32_t next = opens(k, at) ? after_partner(k, at, high) : at + 1;
        bool ends = token_at(k, at, ";") || (token_at(k, at, "{") && !token_at(k, next, ";"));
        if (ends && next <= i)
            *from = next;
        at = next;
    }
    *to = high;
    for (at = i; at < high;) {
        uint32_t next = opens(k, at) ? after_partner(k, at, high) : at + 1;
        bool ends = token_at(k, at, ";") || token_at(k, at, "{");
        at = next;
        if (ends && !token_at(k, next, "else")) {
            *to = next;
            return;
        }
    }
}

// A body that returned something must not be one that returns nothing now.
static void blank(reading *r, uint32_t from, uint32_t to, bool statements)
{
    static const char endless[] = "loop {}";
    const lin_tokens *k = &r->names->tokens;
    size_t begin = k->list[from].at, end = k->list[to - 1].end;
    bool returns = false;
    for (uint32_t i = from; i < to; i++) {
        returns |= statements && token_at(k, i, "return");
        r->gone[i] = 1;
    }
    begin -= begin && r->bytes[begin - 1] == '@';
    for (size_t i = begin; i < end; i++)
        if (r->bytes[i] != '\n')
            r->bytes[i] = ' ';
    bool one_line = !memchr(r->bytes + begin, '\n', end - begin);
    if (returns && one_line && end - begin >= sizeof endless)
        memcpy(r->bytes + begin, endless, sizeof endless - 1);
    r->any_gone = true;
}

// The declaration at the top of the file around i.
static void declaration_around(const reading *r, uint32_t i, uint32_t *from, uint32_t *to)
{
    around(&r->names->tokens, i, 0, r->names->tokens.count, from, to);
}

// False: there is nothing left that could be taken away.
static bool leave_out(reading *r, size_t at)
{
    const lin_tokens *k = &r->names->tokens;
    uint32_t i = token_from(k, at), from, to;
    if (i >= k->count || is_gone(r, i, i + 1))
        i = i ? i - 1 : 0;
    if (!k->count)
        return false;
    bool verifies = false;
    uint32_t low, high;
    declaration_around(r, i, &low, &high);
    verifies = token_at(k, low, "verify");
    for (uint32_t open = brace_around(k, i); open < k->count; open = brace_around(k, open)) {
        around(k, i, open + 1, k->match[open], &from, &to);
        if (from < to && !is_gone(r, from, to)) {
            blank(r, from, to, !verifies);
            return true;
        }
    }
    if (low < high && !is_gone(r, low, high)) {
        blank(r, low, high, false);
        return true;
    }
    return false;
}

static void add_warnings(reading *r, const model *m)
{
    warnings w;
    warnings_find(&w, m);
    for (size_t i = 0; i < w.count; i++)
        add(r, w.list[i].at, end_of(r, w.list[i].at), true, w.list[i].what, w.list[i].hint);
    warnings_fini(&w);
}

// Reads it once. True: there was an error, and something was taken away.
static bool read_once(reading *r)
{
    const lin_tokens *t = &r->names->tokens;
    source_note note = {0};
    error e = {0};
    bool parsed;
    model *m = model_read_noted("", r->bytes, r->length, &note, &parsed, &e);
    if (m && !r->any_gone) {
        r->out->is_model = true;
        add_warnings(r, m);
    }
    model_free(m);
    if (m)
        return false;
    if (!note.what[0]) {
        add(r, 0, 0, false, e.message, NULL);
        return false;
    }
    if (!follows(r, note.at, parsed))
        add(r, note.at, end_of(r, note.at), false, note.what, note.hint);
    bool less = leave_out(r, note.at);
    // What is no token has been left out of the tokens.
    bool odd = false;
    for (size_t i = note.at; i < r->length && r->bytes[i] != ' ' && t->bytes[i] == ' '; i++) {
        r->bytes[i] = ' ';
        odd = true;
    }
    return less || odd;
}

void diagnose(diagnoses *d, const char *bytes, size_t length, const name_table *names)
{
    *d = (diagnoses){0};
    reading r = {.out = d, .names = names, .length = length};
    r.bytes = memory_new(length + 1, 1);
    memcpy(r.bytes, bytes, length);
    r.gone = memory_new((size_t)names->tokens.count + 1, 1);
    size_t read = 0;
    for (int i = 0; i < ROUNDS && read <= BYTES_READ && read_once(&r); i++)
        read += length;
    free(r.bytes);
    free(r.gone);
}

void diagnoses_fini(diagnoses *d)
{
    for (size_t i = 0; i < d->count; i++)
        free(d->list[i].what);
    *d = (diagnoses){0};
}
