// SPDX-License-Identifier: MIT
// How much of a process is looked at. The less that is, the more of its steps can be taken at once
// (independent_events.h).

#ifndef MODEL_PROCESS_VIEW_H
#define MODEL_PROCESS_VIEW_H

typedef enum process_view {
    VIEW_ALL,    // every step: nothing is taken at once
    VIEW_EVENTS, // the order of events, what is refused, and whether it diverges
    VIEW_STATES  // states alone
} process_view;

#endif
