// SPDX-License-Identifier: MIT
// Tokens to lines, lines to text: see pretty_print.h. A line that is too long and has a block in it
// is laid out again with that block open, until nothing is too long or nothing can be opened.

#include "model/syntax/pretty_print.h"

#include "base/memory.h"
#include "model/model.h"
#include "model/syntax/token_spacing.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 100, STEP = 2, CONTINUED = 4 };

typedef struct line {
    text bytes;      // with its indent
    text comment;    // at its end
    size_t body;     // column of a method's brace; 0: none
    uint32_t opener; // token of the first block that is on this line alone, + 1
    bool blank;      // an empty line goes before it
} line;

typedef struct layouter {
    const source *s;
    const token *tokens;
    uint32_t count;
    uint32_t *partner; // of each brace of a block
    bool *open;        // of each such brace: the block takes several lines
    line *lines;
    uint32_t line_count, line_capacity;
    uint32_t blocks;                    // open ones around
    bool own_line[MODEL_MAX_DEPTH + 1]; // of each body without braces around
    uint32_t bare;
    bool after_comment; // one stands on the line, between the token before and the next
} layouter;

static uint32_t begin_of(const token *t)
{
    return t->kind == TOKEN_MARK ? t->at - 1 : t->at;
}

static bool is(const layouter *l, const token *t, const char *what)
{
    return token_reads(l->s, t, what);
}

static bool is_brace(const layouter *l, uint32_t i, const char *brace)
{
    return (l->tokens[i].role & ROLE_BLOCK) && is(l, &l->tokens[i], brace);
}

static line *last_line(layouter *l)
{
    return &l->lines[l->line_count - 1];
}

static void add_line(layouter *l, uint32_t indent, bool blank)
{
    MEMORY_GROW(l->lines, l->line_capacity, l->line_count + 1);
    l->lines[l->line_count] = (line){.blank = blank && l->line_count > 0};
    text_add(&l->lines[l->line_count++].bytes, "%*s", (int)indent, "");
}

static uint32_t indent(const layouter *l)
{
    uint32_t levels = l->blocks;
    for (uint32_t i = 0; i < l->bare; i++)
        levels += l->own_line[i];
    return levels * STEP;
}

// Where a token goes that begins a line.
static uint32_t indent_of(const layouter *l, uint32_t i)
{
    const token *t = &l->tokens[i];
    bool first = i > 0 && is_brace(l, i - 1, "{") && l->open[i - 1], end = t->kind == TOKEN_END;
    bool other = is(l, t, "else") && !(t->role & ROLE_SPACED); // that of a process goes on
    bool begins = (t->role & (ROLE_START | ROLE_BARE)) || is_brace(l, i, "}") || other;
    return indent(l) + (begins || first || end ? 0 : CONTINUED);
}

// Does a line end before this token?
static bool breaks(const layouter *l, uint32_t i, bool comment, uint32_t newlines)
{
    static const char *const never[] = {";", ",", "{", NULL};
    const token *t = &l->tokens[i];
    if (i == 0 || comment)
        return true;
    if (is_brace(l, i, "}"))
        return l->open[i];
    if (is_brace(l, i - 1, "{") && l->open[i - 1])
        return true;
    // What starts in a block that is on one line has no end of line before it.
    if (t->role & ROLE_START) {
        bool after_flat = is_brace(l, i - 1, "{");
        return !after_flat && (l->tokens[i].role & ROLE_START) && l->open[l->partner[i]];
    }
    if (is(l, t, "else") && is_brace(l, i - 1, "}"))
        return false;
    return newlines > 0 && !token_reads_one_of(l->s, t, never);
}

// A comment between two tokens, in the order of the file.
typedef struct remark {
    uint32_t at, end;  // without white space at its end
    uint32_t newlines; // before it
    bool ends_line;    // nothing follows it on its line
} remark;

// The next comment from *at on, before token i. False: there is none.
static bool next_remark(const layouter *l, uint32_t i, uint32_t *at, remark *out)
{
    const char *bytes = l->s->bytes;
    uint32_t end = begin_of(&l->tokens[i]), stop = *at;
    *out = (remark){0};
    for (; *at < end && (stop = comment_end(l->s, *at)) == *at; ++*at)
        out->newlines += bytes[*at] == '\n';
    if (*at >= end)
        return false;
    out->at = *at;
    out->end = stop;
    while (strchr(" \t\r", bytes[out->end - 1]))
        out->end--;
    *at = stop;
    for (; stop < end && strchr(" \t\r", bytes[stop]); stop++)
        ;
    out->ends_line = stop == end ? i == l->count || breaks(l, i, false, 0) : bytes[stop] == '\n';
    return true;
}

