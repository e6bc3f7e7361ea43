// SPDX-License-Identifier: MIT
// Memory without pointers: a card for each box. The components of a system and what they are compared
// with stand side by side.

import type { Verdict } from '../data/types';
import { el, given } from '../dom/element';
import { memoryAfter, type BoxNow } from './memory';
import { threadClass } from './threads';

export function hasPointers(v: Verdict): boolean {
    return !!v.memory?.cells.some(c => c.to !== undefined) || !!v.trace?.some(s => s.changes?.some(c => c.to !== undefined));
}

function card(b: BoxNow): HTMLElement {
    const number = /\d+/.exec(b.name);
    return el('section', { class: `memory-card ${b.kind} ${b.kind === 'thread' && number ? threadClass(Number(number[0])) : ''}${b.cells.some(c => c.changed) ? ' changed' : ''}`, 'aria-label': b.name },
        el('h4', {}, given(b.name), b.type && b.type !== b.name && el('span', { class: 'soft' }, ' ', given(b.type))),
        el('dl', {}, ...b.cells.filter(c => c.value !== undefined).map(c =>
            el('div', { class: c.changed ? 'changed' : null, 'data-cell': c.cell },
                el('dt', {}, given(c.cell)), el('dd', {}, c.changed && c.old !== undefined && c.old !== c.value && el('span', { class: 'old' }, given(c.old)), ' ', given(c.value ?? ''))))));
}

export function memoryCards(v: Verdict, k: number): HTMLElement {
    const now = memoryAfter(v.memory!, v.trace ?? [], k).filter(b => b.exists);
    const other = now.filter(b => b.kind === 'specification'), own = now.filter(b => b.kind !== 'specification');
    const side = (title: string, boxes: BoxNow[]) => el('div', { class: 'memory-side' }, el('h3', {}, title), el('div', { class: 'memory-cards' }, ...boxes.map(card)));
    return el('div', { class: 'memory-sides' },
        side(other.length ? 'The implementation after this step' : 'Memory after this step', own),
        other.length > 0 && side('The specification, which has to match it', other));
}
