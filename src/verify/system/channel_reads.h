// SPDX-License-Identifier: MIT
// Who looks at what is on its way. Components cannot; what is said of states can.

#ifndef VERIFY_CHANNEL_READS_H
#define VERIFY_CHANNEL_READS_H

#include "model/steps/program.h"

typedef struct channel_reads {
    bool claimed;   // by an invariant
    bool reachable; // by a condition that is to be reachable
    bool matched;   // by a derived variable of a simulation, which steps that match may look at
} channel_reads;

// `cell`: where the channel's variable begins.
channel_reads channel_reads_of(const program *p, const instance *v, uint32_t cell);
// Does the invariant look at the variable that begins with this cell?
bool condition_reads(const program *p, const invariant *v, uint32_t cell);
// Do the steps that match, in a simulation, depend on it?
bool simulation_reads_channels(const simulation *s);

#endif
