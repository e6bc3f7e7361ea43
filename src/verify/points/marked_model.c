// SPDX-License-Identifier: MIT
// See marked_model.h. The text is changed by edits, which are found in the old text and made from its end.

#include "verify/points/marked_model.h"

#include "base/memory.h"
#include "model/syntax/lex.h"
#include "model/syntax/pretty_print.h"
#include "verify/points/mark_site.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct edit {
    uint32_t at, length; // what is replaced
    char *by;
} edit;

typedef struct editing {
    const inferred_points *p;
    const transition_system *s;
    const source *file;
    edit *edits;
    size_t count, capacity;
    token *tokens;
    const char *ghost;               // says that an operation has taken effect
    bool guarded[MODEL_MAX_METHODS]; // whether the marks of a method look at it
} editing;

static void add_edit(editing *e, uint32_t at, uint32_t length, char *by)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->edits[i].at == at && e->edits[i].length == length &&
            strcmp(e->edits[i].by, by) == 0) {
            free(by);
            return;
        }
    MEMORY_GROW(e->edits, e->capacity, e->count + 1);
    e->edits[e->count++] = (edit){at, length, by};
}

static int from_the_end(const void *a, const void *b)
{
    const edit *x = a, *y = b;
    return x->at != y->at ? (x->at < y->at) - (x->at > y->at)
                          : (x->length < y->length) - (x->length > y->length);
}

static const token *token_at(const editing *e, uint32_t at)
{
    const token *t = e->tokens;
    while (t->kind != TOKEN_END && t->at < at)
        t++;
    return t;
}

// A mark, with what is in its brackets and, where it stands alone, its semicolon.
static void remove_marks(editing *e)
{
    for (const token *t = e->tokens; t->kind != TOKEN_END; t++) {
        const token *last = t;
        int depth = 0;
        if (t->kind != TOKEN_MARK || !token_is(e->file, t, "lin"))
            continue;
        if (token_is(e->file, t + 1, "("))
            for (last = t + 1;; last++) {
                depth += token_is(e->file, last, "(") - token_is(e->file, last, ")");
                if (!depth || last->kind == TOKEN_END)
                    break;
            }
        bool alone = token_is(e->file, last + 1, ";");
        uint32_t end = alone ? (last + 1)->end : last->end;
        add_edit(e, t->at - 1, end - t->at + 1, // with the @
                 text_format("%s", alone && (t->role & ROLE_BARE) ? "{ }" : ""));
    }
}

// The type of a method's result, as it is written after ->.
static char *result_type(const editing *e, const method *f)
{
    const token *t = token_at(e, f->at);
    while (t->kind != TOKEN_END && !token_is(e->file, t, "->"))
        t++;
    const token *last = t;
    while (last->kind != TOKEN_END && !token_is(e->file, last + 1, "{") &&
           (last + 1)->kind != TOKEN_MARK)
        last++;
    return text_format("%.*s", (int)(last->end - t->end), e->file->bytes + t->end);
}

static char *condition_of(const mark_site *s, const char *name)
{
    static const char *const tests[RESULT_KINDS] = {[RESULT_NONE] = "%s == none",
                                                    [RESULT_TRUE] = "%s",
                                                    [RESULT_FALSE] = "!%s",
                                                    [RESULT_OTHER] = "%s != none"};
    text t = {0};
    for (uint32_t k = 0; s->others && k < RESULT_KINDS; k++) {
        if (!(s->results >> k & 1) || !tests[k])
            continue;
        const char *gap = strstr(tests[k], "%s");
        text_add(&t, "%s%.*s%s%s", t.length ? " || " : "(", (int)(gap - tests[k]), tests[k], name,
                 gap + 2);
    }
    char *condition = text_format("%s%s", t.length ? t.bytes : "", t.length ? ")" : "");
    text_fini(&t);
    return condition;
}

// A mark that stands alone. Where operations come to marks again, a ghost variable knows.
static char *mark_text(const editing *e, uint32_t which, const char *condition)
{
    if (!e->guarded[which])
        return text_format("@lin%s;", condition);
    if (!*condition)
        return text_format("ghost { if (!%s) @lin; %s = true; }", e->ghost, e->ghost);
    return text_format("ghost { if (!%s && %s) { @lin; %s = true; } }", e->ghost, condition,
                       e->ghost);
}

static void mark_return(editing *e, const mark_site *s, uint32_t which, bool bare)
{
    enum { RETURN = sizeof "return" - 1 };
    static const char name[] = "outcome";
    char *kind = result_type(e, e->s->p->object->methods[which]);
    char *condition = condition_of(s, name), *mark = mark_text(e, which, condition);
    const char *value = e->file->bytes + s->from + RETURN;
    int length = (int)(s->end - s->from - RETURN);
    while (length > 0 && (isspace((unsigned char)value[length - 1]) || value[length - 1] == ';'))
        length--;
    add_edit(e, s->from, s->end - s->from,
             text_format("%s%s %s =%.*s;\n%s\nreturn %s;%s", bare ? "{ " : "", kind, name, length,
                         value, mark, name, bare ? " }" : ""));
    free(kind);
    free(condition);
    free(mark);
}

