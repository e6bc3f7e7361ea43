// SPDX-License-Identifier: MIT
// Runs a program, sends it a signal, and says how it ended and what it left behind:
//
//     signalled SIGNAL WHO MILLISECONDS PROGRAM ARGUMENT…
//
// WHO is "process", or "group" as Ctrl-C in a terminal does. SIGNAL "PIPE": nobody reads its
// stdout from then on. It has ended by itself before that: so be it. Its stdin stays open and
// empty, unless ours is a file. Written to descriptor 3: exit code (128 + signal), milliseconds
// from the signal to its end, processes left.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)(t.tv_sec * 1000 + t.tv_nsec / 1000000);
}

static int number_of(const char *name)
{
    for (int i = 1; i < 32; i++)
        if (sigabbrev_np(i) && strcmp(sigabbrev_np(i), name) == 0)
            return i;
    exit(2);
}

static void run_it(char **argv, const int *in, int out)
{
    struct stat s;
    setpgid(0, 0);
    for (int i = 1; i < 32; i++)
        signal(i, SIG_DFL);
    if (fstat(0, &s) != 0 || !S_ISREG(s.st_mode))
        dup2(in[0], 0);
    if (out >= 0)
        dup2(out, 1);
    close(3);
    execvp(argv[0], argv);
    _exit(127);
}

// True: the program has ended.
static int pass(pid_t pid, long until, int out)
{
    char bytes[4096];
    siginfo_t info = {0};
    do {
        struct pollfd p = {.fd = out, .events = POLLIN};
        if (poll(&p, 1, 1) > 0 && read(out, bytes, sizeof bytes) <= 0)
            out = -1;
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid)
            return 1;
    } while (now() < until);
    return 0;
}

int main(int argc, char **argv)
{
    int in[2], out[2] = {-1, -1}, status = 0, left = 0;
    if (argc < 5)
        return 2;
    int number = number_of(argv[1]), pipes = number == SIGPIPE;
    if (pipe2(in, O_CLOEXEC) || (pipes && pipe2(out, O_CLOEXEC)))
        return 2;
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    pid_t pid = fork();
    if (pid == 0)
        run_it(argv + 4, in, out[1]);
    setpgid(pid, pid);
    if (pipes)
        close(out[1]);
    long sent = now() + atol(argv[3]);
    int ended = pass(pid, sent, out[0]);
    sent = now();
    if (pipes)
        close(out[0]);
    else if (!ended)
        kill(strcmp(argv[2], "group") == 0 ? -pid : pid, number);
    if (!pass(pid, sent + atol(getenv("BOUND") ? getenv("BOUND") : "10000"), -1))
        kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    long took = ended ? 0 : now() - sent;
    // What it started, and did not end, is our child now.
    pid_t child;
    for (long until = now() + 1000; (child = waitpid(-1, NULL, WNOHANG)) >= 0 && now() < until;)
        poll(NULL, 0, 1);
    if (child >= 0 || errno != ECHILD)
        left = 1;
    dprintf(3, "%d %ld %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            took, left);
    return 0;
}
