// SPDX-License-Identifier: MIT
// One component, once all of them are known: see component.h.

#ifndef MODEL_COMPONENT_ANNOTATE_H
#define MODEL_COMPONENT_ANNOTATE_H

#include "model/component/component.h"

// The operations that machines carry out, before all else; and one of them as a method of the object.
bool component_find_machine(component_system *s, error *e);
bool component_replace(const component_system *s, component_operation *o, error *e);
bool components_share(component_system *s, error *e); // before that
bool component_annotate(component_system *s, const component *c, error *e);

#endif
