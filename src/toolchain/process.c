// SPDX-License-Identifier: MIT
// Running other programs. Each gets a process group of its own, so that it can
// be ended together with all it started, and dies when we do. Its stdin is
// empty: a compiler or a test that asks the terminal would stop for ever.
//
// When limits are reached the program first gets SIGTERM and a moment to say
// what it has found; then the whole group is killed.

#include "toolchain/process.h"

#include "base/memory.h"
#include "base/words.h"
#include "toolchain/descendants.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const double usual_grace = 2; // seconds between SIGTERM and SIGKILL

void process_result_fini(process_result *r)
{
    text_fini(&r->out);
}

static void add_environment(const process_options *o, words *to)
{
    for (char **e = environ; *e; e++)
        if (!o->tmpdir || strncmp(*e, "TMPDIR=", 7) != 0)
            words_add(to, memory_string(*e));
    if (o->tmpdir)
        words_add(to, text_format("TMPDIR=%s", o->tmpdir));
}

// Runs in the child, between fork and exec: no locks, no allocation.
static _Noreturn void become(const process_options *o, const words *environment, pid_t parent,
                             int out, int report)
{
    int code;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); // it died before the line above
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    int empty = open("/dev/null", O_RDONLY);
    if (empty > STDIN_FILENO) {
        dup2(empty, STDIN_FILENO);
        close(empty);
    }
    // The report pipe must not lie where the captured descriptor will.
    if (out >= 0) {
        if (report == o->capture_fd && (report = fcntl(report, F_DUPFD_CLOEXEC, 64)) < 0)
            goto failed;
        if (out == o->capture_fd)
            fcntl(out, F_SETFD, 0);
        else if (dup2(out, o->capture_fd) < 0)
            goto failed;
        if (o->merge_stderr && dup2(o->capture_fd, STDERR_FILENO) < 0)
            goto failed;
    }
    execvpe(o->argv[0], (char *const *)(uintptr_t)o->argv, environment->items);
failed:
    code = errno;
    if (write(report, &code, sizeof code) < 0)
        _exit(126);
    _exit(127);
}

static void take(const process_options *o, process_result *r, const char *bytes, size_t length)
{
    text_add_bytes(&r->out, bytes, length);
    if (!o->line)
        return;
    size_t from = 0;
    for (char *end; (end = memchr(r->out.bytes + from, '\n', r->out.length - from));) {
        *end = 0;
        size_t n = (size_t)(end - (r->out.bytes + from));
        o->line(o->line_context, r->out.bytes + from, n);
        from += n + 1;
    }
    r->out.length -= from;
    memmove(r->out.bytes, r->out.bytes + from, r->out.length + 1);
}

// What can be read now. False: there will be no more.
static bool drain(const process_options *o, process_result *r, int fd)
{
    char buffer[1 << 14];
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n > 0)
            take(o, r, buffer, (size_t)n);
        else if (n == 0)
            return false;
        else if (errno != EINTR)
            return errno == EAGAIN;
    }
}

// The user has interrupted twice.
static bool impatient(const limits *l)
{
    return l->interrupted && *l->interrupted > 1;
}

// Until the child itself has ended: what it started may hold the pipe open.
static void follow(const process_options *o, process_result *r, pid_t pid, int out)
{
    int handle = (int)syscall(SYS_pidfd_open, pid, 0); // -1 on old kernels: then we look often
    double terminated = 0, before = clock_seconds(), quiet = 0;
    double grace = o->grace > 0 ? o->grace : usual_grace;
    descendants_watch watch;
    descendants_watch_init(&watch, o->most_processes, o->most_memory);
    for (;;) {
        struct pollfd fds[2] = {{.fd = out, .events = POLLIN}, {.fd = handle, .events = POLLIN}};
        bool watched = o->limits || o->silence > 0 || o->most_processes || o->most_memory;
        int wait = watched || handle < 0 ? 50 : -1;
        int ready = poll(fds, 2, wait);
        if (ready > 0 && fds[0].revents && !drain(o, r, out))
            out = -1; // closed by the child, which still runs
        // A pause of ours is not the child's.
        double now = clock_seconds(), passed = now - before;
        before = now;
        quiet = ready > 0 && fds[0].revents ? 0 : quiet + (passed < 0.1 ? passed : 0.1);

        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid)
            break;
        bool reached = o->limits && limits_reached(o->limits);
        r->silent = r->silent || (o->silence > 0 && quiet > o->silence);
        r->too_many = r->too_many || (o->most_processes && descendants_too_many(&watch));
        r->too_large = r->too_large || (o->most_memory && descendants_too_large(&watch));
        if (r->too_many || r->too_large) // the grace that others get would only make it worse
            break;
        if (r->silent && !reached)
            kill(-pid, SIGKILL);
        if (!reached)
            continue;
        if (!r->timed_out) {
            r->timed_out = true;
            terminated = clock_seconds();
            kill(pid, SIGTERM);
        } else if (clock_seconds() - terminated > grace || impatient(o->limits)) {
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
        }
    }
    if (handle >= 0)
        close(handle);
    if (out >= 0)
        drain(o, r, out);
}

