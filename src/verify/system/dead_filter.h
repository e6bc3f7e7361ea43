// SPDX-License-Identifier: MIT
// What dead_messages.c and dead_filter.c share.

#ifndef VERIFY_DEAD_FILTER_H
#define VERIFY_DEAD_FILTER_H

#include "verify/system/dead_coverage.h"
#include "verify/system/dead_messages.h"
#include "verify/system/local_graph.h"

enum { NOBODY = 0xff };

struct dead_messages {
    const local_graphs *graphs;
    uint32_t *links; // from which messages may be dropped
    uint32_t link_count;
    uint32_t first, last; // cells of components
    uint8_t *owner;       // of each of them: the component
    uint8_t *channel_of;  // of each cell of the state: which of `links`; NOBODY: none
    // Of each component: which of `links` may get other dead messages where its local state changes, a
    // bit each. NULL: there are too many of them.
    uint64_t *depends;
    dead_coverage *coverage;
};

struct dead_filter {
    dead_messages *d;
    int32_t *before; // the cells from `first` to `last` that were looked at before
    cell_changes changed;
    uint32_t *local; // each component's state there
    uint32_t *near;  // and in a state next to it
    uint32_t *at;    // one of these: in the state that is looked at
    int32_t *own, *out;
    bool started;
};

#endif
