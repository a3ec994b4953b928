// A model of the documents of Cursor's command line as the judge.
import { decide } from './models/cursor.mjs';
import { cursorCases } from './models/generate.mjs';
import { judgeBy, ofCursor } from './modelled.mjs';

export const judge = (pairs) => judgeBy('cursor', decide, cursorCases(pairs, 1), ofCursor);
