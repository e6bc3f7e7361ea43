// SPDX-License-Identifier: MIT
// The source, with the line that each thread is at, scrolled to that of the current step.

import type { Entry, Step } from '../data/types';
import { el, given, replace } from '../dom/element';
import { centre } from './columns';
import { lineElement, linesOf, lineText } from './source_line';
import { threadChip, threadClass } from './threads';
import { fileName, seenPlace, stepKind, threadsNow, type Place } from './trace';

const MOST = 4000; // lines; of a longer file those around the current one

export interface Source {
    element: HTMLElement;
    show(entry: Entry, k: number): void;
    centre(): void; // when all else is in place: it asks where things are
}

// The place of the thread's step after a call, or before a return.
function placeNear(trace: Step[], k: number, files: Entry['files']): Place | undefined {
    const { thread } = trace[k]!, by = stepKind(trace, k) === 'call' ? 1 : -1;
    for (let i = k + by; i >= 0 && i < trace.length; i += by) {
        const place = trace[i]!.thread === thread ? seenPlace(trace[i]!, files) : undefined;
        if (place)
            return place;
    }
    return undefined;
}

export function makeSource(): Source {
    const tabs = el('div', { class: 'source-tabs', role: 'group', 'aria-label': 'Files' });
    const lines = el('ol', { class: 'source' });
    const pane = el('div', { class: 'pane source-pane', tabindex: 0, role: 'region', 'aria-label': 'Source' }, lines);
    const stack = el('p', { class: 'frames' });
    const marks = new Map<number, { line: HTMLElement; marks: HTMLElement }>();
    const marked: { line: HTMLElement; marks: HTMLElement }[] = []; // those that are not empty
    let seen: HTMLElement | undefined; // the line that has to be
    let files: Entry['files'] | undefined, file: string | undefined, first = 1, chosen: string | undefined, last: { entry: Entry; k: number } | undefined;

    function build(text: string, around: number): void {
        const all = linesOf(text);
        first = all.length > MOST ? Math.max(1, around - MOST / 2) : 1;
        marks.clear();
        let inside = false;
        replace(lines, ...all.slice(first - 1, first - 1 + MOST).map((t, i) => {
            const made = lineText(t, inside), gutter = el('span', { class: 'marks' });
            inside = made.inside;
            const line = lineElement(first + i, made.element, gutter);
            marks.set(first + i, { line, marks: gutter });
            return line;
        }));
    }

    function show(entry: Entry, k: number): void {
        last = { entry, k };
        const trace = entry.verdict.trace!, step = trace[k]!;
        const now = threadsNow(trace, k, entry.files), names = Object.keys(entry.files);
        const here = seenPlace(step, entry.files) ?? now.find(t => t.thread === step.thread)?.place ?? placeNear(trace, k, entry.files);
        const wanted = chosen ?? (here && here.file in entry.files ? here.file : file && file in entry.files ? file : names[0]);
        if (wanted === undefined)
            return;
        const outside = here && here.file === wanted && !marks.has(here.line);
        if (files !== entry.files || file !== wanted || outside) {
            build(entry.files[wanted] ?? '', here?.line ?? 1);
            [files, file] = [entry.files, wanted];
        }
        replace(tabs, ...names.map(n =>
            el('button', {
                type: 'button', title: n, 'aria-pressed': n === wanted ? 'true' : 'false',
                onclick: () => {
                    chosen = n;
                    show(last!.entry, last!.k);
                    if (seen)
                        centre(pane, seen);
                    chosen = undefined;
                },
            }, given(fileName(n)), ...now.filter(t => t.place?.file === n).map(t => threadChip(t.thread)))));
        for (const m of marked.splice(0)) {
            m.line.className = '';
            m.line.removeAttribute('aria-current');
            m.marks.replaceChildren();
        }
        let target: HTMLElement | undefined;
        for (const t of now) {
            const m = t.place?.file === wanted ? marks.get(t.place.line) : undefined;
            if (!m)
                continue;
            marked.push(m);
            const is = t.thread === step.thread;
            m.marks.append(threadChip(t.thread));
            m.line.classList.add('at', threadClass(t.thread));
            if (is) {
                m.line.className = `at now ${threadClass(t.thread)}`;
                m.line.setAttribute('aria-current', 'step');
                target = m.line;
            }
        }
        // A call, or a return, that is nowhere itself: what is called, or what was left.
        const near = target || !here || here.file !== wanted ? undefined : marks.get(here.line);
        near?.line.classList.add('near', threadClass(step.thread));
        if (near)
            marked.push(near);
        target ??= near?.line;
        const frames = step.frames ?? [];
        replace(stack, ...(frames.length > 1 ? [threadChip(step.thread), ' in ', given(frames.map(f => f.function).filter(f => f).join(' ← '))] : []));
        seen = target;
    }
    return { element: el('div', { class: 'source-box' }, tabs, pane, stack), show, centre: () => seen && centre(pane, seen) };
}
