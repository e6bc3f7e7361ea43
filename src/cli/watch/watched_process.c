// SPDX-License-Identifier: MIT
// See watched_process.h. It stays in our process group: Ctrl-C and Ctrl-Z of the terminal reach
// both. Its stdin is empty, as there may be another run that would find it read.

#include "cli/watch/watched_process.h"

#include "base/io/limits.h"
#include "base/memory.h"
#include "cli/runs/terminal.h"
#include "toolchain/descendants.h"
#include "toolchain/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const double grace = 2; // seconds between SIGTERM and SIGKILL

static _Noreturn void run(const watched_process *p, pid_t parent, const sigset_t *signals,
                          int (*body)(void *context), void *context)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, signals, NULL);
    int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty > STDIN_FILENO) {
        dup2(empty, STDIN_FILENO);
        close(empty);
    }
    if (p->scratch)
        setenv("TMPDIR", p->scratch, 1);
    int code = body(context);
    exit(terminal_close() ? code : 2);
}

bool watched_process_start(watched_process *p, const sigset_t *signals, int (*body)(void *context),
                           void *context, error *e)
{
    error ignored = {0}; // the run says it, if it needs one
    *p = (watched_process){.scratch = scratch_new(&ignored)};
    clock_gettime(CLOCK_REALTIME, &p->began);
    fflush(NULL);
    descendants_adopt();
    pid_t self = getpid();
    p->pid = fork();
    if (p->pid == 0)
        run(p, self, signals, body, context);
    if (p->pid < 0) {
        scratch_free(p->scratch);
        return error_set(e, "cannot start a process: %s", strerror(errno));
    }
    p->handle = (int)syscall(SYS_pidfd_open, p->pid, 0);
    return true;
}

bool watched_process_ended(const watched_process *p)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == p->pid;
}

void watched_process_stop(const watched_process *p)
{
    double asked = clock_seconds();
    kill(p->pid, SIGTERM);
    while (!watched_process_ended(p) && clock_seconds() - asked < grace) {
        struct pollfd fd = {.fd = p->handle, .events = POLLIN};
        poll(&fd, 1, p->handle < 0 ? 10 : 100);
    }
    kill(p->pid, SIGKILL); // its number is its own until finish
}

int watched_process_finish(watched_process *p)
{
    int status = 0;
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (p->handle >= 0)
        close(p->handle);
    descendants_end();
    scratch_free(p->scratch);
    return status;
}
