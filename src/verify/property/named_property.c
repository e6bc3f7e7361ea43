// SPDX-License-Identifier: MIT
// See named_property.h.

#include "verify/property/named_property.h"

#include <string.h>

const named_property *named_property_find(const char *name)
{
    size_t i = 0;
    while (named_properties[i] && strcmp(named_properties[i]->name, name) != 0)
        i++;
    return named_properties[i];
}
