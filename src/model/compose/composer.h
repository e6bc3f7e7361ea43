// SPDX-License-Identifier: MIT
// What the files that compose share.

#ifndef MODEL_COMPOSER_H
#define MODEL_COMPOSER_H

#include "model/compose/naming.h"

typedef struct composer {
    const model *whole;
    model *view;
    const unit *system;
    const system_part *parts; // its components, whose automata are known
    uint32_t part_count;
    bool alone; // one automaton without parameters: its names stay as they are
    unit *flat;
    error *e;
} composer;

// The meaning of names in the text of a component; of the system itself, if `part` is NULL.
naming composer_naming(const composer *c, const system_part *part);
// All actions of the system, in the order of its components.
bool compose_actions(composer *c);
// The flat automaton, in the view.
bool compose_unit(composer *c);

#endif
