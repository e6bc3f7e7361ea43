// SPDX-License-Identifier: MIT
// Actions that an operation K and a server S share without a channel. In the model both take such an action in one
// step; what runs has a message from one to the other (model/component/component_share.c). The two parts
// can be moved together where K takes no step in between, and no other action of S's is about K:
//
//     K:  ─ submit ───────────────────────── deliver ─        K hands itself over once,
//               ╲                           ╱                 does nothing until it hears back,
//     S:  ────── submit ─── … ─── deliver ──                  and hears back from the same S
//
// So it is asked here that every K goes through the states of replay_handing, one after the other.

#include "run/replay/replaying.h"

static bool shares(const replay *r, const replay_taking *t)
{
    const component *c = &r->s->parts[t->component->who.part];
    for (uint32_t i = 0; i < c->u->method_count; i++)
        if (c->u->methods[i] == t->step.action)
            return c->shares[i];
    return false;
}

static bool waits(replay *r, const replay_taking *t)
{
    text to = {0};
    replay_who_print(&r->names, t->component->handed_to, &to);
    replay_differs(r, t->step.action->at, "it is handed over to %s, and has not heard back",
                   to.bytes);
    text_fini(&to);
    return false;
}

// The other one, whose identifier or number is `who`.
static replay_component *other(replay *r, const replay_taking *t, uint32_t part, int64_t who)
{
    replay_component *c = replay_find(r, (replay_who){.part = part, .who = who}, t->component->key);
    if (!c)
        replay_differs(r, t->step.action->at, "the operation has returned, or never began");
    return c;
}

// The part of an operation.
static bool operation_takes(replay *r, const replay_taking *t, const enact_outcome *out)
{
    replay_component *c = t->component;
    bool input = t->step.action->role == ACTION_INPUT;
    if (input && c->handing != HANDING_ANSWERED)
        return replay_differs(r, t->step.action->at, "nobody has answered it");
    if (!input && c->handing != HANDING_NOT)
        return replay_differs(r, t->step.action->at, "an operation is handed over once");
    c->handing = input ? HANDING_OVER : HANDING_TOLD;
    if (!input) // the first that the action sends: see component_share.c
        c->handed_to = (replay_who){.part = (uint32_t)(out->sent[0].to - r->s->parts),
                                    .who = out->sent[0].who};
    return true;
}

// The part of a server.
static bool server_takes(replay *r, const replay_taking *t, const enact_outcome *out)
{
    bool input = t->step.action->role == ACTION_INPUT;
    const component *of = input ? component_named(r->s, t->step.action->sender) : out->sent[0].to;
    replay_component *c =
        other(r, t, (uint32_t)(of - r->s->parts), input ? t->step.sender : out->sent[0].who);
    if (!c)
        return false;
    if (c->handing != (input ? HANDING_TOLD : HANDING_TAKEN) ||
        !replay_who_same(c->handed_to, t->component->who))
        return replay_differs(r, t->step.action->at,
                              input ? "the operation was not handed over to it"
                                    : "the operation is not in its hands: it was given to another "
                                      "one, or has its answer");
    c->handing = input ? HANDING_TAKEN : HANDING_ANSWERED;
    return true;
}

bool replay_shared(replay *r, const replay_taking *t, const enact_outcome *out)
{
    const component *c = &r->s->parts[t->component->who.part];
    replay_handing now = t->component->handing;
    if (shares(r, t))
        return c->is_operation ? operation_takes(r, t, out) : server_takes(r, t, out);
    return now == HANDING_NOT || now == HANDING_OVER || waits(r, t);
}
