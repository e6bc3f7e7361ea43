// SPDX-License-Identifier: MIT
// What the files of this folder share: making terms, and evaluating what stands in a process.

#ifndef MODEL_TERM_MAKING_H
#define MODEL_TERM_MAKING_H

#include "model/process/process_terms.h"

enum { TERM_MOST_WORDS = 1024 };

// Words of a term on its way.
typedef struct term_words {
    uint32_t words[TERM_MOST_WORDS];
    uint32_t length;
} term_words;

static inline const word_entry *term_get(const stepper *s, uint32_t term)
{
    return word_table_get(s->t->terms, term);
}

// Which words of a term are its parts: from the first, each `step` after the other, before `end`.
typedef struct term_parts {
    uint32_t first, step, end;
} term_parts;
term_parts term_parts_of(uint32_t kind, uint32_t length);

uint32_t term_make(stepper *s, const uint32_t *words, uint32_t length); // TERM_NONE: it fails
uint32_t term_plain(stepper *s, term_kind kind);                        // without anything in it
uint32_t term_pair(stepper *s, term_kind kind, uint32_t part, uint32_t other);
// From the words of a term, some of which are others now.
uint32_t term_again(stepper *s, const uint32_t *words, uint32_t length);
// A process with the values it needs.
uint32_t term_closure(stepper *s, term_kind kind, const process *x, const int32_t *env);
// Like a term, with another word in one place.
uint32_t term_with(stepper *s, uint32_t term, uint32_t at, uint32_t word);
// The process and the values that stand in a term from this word on.
const process *term_process(const stepper *s, const word_entry *e, uint32_t at, int32_t *env);
// What a step leads to: now, or in the state after it.
uint32_t term_next(stepper *s, const process *x, const int32_t *env);

bool stepper_fail(stepper *s, problem what, uint32_t where); // false
// The values of a process, but for those that a receipt binds. False: it fails.
bool process_values(stepper *s, const process *x, const int32_t *env, int32_t *values);
// The bounds of an indexed process.
bool process_range(stepper *s, const process *x, const int32_t *env, int64_t *low, int64_t *high);

uint32_t term_fill(stepper *s, uint32_t term, uint32_t hole, uint32_t by);
uint32_t term_settle(stepper *s, uint32_t term);

// A process with the values of some of its variables.
typedef struct known_values {
    int32_t env[MODEL_MAX_NAMES];
    uint64_t known;
} known_values;

// The values of a process, and which of them are known. Those that depend on the state or on what is not known,
// or that cannot be evaluated, may be any.
void process_known(stepper *s, const process *x, const known_values *v, int32_t *values,
                   bool *known);

// The alphabet of a part of a parallel composition, as a set; TERM_NONE: it fails.
uint32_t process_alphabet_of(stepper *s, const process *x, const int32_t *env);
uint32_t event_set_make(stepper *s, const process *x, const int32_t *env); // of hiding

#endif
