// SPDX-License-Identifier: MIT
// Verify blocks that the client wants to have verified. One runs at a time, since it uses all processors: `linchpin
// verify`, in a process of its own, with the text as it is in the editor; others wait for their turn. The session goes on
// meanwhile.
//
//     asked ──▶ waiting ──▶ running ──▶ answered, with what came of it
//                  └───────────┴──────▶ answered with an error: stopped, or the text has changed
//
// The request is answered at the end. What came of each block is in its file (open_file_claims), until the text changes.

#ifndef LSP_VERIFYING_H
#define LSP_VERIFYING_H

#include "lsp/server.h"
#include "toolchain/background.h"
#include "toolchain/janitor.h"
#include "toolchain/process.h"

enum { ALL_CLAIMS = UINT32_MAX };

typedef enum progress_state {
    PROGRESS_NONE,
    PROGRESS_ASKED, // the client was asked to make a token
    PROGRESS_READY,
    PROGRESS_BEGUN,
} progress_state;

typedef struct verify_job {
    struct verify_job *next;
    uint64_t number;
    open_file *file; // NULL: it was answered, and only its end is waited for
    uint32_t claim;  // or ALL_CLAIMS
    char *id;        // of the request, as JSON
    char *token;     // of its progress, as JSON; NULL: there is none
    progress_state progress;
    uint32_t verdicts; // that have come
    char *folder;      // it works here
    char *page;        // and writes its report there
} verify_job;

// A report page that may be looked at. Only the last ones are kept.
typedef struct kept_page {
    uint64_t job; // that wrote it; 0: none
    char *folder, *page;
} kept_page;
enum { PAGES_KEPT = 8 };

struct verifying {
    verify_job *first; // runs, if `child` does; then those that wait
    background child;
    text output;    // of the child: what is no whole line yet
    double stopped; // when it was asked to end; 0: it was not
    char *scratch;  // NULL: none is needed yet
    janitor janitor;
    uint64_t count; // of jobs so far
    kept_page kept[PAGES_KEPT];
    uint64_t pages; // so far
};

// Wants it verified; `id`, and the token of its progress, which may be NULL, are JSON. False, with the reason: it cannot
// be.
bool verifying_ask(server *s, open_file *f, uint32_t claim, const char *id, const char *progress,
                   error *e);
// Ends those that this is said of, each answered with this code.
typedef bool job_test(const verify_job *j, const void *context);
void verifying_stop(server *s, job_test *is_meant, const void *context, int code, const char *why);
void verifying_stop_file(server *s, const open_file *f); // its text changes, or it is closed
void verifying_stop_all(server *s);
// For the loop: a descriptor to wait for (-1: none), for at most so many milliseconds (-1: any number); then what has
// come is read.
int verifying_descriptor(const server *s);
int verifying_patience(const server *s);
void verifying_go_on(server *s);
void verifying_free(server *s); // nothing runs any more, and no file is left

// Its parts: a job is started in a folder of its own, and settled when its child has ended.
bool job_start(server *s, verify_job *j, error *e);
void job_settle(server *s, verify_job *j);
void job_free(verify_job *j);
// What the client is told of it.
void job_begin_progress(server *s, verify_job *j);
void job_answer(server *s, verify_job *j, const char *page);
void job_refuse(server *s, verify_job *j, int code, const char *why);
void job_mark(const verify_job *j, claim_state state); // its claims

// workspace/executeCommand
void server_execute(server *s, uint32_t id, uint32_t params);
// Notifications that stop a request or a progress. False: it is none of them.
bool server_take_back(server *s, const char *method, uint32_t params);
// The client answers a request of ours with this message; `id` is a text.
void server_response(server *s, const char *id);

#endif
