// SPDX-License-Identifier: MIT
// A walk that fails, with fewer moves: those are left out without which something else, or nothing,
// would be found. First many in a row are tried, then fewer, as in delta debugging (Zeller and
// Hildebrandt, 2002); a move that is not possible any more without them is left out, too.

#ifndef VERIFY_SHORTEN_WALK_H
#define VERIFY_SHORTEN_WALK_H

#include "verify/walk/walker.h"

// `w` leads to `fail`, and does so afterwards; the same kind of failure at the same place of the
// model. It takes a bounded number of steps, so the same walk is always made the same.
void walk_shorten(walker *k, way *w, const walk_failure *fail, limits *l);

#endif
