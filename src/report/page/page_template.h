// SPDX-License-Identifier: MIT
// report/page.html, which the build makes an array of (cmake/embed.cmake).

#ifndef REPORT_PAGE_TEMPLATE_H
#define REPORT_PAGE_TEMPLATE_H

#include <stddef.h>

extern const char page_template[]; // ends with a NUL
extern const size_t page_template_length;

#endif
