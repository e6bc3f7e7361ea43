// SPDX-License-Identifier: MIT
// The verdict in one sentence, as the terminal has it in its first line.

import type { Outcome, Verdict } from './types';

export const marks: { [outcome in Outcome]: string } = { holds: '✓', violated: '✗', unknown: '?', error: '!' };

function capital(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

// A reason may begin with a place: "stack.lin:210:12: no simulation: …".
function parts(text: string): { place: string; reason: string } {
    const [, place, reason] = /^(\S+:\d+(?::\d+)?): (.+)$/s.exec(text) ?? [];
    return place ? { place, reason: reason! } : { place: '', reason: text };
}

// "no simulation: the relation f6 …" says first what is wrong, and then how.
function split(reason: string): { claim: string; reason: string } {
    const [, claim, rest] = /^([a-z][a-z -]{3,50}): (.+)$/s.exec(reason) ?? [];
    return claim ? { claim: capital(claim), reason: rest! } : { claim: capital(reason), reason: '' };
}

// What it comes to, why, and where: "Not linearizable", "no order of the operations explains deq() → 2".
export function sentence(v: Verdict): { claim: string; reason: string; place: string } {
    const { place, reason } = parts(v.reason ?? '');
    return { ...claimOf(v, reason), place };
}

function claimOf(v: Verdict, reason: string): { claim: string; reason: string } {
    switch (v.verdict) {
    case 'holds':
        return { claim: capital(v.condition ?? 'holds'), reason };
    case 'violated':
        return v.condition ? { claim: `Not ${v.condition}`, reason } : split(reason);
    case 'unknown':
        return { claim: v.condition ? `Unknown whether ${v.condition}` : 'Unknown', reason };
    case 'error':
        return { claim: 'Error', reason };
    }
}

export function sentenceText(v: Verdict): string {
    const { claim, reason } = sentence(v);
    return reason ? `${claim}: ${reason}` : claim;
}
