// SPDX-License-Identifier: MIT
// One component, once all of them are known: see component.h.

#ifndef MODEL_COMPONENT_ANNOTATE_H
#define MODEL_COMPONENT_ANNOTATE_H

#include "model/component/component.h"

bool components_share(component_system *s, error *e); // before that
bool component_annotate(component_system *s, const component *c, error *e);

#endif
