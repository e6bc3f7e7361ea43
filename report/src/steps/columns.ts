// SPDX-License-Identifier: MIT
// The steps as a table with a column for each thread, as they are printed in a terminal. Of a long
// trace those around the current step are there; the others come when one gets there.

import type { Step, Verdict } from '../data/types';
import { el, given, replace } from '../dom/element';
import { threadChip, threadClass, threadName } from './threads';
import { accessText, fileName, lapOf, onlyFile, placeOf, placeText, stepKind, threadsOf } from './trace';

const AROUND = 100, SLACK = 30;
const NUMBER = 44, NARROWEST = 130; // widths, in pixels

export interface Columns {
    element: HTMLElement;
    show(verdict: Verdict, k: number): void;
    centre(): void; // when all else is in place: it asks where things are
}

export function makeColumns(go: (step: number) => void): Columns {
    const table = el('table', { class: 'step-columns' });
    const element = el('div', { class: 'pane steps-pane', tabindex: 0, role: 'region', 'aria-label': 'Steps, a column for each thread' }, table);
    const rows = new Map<number, HTMLElement>();
    let verdict: Verdict | undefined, from = 0, to = 0, current: HTMLElement | undefined;

    function said(trace: Step[], i: number): HTMLElement {
        const step = trace[i]!, kind = stepKind(trace, i), access = accessText(step);
        return el('span', { class: `what ${kind}${step.access?.failed ? ' failed' : ''}`, title: access && access !== step.what ? step.what : null },
            kind === 'call' && el('span', { class: 'sign', 'aria-hidden': 'true' }, '▸ '),
            kind === 'return' && el('span', { class: 'sign', 'aria-hidden': 'true' }, '◂ '),
            given(step.what));
    }

    function row(v: Verdict, threads: number[], i: number, file: string | undefined): HTMLElement {
        const trace = v.trace!, step = trace[i]!, setup = i < (v.setup ?? 0);
        const where = file && placeOf(step.where) ? `${placeOf(step.where)!.line}` : placeText(step.where);
        const cell = (columns: number) => el('td', { colspan: columns, class: threadClass(step.thread) }, el('div', { class: 'cell' },
            file ? el('span', { class: 'where' }, where) : null, said(trace, i), !file && where ? el('span', { class: 'where' }, where) : null));
        // What was made before the threads started is in no column.
        const cells = setup ? [cell(threads.length)]
            : threads.map(t => (t === step.thread ? cell(1) : el('td', { class: `lane ${threadClass(t)}` })));
        const made = el('tr', { onclick: () => go(i), 'data-step': i, class: setup ? 'setup' : null }, el('th', { scope: 'row' }, i + 1), ...cells);
        rows.set(i, made);
        return made;
    }

    function divider(text: string, thread: number, columns: number): HTMLElement {
        return el('tr', { class: `divider ${threadClass(thread)}` }, el('td', { colspan: columns + 1 }, text));
    }

    function build(v: Verdict): void {
        const trace = v.trace!, setup = v.setup ?? 0, threads = threadsOf(trace.length > setup ? trace.slice(setup) : trace), lap = lapOf(v), file = onlyFile(trace), body: HTMLElement[] = [];
        const far = (text: string, step: number) =>
            body.push(el('tr', { class: 'divider', 'data-go': step, onclick: () => go(step) }, el('td', { colspan: threads.length + 1 }, text)));
        rows.clear();
        if (from > 0)
            far(`${from} steps before`, from - 1);
        for (let i = from; i < to; i++) {
            const step = trace[i]!;
            if (setup && i === 0)
                body.push(divider(`set-up, before the threads start`, step.thread, threads.length));
            if (setup && i === setup)
                body.push(divider('the threads start', step.thread, threads.length));
            else if (step.switch && i > 0 && threads.length > 1)
                body.push(divider(`switch to ${threadName(step.thread)}`, step.thread, threads.length));
            if (lap && i === trace.length - lap)
                body.push(el('tr', { class: 'divider lap' }, el('td', { colspan: threads.length + 1 }, `↻ from here the ${lap === 1 ? 'last step' : `last ${lap} steps`} can go round for ever`)));
            body.push(row(v, threads, i, file));
        }
        if (to < trace.length)
            far(`${trace.length - to} more steps`, to);
        table.classList.toggle('one-file', file !== undefined);
        table.style.minWidth = `${NUMBER + threads.length * NARROWEST}px`;
        replace(table,
            el('caption', { class: 'aside' }, file ? `Steps, with lines of ${fileName(file)}` : 'Steps'),
            el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, '#'), ...threads.map(t => el('th', { scope: 'col', class: threadClass(t) }, t < 0 ? 'step' : threadChip(t), t < 0 ? '' : ` ${threadName(t)}`)))),
            el('tbody', {}, ...body));
    }

    return {
        element,
        show(v, k) {
            const count = v.trace!.length;
            if (v !== verdict || (k < from + SLACK && from > 0) || (k >= to - SLACK && to < count)) {
                verdict = v;
                from = count <= 3 * AROUND ? 0 : Math.max(0, k - AROUND);
                to = count <= 3 * AROUND ? count : Math.min(count, k + AROUND);
                build(v);
            }
            current?.classList.remove('current');
            current?.removeAttribute('aria-current');
            current = rows.get(k);
            current?.classList.add('current');
            current?.setAttribute('aria-current', 'step');
        },
        centre() {
            if (!current)
                return;
            centre(element, current);
            const cell = current.querySelector('.cell')!.getBoundingClientRect(), pane = element.getBoundingClientRect();
            // Its beginning is seen, and its end if there is room for both.
            const left = cell.left - pane.left - NUMBER - 10;
            if (left < 0 || cell.right > pane.right)
                element.scrollLeft += Math.min(left, Math.max(0, cell.right - pane.right + 10));
        },
    };
}

// Scrolls the pane, never the page, so that `inside` stands in its middle.
export function centre(pane: HTMLElement, inside: HTMLElement): void {
    const a = pane.getBoundingClientRect(), b = inside.getBoundingClientRect();
    if (b.top < a.top + 60 || b.bottom > a.bottom - 40)
        pane.scrollTop += b.top - a.top - (a.height - b.height) / 2;
}
