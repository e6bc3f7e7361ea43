// SPDX-License-Identifier: MIT
// The views, in the order in which they stand in the page.

import { makeHistory } from './history/history_view';
import type { MakeView } from './view';

export const views: MakeView[] = [makeHistory];
