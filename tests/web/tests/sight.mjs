// What was not on the screen is not allowed. What will judge it:
//
// - a command of 40 lines whose last is `rm -rf ~` is allowed by nothing before its end was on the screen: no button, key or form
// - by keys alone: v shows the rest, part by part, and then a allows
// - a jump to the end passes over nothing
// - a line that is longer than the screen, a long change, and a long text to be written have to be seen to their ends
// - what only the whole input says has to be opened there
// - what is too long to be shown whole is not allowed, and the page says so
// - lines of another width have to be seen anew
// - denying needs none of that
export const tests = [];
