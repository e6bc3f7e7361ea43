// SPDX-License-Identifier: MIT
// What the files that compose share.

#ifndef MODEL_COMPOSER_H
#define MODEL_COMPOSER_H

#include "model/compose/naming.h"

// The automaton of pairs of a simulation, and two more forms: see simulation_tables.h.
typedef enum simulation_form {
    SIMULATION_PAIRS,
    SIMULATION_TABLED,
    SIMULATION_ABSTRACT
} simulation_form;

typedef struct composer {
    const model *whole;
    model *view;
    const unit *system;
    const system_part *parts; // its components, whose automata are known
    uint32_t part_count;
    const struct composer *sides[2]; // of a simulation: those of its systems
    bool alone;                      // one automaton without parameters: its names stay as they are
    bool bare;                       // what is claimed of it is left out
    simulation_form form;
    // What is composed is one instance of one component, and nobody else: see compose_local.h.
    const system_part *only; // NULL: all of them
    uint32_t instance[MODEL_MAX_ARGS];
    unit *flat;
    error *e;
} composer;

// The meaning of names in the text of a component; of the system itself, if `part` is NULL.
naming composer_naming(const composer *c, const system_part *part);
// The composer whose component it is: of a simulation, that of one of its systems.
const composer *composer_side(const composer *c, const system_part *part);
// A variable with an item for each instance of a component and each value of the types after it.
void composer_spread(const composer *c, variable *v, const system_part *part, const type *more,
                     uint32_t count);
// Goes through the instances of a component, from all zeroes on; parameters that are known stay.
// False: those were all.
bool part_next(const system_part *part, expr *const *known, uint32_t *now);
void part_instance(const composer *c, const system_part *part, const uint32_t *now, uint32_t at,
                   expr **out);
// Does what is composed have this component?
bool composer_has(const composer *c, const system_part *part);
// A further one of the flat automaton. NULL: with an error.
variable *composer_variable(composer *c, const char *name, type t, uint32_t at);
// What the parameters of a component are called where it is said of all its instances.
const char *own_name(const composer *c, uint32_t i);
expr *composer_for_all(const composer *c, const system_part *part, expr *condition);
bool composer_variables(const composer *c, const system_part *part); // those of a component
bool composer_lets(const composer *c, const system_part *part, const unit *u);
bool composer_input(composer *c, const method *f); // an input that belongs to the environment
struct role;
bool composer_owned(composer *c, const struct role *owner); // what an instance takes
// The variables that hold what is on its way.
bool compose_channel_variables(composer *c);
// The actions that take it out: whoever it is for receives it, or it is lost.
bool compose_channels(composer *c);
// `send m to replica[p];` in the text that the naming is for. NULL: with an error.
stmt *compose_send(naming *n, const stmt *s);
// client[x].to_replica[p]: NULL: no channel is called so.
expr *compose_channel_place(naming *n, const expr *x, const system_part *of, const char *name,
                            expr *const *which, const expr *item, bool *found);
// All actions of the system, in the order of its components.
bool compose_actions(composer *c);
// The flat automaton, in the view.
bool compose_unit(composer *c);
// What is claimed of the steps of the unit becomes part of each action of the flat automaton.
// `part`: whose text it is; NULL: the system's.
bool compose_step_claims(composer *c, const system_part *part, const unit *u);
// What a system says of its components: derived variables, and what holds in every state.
bool compose_claims(const composer *c, const unit *u);
// A new view of the file, without a unit.
model *view_new(const model *m);
const unit *find_automaton(const model *m, const char *name); // NULL: there is none
// The error: always false. `systems`: one of them would do, too.
bool no_automaton(const model *m, const char *name, uint32_t at, bool systems, error *e);
system_part lone_part(const model *m, const unit *u); // an automaton is a system of one
// A simulation becomes a flat automaton, too: see compose_simulation.h.
bool compose_simulation(composer *c);

#endif
