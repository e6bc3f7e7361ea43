// SPDX-License-Identifier: MIT
// What was found of two Aldebaran files, asked again: the files are read once more into lists of lines,
// and sets of states are marks. Nothing is interned, remembered, sorted or left out.

#ifndef VERIFY_AUT_RECHECK_H
#define VERIFY_AUT_RECHECK_H

#include "base/text.h"
#include "verify/compare/refinement_check.h"

typedef struct aut_table aut_table;

// The file was read before, so its lines and labels are known.
aut_table *aut_table_new(const char *file, const text *bytes, const visible_labels *labels);
void aut_table_free(aut_table *t);
uint32_t aut_table_start(const aut_table *t);
// The line of a transition; 0: there is none.
uint64_t aut_table_line(const aut_table *t, uint32_t from, uint32_t label, uint32_t to);
// What a state offers, each label once. False: it is not stable. The caller frees them.
bool aut_table_offers(const aut_table *t, uint32_t state, uint32_t **labels, uint32_t *count);

typedef struct aut_question {
    const uint32_t *trace; // labels
    uint32_t length;
    bool divergences;        // where it diverges, before or after, it may do anything
    bool diverges;           // asked: can it diverge after the trace?
    const uint32_t *offered; // asked: is there a stable state that offers only these?
    uint32_t offered_count;
    bool refuses; // is that asked? If neither: does it have the trace?
} aut_question;

// Is the answer no? `instead` gets what stable states offer, or what the trace could go on with.
bool aut_table_denies(const aut_table *t, const aut_question *q, text *instead);

#endif
