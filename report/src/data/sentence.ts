// SPDX-License-Identifier: MIT
// The verdict in one sentence, as the terminal has it in its first line.

import type { Outcome, Verdict } from './types';

export const marks: { [outcome in Outcome]: string } = { holds: '✓', violated: '✗', unknown: '?', error: '!' };

function capital(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

// What it comes to, and why: "Not linearizable", "no order of the operations explains deq() → 2".
export function sentence(v: Verdict): { claim: string; reason: string } {
    const reason = v.reason ?? '';
    switch (v.verdict) {
    case 'holds':
        return { claim: capital(v.condition ?? 'holds'), reason };
    case 'violated':
        return v.condition ? { claim: `Not ${v.condition}`, reason } : { claim: capital(reason), reason: '' };
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
