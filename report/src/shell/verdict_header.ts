// SPDX-License-Identifier: MIT
// The top of an entry: the verdict in one sentence, what it is about, and how to see it again.

import { marks, sentence } from '../data/sentence';
import type { Verdict } from '../data/types';
import { code, el, given, type Child } from '../dom/element';
import { copy } from './copy';

function about(v: Verdict): HTMLElement {
    const facts: Child[][] = [];
    if (v.subject)
        facts.push([given(v.subject)]);
    if (v.spec)
        facts.push(['spec ', el('b', {}, given(v.spec))]);
    if (v.covers && v.verdict !== 'error')
        facts.push([v.verdict === 'holds' ? 'covers ' : '', given(v.covers)]);
    if (v.judge)
        facts.push(['judged by ', given(v.judge)]);
    if (v.rechecked)
        facts.push([v.verdict === 'holds' ? 'the witness was checked again' : 'the evidence was checked again', ' by separate code']);
    return el('p', { class: 'about' }, ...facts.map(fact => el('span', {}, ...fact)));
}

function command(text: string, announce: (text: string) => void): HTMLElement {
    const label = el('span', {}, 'Copy');
    const copied = async () => {
        const done = await copy(text);
        label.textContent = done ? 'Copied' : 'Not allowed';
        announce(done ? 'The command was copied' : 'The browser does not allow copying');
        setTimeout(() => (label.textContent = 'Copy'), 1500);
    };
    return el('div', { class: 'command' },
        el('span', { class: 'prompt', 'aria-hidden': 'true' }, '$'),
        code(text),
        el('button', { type: 'button', class: 'copy', onclick: copied, title: 'Copy the command' }, label));
}

function notes(v: Verdict): HTMLElement | null {
    const list: Child[] = [];
    if (v.warning)
        list.push(el('li', {}, given(v.warning)));
    for (const warning of v.warnings ?? [])
        list.push(el('li', {}, code(warning.where), ' ', given(warning.what)));
    return list.length ? el('ul', { class: 'warnings', 'aria-label': 'Warnings' }, ...list) : null;
}

// What a verdict takes for granted, and how far it was tried, are part of what it says.
function terms(v: Verdict): Child {
    const term = (name: string, texts: string[] | undefined) =>
        texts?.length ? el('div', {}, el('dt', {}, name), el('dd', {}, ...texts.map(text => el('span', {}, given(text))))) : null;
    const all = [term('Tried only', v.limits), term('Taken for granted', v.assumptions)];
    return all.some(Boolean) && el('dl', { class: 'terms' }, ...all);
}

// Further lines of the verdict, unless the history tells them in its own way.
function explanation(v: Verdict): Child {
    return v.detail && !v.partials && el('div', { class: 'explanation', role: 'note', 'aria-label': 'Explanation', tabindex: 0 },
        ...v.detail.split('\n').map(line => el('p', {}, given(line, true))));
}

export function verdictHeader(v: Verdict, runCommand: string | undefined, announce: (text: string) => void): HTMLElement {
    const { claim, reason, place } = sentence(v);
    const again = v.reproduce ?? runCommand;
    return el('header', { class: `verdict ${v.verdict}` },
        el('h1', {},
            el('span', { class: 'badge', 'aria-hidden': 'true' }, marks[v.verdict]),
            el('span', { class: 'sentence' },
                el('span', { class: 'claim' }, given(claim)),
                reason && el('span', { class: 'reason' }, ': ', given(reason)))),
        place && el('p', { class: 'place' }, 'at ', code(place)),
        about(v),
        terms(v),
        notes(v),
        explanation(v),
        again && command(again, announce));
}
