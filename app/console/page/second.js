// The second press that allowing may ask for: another key than the first, and no part of what somebody is typing.
import { setText } from './dom.js';
import { quiet_ms } from './guard.js';

/** After the first one, the second has to come within this time. */
const second_key_ms = 5000;
export const second_key = 'y';

export class SecondPress {
  #words;
  #hint;
  #onChange;
  #timer = 0;
  #at = 0;

  /** `words` says what is asked for, in the place of `hint`. `onChange()`: it is asked for, or not any more. */
  constructor(words, hint, onChange) {
    this.#words = words;
    this.#hint = hint;
    this.#onChange = onChange;
  }

  get isArmed() {
    return this.#timer !== 0;
  }

  arm() {
    setText(this.#words, `Press ${second_key} or the button to allow this, or any other key not to.`);
    this.#hint.hidden = true;
    this.#at = performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.disarm(), second_key_ms);
    this.#onChange();
  }

  disarm() {
    if (!this.isArmed) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    setText(this.#words, '');
    this.#hint.hidden = false;
    this.#onChange();
  }

  /** Whether a key is the one that was asked for. */
  takeKey(key) {
    return this.take(key.toLowerCase() === second_key);
  }

  /** Whether it was asked for, and came after a pause. Whatever it is takes the first one back. */
  take(isAskedFor = true) {
    const isCalm = performance.now() - this.#at >= quiet_ms;
    this.disarm();
    return isAskedFor && isCalm;
  }
}
