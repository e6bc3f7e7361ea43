// SPDX-License-Identifier: MIT
// See supervise.h. The child is forked before any thread is started, and stays in our
// process group: it reads our stdin, and the terminal's Ctrl-C and Ctrl-Z reach both.
// The subcommand keeps its limits itself; we step in when it does not come to look.

#include "cli/runs/supervise.h"

#include "cli/runs/output_files.h"
#include "cli/runs/terminal.h"
#include "cli/runs/watched_run.h"
#include "cli/runs/workflow_commands.h"
#include "judge/evidence/verdict.h"
#include "toolchain/descendants.h"
#include "toolchain/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// In memory that both share: unlike a pipe, nothing can refuse it once it is there. A
// process that the user's code has forked would report for itself: hence the number.
typedef struct report {
    uint64_t magic;
    pid_t pid;
    int code;
} report;

static const uint64_t MAGIC = 0x6c696e636870696e;

static report *reported; // in the child
static pid_t report_pid;

void supervise_report(int code)
{
    if (reported && getpid() == report_pid)
        *reported = (report){.magic = MAGIC, .pid = report_pid, .code = code};
}

static _Noreturn void run_child(const cli_command *command, void *options,
                                const cli_arguments *arguments, pid_t parent, const char *scratch,
                                report *r)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(LP_ERROR);
    if (scratch) // what it cannot remove any more, we do
        setenv("TMPDIR", scratch, 1);
    reported = r;
    report_pid = getpid();
    output_files_child(((const cli_common *)options)->files);
    watched_run_child();
    int code = command->run(options, arguments);
    if (!terminal_close())
        code = LP_ERROR;
    supervise_report(code);
    exit(code);
}

typedef struct watch {
    const cli_command *command;
    const cli_common *common;
    const char *code;
    pid_t pid;
    limits limits;
    const char *killed; // why; NULL: it was not
} watch;

// Why it must be ended now; NULL: it need not. The subcommand is given time to notice by
// itself and to say what it found: to --timeout a few hundredths, after a signal most of a second.
static const char *due(const watch *w, double interrupted_at)
{
    double now = clock_seconds(), timeout = w->limits.timeout;
    uint64_t memory = w->limits.memory;
    bool impatient = *w->limits.interrupted > 1;
    if (interrupted_at > 0 && (impatient || now - interrupted_at > 0.8))
        return "interrupted";
    if (timeout > 0 && now - w->limits.started > 1.05 * timeout + 0.5)
        return "the time limit was reached";
    if (memory && memory_resident_of(w->pid) > memory + memory / 4)
        return "the memory limit was reached";
    return NULL;
}

static bool ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

static void follow(watch *w)
{
    int handle = (int)syscall(SYS_pidfd_open, w->pid, 0); // -1 on old kernels: then we look often
    double interrupted_at = 0;
    while (!ended(w->pid)) {
        struct pollfd fd = {.fd = handle, .events = POLLIN};
        poll(&fd, 1, handle < 0 ? 10 : 100);
        if (*w->limits.interrupted && interrupted_at <= 0) {
            interrupted_at = clock_seconds();
            kill(w->pid, SIGTERM);
        }
        if (!w->killed && (w->killed = due(w, interrupted_at)))
            kill(w->pid, SIGKILL);
    }
    if (handle >= 0)
        close(handle);
}

static int say(const watch *w, lp_outcome outcome, const error *e)
{
    if (isatty(STDERR_FILENO) && !w->common->quiet)
        fputs("\r\033[K", stderr); // the child's line of progress
    limits reached = {.reached = outcome == LP_UNKNOWN ? "a limit" : NULL};
    return (w->command->writes_data ? cli_stopped_data : cli_stopped)(w->common, &reached, e);
}

static int finish(const watch *w, int status, const report *r)
{
    error e = {0};
    const char *command = w->command->name;
    if (w->killed) {
        error_set(&e, "%s, and %s did not come to an end in the code of %s", w->killed, command,
                  w->code);
        return say(w, LP_UNKNOWN, &e);
    }
    if (WIFSIGNALED(status)) {
        int number = WTERMSIG(status);
        const char *name = sigabbrev_np(number);
        error_set(&e, "%s crashed (SIG%s) with the code of %s in it: nothing was decided%s",
                  command, name ? name : "?", w->code,
                  number == SIGKILL ? "; the system kills who takes the last of the memory" : "");
        return say(w, number == SIGKILL ? LP_UNKNOWN : LP_ERROR, &e);
    }
    int code = WEXITSTATUS(status);
    if (r->magic == MAGIC && r->pid == w->pid && r->code == code)
        return code;
    error_set(&e, "the code of %s ended the program (exit code %d): nothing was decided", w->code,
              code);
    return say(w, LP_ERROR, &e);
}

int supervise(const cli_command *command, void *options, const cli_arguments *arguments,
              const char *code)
{
    watch w = {.command = command, .common = options, .code = code};
    error e = {0};
    if (!output_files_share(w.common->files, &e))
        return cli_error(w.common, &e);
    report *r = mmap(NULL, sizeof *r, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r == MAP_FAILED) {
        error_set(&e, "cannot share memory with a process: %s", strerror(errno));
        return cli_error(w.common, &e);
    }
    cli_limits(w.common, &w.limits); // first: a signal from here on leaves no files behind
    char *scratch = scratch_new(&e); // else the child will say so, if it needs one
    fflush(NULL);
    workflow_pause();
    descendants_adopt();
    pid_t self = getpid();
    w.pid = fork();
    if (w.pid < 0) {
        error_set(&e, "cannot start a process: %s", strerror(errno));
        munmap(r, sizeof *r);
        workflow_resume();
        scratch_free(scratch);
        return cli_error(w.common, &e);
    }
    if (w.pid == 0)
        run_child(command, options, arguments, self, scratch, r);
    follow(&w);
    int status = 0;
    while (waitpid(w.pid, &status, 0) < 0 && errno == EINTR)
        ;
    output_files_gather(w.common->files);
    report last = *r;
    munmap(r, sizeof *r);
    descendants_end();
    workflow_resume();
    scratch_free(scratch);
    return finish(&w, status, &last);
}
