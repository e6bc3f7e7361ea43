// SPDX-License-Identifier: MIT
// What a file claims of its quorum systems: any two quorums, one of each, have so many items in
// common. Constants are compared, so it is settled before the search.

#ifndef VERIFY_QUORUM_CLAIMS_H
#define VERIFY_QUORUM_CLAIMS_H

#include "verify/job.h"

// *broken: two quorums do not intersect, and the verdict says which. False, with an error: a quorum
// system has no value.
bool quorum_claims_check(job *j, bool *broken);
bool quorum_claims_made(const job *j);

#endif
