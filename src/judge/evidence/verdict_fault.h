// SPDX-License-Identifier: MIT
// What is wrong with a member of a verdict that could not be read: is it of the wrong type, out of range,
// or is something in it missing?

#ifndef JUDGE_VERDICT_FAULT_H
#define JUDGE_VERDICT_FAULT_H

#include "base/error.h"
#include "base/io/json.h"

// `j` stopped in the value of the member `key`, which is at `value` (blanks and the colon may come before
// it). Returns false.
bool verdict_fault(const char *key, const char *value, const json *j, error *e);
// Of what was read: a member does not fit the others. Returns false.
bool verdict_misfit(const char *key, const char *why, error *e);

#endif
