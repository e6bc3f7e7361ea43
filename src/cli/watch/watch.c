// SPDX-License-Identifier: MIT
// See watch.h.

#include "cli/watch/watch.h"

#include "base/memory.h"
#include "cli/runs/terminal.h"
#include "cli/runs/watched_run.h"
#include "cli/watch/folder_events.h"
#include "cli/watch/watch_allowed.h"
#include "cli/watch/watch_words.h"
#include "cli/watch/watched_files.h"
#include "cli/watch/watched_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

// Milliseconds: that long nothing is saved before a run starts, as editors write in several steps;
// and between two looks where file systems do not tell.
enum { QUIET = 50, LOOK = 300 };

typedef struct watcher {
    const cli_command *command;
    cli_common *options;
    const cli_arguments *arguments;
    watch_once *once;
    error instead; // of the next run: what it has to say
    folder_events events;
    watched_files files;
    words saved, gone; // since the last run began
    sigset_t before;   // the signals that were blocked
    int signals;       // those that end it
    int heard, tell;   // a pipe: the files that a run has read
    text part;         // of what was heard
    watched_run run;
    watched_state *state;
    output_relay relays[2]; // of the last run that was whole, and of this one
    bool failed;            // the last one with an error
    bool ran;               // one was whole
    bool stopped;           // this one was, since a file was saved again
    bool noticed;           // that it waits
    int code;               // of that
} watcher;

// Of the run, which is a copy of the process that watches.
static int tell_fd;
static const watched_files *run_files;

static void tell_read(const char *path)
{
    size_t n = strlen(path) + 1;
    if (n > PIPE_BUF) // would not be written at once
        return;
    while (write(tell_fd, path, n) < 0 && errno == EINTR)
        ;
}

// A file may have been saved while it was read, and what was read is half of it.
static bool is_stale(void)
{
    return watched_files_differ(run_files);
}

static void ignore(int number)
{
    (void)number;
}

// Blocked, and read from a descriptor: then none is lost between a look and a wait. SIGINT is
// caught even where a shell that started us in the background has it ignored.
static bool take_signals(watcher *w, error *e)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action = {.sa_handler = ignore}, was;
        sigaction(ending[i], NULL, &was);
        if (ending[i] == SIGHUP && was.sa_handler == SIG_IGN) // nohup
            continue;
        sigaddset(&set, ending[i]);
        if (ending[i] != SIGHUP)
            sigaction(ending[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &set, &w->before);
    w->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return w->signals >= 0 || error_set(e, "cannot wait for signals: %s", strerror(errno));
}

static bool prepare(watcher *w, error *e)
{
    int both[2];
    w->state =
        mmap(NULL, sizeof *w->state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w->state == MAP_FAILED || pipe2(both, O_CLOEXEC) < 0)
        return error_set(e, "cannot watch: %s", strerror(errno));
    w->heard = both[0];
    w->tell = tell_fd = both[1];
    fcntl(w->heard, F_SETFL, O_NONBLOCK);
    folder_events_init(&w->events, *w->options->watch != '\0');
    watched_files_given(&w->files, w->command, w->options, w->arguments);
    for (size_t i = 0; i < w->files.count; i++)
        folder_events_add(&w->events, w->files.items[i].path);
    output_relay_init(&w->relays[0]);
    output_relay_init(&w->relays[1]);
    return take_signals(w, e);
}

static void finish(watcher *w)
{
    munmap(w->state, sizeof *w->state);
    close(w->heard);
    close(w->tell);
    if (w->signals >= 0)
        close(w->signals);
    folder_events_fini(&w->events);
    watched_files_fini(&w->files);
    words_fini(&w->saved);
    words_fini(&w->gone);
    words_fini(&w->run.saved);
    output_relay_fini(&w->relays[0]);
    output_relay_fini(&w->relays[1]);
    text_fini(&w->part);
}

// Does linchpin itself write it, and remove it again?
static bool is_ours(const watched_process *p, const char *path)
{
    size_t n = p->scratch ? strlen(p->scratch) : 0;
    return n && strncmp(path, p->scratch, n) == 0;
}

