// SPDX-License-Identifier: MIT
// The views, in the order in which they stand in the page.

import { makeMessages } from './chart/messages_view';
import { makeGraph } from './graph/graph_view';
import { makeHistory } from './history/history_view';
import { makeCoverage, makeExtremes, makePoints } from './plots/coverage_view';
import { makePlots } from './plots/plots_view';
import { makeSteps } from './steps/steps_view';
import { makeRace, makeWaiting } from './steps/stuck_views';
import type { MakeView } from './view';

export const views: MakeView[] = [
    makeHistory, makeRace, makeWaiting, makeSteps, makeMessages, makeGraph, makePoints, makeExtremes, makeCoverage, makePlots,
];
