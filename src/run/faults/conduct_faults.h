// SPDX-License-Identifier: MIT
// Faults while a run goes on: which are due, and what is told of them.

#ifndef RUN_CONDUCT_FAULTS_H
#define RUN_CONDUCT_FAULTS_H

#include "run/conductor.h"

// Those without a time, before the first call.
bool conduct_faults_at_start(conductor *c, error *e);
// Those that are due. *wait becomes less, if the next one comes sooner (milliseconds).
bool conduct_faults(conductor *c, double passed, int *wait, error *e);
// Is there one that does not wait for operations?
bool conduct_faults_to_come(const conductor *c);
// Into the folder that stays: where servers listen, for clients of others.
bool conduct_write_addresses(const conductor *c, error *e);

#endif
