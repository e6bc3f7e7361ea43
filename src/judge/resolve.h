// SPDX-License-Identifier: MIT
// From the names in a history to the methods of a spec.

#ifndef JUDGE_RESOLVE_H
#define JUDGE_RESOLVE_H

#include "base/error.h"

#include <linchpin/history.h>
#include <linchpin/spec.h>

// The method of one operation, which is on this line; UINT32_MAX: the spec does not have it, or
// not with this number of arguments.
uint32_t resolve_method(const lp_spec *spec, const lp_pool *pool, lp_value name, lp_value arg,
                        uint32_t line, error *e);

// Its argument as the spec takes it: what reads and takes none may have been recorded with one.
static inline lp_value resolve_argument(const lp_spec_method *method, lp_value arg)
{
    return method->args == 0 ? LP_NIL : arg;
}
// Its result as the spec emits it, for a return on this line. No result at all is nil where
// the method can return that.
bool resolve_result(const lp_spec *spec, const lp_pool *pool, uint32_t method, lp_value arg,
                    uint32_t line, lp_value *result, error *e);

// methods[i]: that of operation i. Checks the number of arguments, and turns
// results into what the spec emits (see spec_normal_result). False: an operation
// that the spec does not have, with its line.
bool resolve_methods(lp_history *h, const lp_spec *spec, uint32_t *methods, error *e);

#endif
