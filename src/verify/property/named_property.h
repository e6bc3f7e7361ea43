// SPDX-License-Identifier: MIT
// Properties that a verify block asks for by their names: `property alternating;`. Each is one
// file src/verify/property/property_NAME.c, which the build finds, and an observer of labels
// (property.h). What depends on their order may be asked: calls and returns are not folded then.

#ifndef VERIFY_NAMED_PROPERTY_H
#define VERIFY_NAMED_PROPERTY_H

#include "verify/property/property.h"

typedef struct named_property {
    const char *name;
    const char *holds, *violated; // what is so, in words, if it holds, and if it does not
    property (*start)(const transition_system *s);
} named_property;

extern const named_property *const named_properties[]; // NULL ends it

const named_property *named_property_find(const char *name); // NULL: there is none

#endif
