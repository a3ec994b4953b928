// The safe answer is the one at hand where something may be lost, sent or shown. What will judge it:
//
// - Deny is the filled button, and what Enter does, where a command deletes, sends, shows secrets, escapes, ruins, or is not known
// - Allow once is the filled button, and what Enter does, where a command or an edit is plain
// - a question that does not say whether it is plain is not
// - a allows once and d denies, with the second key where that is needed
// - each command of a line is told with its effect, the worst first
export const tests = [];
