// SPDX-License-Identifier: MIT
// See xml_text.h. Of the characters that text_add_visible lets through XML 1.0 has all but U+FFFE
// and U+FFFF (section 2.2). All of & < > " ' are written as references, so that neither "]]>" nor
// the end of an attribute can come about.

#include "report/ci/xml_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void add(text *out, const char *string, bool attribute)
{
    char *visible = text_visible(string, "\n\t");
    for (const char *at = visible; *at; at++) {
        static const char special[] = "&<>\"'\n\t";
        static const char *const named[] = {"&amp;",  "&lt;",  "&gt;", "&quot;",
                                            "&apos;", "&#10;", "&#9;"};
        const char *found = strchr(special, *at);
        bool blank = *at == '\n' || *at == '\t';
        if (found && (attribute || !blank)) {
            text_add(out, "%s", named[found - special]);
        } else if (memcmp(at, "\xef\xbf", strnlen(at, 2)) == 0 && (unsigned char)at[2] >= 0xbe) {
            text_add(out, "\\uff%02x", (unsigned char)at[2] + 0x40);
            at += 2;
        } else {
            text_add_bytes(out, at, 1);
        }
    }
    free(visible);
}

void xml_add_text(text *out, const char *string)
{
    if (string)
        add(out, string, false);
}

void xml_add_attribute(text *out, const char *name, const char *string)
{
    text_add(out, " %s=\"", name);
    add(out, string, true);
    text_add(out, "\"");
}
