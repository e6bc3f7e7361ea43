// SPDX-License-Identifier: MIT
// Why a history cannot be explained: how far it can, which states are possible there, and of each
// operation that could come next why it cannot.

import { operationText, type Operations } from '../data/operations';
import { plural } from '../data/value_text';
import type { OrderPlaces } from '../data/order_places';
import type { Orders, ShownOrder } from '../data/shown_order';
import type { Verdict } from '../data/types';
import { code, el, given, type Child } from '../dom/element';
import { states } from './details';

// What is wrong is that an operation has not returned.
export function isStuck(v: Verdict): boolean {
    const { culprit, history } = v;
    return culprit !== undefined && !history!.some(e => e.op === culprit && e.type !== 'invoke');
}

function effect(ops: Operations, together: number[]): Child[] {
    return together.flatMap((op, i) => [i ? ' with ' : '', given(operationText(ops, op))]);
}

function explained(v: Verdict, ops: Operations, places: OrderPlaces, choose: (op: number) => void): HTMLElement {
    const initial = v.possible?.[0];
    return el('ol', { class: 'prefix' },
        initial?.length === 1 && el('li', { class: 'initial' }, el('span', { class: 'soft' }, 'at first'), code(initial[0]!)),
        ...places.order.map((together, i) => el('li', {},
            el('button', { type: 'button', class: 'step', onclick: () => choose(together[0]!) },
                el('span', { class: 'pin' }, i + 1), el('span', {}, ...effect(ops, together))),
            places.states && code(places.states[i]!))));
}

// Just before the operation returned that nothing explains.
function before(v: Verdict, ops: Operations): string[] | null {
    const op = v.culprit;
    return (op !== undefined && v.possible?.[ops.ret[op]!]) || null;
}

// The reasons the judge gave for each state, which may be more than the order above leads to.
function otherReasons(v: Verdict): string[] {
    const why = (line: string) => line.replace(/^.*? is impossible(?: in .*?)?: /, '');
    const told = new Set(v.partials!.stuck.map(({ reason }) => why(reason)));
    return (v.detail ?? '').split('\n').filter(line => / is impossible\b/.test(line) && !told.has(why(line)));
}

function candidates(v: Verdict, ops: Operations, choose: (op: number) => void): HTMLElement {
    const stuck = [...v.partials!.stuck].sort((a, b) => Number(b.op === v.culprit) - Number(a.op === v.culprit));
    return el('ul', { class: 'stuck' }, ...stuck.map(({ op, reason }) => el('li', { class: op === v.culprit && 'culprit' },
        el('button', { type: 'button', class: 'step', onclick: () => choose(op) },
            el('span', { class: 'cross', 'aria-hidden': 'true' }, '✗'), given(operationText(ops, op))),
        el('p', {}, given(reason)),
        ...(op === v.culprit ? otherReasons(v).map(line => el('p', {}, given(line))) : []))));
}

// `shown` is the order in the lanes: that of the operation that was chosen, if one has it. What is
// stuck is told of the first one, the longest.
export function whyNot(v: Verdict, ops: Operations, orders: Orders, shown: ShownOrder, choose: (op: number) => void): HTMLElement | null {
    if (v.verdict !== 'violated' || !v.partials)
        return null;
    const places = shown.places ?? orders.partial(0);
    const possible = before(v, ops);
    const some = places.order.flat().length, met = v.culprit !== undefined && v.partials.of[v.culprit] === 0;
    return el('div', { class: 'why-not' },
        el('section', {},
            el('h3', {}, 'What can be explained'),
            met && !shown.index ? el('p', { class: 'soft' }, 'Until ', given(operationText(ops, v.culprit!)), ' returned, this order explained what had happened.')
                : el('p', { class: 'soft' }, `${shown.index ? 'This order' : 'The longest order that the spec allows'} has ${some} of ${plural(ops.count, 'operation')}.`),
            explained(v, ops, places, choose)),
        el('section', {},
            el('h3', {}, met ? 'What cannot be' : 'What cannot come next'),
            possible && possible.length > 0 && el('p', { class: 'soft' },
                'Just before ', v.culprit !== undefined ? given(operationText(ops, v.culprit)) : 'it', ' returned, the state could only be ', ...states(possible), '.'),
            candidates(v, ops, choose)));
}