static bool close_both(int pair[2])
{
    if (pair[0] >= 0)
        close(pair[0]);
    if (pair[1] >= 0)
        close(pair[1]);
    return false;
}

bool process_run(const process_options *o, process_result *r, error *e)
{
    REQUIRE(o->argv && o->argv[0]);
    REQUIRE(!o->merge_stderr || o->capture_fd == STDOUT_FILENO);
    *r = (process_result){0};
    int out[2] = {-1, -1}, report[2];
    if (o->capture_fd >= 0 && pipe2(out, O_CLOEXEC) < 0)
        return error_set(e, "cannot make a pipe: %s", strerror(errno));
    if (pipe2(report, O_CLOEXEC) < 0) {
        close_both(out);
        return error_set(e, "cannot make a pipe: %s", strerror(errno));
    }

    if (o->sweep)
        descendants_adopt();
    words environment = {0};
    add_environment(o, &environment);
    pid_t self = getpid(), pid = fork();
    if (pid == 0)
        become(o, &environment, self, out[1], report[1]);
    words_fini(&environment);
    if (pid < 0) {
        close_both(out);
        close_both(report);
        return error_set(e, "cannot start %s: %s", o->argv[0], strerror(errno));
    }
    setpgid(pid, pid); // both sides do it: neither may run ahead of it
    close(report[1]);
    if (out[1] >= 0)
        close(out[1]);
    out[1] = -1;

    int code = 0;
    ssize_t n;
    while ((n = read(report[0], &code, sizeof code)) < 0 && errno == EINTR)
        ;
    close(report[0]);
    int status;
    if (n == (ssize_t)sizeof code) {
        close_both(out);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        return error_set(e, "cannot start %s: %s", o->argv[0], strerror(code));
    }

    if (out[0] >= 0)
        fcntl(out[0], F_SETFL, O_NONBLOCK);
    follow(o, r, pid, out[0]);
    close_both(out);
    kill(-pid, SIGKILL); // what it left behind; its number is ours until waitpid
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (o->sweep)
        descendants_end();
    r->exited = WIFEXITED(status);
    r->code = r->exited ? WEXITSTATUS(status) : 0;
    r->signal = r->exited ? 0 : WTERMSIG(status);
    return true;
}

// Those that are in use, for scratch_end; more than this many are not.
static _Atomic(char *) in_use[8];

static void replace(char *old, char *fresh)
{
    for (size_t i = 0; i < sizeof in_use / sizeof *in_use; i++) {
        char *expected = old;
        if (atomic_compare_exchange_strong(&in_use[i], &expected, fresh))
            return;
    }
}

char *scratch_new(error *e)
{
    const char *base = getenv("TMPDIR");
    char *path = text_format("%s/linchpin-XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(path)) {
        replace(NULL, path);
        return path;
    }
    error_set(e, "cannot make a directory like %s: %s", path, strerror(errno));
    free(path);
    return NULL;
}

// As the kernel lists them: readdir and nftw would allocate.
typedef struct entry {
    uint64_t inode;
    int64_t offset;
    uint16_t size;
    uint8_t kind;
    char name[];
} entry;

static bool remove_all(int folder, const char *name, int depth);

static void remove_within(int fd, int depth)
{
    alignas(entry) char buffer[4096];
    long n;
    bool again = true;
    // Removing changes the list: so once more from the start, until nothing more goes.
    while (again) {
        again = false;
        lseek(fd, 0, SEEK_SET);
        while ((n = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0)
            for (long at = 0; at < n;) {
                const entry *one = (const entry *)(const void *)(buffer + at);
                at += one->size;
                if (!strcmp(one->name, ".") || !strcmp(one->name, ".."))
                    continue;
                again |= remove_all(fd, one->name, depth + 1);
            }
    }
}

// True: it is gone. Allocates nothing, and does not follow links.
static bool remove_all(int folder, const char *name, int depth)
{
    enum { DEEPEST = 20 };
    if (unlinkat(folder, name, 0) == 0)
        return true;
    if (depth > DEEPEST)
        return false;
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    remove_within(fd, depth);
    close(fd);
    return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

void scratch_end(void)
{
    for (size_t i = 0; i < sizeof in_use / sizeof *in_use; i++)
        if (in_use[i])
            remove_all(AT_FDCWD, in_use[i], 0);
}

bool scratch_keep(char *path)
{
    replace(path, NULL);
    bool kept = rmdir(path) != 0; // of one with something in it, it fails
    free(path);
    return kept;
}

void scratch_free(char *path)
{
    if (path) {
        replace(path, NULL);
        remove_all(AT_FDCWD, path, 0);
    }
    free(path);
}

static void strip_last(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
}

char *installed_path(const char *relative)
{
    const char *given = getenv("LINCHPIN_PREFIX");
    if (given && *given)
        return text_format("%s/%s", given, relative);
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0)
        n = 0;
    self[n] = 0;
    strip_last(self); // the program's own name: we are in bin or in libexec/linchpin
    const char *runner = strstr(self, "/libexec/linchpin");
    if (runner && !runner[strlen("/libexec/linchpin")])
        strip_last(self);
    strip_last(self);
    return text_format("%s/%s", self, relative);
}
