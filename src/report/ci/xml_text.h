// SPDX-License-Identifier: MIT
// Text of others in XML 1.0, in which a file stays well-formed whatever they wrote.

#ifndef REPORT_XML_TEXT_H
#define REPORT_XML_TEXT_H

#include "base/text.h"

// What a terminal would obey, what is not UTF-8 and what XML has no way to say is made visible
// (text_add_visible); lines stay lines. NULL adds nothing.
void xml_add_text(text *out, const char *string);
// name="string", with a blank before it; lines are kept as references.
void xml_add_attribute(text *out, const char *name, const char *string);

#endif