static void mark_site_edit(editing *e, uint32_t which, const mark_site *s)
{
    bool bare = token_at(e, s->from)->role & ROLE_BARE;
    char *mark = mark_text(e, which, "");
    if (s->kind == MARK_BEFORE && !e->guarded[which]) {
        add_edit(e, s->from, 0, text_format("@lin "));
    } else if (s->kind == MARK_BEFORE) {
        add_edit(e, s->from, 0, text_format("%s%s ", bare ? "{ " : "", mark));
        if (bare)
            add_edit(e, s->end, 0, text_format(" }"));
    } else if (s->kind == MARK_AFTER) {
        if (bare)
            add_edit(e, s->from, 0, text_format("{ "));
        add_edit(e, s->end, 0, text_format(" %s%s", mark, bare ? " }" : ""));
    } else {
        mark_return(e, s, which, bare);
    }
    free(mark);
}

static bool mark_place(editing *e, uint32_t at)
{
    uint32_t which = operation_step_place(e->p->game.steps, at).method;
    mark_site sites[MOST_MARK_SITES];
    uint32_t count = mark_sites_find(e->p, at, sites);
    for (uint32_t i = 0; i < count; i++)
        mark_site_edit(e, which, &sites[i]);
    return count > 0;
}

static bool comes_again(const inferred_points *p, uint32_t at)
{
    mark_site sites[MOST_MARK_SITES];
    bool again = false;
    for (uint32_t i = mark_sites_find(p, at, sites); i > 0; i--)
        again |= sites[i - 1].again;
    return again;
}

// Which methods need the ghost variable; it is declared before the object, and set back in each call of them.
static void guard_marks(editing *e)
{
    static const char *const names[] = {"taken", "has_taken_effect", "point_passed"};
    bool any = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !e->ghost; i++) {
        e->ghost = names[i];
        for (const token *t = e->tokens; t->kind != TOKEN_END && e->ghost; t++)
            if (token_is(e->file, t, names[i]))
                e->ghost = NULL;
    }
    for (uint32_t i = 0; i < e->p->use_count; i++)
        if (e->p->uses[i].effects && comes_again(e->p, i))
            e->guarded[operation_step_place(e->p->game.steps, i).method] = any = true;
    const unit *object = e->s->p->object;
    for (uint32_t m = 0; m < object->method_count && e->ghost; m++) {
        const token *t = token_at(e, object->methods[m]->at);
        while (t->kind != TOKEN_END && !token_is(e->file, t, "{"))
            t++;
        if (e->guarded[m])
            add_edit(e, t->end, 0, text_format(" ghost { %s = false; }", e->ghost));
    }
    const token *t = token_at(e, object->at) - 1; // the word `object`
    if (any && e->ghost)
        add_edit(e, t->at, 0, text_format("ghost thread bool %s;\n", e->ghost));
}

// Makes the edits, from the last one on; then the text is laid out.
static bool make_edits(editing *e, text *out)
{
    error ignored = {0};
    char *bytes = text_format("%.*s", (int)e->file->length, e->file->bytes);
    qsort(e->edits, e->count, sizeof *e->edits, from_the_end);
    for (size_t i = 0; i < e->count; i++) {
        const edit *x = &e->edits[i];
        char *next = text_format("%.*s%s%s", (int)x->at, bytes, x->by, bytes + x->at + x->length);
        free(bytes);
        bytes = next;
    }
    bool ok = model_format(e->file->file, bytes, strlen(bytes), out, &ignored);
    free(bytes);
    return ok;
}

bool marked_model_print(const inferred_points *p, const instance *v, text *out)
{
    editing e = {.p = p, .s = step_graph_system(p->game.graph)};
    error ignored = {0};
    bool ok = !p->help_count && !p->game.rules.late;
    e.file = &e.s->m->source;
    model *parsed =
        model_read_tokens(e.file->file, e.file->bytes, e.file->length, &e.tokens, &ignored);
    if (ok && parsed)
        guard_marks(&e);
    ok = ok && e.ghost;
    for (uint32_t i = 0; ok && parsed && i < p->use_count; i++)
        if (p->uses[i].effects)
            ok = !p->uses[i].passes && mark_place(&e, i);
    if (ok && parsed) {
        remove_marks(&e);
        if (!v->points)
            add_edit(&e, v->refines_at + (uint32_t)strlen(v->refines), 0,
                     text_format(" using points"));
        ok = make_edits(&e, out);
    }
    for (size_t i = 0; i < e.count; i++)
        free(e.edits[i].by);
    free(e.edits);
    if (parsed)
        free(e.tokens);
    model_free(parsed);
    return ok && parsed;
}

void marked_lines_print(const char *marked, text *out)
{
    source s = {.bytes = marked, .length = strlen(marked)};
    error ignored = {0};
    token *tokens;
    if (!lex(&s, &tokens, &ignored))
        return;
    const token *t = tokens;
    uint32_t line = 1;
    for (const char *at = marked, *end; *at; at = *end ? end + 1 : end, line++) {
        end = at + strcspn(at, "\n");
        const char *word = at + strspn(at, " ");
        bool has = false;
        for (; t->kind != TOKEN_END && marked + t->at < end; t++)
            has |= t->kind == TOKEN_MARK && token_is(&s, t, "lin");
        if (has)
            text_add(out, "\n  :%-4u %.*s", line, (int)(end - word), word);
    }
    free(tokens);
}
