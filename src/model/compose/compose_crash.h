// SPDX-License-Identifier: MIT
// What the files that compose need to know of crashes.

#ifndef MODEL_COMPOSE_CRASH_H
#define MODEL_COMPOSE_CRASH_H

#include "model/compose/composer.h"

const crashes *crash_of(const composer *c, const system_part *part); // NULL: it stays up
// The instance is down; NULL where its kind stays up.
expr *crash_down(naming *n, const expr *x, const system_part *part, expr *const *which);
// The same for replica[p].down in the text: an error then.
expr *crash_named(naming *n, const expr *x, const expr *field, const system_part *of,
                  expr *const *which);
// It is not down.
expr *crash_up(naming *n, const expr *x, const system_part *part, expr *const *which);
// What is sent to a component that is down for ever is not kept.
bool crash_is_final(const composer *c, const system_part *part);

// The variables that say who is down, and how many crashes there were.
bool compose_crash_variables(composer *c);
// The actions of the environment by which components go down and come up.
bool compose_crashes(composer *c);

#endif
