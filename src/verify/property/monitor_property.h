// SPDX-License-Identifier: MIT
// The monitor of calls and returns as a property: every history is one of the spec's.

#ifndef VERIFY_MONITOR_PROPERTY_H
#define VERIFY_MONITOR_PROPERTY_H

#include "base/io/limits.h"
#include "verify/property/property.h"

#include <linchpin/spec.h>

typedef struct monitor_options {
    const lp_spec *spec;
    const uint32_t *methods; // the spec's number of each of the object's methods
    bool values;             // renamed values are the same to it
    bool rests;              // where operations wait, the spec must allow that
    limits *limits;
} monitor_options;

property monitor_property(const monitor_options *o, const transition_system *s);

#endif
