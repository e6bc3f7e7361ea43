// SPDX-License-Identifier: MIT
// What can stand at the cursor: behind a dot the members of what stands before it, behind an @ marks; else names
// that are seen there, and words of the language that fit.

#include "lsp/answers/question.h"
#include "lsp/names/name_scan.h"
#include "lsp/words/lin_words.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct offer {
    const question *q;
    json_writer *w;
    unsigned char *seen; // of each name: it is in the list
    uint32_t token;      // the one that is typed, or the next
} offer;

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void write_item(json_writer *w, const char *label, size_t length, int kind,
                       const char *detail)
{
    json_open(w, '{');
    json_key(w, "label");
    json_string(w, label, length);
    json_member_integer(w, "kind", kind);
    json_member_text(w, "detail", detail);
    json_close(w);
}

static void add_symbol(const offer *o, const symbol *s)
{
    static const int kinds[] = {
#define SYMBOL(kind, noun, lsp_kind, completion, type) completion,
#include "lsp/names/symbol_kinds.def"
#undef SYMBOL
    };
    size_t length;
    const char *name = symbol_name(o->q->names, s, &length);
    if (o->seen[s->name]++ || s->token == o->token)
        return;
    char *detail = symbol_text(o->q->names, s);
    write_item(o->w, name, length, kinds[s->kind], detail);
    free(detail);
}

static bool is_seen(const offer *o, const char *word)
{
    uint32_t name = intern_find(o->q->names->names, word, strlen(word));
    return name != INTERN_NONE && o->seen[name];
}

static void add_words(const offer *o, word_class class)
{
    enum { KEYWORD = 14 };
    for (size_t i = 0; i < lin_word_count; i++)
        if (lin_words[i].class == class && !is_seen(o, lin_words[i].word))
            write_item(o->w, lin_words[i].word, strlen(lin_words[i].word), KEYWORD,
                       lin_words[i].text);
}

static void add_members(const offer *o, uint32_t dot)
{
    name_table *t = o->q->file->names;
    const name_scan s = {.t = t, .k = &t->tokens};
    bool any = false;
    for (uint32_t i = 0; i < t->symbol_count; i++)
        if (t->symbols[i].token != o->token && name_member(&s, dot, t->symbols[i].name) == i + 1) {
            add_symbol(o, &t->symbols[i]);
            any = true;
        }
    if (!any)
        add_words(o, WORD_OPERATION);
}

// The innermost verify block, or declaration with a body, that token i is in.
typedef enum surroundings { AT_TOP, IN_VERIFY, IN_BODY } surroundings;

static surroundings around(const name_table *t, uint32_t i)
{
    const lin_tokens *k = &t->tokens;
    for (uint32_t n = 0; n < t->claim_count; n++)
        if (i > t->claims[n].from && i < t->claims[n].to)
            return IN_VERIFY;
    for (uint32_t at = 0; at < i && at < k->count;) {
        uint32_t after = opens(k, at) ? after_partner(k, at, k->count) : at + 1;
        if (opens(k, at) && after > i)
            return IN_BODY;
        at = after;
    }
    for (uint32_t n = 0; n < t->symbol_count; n++) // P(i) = …; P(i);
        if (t->symbols[n].kind == SYMBOL_PROCESS && i > t->symbols[n].token &&
            i < t->symbols[n].end)
            return IN_BODY;
    bool begins = !i || token_at(k, i - 1, ";") || token_at(k, i - 1, "}");
    return begins ? AT_TOP : IN_BODY;
}

// Is it where variables of any automaton may be named: in no unit, or in a simulation?
static bool sees_automata(const name_table *t, uint32_t i)
{
    static const symbol_kind closed[] = {SYMBOL_OBJECT, SYMBOL_SPEC, SYMBOL_AUTOMATON,
                                         SYMBOL_SYSTEM};
    bool sees = true;
    for (uint32_t n = 0; n < t->symbol_count; n++)
        for (size_t c = 0; c < sizeof closed / sizeof *closed; c++)
            sees &= t->symbols[n].kind != closed[c] || i <= t->symbols[n].token ||
                    i >= t->symbols[n].end;
    return sees;
}

