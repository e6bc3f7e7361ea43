// SPDX-License-Identifier: MIT
// The instances of the components of a system, each on its own (model/compose/compose_local.h): where
// their cells lie in a state of the system, which channels are between them, and what one step of
// one of them makes of its cells and sends, run by the interpreter.

#ifndef VERIFY_LOCAL_COMPONENT_H
#define VERIFY_LOCAL_COMPONENT_H

#include "verify/system/transition_system.h"

// Cells in a state of the system, and of the component alone.
typedef struct cell_span {
    uint32_t whole, alone, length;
} cell_span;

// The channel from one instance to another.
typedef struct channel_link {
    const channel *over;
    uint32_t from, to;       // components
    uint32_t cell, room;     // in a state of the system: how many messages, then the messages
    uint32_t sent, received; // the same of the two ends alone
    bool keeps;              // its messages may not be dropped
    bool claimed;            // what is said of states or steps looks at it
    bool begins;             // some are on their way at the start
    uint32_t *numbers;       // of each message: which one of the receiver's it is, + 1
} channel_link;

// A message that may get to a component, by one of its channels.
typedef struct local_message {
    uint32_t link, rank;
    uint32_t offer; // of the component alone: its receipt
} local_message;

typedef struct component {
    const system_part *part;
    uint32_t instance; // its number among those of the part
    model *view;
    transition_system alone; // without compiled code
    cell_span *spans;
    uint32_t span_count, width;
    uint32_t *out; // links from it
    uint32_t out_count;
    local_message *messages;
    uint32_t message_count, message_capacity;
} component;

typedef struct components {
    const transition_system *s;
    const unit *system;
    component *list;
    uint32_t count;
    channel_link *links;
    uint32_t link_count;
    uint32_t kept;  // channels whose messages may not be dropped, a bit each
    uint32_t ranks; // how many messages there are, with their contents
    bool claimed;   // what is said of states looks at channels whose messages may be dropped
    int32_t *cells; // of a step
} components;

// What a step did, in one of the ways it may go.
typedef struct local_way {
    const int32_t *cells; // of the component, after it
    const local_message *sent;
    uint32_t sent_count;
} local_way;

// How a step ended in some way, a bit each.
enum { LOCAL_FAILED = 1, LOCAL_BLOCKED = 2, LOCAL_TOO_MANY = 4 }; // too many messages were sent

typedef void (*local_visit)(void *context, const local_way *way);

// False: the instance is no system with channels, or cannot be taken apart. `kept`: channels whose
// messages may not be dropped, a bit each.
bool components_init(components *all, const transition_system *s, const instance *v,
                     const system_options *o, uint32_t kept);
void components_fini(components *all);
// The message gets to the receiver some time. It is numbered, once.
void component_may_get(components *all, uint32_t link, uint32_t rank);
// As many as the channel can carry.
void component_may_get_all(components *all, uint32_t link);
// Takes what is offered to the component alone, with this message in its channel (NULL: none).
uint32_t component_step(components *all, const component *k, const int32_t *state, uint32_t which,
                        const local_message *received, local_visit visit, void *context);
// Does what is offered to the system take a message out of this link?
bool link_gives(const components *all, const channel_link *l, const offer *o);
// The cells of a component in a state of the system.
void component_gather(const component *k, const int32_t *whole, int32_t *out);
// The same there and back: puts them into a state of the system.
void component_scatter(const component *k, const int32_t *state, int32_t *whole);

#endif
