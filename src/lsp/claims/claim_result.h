// SPDX-License-Identifier: MIT
// What came of verifying a verify block, as an editor shows it: read from the verdict that `linchpin verify --json`
// prints (docs/json.md).

#ifndef LSP_CLAIM_RESULT_H
#define LSP_CLAIM_RESULT_H

#include "lsp/text/document.h"

typedef enum claim_state { CLAIM_NEW, CLAIM_WAITING, CLAIM_RUNNING, CLAIM_DONE } claim_state;

typedef enum claim_outcome {
#define OUTCOME(name, word, sign) CLAIM_##name,
#include "lsp/claims/claim_outcomes.def"
#undef OUTCOME
    CLAIM_OUTCOMES,
} claim_outcome;

enum { CLAIM_STEPS_MOST = 100 };

// A step of a counterexample.
typedef struct claim_step {
    char *what; // "thread 0: call push(1)"
    size_t at;  // the byte of the text where it is made; NOT_IN_TEXT
} claim_step;
#define NOT_IN_TEXT SIZE_MAX

// Zeroed: nothing is known.
typedef struct claim_result {
    claim_state state;
    claim_outcome outcome; // once it is done
    char *said;            // "✓ linearizable: 427 states"
    char *detail;          // more about it, in lines; may be NULL
    char *warning;         // why "holds" may say less than it seems to; may be NULL
    char *page;            // the file of the report page; may be NULL
    claim_step *steps;     // the last ones, if there are too many
    uint32_t step_count;
    size_t at; // the place that it is about; NOT_IN_TEXT: the verify block
} claim_result;

// False: the line is no verdict.
bool claim_result_read(claim_result *r, const char *line, size_t length, const document *d);
void claim_result_fini(claim_result *r);
const char *claim_outcome_word(claim_outcome o); // as JSON has it

#endif
