// SPDX-License-Identifier: MIT
// Which operations could take effect together: all groups of open operations that
// the spec's synchronisations name. Whether the spec then allows the step is for
// the caller to ask. An ordinary spec has a group for each operation.
//
//     groups g = {.spec = spec, .count = n, .methods = methods, .found = take, .context = c};
//     if (groups_each(&g)) … // `take` was content with one

#ifndef JUDGE_SYNC_GROUPS_H
#define JUDGE_SYNC_GROUPS_H

#include <linchpin/spec.h>

enum { GROUPS_NONE = UINT32_MAX };

typedef struct groups {
    const lp_spec *spec;
    uint32_t count;          // of candidates
    const uint32_t *methods; // of each; GROUPS_NONE: it cannot take part
    // Of each candidate, an earlier one that is the same in all but name, or
    // GROUPS_NONE: it takes part only together with that one. May be NULL.
    const uint32_t *alike;
    // A group: candidates in the order of the synchronisation's places. True: enough.
    bool (*found)(void *context, uint32_t sync, const uint32_t *members, uint32_t count);
    void *context;
} groups;

// True when `found` said so. The arrays must not change meanwhile.
bool groups_each(const groups *g);
// Only the groups that this candidate is in.
bool groups_with(const groups *g, uint32_t candidate);

#endif