// Between two tokens of a line, or before another comment on it.
static bool add_inside(layouter *l, uint32_t i, const remark *r)
{
    if (i == 0 || r->newlines || r->ends_line || l->s->bytes[r->at + 1] == '/' ||
        memchr(l->s->bytes + r->at, '\n', r->end - r->at))
        return false;
    text *t = &last_line(l)->bytes;
    text_add(t, "%s", strchr("([", t->bytes[t->length - 1]) ? "" : " ");
    text_add_bytes(t, l->s->bytes + r->at, r->end - r->at);
    l->after_comment = true;
    return true;
}

// The comments between the token before and this one. Gives how many lines
// ended since the last one, and whether the line of the token before is over.
static bool add_comments(layouter *l, uint32_t i, uint32_t *newlines)
{
    const char *bytes = l->s->bytes;
    uint32_t at = i ? l->tokens[i - 1].end : 0;
    bool first = i > 0 && is_brace(l, i - 1, "{"), found = false;
    remark r;
    l->after_comment = false;
    while (next_remark(l, i, &at, &r)) {
        if (!found && add_inside(l, i, &r))
            continue;
        if (r.newlines == 0 && i > 0 && !found) {
            text_add_bytes(&last_line(l)->comment, bytes + r.at, r.end - r.at);
        } else {
            add_line(l, indent_of(l, i), r.newlines > 1 && !(first && !found));
            text_add_bytes(&last_line(l)->bytes, bytes + r.at, r.end - r.at);
        }
        found = true;
    }
    *newlines = r.newlines;
    return found;
}

static void add_token(layouter *l, uint32_t i, bool starts_line)
{
    const token *t = &l->tokens[i];
    line *n = last_line(l);
    static const char *const close[] = {")", "]", ",", ";", NULL};
    if (!starts_line && (l->after_comment ? !token_reads_one_of(l->s, t, close)
                                          : token_spaced(l->s, &l->tokens[i - 1], t)))
        text_add(&n->bytes, " ");
    if (is_brace(l, i, "{") && !l->open[i] && l->partner[i] != i + 1) {
        n->opener = n->opener ? n->opener : i + 1;
        if ((t->role & ROLE_BODY) && !n->body)
            n->body = n->bytes.length;
    }
    text_add_bytes(&n->bytes, l->s->bytes + begin_of(t), t->end - begin_of(t));
}

static void lay_out(layouter *l)
{
    l->line_count = l->blocks = l->bare = 0;
    for (uint32_t i = 0; i <= l->count; i++) {
        const token *t = &l->tokens[i];
        uint32_t newlines;
        bool comment = add_comments(l, i, &newlines);
        if (i == l->count)
            break;
        bool breaking = breaks(l, i, comment, newlines);
        bool close = is_brace(l, i, "}");
        if (close && l->open[i])
            l->blocks--;
        if (t->role & ROLE_BARE)
            l->own_line[l->bare++] = breaking;
        bool first = i > 0 && is_brace(l, i - 1, "{") && !comment;
        if (breaking)
            add_line(l, indent_of(l, i), newlines > 1 && !first && !close);
        add_token(l, i, breaking);
        if (is_brace(l, i, "{") && l->open[i])
            l->blocks++;
        l->bare -= t->bare_ends;
    }
}

static void lines_free(layouter *l)
{
    for (uint32_t i = 0; i < l->line_count; i++) {
        text_fini(&l->lines[i].bytes);
        text_fini(&l->lines[i].comment);
    }
}

// Opens the first block of every line that is too long. True: there was one.
static bool open_long(layouter *l)
{
    bool any = false;
    for (uint32_t i = 0; i < l->line_count; i++) {
        const line *n = &l->lines[i];
        if (n->bytes.length <= COLUMNS || !n->opener)
            continue;
        l->open[n->opener - 1] = l->open[l->partner[n->opener - 1]] = true;
        any = true;
    }
    return any;
}

