// SPDX-License-Identifier: MIT
// The front ends there are: see transition_system.h.

#ifndef VERIFY_FRONT_ENDS_H
#define VERIFY_FRONT_ENDS_H

#include "verify/system/transition_system.h"

extern const front_end client_front; // an object and its clients

#endif
