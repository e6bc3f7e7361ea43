// SPDX-License-Identifier: MIT
// The same history under several conditions, which were judged beforehand: one button for each.

import { marks } from '../data/sentence';
import { choiceOf, choices } from '../data/shown_order';
import type { Verdict } from '../data/types';
import { number, plural } from '../data/value_text';
import { el, given } from '../dom/element';

export function conditionSwitch(v: Verdict, shown: number, condition: string | null, choose: (condition: string | null) => void): HTMLElement | null {
    const all = choices(v);
    if (all.length < 2)
        return null;
    const now = choiceOf(v, condition);
    return el('div', { class: 'conditions', role: 'radiogroup', 'aria-label': 'Condition' },
        ...all.map(choice => el('button', {
            type: 'button', role: 'radio', class: choice.verdict, 'aria-checked': String(choice.condition === now?.condition),
            'data-condition': choice.condition, title: choice.own ? 'The condition that was judged' : 'Judged of the operations that are shown',
            onclick: () => choose(choice.own ? null : choice.condition),
        }, el('span', { class: 'badge', 'aria-label': choice.verdict }, marks[choice.verdict]), given(choice.condition))),
        el('p', { class: 'note' }, judgedOf(v, shown)));
}

// A part is chosen so that it still breaks the condition of the verdict, and for no other one.
function judgedOf(v: Verdict, shown: number): string {
    return v.left_out
        ? `Each condition is judged on the ${plural(shown, 'operation')} shown here; on all ${number(shown + v.left_out)}, one other than ${v.condition} may give another verdict.`
        : 'Each condition is judged on this history, with all of its operations.';
}

// What the chosen condition says of the history, where it is not the verdict's own.
export function conditionText(v: Verdict, condition: string | null): string | null {
    const choice = choiceOf(v, condition);
    if (!choice || choice.own)
        return null;
    const name = choice.condition;
    if (choice.verdict === 'holds')
        return choice.other!.witness ? `${name} holds: the numbers are an order that shows it.` : `${name} holds. It asks for no single order that could be shown.`;
    if (choice.verdict === 'violated')
        return `${name} is violated, too: no order shows otherwise.${choice.other!.reason ? ` ${choice.other!.reason}.` : ''}`;
    return `Unknown whether ${name}${choice.other!.reason ? `: ${choice.other!.reason}` : ''}.`;
}
