// SPDX-License-Identifier: MIT
// See compose_local.h.

#include "model/compose/compose_local.h"

#include "model/compose/action_role.h"
#include "model/compose/compose_clock.h"

#include <string.h>

static bool add_actions(composer *c)
{
    const unit *u = c->only->of;
    for (uint32_t i = 0; i < u->method_count; i++) {
        role r;
        if (u->methods[i]->message)
            continue;
        if (!understand_role(c, c->only, u->methods[i], &r) ||
            !(r.f->role == ACTION_INPUT ? composer_input(c, r.f) : composer_owned(c, &r)))
            return false;
    }
    return compose_channels(c) && compose_time_alone(c);
}

bool compose_local(const model *whole, const unit *system, const system_part *part,
                   const uint32_t *parameters, model **out, error *e)
{
    model *view = *out = view_new(whole);
    composer c = {.whole = whole, .view = view, .system = system, .only = part, .e = e};
    c.parts = system->components;
    c.part_count = system->component_count;
    memcpy(c.instance, parameters, part->domain_count * sizeof *parameters);
    c.flat = model_allocate(view, sizeof *c.flat);
    *c.flat =
        (unit){.name = system->name, .at = system->at, .is_automaton = true, .composed = true};
    view->units[view->unit_count++] = c.flat;
    bool ok = composer_variables(&c, part) && compose_channel_variables(&c) &&
              composer_lets(&c, part, part->of) && add_actions(&c);
    c.flat->shared_to = view->shared_count;
    return ok && model_check(view, e);
}
