// SPDX-License-Identifier: MIT
// What is seen of the moves of two systems that are compared: labels are numbers, the same on both
// sides where an action has the same name and the same arguments. 0 is what is not seen.

#ifndef VERIFY_VISIBLE_LABELS_H
#define VERIFY_VISIBLE_LABELS_H

#include "base/intern.h"
#include "verify/system/transition_system.h"

enum { LABEL_UNSEEN = 0 };

typedef intern visible_labels;

visible_labels *visible_labels_new(void);
void visible_labels_free(visible_labels *l);
// Of each offer of an automaton: its label. The caller's to free.
// `events`: written as events of processes are, response.r1.none, since it is not another automaton that they are
// compared with.
uint32_t *visible_labels_number(visible_labels *l, const transition_system *s, bool events);

// What is seen of the moves of one system, once they are made: of an automaton, known by the offer; of a
// process, whose labels are found while it goes on, by what the move says of itself. For one thread.
typedef struct move_labels {
    visible_labels *all;
    const transition_system *s;
    uint32_t *of; // of each offer, or of each event that was met, + 1
    size_t capacity;
} move_labels;

void move_labels_init(move_labels *m, visible_labels *all, const transition_system *s, bool events);
// Of what is compared: is one of the two no automaton?
bool labels_are_events(const instance *v);
void move_labels_fini(move_labels *m);
uint32_t move_label(move_labels *m, const move *x);
const char *visible_label_text(const visible_labels *l, uint32_t label); // response(r1, none)

#endif
