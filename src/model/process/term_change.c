// SPDX-License-Identifier: MIT
// Terms with something in them replaced: a hole by what follows a receipt, and what was to be found out
// later by what it is in the state as it is now.

#include "model/process/term_making.h"

#include <string.h>

static uint32_t with_parts(stepper *s, uint32_t term, uint32_t flag,
                           uint32_t (*change)(stepper *s, uint32_t part, const uint32_t *given),
                           const uint32_t *given)
{
    uint32_t words[TERM_MOST_WORDS];
    const word_entry *e = term_get(s, term);
    term_parts parts = term_parts_of(e->words[0], e->length);
    memcpy(words, e->words, e->length * sizeof *words);
    for (uint32_t i = parts.first; i < parts.end; i += parts.step)
        if (term_get(s, words[i])->flags & flag) {
            words[i] = change(s, words[i], given);
            if (words[i] == TERM_NONE)
                return TERM_NONE;
        }
    return term_again(s, words, e->length);
}

static uint32_t fill(stepper *s, uint32_t term, const uint32_t *given)
{
    return term == given[0] ? given[1] : with_parts(s, term, TERM_OPEN, fill, given);
}

uint32_t term_fill(stepper *s, uint32_t term, uint32_t hole, uint32_t by)
{
    return by == TERM_NONE ? by : fill(s, term, (uint32_t[]){hole, by});
}

static uint32_t settle(stepper *s, uint32_t term, const uint32_t *given)
{
    const word_entry *e = term_get(s, term);
    if (e->words[0] != TERM_LATER)
        return with_parts(s, term, TERM_UNSETTLED, settle, given);
    int32_t env[MODEL_MAX_NAMES];
    const process *x = term_process(s, e, 1, env);
    return process_build(s, x, env);
}

uint32_t term_settle(stepper *s, uint32_t term)
{
    bool settled = !(term_get(s, term)->flags & TERM_UNSETTLED);
    return settled ? term : settle(s, term, NULL);
}
