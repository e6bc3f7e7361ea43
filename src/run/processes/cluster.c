// SPDX-License-Identifier: MIT
// See cluster.h.

#include "run/processes/cluster.h"

#include "base/memory.h"
#include "base/words.h"
#include "toolchain/process.h"

#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { ANSWER_WITHIN = 30000, END_WITHIN = 10000, LOOK_EVERY = 50 }; // milliseconds
enum { SSH_FAILED = 255 };                                           // what ssh itself ends with

// In any shell of POSIX. What runs in the folder is known by where it runs, so that no process of
// others is killed that has got the number of one of ours.
static const char keeper[] =
    "umask 077; trap '' HUP INT TERM PIPE; d=$(mktemp -d) || exit 1; d=$(cd \"$d\" && pwd -P); "
    "echo \"folder $d\"\n"
    "while read -r signal pid; do kill -s \"$signal\" \"$pid\"; done\n"
    "i=0; cd /; while [ -e \"$d\" ] && [ $i -lt 100 ]; do\n"
    "for p in /proc/[0-9]*; do\n"
    "[ \"$(readlink \"$p/cwd\" 2>/dev/null)\" = \"$d\" ] && kill -s KILL \"${p#/proc/}\"; done\n"
    "rm -rf \"$d\"; i=$((i + 1)); [ -e \"$d\" ] && sleep 0.1; done 2>/dev/null";

// One word for a shell.
static void add_quoted(text *t, const char *word)
{
    text_add(t, "'");
    for (; *word; word++)
        if (*word == '\'')
            text_add(t, "'\\''");
        else
            text_add_bytes(t, word, 1);
    text_add(t, "'");
}

// BatchMode: nobody is there to type a password.
static void add_ssh(words *w, const host *h)
{
    static const char *const ssh[] = {"ssh", "-T",
                                      "-o",  "BatchMode=yes",
                                      "-o",  "ConnectTimeout=10",
                                      "-o",  "ServerAliveInterval=5",
                                      "--",  NULL};
    words_add_all(w, ssh);
    words_add(w, memory_string(h->name));
}

void cluster_wrap(cluster *c, member *m, size_t number)
{
    text line = {0};
    words w = {0};
    add_ssh(&w, &c->hosts->hosts[number]);
    text_add(&line, "cd ");
    add_quoted(&line, c->folders[number]);
    text_add(&line, " && echo pid $$ && exec");
    for (char **word = m->argv; *word; word++) {
        text_add(&line, " ");
        add_quoted(&line, *word);
        free(*word);
    }
    free(m->argv);
    words_add(&w, text_take(&line));
    m->argv = w.items;
    m->keeper = &c->keepers[number];
    m->reached_at = c->hosts->hosts[number].address;
}

// ---- A folder on each host ----

static bool hear_folder(cluster *c, size_t i, limits *l, error *e)
{
    member *k = &c->keepers[i];
    bool open = true;
    for (int waited = 0; open && waited < ANSWER_WITHIN && !limits_reached(l);
         waited += LOOK_EVERY) {
        struct pollfd fds[] = {{.fd = k->out, .events = POLLIN}, {.fd = k->err, .events = POLLIN}};
        poll(fds, 2, LOOK_EVERY);
        if (fds[1].revents)
            member_hear_errors(k);
        if (fds[0].revents)
            open = member_hear(k);
        char *end = k->heard.length ? memchr(k->heard.bytes, '\n', k->heard.length) : NULL;
        if (!end)
            continue;
        *end = 0;
        if (strncmp(k->heard.bytes, "folder /", 8) != 0)
            return error_set(e, "%s: '%.200s' is said instead of a folder", k->name,
                             k->heard.bytes);
        c->folders[i] = memory_string(k->heard.bytes + 7);
        return true;
    }
    if (limits_reached(l))
        return error_set(e, "%s", limits_reason(l));
    if (open)
        return error_set(e, "%s does not answer", k->name);
    int status = member_end(k, END_WITHIN);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != SSH_FAILED)
        return member_failed(k, status, e);
    return error_set(e, "%s cannot be reached: %.*s", k->name, (int)strcspn(k->last, "\r\n"),
                     k->last);
}

// FOLDER COUNT FILE… SSH…: files of the folder go to what ssh starts.
static const char sender[] =
    "d=$1 n=$2; shift 2; a=; while [ \"$n\" -gt 0 ]; do a=\"$a $1\"; shift; n=$((n - 1)); done\n"
    "tar -C \"$d\" -cf - $a | \"$@\"";

// tar is wherever ssh is.
static bool copy(cluster *c, size_t i, const char *programs, const char *const *files, limits *l,
                 error *e)
{
    words w = {0}, ssh = {0};
    text there = {0};
    const char *const shell[] = {"sh", "-c", sender, "sh", NULL};
    text_add(&there, "tar -C ");
    add_quoted(&there, c->folders[i]);
    text_add(&there, " -xf -");
    size_t count = 0;
    while (files[count])
        count++;
    words_add_all(&w, shell);
    words_add(&w, memory_string(programs));
    words_add(&w, text_format("%zu", count));
    words_add_all(&w, files);
    add_ssh(&ssh, &c->hosts->hosts[i]);
    words_add_all(&w, (const char *const *)ssh.items);
    words_add(&w, text_take(&there));
    words_fini(&ssh);
    process_options o = {
        .argv = (const char *const *)w.items, .capture_fd = 1, .merge_stderr = true, .limits = l};
    process_result r;
    bool good = process_run(&o, &r, e);
    if (good) {
        good = r.exited && r.code == 0;
        if (r.timed_out)
            error_set(e, "%s", limits_reason(l));
        else if (!good)
            error_set(e, "%s: programs cannot be copied there: %.300s", c->keepers[i].name,
                      r.out.bytes ? r.out.bytes : "tar or ssh was ended by a signal");
        process_result_fini(&r);
    }
    words_fini(&w);
    return good;
}

bool cluster_open(cluster *c, const host_list *hosts, const char *programs,
                  const char *const *files, limits *l, error *e)
{
    *c = (cluster){.hosts = hosts};
    c->keepers = memory_new(hosts->count, sizeof *c->keepers);
    c->folders = memory_new(hosts->count, sizeof *c->folders);
    bool good = true;
    for (size_t i = 0; i < hosts->count; i++) {
        words w = {0};
        text line = {0};
        text_add(&line, "exec sh -c ");
        add_quoted(&line, keeper);
        add_ssh(&w, &hosts->hosts[i]);
        words_add(&w, text_take(&line));
        c->keepers[i] = (member){.name = text_format("host %s", hosts->hosts[i].name),
                                 .argv = w.items,
                                 .in = -1,
                                 .out = -1,
                                 .err = -1};
        if (good && hosts->hosts[i].taken)
            good = member_start(&c->keepers[i], e);
    }
    for (size_t i = 0; good && i < hosts->count; i++)
        if (hosts->hosts[i].taken)
            good = hear_folder(c, i, l, e) && copy(c, i, programs, files, l, e);
    return good;
}

void cluster_close(cluster *c)
{
    for (size_t i = 0; c->hosts && i < c->hosts->count; i++)
        member_end_of_input(&c->keepers[i]);
    for (size_t i = 0; c->hosts && i < c->hosts->count; i++) {
        member_end(&c->keepers[i], END_WITHIN);
        member_fini(&c->keepers[i]);
        free(c->folders[i]);
    }
    free(c->keepers);
    free(c->folders);
    *c = (cluster){0};
}
