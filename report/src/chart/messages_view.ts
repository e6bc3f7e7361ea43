// SPDX-License-Identifier: MIT
// The message sequence chart of a run that has no steps to go through: recorded messages, in the order of time.

import type { Entry, Verdict } from '../data/types';
import { el, replace } from '../dom/element';
import type { MakeView } from '../view';
import { chartList, drawChart } from './chart_view';

const known = new WeakMap<Entry, Verdict>();

// The same with a row for each event; all that is on its way at the end stands below.
function withRows(entry: Entry): Verdict {
    let v = known.get(entry);
    if (!v) {
        const { components, events } = entry.verdict.chart!;
        const steps = [...new Set(events.filter(e => e.kind !== 'pending').map(e => e.step))].sort((a, b) => a - b);
        const row = new Map(steps.map((step, i) => [step, i]));
        v = { ...entry.verdict, chart: { components, events: events.map(e => ({ ...e, step: row.get(e.step) ?? steps.length })) } };
        known.set(entry, v);
    }
    return v;
}

export const makeMessages: MakeView = page => {
    const chart = el('div', { class: 'pane chart-pane', tabindex: 0, role: 'region', 'aria-label': 'Message sequence chart' }), list = el('div');
    let listed: Entry | undefined;
    return {
        id: 'messages',
        title: 'Messages',
        element: el('div', { class: 'messages' }, chart, list),
        applies: entry => !!entry.verdict.chart && !entry.verdict.trace?.length,
        show(entry) {
            replace(chart, drawChart(withRows(entry), Infinity, page.palette()));
            if (listed !== entry)
                replace(list, chartList(withRows(entry)));
            listed = entry;
        },
        picture: entry => drawChart(withRows(entry), Infinity, page.palette()),
    };
};
