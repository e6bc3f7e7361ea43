// SPDX-License-Identifier: MIT
// A state graph in layers, as Sugiyama, Tagawa and Toda draw them (IEEE SMC 11(2), 1981), with two
// simplifications: a state's layer is the length of the shortest way to it, as that is what a search
// calls its depth, so that no edge goes down by more than one layer and none needs bends; and
// within a layer states are brought into order, and to their places, by the mean of their neighbours.

export interface GraphEdge {
    from: number;
    to: number;
}

export interface GraphLayout {
    x: number[]; // in units of the distance of neighbours, from 0 on
    depth: number[];
    width: number;
    layers: number;
}

// Breadth first; what cannot be reached from an initial state begins again at the top.
function depths(count: number, edges: GraphEdge[], initial: number[]): number[] {
    const depth: number[] = new Array<number>(count).fill(-1), next: number[][] = Array.from({ length: count }, () => []);
    for (const e of edges) next[e.from]?.push(e.to);
    const walk = (roots: number[]) => {
        for (const r of roots) depth[r] = 0;
        for (let queue = roots; queue.length;) {
            const later: number[] = [];
            for (const s of queue)
                for (const t of next[s] ?? [])
                    if (depth[t] === -1) {
                        depth[t] = (depth[s] ?? 0) + 1;
                        later.push(t);
                    }
            queue = later;
        }
    };
    walk(initial.filter((s) => s >= 0 && s < count));
    for (let s = 0; s < count; s++) if (depth[s] === -1) walk([s]);
    return depth;
}

function neighbours(count: number, edges: GraphEdge[]): number[][] {
    const of: Set<number>[] = Array.from({ length: count }, () => new Set());
    for (const e of edges)
        if (e.from !== e.to) {
            of[e.from]?.add(e.to);
            of[e.to]?.add(e.from);
        }
    return of.map((s) => [...s]);
}

function mean(values: number[], otherwise: number): number {
    return values.length ? values.reduce((a, b) => a + b, 0) / values.length : otherwise;
}

// Wished places in ascending order, moved apart by as little as keeps them one apart: neighbours that
// collide become a block, whose place is the mean of what its members wish (pool adjacent violators).
export function apart(wishes: number[]): number[] {
    const blocks: { sum: number; count: number }[] = [];
    wishes.forEach((wish, i) => {
        let block = { sum: wish - i, count: 1 };
        for (let last = blocks[blocks.length - 1]; last && last.sum / last.count >= block.sum / block.count; last = blocks[blocks.length - 1]) {
            block = { sum: block.sum + last.sum, count: block.count + last.count };
            blocks.pop();
        }
        blocks.push(block);
    });
    const places: number[] = [];
    for (const b of blocks) for (let i = 0; i < b.count; i++) places.push(b.sum / b.count + places.length);
    return places;
}

const SWEEPS = 12;

export function layoutGraph(count: number, edges: GraphEdge[], initial: number[]): GraphLayout {
    const depth = depths(count, edges, initial), near = neighbours(count, edges);
    const layers: number[][] = [];
    for (let s = 0; s < count; s++) (layers[depth[s] ?? 0] ??= []).push(s);
    const x: number[] = new Array<number>(count).fill(0);
    for (const l of layers) l.forEach((s, i) => (x[s] = i - (l.length - 1) / 2));
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
        const down = sweep % 2 === 0;
        for (const l of down ? layers : [...layers].reverse()) {
            const before = (s: number, t: number) => (down ? (depth[t] ?? 0) < (depth[s] ?? 0) : (depth[t] ?? 0) > (depth[s] ?? 0));
            const wish = new Map(l.map((s) => [s, mean((near[s] ?? []).filter((t) => before(s, t)).map((t) => x[t] ?? 0), x[s] ?? 0)]));
            l.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || (x[a] ?? 0) - (x[b] ?? 0) || a - b);
            const place = apart(l.map((s) => wish.get(s) ?? 0));
            l.forEach((s, i) => (x[s] = place[i] ?? 0));
        }
    }
    const low = count ? Math.min(...x) : 0, high = count ? Math.max(...x) : 0;
    return { x: x.map((v) => v - low), depth, width: high - low, layers: layers.length };
}
