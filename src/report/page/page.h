// SPDX-License-Identifier: MIT
// The report page: verdicts as one HTML file that has everything in it and needs nothing else.
// The page itself is report/page.html, built from report/; here it is given its data. It is one
// of the kinds of file that verdicts are written to (verdict_file.h), for people this time.
//
//     text out = {0};
//     page_begin("linchpin check h.jsonl --spec queue", &out);
//     page_add(&(page_entry){.verdict = &v, .places = places}, &out);
//     text_add(&out, ",");
//     page_add(&(page_entry){.verdict = &w, .places = places}, &out);
//     page_end(to_text, &out);

#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/ci/verdict_file.h"

typedef struct page_entry {
    const lp_verdict *verdict;
    const char *json; // as it was saved, where it was: it may have more than `verdict`; else NULL
    size_t json_length;
    const char *const *places; // files and folders where sources may be; ends with NULL
    double timeout; // as long as judging was allowed to take, which a page must not take longer
                    // than; 0: there was no limit
} page_entry;

void page_begin(const char *command, text *out); // `command` may be NULL
void page_add(const page_entry *entry, text *out);
// Allocates nothing.
void page_end(verdict_sink *sink, void *context);

#endif
