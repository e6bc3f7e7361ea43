// SPDX-License-Identifier: MIT
// Commit-atomicity as a property: points against the object itself (self_spec.h), and the same
// state whenever nothing is open.

#ifndef VERIFY_COMMIT_PROPERTY_H
#define VERIFY_COMMIT_PROPERTY_H

#include "verify/property/property.h"

property commit_property(const transition_system *s);

#endif
