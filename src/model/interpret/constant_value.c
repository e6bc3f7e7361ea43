// SPDX-License-Identifier: MIT
// See constant_value.h.

#include "model/interpret/constant_value.h"

#include "model/interpret/interpret.h"

#include <string.h>

void constants_find(program *p)
{
    for (uint32_t i = 0; i < p->model->function_count; i++) {
        routine *r = &p->functions[i];
        int32_t made[MODEL_MAX_PARTS] = {0};
        bool plain = r->method->is_constant && !r->method->param_count;
        if (!plain || !interpret_function(p, NULL, i, made))
            continue;
        memcpy(r->known, made, sizeof made);
        r->is_known = true;
    }
}
