// SPDX-License-Identifier: MIT
// What else a verdict says: who waits, what races, where operations take effect, what a model never
// reached, and the figures of the run.

import type { Entry, RaceAccess, Verdict } from '../data/types';
import { number } from '../data/value_text';
import { code, el, given, type Child } from '../dom/element';

export function table(caption: string, head: string[], rows: Child[][]): HTMLElement {
    return el('div', { class: 'scroll' },
        el('table', {},
            el('caption', {}, caption),
            el('thead', {}, el('tr', {}, ...head.map(text => el('th', { scope: 'col' }, text)))),
            el('tbody', {}, ...rows.map(row => el('tr', {}, ...row.map(cell => el('td', {}, cell)))))));
}

const where = (text: string | undefined): Child => (text ? code(text) : '');

const waits: { [kind: string]: string } = {
    statement: 'a statement that is not enabled', mutex: 'a mutex', woken: 'the mutex of its condition variable',
    thread: 'the end of a thread', threads: 'the end of all threads', wake: 'to be woken',
    once: 'the end of what is run once', other: 'something else',
};

function waiting(v: Verdict): Child {
    return v.waiting && table('Threads that cannot go on', ['thread', 'waits for', 'which', 'where'],
        v.waiting.map(w => [w.thread, waits[w.for] ?? `a ${w.for.replace('-', ' ')}`, given(w.what), where(w.where)]));
}

function race(v: Verdict): Child {
    const row = (a: RaceAccess): Child[] => [a.thread, a.write ? 'write' : 'read', a.atomic ? 'yes' : 'no', where(a.where)];
    return v.race && el('div', {},
        el('p', {}, 'Nothing orders these two accesses to ', code(v.race.what), '.'),
        table('The accesses that race', ['thread', 'access', 'atomic', 'where'], [row(v.race.first), row(v.race.second)]));
}

function points(v: Verdict): Child {
    return v.points && table('Where operations take effect', ['operation', 'result', 'way', 'where', 'when'],
        v.points.map(p => [code(p.operation), given(p.result ?? ''), p.way,
            el('span', {}, where(p.where), ' ', p.what && code(p.what)), given(p.when ?? '')]));
}

function extremes(v: Verdict): Child {
    return v.extremes && table('Least and greatest values', ['where it holds that', 'of', 'value', 'where'],
        v.extremes.map(x => [code(x.condition), code((x.least ? 'least ' : 'greatest ') + (x.least ?? x.greatest)),
            `${number(x.value)}${x.exact ? '' : ' (not every state was looked at)'}`, where(x.where)]));
}

function coverage(v: Verdict): Child {
    if (!v.coverage)
        return null;
    const yes = (b: boolean) => (b ? 'yes' : 'never');
    return el('div', {},
        table('Methods of the model', ['method', 'called', 'returned', 'times'],
            v.coverage.methods.map(m => [code(m.name), yes(m.called), yes(m.returned), m.times === undefined ? '' : number(m.times)])),
        v.coverage.unreached.length > 0 &&
            table('What was never reached', ['where', 'what', 'never'],
                v.coverage.unreached.map(u => [code(u.where), code(u.what), u.never])));
}

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
        race(v), waiting(v), points(v), extremes(v), coverage(v),
        v.detail && el('details', { open: !v.partials }, el('summary', {}, 'As the terminal tells it'), el('pre', {}, given(v.detail, true))),
        el('p', { class: 'soft' }, `linchpin ${version}`));
}