// What the run has read is watched from now on.
static void hear(watcher *w, const watched_process *p)
{
    char bytes[PIPE_BUF];
    size_t folders = w->events.folders.count;
    ssize_t n;
    while ((n = read(w->heard, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < n; i++) {
            if (bytes[i]) {
                text_add_bytes(&w->part, &bytes[i], 1);
            } else if (w->part.length && !is_ours(p, w->part.bytes)) {
                folder_events_add(&w->events, w->part.bytes); // first: then no change is lost
                watched_files_read(&w->files, w->part.bytes, w->run.number, &p->began);
            }
            if (!bytes[i])
                text_clear(&w->part);
        }
    }
    if (w->events.folders.count > folders)
        watched_files_list(&w->files, &w->events.folders, folders);
}

typedef enum happening { NOTHING, RUN_ENDED, FILES_SAVED, INTERRUPTED } happening;

static bool look(watcher *w, bool running)
{
    bool any = watched_files_look(&w->files, &w->saved, &w->gone);
    size_t before = w->saved.count;
    if (!running && w->failed) // it may have been missing
        watched_files_fresh(&w->files, &w->events.folders, &w->saved);
    return any || w->saved.count > before;
}

static bool readable(int fd, int milliseconds)
{
    struct pollfd one = {.fd = fd, .events = POLLIN};
    return poll(&one, 1, milliseconds) > 0 && (one.revents & POLLIN);
}

// Until nothing is saved for a while; but something in these folders may be written all the time.
static void settle(watcher *w, bool running)
{
    enum { ROUNDS = 20 };
    for (int i = 0; i < ROUNDS && !readable(w->signals, 0); i++) {
        readable(w->signals, QUIET);
        folder_events_drain(&w->events);
        if (!look(w, running))
            break;
    }
}

// `p`: the run that is going on; NULL: none.
static happening next(watcher *w, const watched_process *p)
{
    struct pollfd fds[] = {
        {.fd = w->signals, .events = POLLIN},
        {.fd = STDOUT_FILENO}, // nobody reads it any more
        {.fd = w->events.fd, .events = POLLIN},
        {.fd = w->heard, .events = POLLIN},
        {.fd = p ? p->handle : -1, .events = POLLIN},
    };
    bool unseen = p && p->handle < 0;
    // What was saved while nobody looked, there is no event for.
    bool changed = look(w, p != NULL) || w->saved.count || (!p && w->gone.count);
    int wait = changed ? 0 : unseen ? 10 : w->events.polls ? LOOK : -1;
    poll(fds, sizeof fds / sizeof *fds, wait);
    if ((fds[0].revents & POLLIN) || (fds[1].revents & (POLLERR | POLLHUP)))
        return INTERRUPTED;
    if (p)
        hear(w, p);
    if (p && watched_process_ended(p))
        return RUN_ENDED;
    folder_events_drain(&w->events);
    changed = look(w, p != NULL) || changed;
    if (!changed)
        return NOTHING;
    settle(w, p != NULL);
    if (!p)
        watch_tell_gone(&w->gone);
    return w->saved.count ? FILES_SAVED : NOTHING;
}

static int body(void *context)
{
    watcher *w = context;
    watched_run_begin(&w->run);
    int code =
        w->once(w->command, w->options, w->arguments, w->instead.message[0] ? &w->instead : NULL);
    watched_run_end(w->options);
    return code;
}

// The run that has ended was whole: the next one is compared with it.
static void accept(watcher *w, int code)
{
    output_relay whole = w->relays[1];
    w->relays[1] = w->relays[0];
    w->relays[0] = whole;
    w->run.before = &w->relays[0];
    w->code = code;
    w->ran = true;
    w->failed = code == LP_ERROR;
    if (!w->failed)
        watched_files_forget(&w->files, w->run.number);
}

static bool start(watcher *w, watched_process *p, error *e)
{
    output_relay_fini(&w->relays[1]);
    output_relay_init(&w->relays[1]);
    w->run.number++;
    w->run.now = &w->relays[1];
    w->run.state = w->state;
    w->run.read = tell_read;
    w->run.stale = is_stale;
    run_files = &w->files;
    *w->state = (watched_state){0};
    watched_files_list(&w->files, &w->events.folders, 0);
    return output_relay_open(&w->relays[1], e) && watched_process_start(p, &w->before, body, w, e);
}

// Of a run that nobody stopped. True: there is something to be said in its place.
static bool crashed(watcher *w, int status)
{
    if (!WIFSIGNALED(status) || w->instead.message[0])
        return false;
    const char *name = sigabbrev_np(WTERMSIG(status));
    return !error_set(
        &w->instead, "the run crashed (SIG%s): nothing was decided%s", name ? name : "?",
        WTERMSIG(status) == SIGKILL ? "; the system kills who takes the last of the memory" : "");
}

// False: it is over, with w->code.
static bool run(watcher *w)
{
    watched_process p;
    error e = {0};
    if (!start(w, &p, &e)) {
        w->code = w->once(w->command, w->options, w->arguments, &e);
        return false;
    }
    happening what;
    while ((what = next(w, &p)) == NOTHING)
        ;
    if (what == FILES_SAVED)
        w->state->stopped = true;
    if (what != RUN_ENDED)
        watched_process_stop(&p);
    hear(w, &p);
    int status = watched_process_finish(&p);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : LP_UNKNOWN;
    if (what == RUN_ENDED && crashed(w, status))
        return run(w);
    w->instead = (error){0};
    w->stopped = w->state->stopped && !w->state->whole;
    if (what == RUN_ENDED ? !w->stopped : w->state->whole)
        accept(w, code);
    else if (!w->ran)
        w->code = code;
    // What refuses its options, or is asked for a file that was never there, nothing mends.
    bool hopeless = what == RUN_ENDED && w->run.number == 1 && w->failed &&
                    (!w->state->began || watched_files_lack(&w->files) || !w->files.count);
    return what != INTERRUPTED && !hopeless;
}

// They are what is different from the last run that was whole.
static void take_saved(watcher *w)
{
    if (!w->stopped)
        words_fini(&w->run.saved);
    for (size_t i = 0; i < w->saved.count; i++) {
        bool known = false;
        for (size_t k = 0; k < w->run.saved.count; k++)
            known = known || strcmp(w->run.saved.items[k], w->saved.items[i]) == 0;
        if (!known)
            words_add(&w->run.saved, memory_string(w->saved.items[i]));
    }
    words_fini(&w->saved);
}

int watch(const cli_command *command, cli_common *options, const cli_arguments *arguments,
          watch_once *once)
{
    error e = {0};
    watcher w = {.command = command,
                 .options = options,
                 .arguments = arguments,
                 .once = once,
                 .heard = -1,
                 .tell = -1,
                 .signals = -1};
    if (!watch_allowed(command, options, arguments, &e))
        return once(command, options, arguments, &e);
    if (!prepare(&w, &e)) {
        finish(&w);
        return once(command, options, arguments, &e);
    }
    while (run(&w)) {
        happening what;
        if (!w.stopped && !w.noticed)
            watch_tell_waiting(options, &w.files);
        w.noticed = w.noticed || !w.stopped;
        while ((what = next(&w, NULL)) == NOTHING)
            ;
        if (what == INTERRUPTED)
            break;
        watch_tell_saved(options, &w.saved, w.stopped);
        take_saved(&w);
    }
    finish(&w);
    return w.code;
}
