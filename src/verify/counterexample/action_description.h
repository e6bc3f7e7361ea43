// SPDX-License-Identifier: MIT
// Actions of components and deliveries of messages, as they are written: grant(w1),
// client[w1].retry(), replica[p] receives store(t) from client[x].

#ifndef VERIFY_ACTION_DESCRIPTION_H
#define VERIFY_ACTION_DESCRIPTION_H

#include "verify/counterexample/move_description.h"

void describe_action(describer *d, const move *m, const method *f, const int32_t *before,
                     text *out);
// As an event of a process: grant.w1.
void describe_event(describer *d, const move *m, const method *f, const int32_t *before, text *out);
// The message that it takes out of a channel.
void describe_sent(describer *d, const move *m, const method *f, const int32_t *before, text *out);

#endif
