// SPDX-License-Identifier: MIT
// See janitor.h.

#include "toolchain/janitor.h"

#include "toolchain/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// In the child. It holds nothing open but the pipe: whoever reads what we print must see its end.
static _Noreturn void wait_and_remove(const char *folder, int end)
{
    enum { ATTEMPTS = 250, MILLISECONDS = 20 };
    setsid(); // whoever kills our process group does not kill this
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (end != 0) {
        dup2(end, 0);
        end = 0;
    }
    syscall(SYS_close_range, 1, ~0U, 0);
    char byte;
    ssize_t n;
    while ((n = read(end, &byte, 1)) < 0 && errno == EINTR)
        ;
    if (n == 0) // killed: those that write to the folder are killed too, but perhaps not yet
        for (int i = 0; i < ATTEMPTS && access(folder, F_OK) == 0; i++) {
            scratch_end();
            poll(NULL, 0, MILLISECONDS);
        }
    _exit(0);
}

janitor janitor_start(const char *folder)
{
    int pair[2];
    if (pipe2(pair, O_CLOEXEC) < 0)
        return (janitor){-1, -1};
    pid_t pid = fork();
    if (pid == 0) {
        close(pair[1]);
        wait_and_remove(folder, pair[0]);
    }
    close(pair[0]);
    if (pid < 0) {
        close(pair[1]);
        pair[1] = -1;
    }
    return (janitor){pid, pair[1]};
}

void janitor_dismiss(janitor *j)
{
    if (j->pid <= 0)
        return;
    ssize_t n = write(j->end, "", 1);
    (void)n; // it has nothing to do then, either
    close(j->end);
    while (waitpid(j->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    *j = (janitor){-1, -1};
}
