// SPDX-License-Identifier: MIT
// What goes round for ever, and who waits, in words and with the lines of source.

import type { Cycle, Entry, Verdict, Waiting } from '../data/types';
import { plural } from '../data/value_text';
import { code, el, given, type Child } from '../dom/element';
import type { MakeView } from '../view';
import { excerpt } from './source_line';
import { threadChip, threadClass, threadName } from './threads';
import { lapOf, onlyFile } from './trace';

export function cycleText(v: Verdict): HTMLElement | null {
    const cycle = v.cycle, lap = lapOf(v);
    if (!cycle)
        return null;
    const before = (v.trace?.length ?? 0) - lap;
    return el('div', { class: 'cycle-text' },
        lap > 0 && el('p', {}, before > 0 ? `After ${plural(before, 'step')}, ` : 'From the start, ', el('b', {}, plural(lap, 'step')), ' can be taken again and again.'),
        el('p', { class: 'soft' }, cycle.unfair ? 'They go on for ever only if no other thread is run.' : 'They can go on for ever even if every thread gets its turns.'));
}

const waits: { [kind: string]: string } = {
    statement: 'the guard of a statement', woken: 'the mutex of its condition variable', thread: 'the end of thread', threads: 'the end of all threads',
    wake: 'to be woken', once: 'the end of what is run once', other: 'something else',
};

function waitingCard(entry: Entry, w: Waiting): HTMLElement {
    return el('li', { class: threadClass(w.thread) },
        el('p', {}, threadChip(w.thread), ` ${threadName(w.thread)} waits for ${waits[w.for] ?? `a ${w.for.replace('-', ' ')}`} `, code(w.what)),
        excerpt(entry, w.where, [], 2, threadClass(w.thread)));
}

function roundCard(entry: Entry, t: Cycle['threads'][number]): HTMLElement {
    const file = onlyFile(entry.verdict.trace ?? []) ?? Object.keys(entry.files)[0], lines = t.lines ?? [];
    return el('li', { class: threadClass(t.thread) },
        el('p', {}, threadChip(t.thread), ` ${threadName(t.thread)} goes round for ever`),
        lines.length > 0 && file !== undefined && excerpt(entry, `${file}:${lines[0]}`, lines, 2, threadClass(t.thread)));
}

// A view of threads that cannot go on, or go on for ever.
export const makeWaiting: MakeView = () => {
    const element = el('ul', { class: 'cards' });
    return {
        id: 'waiting',
        title: 'Who gets no further',
        element,
        applies: entry => !!entry.verdict.waiting?.length || !!entry.verdict.cycle?.threads.length,
        show(entry) {
            element.replaceChildren(
                ...(entry.verdict.waiting ?? []).map(w => waitingCard(entry, w)),
                ...(entry.verdict.cycle?.threads ?? []).map(t => roundCard(entry, t)));
        },
    };
};

export const makeRace: MakeView = () => {
    const element = el('div');
    return {
        id: 'race',
        title: 'The accesses that race',
        element,
        applies: entry => !!entry.verdict.race,
        show(entry) {
            const race = entry.verdict.race!;
            const card = (a: typeof race.first): Child => el('li', { class: threadClass(a.thread) },
                el('p', {}, threadChip(a.thread), ` ${threadName(a.thread)} ${a.write ? 'writes' : 'reads'} `, code(race.what), ' ',
                    el('span', { class: `tag${a.atomic ? '' : ' failed'}` }, a.atomic ? 'atomic' : 'not atomic')),
                excerpt(entry, a.where, [], 4, threadClass(a.thread)));
            element.replaceChildren(
                el('p', {}, 'Nothing orders these two accesses to ', given(race.what), ': neither happens before the other.'),
                el('ul', { class: 'cards' }, card(race.first) as Node, card(race.second) as Node));
        },
    };
};
