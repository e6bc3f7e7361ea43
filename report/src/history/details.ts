// SPDX-License-Identifier: MIT
// What is known of one operation, in words: for the one that was chosen, and at the pointer.

import { NONE, isPending, operationText, processName, type Operations } from '../data/operations';
import type { Verdict } from '../data/types';
import { number } from '../data/value_text';
import { code, el, given, type Child } from '../dom/element';
import type { ShownOrder } from '../data/shown_order';

export interface Known {
    ops: Operations;
    op: number; // in `ops`
    inPart: number | null; // its number in the part that matters
    whole: boolean; // `ops` are all of the history
    shown: ShownOrder | null; // of the part
    verdict: Verdict;
}

export function states(texts: string[]): Child[] {
    return texts.flatMap((text, i) => [i ? ', ' : '', text === '…' ? '…' : code(text)]);
}

function place(k: Known): Child[] {
    const { inPart, shown, verdict } = k;
    if (inPart === null || !shown?.places)
        return [];
    const at = shown.places.number[inPart]!;
    const state = at ? shown.places.states?.[at - 1] : undefined;
    const together = at ? shown.places.order[at - 1]!.length : 1;
    if (at)
        return [el('p', {}, `Place ${at} of ${shown.places.count} in the order`,
            together > 1 && `, together with ${together === 2 ? 'another operation' : `${together - 1} others`}`,
            state !== undefined && '; the state then is ', state !== undefined && code(state), '.')];
    const none = verdict.partials?.of[inPart] === -1;
    return [el('p', {}, shown.partial
        ? none ? 'No order that the spec allows has this operation.' : 'It is not in this order.'
        : 'It is not in this order: it never took effect.')];
}

function reason(k: Known): Child[] {
    const stuck = k.inPart === null ? undefined : k.verdict.partials?.stuck.find(({ op }) => op === k.inPart);
    return stuck ? [el('p', { class: 'why' }, given(stuck.reason))] : [];
}

function possible(k: Known): Child[] {
    const all = k.verdict.possible;
    if (!all || k.inPart === null)
        return [];
    // Entry e is what was possible before event e.
    const before = all[k.ops.call[k.op]!];
    const after = isPending(k.ops, k.op) ? undefined : all[k.ops.ret[k.op]!];
    return [
        before?.length ? el('p', {}, 'Possible states before its call: ', ...states(before)) : null,
        after?.length ? el('p', {}, 'Possible states before its return: ', ...states(after)) : null,
    ];
}

export function facts(k: Known): string {
    const { ops, op } = k;
    const events = isPending(ops, op)
        ? `called at event ${number(ops.call[op]!)}, never returned`
        : `events ${number(ops.call[op]!)} to ${number(ops.ret[op]!)}`;
    const line = ops.line[op] === NONE ? '' : ` · line ${number(ops.line[op]!)} of the input`;
    return `process ${processName(ops, op)} · operation ${number(ops.first + op)} · ${events}${line}`;
}

export function details(k: Known): Child[] {
    return [
        el('p', { class: 'operation' }, given(operationText(k.ops, k.op))),
        el('p', { class: 'soft' }, given(facts(k))),
        ...place(k), ...reason(k), ...(k.whole ? [] : possible(k)),
    ];
}
