// SPDX-License-Identifier: MIT
// See member.h.

#include "run/processes/member.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

void member_fini(member *m)
{
    for (char **word = m->argv; word && *word; word++)
        free(*word);
    free(m->argv);
    free(m->name);
    free(m->called);
    free(m->address);
    text_fini(&m->heard);
    text_fini(&m->rules);
    text_fini(&m->skew);
}

// Runs in the child, between fork and exec: no locks, no allocation.
static _Noreturn void become(const member *m, pid_t parent, int in, int out, int err)
{
    setpgid(0, 0); // Ctrl-C at the terminal is ours
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); // it died before the line above
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); // a log that becomes too large is an error that it reports
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        dup2(err, STDERR_FILENO) >= 0)
        execvp(m->argv[0], m->argv);
    static const char sentence[] = "the program cannot be started\n";
    if (write(err, sentence, sizeof sentence - 1) < 0)
        _exit(126);
    _exit(127);
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

// Away from 0, 1 and 2, which the child gives a meaning of their own.
static bool make_pipe(int pair[2])
{
    int raw[2];
    pair[0] = pair[1] = -1;
    if (pipe2(raw, O_CLOEXEC) < 0)
        return false;
    for (int i = 0; i < 2; i++) {
        pair[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, 3);
        close(raw[i]);
    }
    return pair[0] >= 0 && pair[1] >= 0;
}

bool member_start(member *m, error *e)
{
    REQUIRE(m->state == MEMBER_DOWN);
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    pid_t self = getpid(), pid = -1;
    if (make_pipe(in) && make_pipe(out) && make_pipe(err))
        pid = fork();
    if (pid == 0)
        become(m, self, in[0], out[1], err[1]);
    int why = errno;
    close_end(&in[0]);
    close_end(&out[1]);
    close_end(&err[1]);
    if (pid < 0) {
        close_end(&in[1]);
        close_end(&out[0]);
        close_end(&err[0]);
        return error_set(e, "cannot start %s: %s", m->name, strerror(why));
    }
    m->pid = pid;
    m->in = in[1];
    m->out = out[0];
    m->err = err[0];
    fcntl(m->in, F_SETFL, O_NONBLOCK);
    fcntl(m->out, F_SETFL, O_NONBLOCK);
    fcntl(m->err, F_SETFL, O_NONBLOCK);
    m->state = MEMBER_STARTING;
    m->last[0] = 0;
    m->last_length = 0;
    text_clear(&m->heard);
    return true;
}

bool member_tell(member *m, const char *lines, error *e)
{
    size_t length = strlen(lines);
    while (length) {
        ssize_t n = write(m->in, lines, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return error_set(e, "%s does not read what it is told", m->name);
        if (n < 0)
            return true;
        lines += n;
        length -= (size_t)n;
    }
    return true;
}

bool member_hear(member *m)
{
    static char piece[PIECE];
    ssize_t n = read(m->out, piece, sizeof piece);
    if (n > 0)
        text_add_bytes(&m->heard, piece, (size_t)n);
    return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

// Keeps the last line, and of a long one its beginning.
static void keep_errors(member *m, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool ended = m->last_length && m->last[m->last_length - 1] == '\n';
        if (ended)
            m->last_length = 0;
        if (m->last_length + 1 < sizeof m->last)
            m->last[m->last_length++] = bytes[i];
        else if (bytes[i] == '\n')
            m->last[m->last_length - 1] = '\n';
    }
    m->last[m->last_length] = 0;
}

void member_hear_errors(member *m)
{
    char piece[4096];
    ssize_t n = -1;
    while (m->err >= 0 && (n = read(m->err, piece, sizeof piece)) != 0) {
        if (n > 0)
            keep_errors(m, piece, (size_t)n);
        else if (errno != EINTR)
            break;
    }
    if (m->err >= 0 && n == 0)
        close_end(&m->err);
}

void member_end_of_input(member *m)
{
    close_end(&m->in);
}

static void signal_there(const member *m, int number)
{
    error ignored = {0}; // if nobody listens any more, the machine is gone
    const char *word = number == SIGKILL ? "KILL" : number == SIGSTOP ? "STOP" : "CONT";
    char *line = text_format("%s %ld\n", word, m->remote);
    member_tell(m->keeper, line, &ignored);
    free(line);
}

void member_signal(const member *m, int number)
{
    if (m->state != MEMBER_DOWN && !m->keeper)
        kill(m->pid, number);
    else if (m->state != MEMBER_DOWN && m->remote > 0)
        signal_there(m, number);
}

int member_end(member *m, int patience)
{
    int status = 0;
    if (m->state == MEMBER_DOWN)
        return 0;
    siginfo_t info = {0};
    for (; patience > 0 && !info.si_pid; patience -= 5) {
        if (waitid(P_PID, (id_t)m->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0)
            break;
        if (!info.si_pid)
            poll(NULL, 0, 5);
    }
    kill(m->pid, SIGKILL); // no other process has its number before waitpid
    while (waitpid(m->pid, &status, 0) < 0 && errno == EINTR)
        ;
    member_hear_errors(m);
    close_end(&m->in);
    close_end(&m->out);
    close_end(&m->err);
    m->state = MEMBER_DOWN;
    m->stopped = false;
    return status;
}

char *member_last_words(member *m)
{
    m->last[strcspn(m->last, "\r\n")] = 0;
    return text_visible(m->last, "");
}

bool member_failed(member *m, int status, error *e)
{
    char *said = member_last_words(m);
    const char *colon = said[0] ? ": " : "";
    if (WIFEXITED(status))
        error_set(e, "%s has ended with exit code %d%s%s", m->name, WEXITSTATUS(status), colon,
                  said);
    else
        error_set(e, "%s was ended by a signal: %s%s%s", m->name, strsignal(WTERMSIG(status)),
                  colon, said);
    free(said);
    return false;
}
