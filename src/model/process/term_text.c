// SPDX-License-Identifier: MIT
// Terms for people: the text of the file where a process has not begun, with the values of its
// variables, and operators around it.

#include "model/process/process_terms.h"

#include <stdlib.h>

enum { LONG_TEXT = 600 };

static void print_closure(const process_terms *t, const word_entry *e, uint32_t at, text *out)
{
    const process *x = t->a->nodes[e->words[at]];
    const process_definition *d = t->a->owner[e->words[at]];
    bool named = false;
    char *words = source_excerpt(&t->m->source, x->at, x->end);
    text_add(out, "%s", words);
    free(words);
    at++;
    for (uint32_t i = 0; i < d->slot_count; i++)
        if (x->needs >> i & 1) {
            text_add(out, "%s%s = %d", named ? ", " : " where ", d->slots[i].name,
                     (int32_t)e->words[at++]);
            named = true;
        }
}

static void print_parts(const process_terms *t, const word_entry *e, uint32_t step,
                        const char *sign, text *out)
{
    for (uint32_t i = 1; i < e->length; i += step) {
        text_add(out, "%s(", i > 1 ? sign : "");
        term_print(t, e->words[i], out);
        text_add(out, ")");
    }
}

void term_print(const process_terms *t, uint32_t term, text *out)
{
    const word_entry *e = word_table_get(t->terms, term);
    if (out->length > LONG_TEXT) {
        text_add(out, "…");
        return;
    }
    switch ((term_kind)e->words[0]) {
    case TERM_STOP:
        text_add(out, "Stop");
        break;
    case TERM_DONE:
        text_add(out, "terminated");
        break;
    case TERM_SKIP:
        text_add(out, "Skip");
        break;
    case TERM_EXTERNAL:
        print_parts(t, e, 1, " [] ", out);
        break;
    case TERM_GENERAL:
        print_parts(t, e, 1, " [+] ", out);
        break;
    case TERM_INTERLEAVE:
        print_parts(t, e, 1, " ||| ", out);
        break;
    case TERM_PARALLEL:
        print_parts(t, e, 2, " || ", out);
        break;
    case TERM_SEQUENCE:
        text_add(out, "(");
        term_print(t, e->words[1], out);
        text_add(out, "); ");
        print_closure(t, e, 2, out);
        break;
    case TERM_INTERRUPT:
    case TERM_EFFECTS:
        term_print(t, e->words[1], out);
        text_add(out, " interrupt ");
        term_print(t, e->words[2], out);
        break;
    case TERM_HIDE:
    case TERM_RENAME:
    case TERM_ATOMIC:
        text_add(out, "%s", e->words[0] == TERM_ATOMIC ? "atomic " : "");
        term_print(t, e->words[1], out);
        break;
    default:
        print_closure(t, e, 1, out);
        break;
    }
}
