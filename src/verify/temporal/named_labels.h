// SPDX-License-Identifier: MIT
// The events of a process that a formula names, and the values that its variables have. Which events
// there are is known once the states are: so the search keeps what is seen of a step, as a number, and
// letters are found when the graph is looked at.

#ifndef VERIFY_NAMED_LABELS_H
#define VERIFY_NAMED_LABELS_H

#include "model/syntax/ast_formula.h"
#include "verify/search/kept_graph.h"

enum { MOST_ASSIGNMENTS = 1024 };

// The values of a variable, each as the cell that arguments have; of labels, with their types.
typedef struct domain {
    int32_t cells[MOST_ASSIGNMENTS];
    uint32_t tags[MOST_ASSIGNMENTS];
    uint32_t count;
    type type;
    bool threads, full;
} domain;

void domain_add(domain *d, int32_t cell, uint32_t tag);

// A step with all arguments known, or any.
typedef struct named_step {
    const event_pattern *of;
    struct {
        bool any;
        int32_t cell;
        uint32_t tag;
    } args[2 * MODEL_MAX_ARGS];
} named_step;

typedef struct named_labels named_labels;

named_labels *named_labels_new(const transition_system *s, const temporal_formula *f);
void named_labels_free(named_labels *n);
// What is kept of a move: 0, if no step of the formula can be it.
uint32_t named_labels_seen(const named_labels *n, const move *m);
// Adds the values that the event has where the formula has variables.
void named_labels_learn(const named_labels *n, uint32_t seen, domain *domains);
bool named_label_is(const named_labels *n, uint32_t seen, const named_step *step);
// The same, whatever values variables have.
bool named_label_fits(const named_labels *n, uint32_t seen, const event_pattern *e);

#endif
