// The page of the console: connects, and hands what the server says to the parts of the page.
import { Connection } from './connection.js';
import { Decisions } from './decisions.js';
import { byId, setText } from './dom.js';
import { Overview } from './overview.js';
import { Questions } from './questions.js';
import { Sessions } from './sessions.js';

/** How often countdowns are looked at. */
const tick_ms = 250;
const state_words = { connected: 'connected', lost: 'connection lost: answers are not taken' };

const notify = (...parts) => byId('notice').replaceChildren(...parts);

const connection = new Connection((message) => on[message.type]?.(message), (state) => {
  byId('connection').dataset.state = state;
  document.body.dataset.connection = state;
  setText(byId('connection'), state_words[state]);
  if (state === 'lost') questions.setConnected(false);
});
const questions = new Questions(connection, notify);
const decisions = new Decisions(connection);
const sessions = new Sessions(connection, notify);
const overview = new Overview();

const on = {
  hello(message) {
    setText(byId('program'), `${message.program} ${message.version}`);
    overview.hello(message);
    questions.begin();
    decisions.clear();
  },
  question({ question }) {
    questions.add(question);
    overview.asked(question);
  },
  gone: ({ number, how }) => questions.gone(number, how),
  decisions(message) {
    decisions.add(message.decisions);
    overview.decided(message);
  },
  sessions(message) {
    sessions.show(message.sessions);
    overview.sessions(message.sessions);
  },
};

setInterval(() => {
  questions.tick();
  sessions.tick();
}, tick_ms);
