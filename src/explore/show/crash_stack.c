// SPDX-License-Identifier: MIT
// See crash_stack.h. The fiber is never resumed, so its stack stays as the signal found it
// and can be unwound later, by the scheduler, where libdw may allocate. The state that
// libdw unwinds is ours: registers from the signal's context, memory from the stacks of
// fibers, and no process is traced.

#include "explore/show/crash_stack.h"

#include <stdint.h>

static uint64_t registers[17]; // in DWARF's order
static bool noted;

void stack_note(const ucontext_t *at)
{
    static const int order[17] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                  REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                  REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    for (uint32_t i = 0; i < 17; i++)
        registers[i] = (uint64_t)at->uc_mcontext.gregs[order[i]];
    noted = true;
}

void stack_forget(void)
{
    noted = false;
}

#ifdef LP_HAVE_LIBDW

#include "explore/runtime/fiber.h"
#include "explore/runtime/region.h"
#include "explore/show/source_lines.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES_MAX = 24 };

extern char *__cxa_demangle(const char *name, char *to, size_t *size, int *status);

typedef struct walk {
    text *out;
    char *where;
    uint32_t count;
} walk;

static pid_t next_thread(Dwfl *dwfl, void *context, void **thread)
{
    (void)dwfl;
    (void)context;
    if (*thread)
        return 0;
    *thread = registers;
    return getpid();
}

static bool get_thread(Dwfl *dwfl, pid_t id, void *context, void **thread)
{
    (void)dwfl;
    (void)context;
    *thread = registers;
    return id == getpid();
}

static bool memory_read(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *context)
{
    (void)dwfl;
    (void)context;
    bool guard = true;
    const void *at = (const void *)(uintptr_t)address;
    if (!fiber_of_stack(at, &guard) || guard)
        return false;
    memcpy(result, at, sizeof *result);
    return true;
}

static bool set_registers(Dwfl_Thread *thread, void *context)
{
    (void)context;
    return dwfl_thread_state_registers(thread, 0, 17, registers);
}

static bool of_runner(Dwfl_Module *module)
{
    Dwarf_Addr start = 0, end = 0, own = (Dwarf_Addr)(uintptr_t)stack_print;
    dwfl_module_info(module, NULL, &start, &end, NULL, NULL, NULL, NULL);
    return own >= start && own < end;
}

static void print_name(Dwfl_Module *module, Dwarf_Addr pc, text *out)
{
    const char *name = dwfl_module_addrname(module, pc);
    char *readable = name ? __cxa_demangle(name, NULL, NULL, NULL) : NULL;
    text_add(out, "%s", readable ? readable : name ? name : "?");
    free(readable);
}

static int visit(Dwfl_Frame *frame, void *context)
{
    walk *w = context;
    Dwarf_Addr pc;
    bool exact = false;
    if (w->count == FRAMES_MAX || !dwfl_frame_pc(frame, &pc, &exact))
        return DWARF_CB_ABORT;
    pc -= exact ? 0 : 1; // a return address: the call is just before
    Dwfl_Module *module = dwfl_addrmodule(dwfl_thread_dwfl(dwfl_frame_thread(frame)), pc);
    if (!module || of_runner(module)) // a hook; or, further out, whoever made the call
        return w->count ? DWARF_CB_ABORT : DWARF_CB_OK;
    const void *at = (const void *)(uintptr_t)pc;
    char *line = source_line((const char *)at + 1);
    print_name(module, pc, w->out);
    if (line) {
        text_add(w->out, " at %s", line);
    } else {
        const char *file = dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
        const char *slash = file ? strrchr(file, '/') : NULL;
        text_add(w->out, " in %s", slash ? slash + 1 : file ? file : "?");
    }
    text_add(w->out, "\n");
    w->count++;
    if (line && !w->where && !region_of_system(at))
        w->where = line;
    else
        free(line);
    return DWARF_CB_OK;
}

bool stack_print(text *out, char **where)
{
    static char *debug_path;
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                             .find_debuginfo = dwfl_standard_find_debuginfo,
                                             .debuginfo_path = &debug_path};
    static const Dwfl_Thread_Callbacks threads = {.next_thread = next_thread,
                                                  .get_thread = get_thread,
                                                  .memory_read = memory_read,
                                                  .set_initial_registers = set_registers};
    *where = NULL;
    if (!noted)
        return false;
    walk w = {.out = out};
    Dwfl *dwfl = dwfl_begin(&callbacks);
    if (dwfl && !dwfl_linux_proc_report(dwfl, getpid()) && !dwfl_report_end(dwfl, NULL, NULL) &&
        dwfl_attach_state(dwfl, NULL, getpid(), &threads, NULL))
        dwfl_getthread_frames(dwfl, getpid(), visit, &w);
    dwfl_end(dwfl);
    *where = w.where;
    return w.count > 0;
}

#else

bool stack_print(text *out, char **where)
{
    (void)out;
    *where = NULL;
    return false;
}

#endif
