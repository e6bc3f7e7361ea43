// SPDX-License-Identifier: MIT
// The operations of a history as columns of numbers, so that a million of them take the memory of
// seven words each; names and values are in tables. The part that matters and the whole history are
// of the same kind.

import type { HistoryEvent, Verdict, Whole } from './types';
import { argumentText, valueText } from './value_text';

export const NONE = 0xffffffff;

export interface Operations {
    count: number;
    first: number; // number of the first one: those before it are left out
    events: number; // calls and returns happen at 0 … events - 1
    process: Uint32Array; // number in `processes`
    method: Uint32Array; // number in `methods`
    argument: Uint32Array; // number in `values`, or NONE
    result: Uint32Array; // the same
    call: Uint32Array; // when, among the events
    ret: Uint32Array; // NONE: it never returned
    line: Uint32Array; // of its call in the input; NONE: unknown
    processes: string[];
    methods: string[];
    values: string[];
}

class Table {
    readonly texts: string[] = [];
    #known = new Map<string, number>();

    number(text: string): number {
        let n = this.#known.get(text);
        if (n === undefined) {
            n = this.texts.push(text) - 1;
            this.#known.set(text, n);
        }
        return n;
    }
}

function columns(count: number): Pick<Operations, 'process' | 'method' | 'argument' | 'result' | 'call' | 'ret' | 'line'> {
    const column = () => new Uint32Array(count).fill(NONE);
    return {
        process: column(), method: column(), argument: column(), result: column(),
        call: column(), ret: column(), line: column(),
    };
}

function methodName(event: HistoryEvent): string {
    if (event.object === undefined || event.object === null)
        return event.f;
    const object = typeof event.object === 'string' ? event.object : valueText(event.object);
    return `${object}.${event.f}`;
}

export function partOperations(verdict: Verdict): Operations {
    const history = verdict.history ?? [];
    const count = history.reduce((most, event) => Math.max(most, event.op + 1), 0);
    const c = columns(count);
    const processes = new Table(), methods = new Table(), values = new Table();
    // Lanes stand in the order of the processes' numbers.
    for (const process of [...new Set(history.map(event => event.process))].sort((a, b) => a - b))
        processes.number(String(process));
    history.forEach((event, at) => {
        const op = event.op;
        if (event.type === 'invoke') {
            c.process[op] = processes.number(String(event.process));
            c.method[op] = methods.number(methodName(event));
            const argument = argumentText(event.value);
            if (argument)
                c.argument[op] = values.number(argument);
            c.call[op] = at;
            c.line[op] = event.line ?? NONE;
        } else {
            c.ret[op] = at;
            if (event.value !== undefined)
                c.result[op] = values.number(valueText(event.value));
        }
    });
    return {
        ...c, count, first: 0, events: history.length,
        processes: processes.texts, methods: methods.texts, values: values.texts,
    };
}

// Lanes stand in the order of the processes' numbers here, too.
function inOrder(process: Uint32Array, names: string[]): string[] {
    const order = names.map((_, i) => i).sort((a, b) => Number(names[a]) - Number(names[b]) || a - b);
    const place = new Uint32Array(names.length);
    order.forEach((name, i) => (place[name] = i));
    for (let op = 0; op < process.length; op++)
        process[op] = place[process[op]!]!;
    return order.map(name => names[name]!);
}

function base64Bytes(text: string): Uint8Array {
    const direct = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
    if (direct)
        return direct.call(Uint8Array, text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++)
        bytes[i] = binary.charCodeAt(i);
    return bytes;
}

const WORDS = 7;

export function wholeOperations(whole: Whole): Operations {
    const bytes = base64Bytes(whole.ops);
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = Math.floor(bytes.length / (4 * WORDS));
    const c = columns(count);
    const { process, method, argument, result, call, ret, line } = c;
    let least = NONE, most = 0;
    for (let i = 0, at = 0; i < count; i++, at += 4 * WORDS) {
        process[i] = words.getUint32(at, true);
        method[i] = words.getUint32(at + 4, true);
        argument[i] = words.getUint32(at + 8, true);
        result[i] = words.getUint32(at + 12, true);
        const called = (call[i] = words.getUint32(at + 16, true));
        const returned = (ret[i] = words.getUint32(at + 20, true));
        line[i] = words.getUint32(at + 24, true);
        if (called < least)
            least = called;
        most = Math.max(most, called, returned === NONE ? 0 : returned);
    }
    // Of a history that was cut the events before are not there.
    if (count && least > 0)
        for (let i = 0; i < count; i++) {
            call[i]! -= least;
            if (ret[i] !== NONE)
                ret[i]! -= least;
        }
    return {
        ...c, count, first: whole.first, events: count ? most - least + 1 : 0,
        processes: inOrder(c.process, whole.processes), methods: whole.methods, values: whole.values,
    };
}

export function callText(ops: Operations, op: number): string {
    const argument = ops.argument[op]!;
    return `${ops.methods[ops.method[op]!]}(${argument === NONE ? '' : ops.values[argument]})`;
}

export function isPending(ops: Operations, op: number): boolean {
    return ops.ret[op] === NONE;
}

// "deq() → 2", and "deq() …" where it never returned.
export function operationText(ops: Operations, op: number): string {
    if (isPending(ops, op))
        return `${callText(ops, op)} …`;
    const result = ops.result[op]!;
    return callText(ops, op) + (result === NONE ? '' : ` → ${ops.values[result]}`);
}

export function processName(ops: Operations, op: number): string {
    return ops.processes[ops.process[op]!]!;
}
