// SPDX-License-Identifier: MIT
// What the current step did, where each thread is, and what the specification still allows.

import type { Entry, Step, Verdict } from '../data/types';
import { el, given, replace, type Child } from '../dom/element';
import { threadChip, threadClass, threadName } from './threads';
import { placeText, stepKind, threadsNow } from './trace';

function accessParts(step: Step): Child[] {
    const a = step.access!;
    const only = a.new ?? a.old;
    const values: Child[] = only === undefined ? []
        : a.kind === 'read' || a.old === undefined || a.new === undefined ? [a.kind === 'read' ? ' = ' : ': ', el('b', {}, given(only))]
        : [': ', el('span', { class: a.failed ? null : 'old' }, given(a.old)), a.failed ? ' stays, not ' : ' → ', el('b', {}, given(a.new))];
    return [
        el('span', { class: 'access-kind' }, a.kind), ' ', a.cell && given(a.cell), ...values, ' ',
        a.order && el('span', { class: 'tag', title: 'its memory order' }, given(a.order)), ' ',
        a.failed && el('span', { class: 'tag failed' }, `${a.kind} fails`),
    ];
}

function threadLine(v: Verdict, entry: Entry, k: number): HTMLElement {
    const now = threadsNow(v.trace!, k, entry.files).filter(t => t.thread >= 0), at = v.trace![k]!.thread;
    const end = k === v.trace!.length - 1;
    return el('ul', { class: 'thread-list' }, ...now.map(t => {
        const waits = end && v.waiting?.find(w => w.thread === t.thread);
        return el('li', { class: `${threadClass(t.thread)}${t.thread === at ? ' now' : ''}` },
            threadChip(t.thread), ' ',
            t.operation ? given(t.operation) : el('span', { class: 'soft' }, t.step === undefined ? 'not yet begun' : 'in no operation'),
            t.place && el('span', { class: 'where' }, ` ${placeText(`${t.place.file}:${t.place.line}`)}`),
            waits && el('span', { class: 'tag failed' }, 'waits'));
    }));
}

function possibleStates(v: Verdict, step: Step): Child {
    // Of the run that is shown, which may have more operations than the counterexample.
    const all = v.left_out ? v.states : v.possible, at = v.left_out ? step.happened : step.events;
    if (!all || at === undefined)
        return null;
    const states = all[Math.min(at, all.length - 1)]!, before = all[Math.max(0, at - 1)] ?? [];
    const of = v.spec ?? 'specification';
    if (!states.length)
        return el('div', { class: 'possible' }, el('span', { class: 'tag failed' }, `The ${of} has no possible state left: nothing explains this`));
    return el('div', { class: 'possible' }, el('h3', {}, `The ${of} can only be`),
        el('p', {}, ...states.map(s => el('span', { class: `state${before.includes(s) ? '' : ' new'}` }, given(s)))));
}

export interface NowPanel {
    element: HTMLElement;
    show(entry: Entry, k: number): void;
}

export function makeNowPanel(): NowPanel {
    const element = el('div', { class: 'now-panel' });
    return {
        element,
        show(entry, k) {
            const v = entry.verdict, step = v.trace![k]!, kind = stepKind(v.trace!, k);
            replace(element,
                el('p', { class: `now-what ${threadClass(step.thread)}${step.what.length > 90 ? ' long' : ''}`, 'aria-live': 'polite' },
                    threadChip(step.thread), ' ',
                    el('span', { class: 'aside' }, `${threadName(step.thread)}: `),
                    ...(step.access && kind === 'step' ? accessParts(step) : [given(step.what)])),
                step.access && kind === 'step' ? el('p', { class: 'soft now-words' }, given(step.what)) : null,
                threadLine(v, entry, k),
                possibleStates(v, step));
        },
    };
}
