// SPDX-License-Identifier: MIT
// See background.h.

#include "toolchain/background.h"

#include "base/io/limits.h"
#include "base/memory.h"
#include "base/words.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const double grace = 3; // seconds between SIGTERM and SIGKILL

static void environment_with(words *to, const char *folder)
{
    for (char **e = environ; *e; e++)
        if (strncmp(*e, "TMPDIR=", 7) != 0)
            words_add(to, memory_string(*e));
    words_add(to, text_format("TMPDIR=%s", folder));
}

// Runs in the child, between fork and exec: no locks, no allocation. SIGTERM, not SIGKILL, is what it gets when its
// parent is gone: then it ends what it has started itself.
static _Noreturn void become(const char *const *argv, const words *environment, const char *folder,
                             pid_t parent, int out)
{
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int nothing = open("/dev/null", O_RDWR);
    if (getppid() != parent || nothing < 0 || chdir(folder) != 0)
        _exit(127);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDERR_FILENO);
    dup2(out, STDOUT_FILENO);
    if (nothing > STDERR_FILENO)
        close(nothing);
    execve("/proc/self/exe", (char *const *)(uintptr_t)argv, environment->items);
    _exit(127);
}

bool background_start(background *b, const char *const *argv, const char *folder, error *e)
{
    int pair[2];
    *b = (background){.out = -1};
    if (pipe2(pair, O_CLOEXEC) < 0)
        return error_set(e, "cannot make a pipe: %s", strerror(errno));
    words environment = {0};
    environment_with(&environment, folder);
    pid_t self = getpid(), pid = fork();
    if (pid == 0)
        become(argv, &environment, folder, self, pair[1]);
    words_fini(&environment);
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return error_set(e, "cannot start %s: %s", argv[0], strerror(errno));
    }
    setpgid(pid, pid); // both sides do it: neither may run ahead of it
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    *b = (background){.pid = pid, .out = pair[0]};
    return true;
}

bool background_read(const background *b, text *out)
{
    char bytes[1 << 14];
    for (;;) {
        ssize_t n = read(b->out, bytes, sizeof bytes);
        if (n > 0)
            text_add_bytes(out, bytes, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return n < 0 && errno == EAGAIN;
    }
}

void background_stop(const background *b, bool now)
{
    if (!b->pid)
        return;
    if (now)
        kill(-b->pid, SIGKILL);
    else
        kill(b->pid, SIGTERM);
}

// Until it writes no more, at most for the grace. What it writes now nobody wants.
static void wait_for_silence(const background *b)
{
    text unread = {0};
    double until = clock_seconds() + grace, left;
    while (background_read(b, &unread) && (left = until - clock_seconds()) > 0) {
        struct pollfd p = {.fd = b->out, .events = POLLIN};
        poll(&p, 1, (int)(left * 1000) + 1);
        text_clear(&unread);
    }
    text_fini(&unread);
}

int background_end(background *b)
{
    int status = 0;
    text rest = {0};
    if (!b->pid)
        return -1;
    if (background_read(b, &rest)) {
        background_stop(b, false);
        wait_for_silence(b);
        background_stop(b, true);
    }
    text_fini(&rest);
    while (waitpid(b->pid, &status, 0) < 0 && errno == EINTR)
        ;
    close(b->out);
    *b = (background){.out = -1};
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
