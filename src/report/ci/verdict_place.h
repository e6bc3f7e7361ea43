// SPDX-License-Identifier: MIT
// Of a verdict: the rule that is broken, what an alert of it says, the place where it belongs, and
// what tells it from others.

#ifndef REPORT_VERDICT_PLACE_H
#define REPORT_VERDICT_PLACE_H

#include "report/ci/source_places.h"
#include "report/ci/verdict_file.h"

typedef struct violation_rule {
    bool at_line;      // else it is about an object as a whole
    const char *title; // "Data race"
    const char *help;
} violation_rule;

const violation_rule *violation_rule_of(lp_violation v); // not of LP_VIOLATION_NONE

// The object, without the file that it is in; caller frees.
char *verdict_object(const lp_verdict *v);
// What is to be said of it, from the sentence that says all to the command that shows it again, a
// line for each thing; caller frees.
char *verdict_message(const lp_verdict *v);
// False: there is no file at all. A place without a line stands for the whole file.
bool verdict_place(source_places *s, const verdict_entry *entry, source_place *out);
// Of a violation, in hexadecimal: equal for what is the same fault, in later versions of the
// source, too.
void verdict_fingerprint(source_places *s, const verdict_entry *entry, text *out);
// Likewise of a warning about a model.
void warning_fingerprint(const lp_warning *warning, const source_place *place, text *out);

#endif
