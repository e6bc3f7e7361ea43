// SPDX-License-Identifier: MIT
import { readData } from './data/read';
import { startShell } from './shell/shell';

startShell(readData());
