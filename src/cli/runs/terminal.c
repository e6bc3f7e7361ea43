// SPDX-License-Identifier: MIT
// The terminal: style, progress, interruption. See terminal.h.

#include "cli/runs/terminal.h"

#include "base/io/available.h"
#include "base/memory.h"
#include "cli/command.h"
#include "cli/runs/watched_run.h"
#include "cli/runs/workflow_commands.h"
#include "report/ink.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool set_and_not_empty(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

static bool dumb(void)
{
    const char *term = getenv("TERM");
    return term && strcmp(term, "dumb") == 0;
}

static int terminal_columns(int fd)
{
    struct winsize size;
    if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 0;
}

// UTF-8 unless the environment names a locale that is something else. A system
// with no locale set at all is today more likely a container than a teletype.
static bool wants_ascii(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < 3; i++) {
        const char *locale = getenv(variables[i]);
        if (locale && *locale)
            return !strcasestr(locale, "utf-8") && !strcasestr(locale, "utf8");
    }
    return false;
}

report_style terminal_style(void)
{
    return (report_style){
        .color = isatty(STDOUT_FILENO) && !set_and_not_empty("NO_COLOR") && !dumb(),
        .ascii = wants_ascii(),
        .width = terminal_columns(STDOUT_FILENO),
    };
}

static int write_error; // of stdout, when it was seen at once; 0: it was not

static void put(const char *bytes, size_t length)
{
    if (length && fwrite(bytes, 1, length, stdout) != length && !write_error)
        write_error = errno;
}

void terminal_print(const text *t)
{
    put(t->bytes, t->length);
}

void terminal_print_text(const text *t)
{
    text plain = {0};
    workflow_add_plain(&plain, t->length ? t->bytes : "", t->length);
    put(plain.bytes, plain.length);
    text_fini(&plain);
}

void terminal_print_data(const char *bytes, size_t length)
{
    text t = {0};
    if (isatty(STDOUT_FILENO)) {
        text_add_visible(&t, bytes, length, "\n\t");
        bytes = t.bytes;
        length = t.length;
    }
    put(bytes, length);
    text_fini(&t);
}

// Waits until a write of PIPE_BUF bytes does not.
static bool writable(limits *l)
{
    enum { MILLISECONDS = 200 };
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    while (poll(&out, 1, MILLISECONDS) <= 0)
        if (limits_reached(l))
            return false;
    return true;
}

bool terminal_print_within(limits *l, const char *bytes, size_t length)
{
    struct stat st;
    fflush(stdout);
    if (isatty(STDOUT_FILENO) || (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode))) {
        terminal_print_data(bytes, length);
        return true;
    }
    for (size_t at = 0, piece; at < length && !ferror(stdout); at += piece) {
        if (!writable(l))
            return false;
        piece = length - at < PIPE_BUF ? length - at : PIPE_BUF;
        put(bytes + at, piece);
        if (fflush(stdout) != 0 && !write_error)
            write_error = errno;
    }
    return true;
}

// A message may have lines: an excerpt of the source, and what would be right there. They are
// indented; what begins a line without that comes from a name.
static void add_lines(const char *message, text *out)
{
    for (const char *at = message; *at;) {
        const char *end = strstr(at, "\n  ");
        size_t n = end ? (size_t)(end - at) : strlen(at);
        text_add_visible(out, at, n, "\t");
        text_add(out, end ? "\n" : "");
        at += n + (end != NULL);
    }
}

static void terminal_say(text *t)
{
    text said = {0};
    text_add(t, "\n");
    workflow_add_plain(&said, t->bytes, t->length);
    fputs(said.bytes, stderr); // what others wrote is visible: there is no NUL in it
    text_fini(&said);
}

void terminal_complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *message = text_format_list(format, list);
    va_end(list);
    text line = {0};
    text_add(&line, "linchpin: ");
    add_lines(message, &line);
    terminal_say(&line);
    text_fini(&line);
    free(message);
}

bool terminal_failed(limits *l)
{
    if (ferror(stdout) && !l->reached) {
        if (!write_error)
            write_error = errno;
        l->reached = "the output could not be written";
    }
    return ferror(stdout);
}

bool terminal_close(void)
{
    // A write that failed earlier has left no reason: is it a pipe nobody reads?
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool gone = poll(&out, 1, 0) > 0 && (out.revents & POLLERR);
    errno = 0;
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) != 0)
        failed = true;
    int reason = errno ? errno : write_error;
    // close finds what a network file system kept to itself until now.
    if (close(STDOUT_FILENO) != 0 && errno != EBADF && !failed) {
        failed = true;
        reason = errno;
    }
    if (!failed || reason == EPIPE || gone)
        return true;
    fprintf(stderr, "linchpin: the result could not be written: %s\n",
            reason ? strerror(reason) : "write error");
    return false;
}

static void ignore(int signal)
{
    (void)signal;
}

void terminal_signals(void)
{
    // A handler and not SIG_IGN, which the programs we start would inherit.
    struct sigaction action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); // likewise for a file that becomes too large
}

static volatile sig_atomic_t interrupted, interrupted_at;
static bool progress_shown;

// Milliseconds on a clock that may wrap; only differences count.
static sig_atomic_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (sig_atomic_t)((t.tv_sec % 100000) * 1000 + t.tv_nsec / 1000000);
}

static void give_up(int number)
{
    (void)number;
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}

// The first asks the engine to stop. The second kills the programs we started,
// and gives us a second to remove their files; then we end as we are. But
// timeout(1) sends the same signal twice at once, to the process and to its
// group: that is one.
static void interrupt(int number)
{
    (void)number;
    if (!interrupted) {
        interrupted_at = now();
        interrupted = 1;
    } else if (interrupted == 1 && (now() - interrupted_at > 100 || now() < interrupted_at)) {
        interrupted = 2;
        alarm(1);
    }
}

static void catch (int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(number, &action, NULL);
}

static void show_progress(void *context, const char *line)
{
    const limits *l = context;
    if (clock_seconds() - l->started < 1)
        return;
    int columns = terminal_columns(STDERR_FILENO);
    size_t room = columns > 1 ? (size_t)columns - 1 : 79;
    char *visible = text_visible(line, "");
    fprintf(stderr, "\r\033[K%.*s", (int)utf8_prefix(visible, room), visible);
    free(visible);
    fflush(stderr);
    progress_shown = true;
}

void cli_limits(const cli_common *common, limits *l)
{
    *l = (limits){.timeout = common->timeout,
                  // Rather than bring the machine to its knees.
                  .memory = common->memory ? common->memory : memory_available() / 4 * 3,
                  .interrupted = &interrupted};
    if (!common->quiet && isatty(STDERR_FILENO) && !dumb()) {
        l->progress = show_progress;
        l->progress_context = l;
    }
    catch (SIGALRM, give_up);
    catch (SIGINT, interrupt);
    catch (SIGTERM, interrupt);
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) // not under nohup
        catch (SIGHUP, interrupt);
    limits_start(l);
    watched_run_accepted();
}

bool terminal_interrupted(void)
{
    return interrupted != 0;
}

void cli_progress_end(const limits *l)
{
    (void)l;
    if (!progress_shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress_shown = false;
}
