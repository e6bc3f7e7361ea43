// SPDX-License-Identifier: MIT
// What the files that compose need to know of time and clocks.

#ifndef MODEL_COMPOSE_CLOCK_H
#define MODEL_COMPOSE_CLOCK_H

#include "model/compose/composer.h"

// Checks that clocks and time go together. Where clocks are skewed, the time is a variable, too.
bool compose_clock_variables(composer *c);
// The steps of time.
bool compose_time(composer *c);
// The same of one instance alone, whose clock goes on whenever it likes.
bool compose_time_alone(composer *c);

#endif
