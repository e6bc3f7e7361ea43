// SPDX-License-Identifier: MIT
// Synchronisation objects without state whose operations meet in pairs or act alone
// (Lawrence and Lowe, §6.3 and §6.4): a history is right just when its operations can
// be matched, since any order of the pairs then keeps real time.

#ifndef JUDGE_SYNC_GRAPH_H
#define JUDGE_SYNC_GRAPH_H

#include "judge/judge.h"

// Decides the task, if the spec is of this kind. False: it is not; `v` is as it was.
// `stuck`: operations that never returned never will (progressibility).
bool sync_graph_run(const judge_task *task, bool stuck, lp_verdict *v);

#endif
