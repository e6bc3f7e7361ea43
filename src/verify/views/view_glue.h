// SPDX-License-Identifier: MIT
// One more thread is glued on to a view: all states of kept + 1 threads of which two given views are projections.
//
// Both views agree in what is *common*: the shared part, the fixed threads, and all kept threads but the last. Their nodes that
// the common part does not lead to are the victim's and the glued thread's: some of them may be the same nodes. So all ways to
// identify them are gone through: one to one, published nodes only, equal in what they hold, and so that what
// they lead to is identified as well, or common.

#ifndef VERIFY_VIEW_GLUE_H
#define VERIFY_VIEW_GLUE_H

#include "verify/views/view_form.h"

typedef struct view_pair {
    const int32_t *victim, *mover; // they agree in what is common
    const uint32_t *common;        // of each struct, so many nodes are common
} view_pair;

typedef enum glue_end { GLUE_DONE, GLUE_STOPPED, GLUE_NODES } glue_end;

// The last kept thread of `mover` comes to the last place of each vector. GLUE_STOPPED: `found` said so. GLUE_NODES: there is no room.
glue_end view_glue(const view_form *f, const view_pair *pair, int32_t *out,
                   bool (*found)(void *context, const int32_t *glued), void *context);

#endif
