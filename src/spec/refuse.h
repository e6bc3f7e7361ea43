// SPDX-License-Identifier: MIT
// For the `.refuse` of built-ins: arguments and results that must be integers. Nil is for the
// judge: an object may be wrong and answer with nothing.

#ifndef SPEC_REFUSE_H
#define SPEC_REFUSE_H

#include <linchpin/spec.h>

static inline const char *refuse_argument(lp_value v)
{
    return v.kind == LP_KIND_INT ? NULL : "it takes an integer";
}

static inline const char *refuse_result(lp_value v)
{
    return v.kind == LP_KIND_INT || v.kind == LP_KIND_UNIT || lp_is_nil(v)
               ? NULL
               : "it returns an integer";
}

#endif
