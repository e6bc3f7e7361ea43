// SPDX-License-Identifier: MIT
// What else a verdict says: the figures of the run, and what it was run with.

import type { Entry, Verdict } from '../data/types';
import { number } from '../data/value_text';
import { code, el, given, type Child } from '../dom/element';

function figureText(name: string, value: number | null): string {
    return value === null ? '–' : name === 'seed' ? String(value) : number(value);
}

function figures(v: Verdict): Child {
    const names = Object.keys(v.figures);
    return names.length > 0 && el('dl', { class: 'figures' },
        ...names.map(name => el('div', {},
            el('dd', {}, figureText(name, v.figures[name]!)),
            el('dt', {}, v.figures[name] === 1 ? name.replace(/^(operation|part|round|execution|state|step|walk|fault|node)s$/, '$1') : name))));
}

function named(name: string, text: string | undefined): Child {
    return text && el('div', { class: 'named' }, el('dt', {}, name), el('dd', {}, code(text)));
}

export function facts(entry: Entry, version: string): HTMLElement {
    const v = entry.verdict;
    return el('section', { class: 'facts', id: 'run' },
        el('h2', {}, 'The run'),
        figures(v),
        el('dl', { class: 'names' }, named('Scenario', v.scenario), named('Schedule', v.schedule)),
        entry.whole?.cut && el('p', { class: 'note' }, given(entry.whole.cut), '.'),
        v.detail && v.partials && el('details', {}, el('summary', {}, 'As the terminal tells it'), el('pre', {}, given(v.detail, true))),
        el('p', { class: 'soft' }, `linchpin ${version}`));
}