// A block takes several lines if its author gave it several. For a token that
// starts something, `partner` is the brace of the block around it.
static void find_blocks(layouter *l)
{
    uint32_t around[2 * MODEL_MAX_DEPTH + 8] = {0}, depth = 0;
    l->open[l->count] = true; // the file
    for (uint32_t i = 0; i < l->count; i++) {
        l->partner[i] = depth ? around[depth - 1] : l->count;
        if (is_brace(l, i, "{")) {
            around[depth++] = i;
        } else if (depth > 0 && is_brace(l, i, "}")) {
            uint32_t from = around[--depth];
            l->partner[i] = from;
            l->partner[from] = i;
            const char *bytes = l->s->bytes;
            bool line_ends =
                memchr(bytes + l->tokens[from].end, '\n', l->tokens[i].at - l->tokens[from].end);
            bool comment = false;
            for (uint32_t k = l->tokens[from].end; k + 1 < l->tokens[i].at; k++)
                comment |= bytes[k] == '/' && (bytes[k + 1] == '/' || bytes[k + 1] == '*');
            l->open[from] = l->open[i] = line_ends && (comment || i > from + 1);
        }
    }
}

static void pad(text *t, size_t at, size_t by)
{
    text wider = {0};
    text_add_bytes(&wider, t->bytes, at);
    text_add(&wider, "%*s", (int)by, "");
    text_add_bytes(&wider, t->bytes + at, t->length - at);
    text_fini(t);
    *t = wider;
}

// Bodies of methods that follow each other, one line each, stand below each other.
static void align_bodies(layouter *l)
{
    for (uint32_t from = 0, to; from < l->line_count; from = to) {
        size_t column = l->lines[from].body;
        for (to = from + 1; to < l->line_count && l->lines[to].body && l->lines[from].body; to++) {
            if (l->lines[to].blank)
                break;
            column = l->lines[to].body > column ? l->lines[to].body : column;
        }
        bool fits = true;
        for (uint32_t i = from; i < to; i++)
            fits &= l->lines[i].bytes.length - l->lines[i].body + column <= COLUMNS;
        for (uint32_t i = from; fits && i < to && l->lines[i].body; i++)
            pad(&l->lines[i].bytes, l->lines[i].body, column - l->lines[i].body);
    }
}

static void align_comments(layouter *l)
{
    for (uint32_t from = 0, to; from < l->line_count; from = to) {
        size_t column = 0;
        for (to = from; to < l->line_count && l->lines[to].comment.length; to++) {
            if (l->lines[to].blank && to > from)
                break;
            size_t length = l->lines[to].bytes.length;
            column = length > column ? length : column;
        }
        for (uint32_t i = from; i < to; i++)
            text_add(&l->lines[i].bytes, "%*s%s", (int)(column - l->lines[i].bytes.length + 1), "",
                     l->lines[i].comment.bytes);
        to += to == from;
    }
}

static void write_lines(const layouter *l, text *out)
{
    for (uint32_t i = 0; i < l->line_count; i++) {
        const text *t = &l->lines[i].bytes;
        if (l->lines[i].blank)
            text_add(out, "\n");
        text_add_bytes(out, t->bytes, t->length);
        text_add(out, "\n");
    }
}

static void lay_out_tokens(const source *s, const token *tokens, text *out)
{
    layouter *l = memory_new(1, sizeof *l);
    l->s = s;
    l->tokens = tokens;
    while (tokens[l->count].kind != TOKEN_END)
        l->count++;
    l->partner = memory_new(l->count + 1, sizeof *l->partner);
    l->open = memory_new(l->count + 1, sizeof *l->open);
    find_blocks(l);
    for (bool again = true; again;) {
        lay_out(l);
        again = open_long(l);
        if (again)
            lines_free(l);
    }
    align_bodies(l);
    align_comments(l);
    write_lines(l, out);
    lines_free(l);
    free(l->lines);
    free(l->partner);
    free(l->open);
    free(l);
}

// Is it the same model? All that it means comes from its tokens.
static bool same_tokens(const source *s, const token *a, const text *t)
{
    source made = {.file = s->file, .bytes = t->bytes ? t->bytes : "", .length = t->length};
    token *tokens = NULL;
    error e = {0};
    bool same = lex(&made, &tokens, &e);
    for (const token *b = tokens; same; a++, b++) {
        same = a->kind == b->kind && a->end - a->at == b->end - b->at &&
               memcmp(s->bytes + a->at, made.bytes + b->at, a->end - a->at) == 0;
        if (a->kind == TOKEN_END)
            break;
    }
    free(tokens);
    return same;
}

bool model_format(const char *file, const char *bytes, size_t length, text *out, error *e)
{
    token *tokens = NULL;
    model *m = model_read_tokens(file, bytes, length, &tokens, e);
    if (!m)
        return false;
    lay_out_tokens(&m->source, tokens, out);
    bool same = same_tokens(&m->source, tokens, out);
    free(tokens);
    model_free(m);
    return same || error_set(e,
                             "%s: the layout would change the model: this is a fault of "
                             "linchpin, please report it with the model",
                             file);
}
