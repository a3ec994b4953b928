// A model of Copilot's documents as the judge.
import { decide } from './models/copilot.mjs';
import { copilotCases } from './models/generate.mjs';
import { judgeBy, ofWords } from './modelled.mjs';

export const judge = (pairs) => judgeBy('copilot', decide, copilotCases(pairs, 1), ofWords);
