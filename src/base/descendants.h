// SPDX-License-Identifier: MIT
// Ending all that a program has started, however it tried to get away: children of
// children, with process groups and sessions of their own.

#ifndef BASE_DESCENDANTS_H
#define BASE_DESCENDANTS_H

// From now on orphans among our descendants become our children, not init's.
void descendants_adopt(void);
// Ends all children of this process, and those that become its children by that.
// Whoever calls this must have no other children that it still wants.
void descendants_end(void);

#endif
