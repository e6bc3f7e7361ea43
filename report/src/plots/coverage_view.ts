// SPDX-License-Identifier: MIT
// What a run reached and what not, with the lines of source; where operations take effect; and the
// least and greatest values.

import type { Entry, Verdict } from '../data/types';
import { number } from '../data/value_text';
import { code, el, given, replace, type Child } from '../dom/element';
import { excerpt } from '../steps/source_line';
import { placeText } from '../steps/trace';
import type { MakeView } from '../view';

function tick(is: boolean): HTMLElement {
    return el('span', { class: `tick ${is ? 'yes' : 'no'}` }, is ? '✓ yes' : '✗ never');
}

function methods(v: Verdict): Child {
    const all = v.coverage!.methods, times = all.some(m => m.times !== undefined);
    return all.length > 0 && el('div', { class: 'scroll' }, el('table', {},
        el('thead', {}, el('tr', {}, ...['method', 'called', 'returned', times && 'times'].map(h => h && el('th', { scope: 'col' }, h)))),
        el('tbody', {}, ...all.map(m => el('tr', {}, el('th', { scope: 'row' }, code(m.name)), el('td', {}, tick(m.called)), el('td', {}, tick(m.returned)),
            times && el('td', {}, m.times === undefined ? '' : number(m.times)))))));
}

function unreached(entry: Entry): Child {
    const all = entry.verdict.coverage!.unreached;
    if (!all.length)
        return el('p', { class: 'soft' }, 'Every statement was reached, and every condition was both true and false.');
    return el('div', {}, el('h3', {}, 'Never reached'), el('ul', { class: 'cards' }, ...all.map(u => el('li', {},
        el('p', {}, code(u.what), u.never === 'reached' ? ' was never reached' : ` was never ${u.never}`), excerpt(entry, u.where, [], 1)))));
}

export const makeCoverage: MakeView = () => {
    const element = el('div', { class: 'coverage' });
    return {
        id: 'coverage',
        title: 'What was reached',
        element,
        applies: entry => !!entry.verdict.coverage,
        show(entry) {
            replace(element, methods(entry.verdict), unreached(entry));
        },
    };
};

const ways: { [way: string]: string } = {
    'own step': 'at a step of its own', 'step of another thread': 'at a step of another thread', hindsight: 'at a step that only what happens later tells',
};

export const makePoints: MakeView = () => {
    const element = el('ul', { class: 'cards' });
    return {
        id: 'points',
        title: 'Where operations take effect',
        element,
        applies: entry => !!entry.verdict.points?.length,
        show(entry) {
            replace(element, ...entry.verdict.points!.map(p => el('li', {},
                el('p', {}, code(p.operation), p.result && ` → ${p.result}`, ` takes effect ${ways[p.way] ?? p.way}`, p.when && [': ', p.when].join('')),
                p.where ? excerpt(entry, p.where, [], 2) : p.what && el('p', {}, code(p.what)))));
        },
    };
};

export const makeExtremes: MakeView = () => {
    const element = el('div', { class: 'scroll' });
    return {
        id: 'extremes',
        title: 'Least and greatest values',
        element,
        applies: entry => !!entry.verdict.extremes?.length,
        show(entry) {
            replace(element, el('table', {},
                el('thead', {}, el('tr', {}, ...['where', 'holds', 'of', 'is'].map(h => el('th', { scope: 'col' }, h)))),
                el('tbody', {}, ...entry.verdict.extremes!.map(x => el('tr', {},
                    el('td', {}, placeText(x.where)), el('td', {}, code(x.condition)), el('td', {}, x.least === undefined ? 'the greatest ' : 'the least ', given(x.least ?? x.greatest ?? '')),
                    el('td', {}, el('b', {}, number(x.value)), x.exact ? '' : el('span', { class: 'soft' }, ' (not every state was looked at)')))))));
        },
    };
};
