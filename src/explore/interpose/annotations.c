// SPDX-License-Identifier: MIT
// What annotations for ThreadSanitizer mean to the search for data races; the rest of them
// is in harness/noise/annotations_main.c, which is part of this program too.

#include "explore/runtime/hook_scope.h"
#include "explore/runtime/races.h"

void annotation_order(const void *address);
void annotation_order(const void *address)
{
    if (!rt.in_user || rt.loading || !config.races)
        return;
    HOOK_SCOPE;
    races_sync(address);
}
