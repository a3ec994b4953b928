// The list of questions, and the page without one. What will judge it:
//
// - each question says which agent asks, in which folder and session
// - no word that has room in a line is broken
// - the selected question stays what it is and where it is while others come and go
// - j and k walk through the questions, and no key answers or walks in a text field
// - of 30 questions the list scrolls by itself, says how many there are, and keeps the selected one in view: wide, half and narrow
// - the headline does not repeat the command
// - an empty page says what is protected and what was decided since when
// - a screen reader hears whole sentences: of each question, of each line of a change, and of a new question
//
// and in looks.mjs:
//
// - axe-core finds nothing at all: an empty page, one question, 30 questions, a change, the decisions, light and dark
// - nothing is wider than 400 pixels, or than the window at 200 %
// - by keys alone everything is reached and answered
export const tests = [];
