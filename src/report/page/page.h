// SPDX-License-Identifier: MIT
// The report page: verdicts as one HTML file that has everything in it and needs nothing else.
// The page itself is report/page.html, built from report/; here it is given its data.
//
//     page p;
//     page_init(&p, "linchpin check h.jsonl --spec queue", (const char *[]){"h.jsonl", NULL}, 0);
//     page_add(&p, &verdict);
//     page_write(&p, &out);
//     page_fini(&p);

#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "base/intern.h"
#include "base/io/json_write.h"

#include <linchpin/judge.h>

typedef struct page {
    char *command;             // may be NULL
    const char *const *places; // files and folders where sources may be; the caller's
    uint32_t most;             // operations of a whole history that are shown
    text verdict_text, whole_text, source_text;
    json_writer verdicts, wholes, sources; // open until the page is written
    intern *seen;                          // sources that were looked for
} page;

// `places` ends with NULL. `timeout`: as long as judging was allowed to take, which the page
// must not take longer than; 0: there was no limit.
void page_init(page *p, const char *command, const char *const *places, double timeout);
void page_fini(page *p);
// Takes what it needs: the verdict stays the caller's.
void page_add(page *p, const lp_verdict *v);
// The same of one that was saved: `v` was read from `json`, which may have more than that.
void page_add_saved(page *p, const char *json, size_t length, const lp_verdict *v);
void page_write(page *p, text *out); // once

#endif