static void add_visible(const offer *o, bool verifies)
{
    const name_table *t = o->q->names;
    bool automata = sees_automata(t, o->token);
    bool fields = t->roles[o->token] == NAME_FIELD; // acyclic(top, next)
    for (uint32_t i = t->symbol_count; i-- > 0;) {  // the inner ones come later
        const symbol *s = &t->symbols[i];
        bool step = s->kind == SYMBOL_METHOD || s->kind == SYMBOL_ACTION;
        bool any = step ? verifies || automata || t->roles[o->token] == NAME_ACTION
                        : s->kind == SYMBOL_EVENT ||
                              (automata && (s->kind == SYMBOL_STATE || s->kind == SYMBOL_LET));
        any |= s->kind == SYMBOL_FIELD && fields;
        bool named = s->kind != SYMBOL_INVARIANT && (s->kind != SYMBOL_FIELD || fields) &&
                     s->kind != SYMBOL_PART && s->kind != SYMBOL_CONTENT;
        if (named && (any || (!step && symbol_visible(s, o->token))))
            add_symbol(o, s);
    }
}

static void add_fitting(const offer *o)
{
    static const word_class bodies[] = {WORD_STATEMENT, WORD_CALL, WORD_VALUE,   WORD_TYPE,
                                        WORD_MEMBER,    WORD_JOIN, WORD_CHANNEL, WORD_PROCESS},
                            claims[] = {WORD_CLAIM, WORD_SETTING, WORD_VALUE,
                                        WORD_CALL,  WORD_JOIN,    WORD_FORMULA};
    surroundings where = around(o->q->names, o->token);
    if (where == AT_TOP) {
        add_words(o, WORD_TOP);
        return;
    }
    add_visible(o, where == IN_VERIFY);
    const word_class *list = where == IN_VERIFY ? claims : bodies;
    size_t count =
        where == IN_VERIFY ? sizeof claims / sizeof *claims : sizeof bodies / sizeof *bodies;
    for (size_t i = 0; i < count; i++)
        add_words(o, list[i]);
}

// Is the cursor in a comment that begins behind the token before it?
static bool in_comment(const question *q, uint32_t before, size_t offset)
{
    const lin_tokens *k = &q->names->tokens;
    const source s = {.bytes = q->file->text.bytes.bytes, .length = q->file->text.bytes.length};
    size_t i = before < k->count ? k->list[before].end : 0;
    while (i < offset) {
        uint32_t end = comment_end(&s, (uint32_t)i);
        if (end > i && (end > offset || s.bytes[i + 1] == '/') && end >= offset)
            return true;
        i = end > i ? end : i + 1;
    }
    return false;
}

bool answer_completion(question *q, json_writer *w)
{
    const lin_tokens *k = &q->names->tokens;
    const char *bytes = q->file->text.bytes.bytes;
    size_t begin = q->offset;
    while (begin && letter(bytes[begin - 1]))
        begin--;
    offer o = {.q = q, .w = w};
    while (o.token < k->count && k->list[o.token].end <= begin)
        o.token++;
    json_open(w, '[');
    if (!in_comment(q, o.token ? o.token - 1 : k->count, q->offset)) {
        o.seen = memory_new((size_t)intern_count(q->names->names) + 1, 1);
        const symbol *base = o.token > 1 ? name_meaning(q->names, o.token - 2) : NULL;
        bool event = q->names->roles[o.token] == NAME_PLAIN ||
                     (base && (base->kind == SYMBOL_EVENT || base->kind == SYMBOL_CHANNEL));
        bool dotted =
            !event && o.token && token_at(k, o.token - 1, ".") && k->list[o.token - 1].end <= begin;
        if (begin && bytes[begin - 1] == '@')
            add_words(&o, WORD_MARK);
        else if (dotted)
            add_members(&o, o.token - 1);
        else
            add_fitting(&o);
        free(o.seen);
    }
    json_close(w);
    return true;
}
