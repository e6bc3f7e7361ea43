// SPDX-License-Identifier: MIT
// What a trace says beyond its single steps: who takes part, where each thread is and in which
// operation at a step, and which step comes after which.

import type { Step, Verdict } from '../data/types';

export interface Place {
    file: string;
    line: number;
}

// "dir/queue.c:31:7"
export function placeOf(where: string | undefined): Place | undefined {
    const parts = /^(.*?):(\d+)(?::\d+)?$/.exec(where ?? '');
    return parts ? { file: parts[1]!, line: Number(parts[2]) } : undefined;
}

export function fileName(file: string): string {
    return file.slice(file.lastIndexOf('/') + 1);
}

// "queue.c:31"
export function placeText(where: string | undefined): string {
    const place = placeOf(where);
    return place ? `${fileName(place.file)}:${place.line}` : where ?? '';
}

// Where a reader can look: of the step's frames, innermost first, the first whose text is here.
export function seenPlace(step: Step, files: { [name: string]: string }): Place | undefined {
    const wheres = [step.where, ...(step.frames ?? []).map(f => f.where)];
    const places = wheres.map(placeOf).filter(p => p !== undefined);
    return places.find(p => p.file in files) ?? places[0];
}

export type StepKind = 'call' | 'return' | 'step';

export function stepKind(trace: Step[], i: number): StepKind {
    const step = trace[i]!;
    if (step.call)
        return 'call';
    // What happens in the history and is no call is a return; without a history the words say it.
    const before = i > 0 ? trace[i - 1]!.events : 0;
    if (step.events !== undefined && before !== undefined && step.events > before)
        return 'return';
    return /^return\b/.test(step.what) ? 'return' : 'step';
}

// "push(1)" of "call push(1)", and of "call push(1) (n = node1)".
export function callName(step: Step): string {
    const what = step.what.replace(/^call /, '');
    for (let i = 0, depth = 0; i < what.length; i++) {
        depth += what[i] === '(' ? 1 : what[i] === ')' ? -1 : 0;
        if (depth === 0 && what[i] === ')')
            return what.slice(0, i + 1);
    }
    return what;
}

export interface ThreadNow {
    thread: number;
    step: number | undefined; // its last one
    place: Place | undefined;
    operation: string | undefined; // that it is in
}

export function threadsOf(trace: Step[]): number[] {
    return [...new Set(trace.map(s => s.thread))].sort((a, b) => a - b);
}

// After step k. Where a thread is in the source is where its last step was, as long as it is in an
// operation: what it will do next the trace does not say. A trace without operations has threads that
// are always in the midst of something.
export function threadsNow(trace: Step[], k: number, files: { [name: string]: string }): ThreadNow[] {
    const calls = trace.some(s => s.call);
    const now = new Map(threadsOf(trace).map((thread): [number, ThreadNow] =>
        [thread, { thread, step: undefined, place: undefined, operation: undefined }]));
    for (let i = 0; i <= k && i < trace.length; i++) {
        const step = trace[i]!, t = now.get(step.thread)!, kind = stepKind(trace, i);
        t.step = i;
        if (kind === 'call')
            t.operation = callName(step);
        else if (kind === 'return')
            t.operation = undefined;
        t.place = seenPlace(step, files) ?? (kind === 'step' ? t.place : undefined);
    }
    for (const t of now.values())
        if (calls && t.operation === undefined && t.step !== k)
            t.place = undefined;
    return [...now.values()];
}

// So many of the last steps lead back to where they began; 0: none do.
export function lapOf(verdict: Verdict): number {
    const steps = verdict.cycle?.steps ?? 0;
    return steps <= (verdict.trace?.length ?? 0) ? steps : 0;
}

// The step after k; after the last one of a lap comes its first one again.
export function nextStep(verdict: Verdict, k: number): number {
    const last = verdict.trace!.length - 1, lap = lapOf(verdict);
    return k < last ? k + 1 : lap ? last + 1 - lap : last;
}

// The next step before or after k at which another thread goes on; else the end.
export function nextSwitch(trace: Step[], k: number, by: 1 | -1): number {
    for (let i = k + by; i > 0 && i < trace.length; i += by)
        if (trace[i]!.switch)
            return i;
    return by > 0 ? trace.length - 1 : 0;
}

// The step that a page shows if none is asked for: the last, where what is wrong is seen.
export function shownStep(trace: Step[], step: number | null): number {
    return step === null ? trace.length - 1 : Math.max(0, Math.min(trace.length - 1, step));
}

// What the step did to memory, in a few words: "top: node 1 → node 2".
export function accessText(step: Step): string | undefined {
    const a = step.access;
    if (!a)
        return undefined;
    const change = a.old !== undefined && a.new !== undefined ? `${a.old} → ${a.new}` : a.new ?? a.old;
    const said = [a.cell, change].filter(t => t !== undefined).join(a.kind === 'read' ? ' = ' : ': ');
    return [a.failed ? `${a.kind} fails` : a.kind, said, a.order && `(${a.order})`].filter(t => t).join(' ');
}

// The one file that all steps are in.
export function onlyFile(trace: Step[]): string | undefined {
    const files = new Set(trace.map(s => placeOf(s.where)?.file).filter(f => f !== undefined));
    return files.size === 1 ? [...files][0] : undefined;
}
