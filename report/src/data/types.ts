// SPDX-License-Identifier: MIT
// What the page is given: docs/json.md says what the members of a verdict mean, and
// src/report/page/ adds the rest.

export type Outcome = 'holds' | 'violated' | 'unknown' | 'error';

// Values are those of JSON; whole numbers that a double cannot hold are of type bigint.
export type Value = null | boolean | number | bigint | string | Value[] | { [key: string]: Value };

export interface HistoryEvent {
    op: number;
    process: number;
    type: 'invoke' | 'ok';
    f: string;
    value?: Value;
    object?: Value;
    line?: number;
}

// Effects in their order, each of one operation, or of several that meet.
export type Order = number[][];

export interface Partials {
    orders: { order: Order; states: string[] }[];
    of: number[];
    stuck: { op: number; reason: string }[];
}

export interface OtherCondition {
    condition: string;
    verdict: Outcome;
    reason?: string;
    witness?: Order;
}

export interface Access {
    kind: string;
    cell?: string;
    old?: string;
    new?: string;
    order?: string;
    failed?: boolean;
}

export interface Change {
    box: number;
    cell?: string;
    old?: string;
    new?: string;
    to?: number;
    made?: boolean;
    freed?: boolean;
    unreachable?: boolean;
}

export interface Step {
    thread: number;
    switch: boolean;
    what: string;
    where?: string;
    call?: boolean;
    frames?: { where?: string; function?: string }[];
    events?: number;
    happened?: number; // events of the whole run, where operations were left out
    access?: Access;
    changes?: Change[];
}

export interface Box {
    name: string;
    kind: string;
    type?: string;
}

export interface Memory {
    boxes: Box[];
    cells: { box: number; cell: string; value: string; to?: number }[];
}

export interface Waiting {
    thread: number;
    for: string;
    what: string;
    where?: string;
    line?: number;
}

export interface Cycle {
    steps?: number;
    unfair: boolean;
    threads: { thread: number; lines?: number[] }[];
}

export interface ChartEvent {
    kind: 'message' | 'loss' | 'action' | 'crash' | 'recovery' | 'match' | 'pending';
    step: number;
    from?: string;
    to?: string;
    what: string;
}

export interface Chart {
    components: string[];
    events: ChartEvent[];
}

export interface RaceAccess {
    thread: number;
    write: boolean;
    atomic: boolean;
    where?: string;
}

export interface Coverage {
    methods: { name: string; called: boolean; returned: boolean; times?: number }[];
    unreached: { never: string; what: string; where: string }[];
}

export interface Series {
    name: string;
    x: string;
    y: string;
    points: [number, number][];
}

export interface Graph {
    states: { text: string }[];
    edges: { from: number; to: number; what: string }[];
    initial: number[];
    path?: number[];
}

export interface Verdict {
    linchpin: number;
    verdict: Outcome;
    kind?: string;
    condition?: string;
    spec?: string;
    subject?: string;
    judge?: string;
    covers?: string;
    reason?: string;
    warning?: string;
    detail?: string;
    scenario?: string;
    schedule?: string;
    reproduce?: string;
    limits?: string[];
    assumptions?: string[];
    history?: HistoryEvent[];
    left_out?: number;
    culprit?: number;
    window?: number[];
    rechecked?: boolean;
    witness?: Order;
    orders?: { count: number; complete: boolean; listed: Order[] };
    possible?: string[][];
    states?: string[][]; // of the whole run, where operations were left out
    partials?: Partials;
    conditions?: OtherCondition[];
    trace?: Step[];
    setup?: number;
    waiting?: Waiting[];
    cycle?: Cycle;
    race?: { what: string; first: RaceAccess; second: RaceAccess };
    chart?: Chart;
    coverage?: Coverage;
    warnings?: { what: string; where: string }[];
    points?: { operation: string; result?: string; way: string; where?: string; what?: string; when?: string }[];
    extremes?: { condition: string; least?: string; greatest?: string; value: number; exact: boolean; where: string }[];
    memory?: Memory;
    series?: Series[];
    graph?: Graph;
    figures: { [name: string]: number | null };
}

// All operations of a large history, as src/report/page/whole_history.h says.
export interface Whole {
    ops: string;
    count: number;
    first: number;
    total: number;
    cut: string | false;
    processes: string[];
    methods: string[];
    values: string[];
}

export interface Entry {
    verdict: Verdict;
    whole?: Whole;
    files: { [name: string]: string };
}

export interface Data {
    report: number;
    linchpin: string;
    command?: string;
    entries: Entry[];
}
