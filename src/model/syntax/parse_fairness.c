// SPDX-License-Identifier: MIT
// What is assumed of the scheduler: `fair weak actions;` of a verify block, or the same words on the command line.

#include "model/syntax/parser.h"

#include <string.h>

static const struct {
    const char *word;
    fairness kind;
} kinds[] = {
    {"none", FAIR_NOT}, {"weak", FAIR_WEAK}, {"strong", FAIR_STRONG}, {"global", FAIR_GLOBAL}};
enum { KINDS = sizeof kinds / sizeof *kinds };

// "weak", "strong events"
bool fairness_read(const char *words, temporal_claim *c)
{
    for (uint32_t k = 0; k < KINDS; k++) {
        size_t length = strlen(kinds[k].word);
        if (strncmp(words, kinds[k].word, length) != 0)
            continue;
        const char *of = words + length;
        bool each = kinds[k].kind == FAIR_WEAK || kinds[k].kind == FAIR_STRONG;
        c->fair = kinds[k].kind;
        c->fair_given = true;
        c->fair_events = each && strcmp(of, " events") == 0;
        c->fair_actions = c->fair_events || (each && strcmp(of, " actions") == 0);
        return c->fair_actions || !*of;
    }
    return false;
}

bool parse_fairness(parser *p, temporal_claim *c)
{
    uint32_t k = 0;
    if (c->fair_given)
        return source_error(p->s, p->e, p->t->at, NULL, "fair is given twice");
    parser_role(p, ROLE_WORD);
    p->t++;
    c->fair_at = p->t->at;
    while (k < KINDS && !parser_at(p, kinds[k].word))
        k++;
    if (k == KINDS)
        return source_error(p->s, p->e, p->t->at,
                            "write weak or strong, and actions or events if it is asked of these; "
                            "global; or none",
                            "what is assumed of the scheduler?");
    p->t++;
    c->fair = kinds[k].kind;
    c->fair_given = true;
    bool each = c->fair == FAIR_WEAK || c->fair == FAIR_STRONG;
    c->fair_events = each && parser_take_word(p, "events");
    c->fair_actions = c->fair_events || (each && parser_take_word(p, "actions"));
    return true;
}
