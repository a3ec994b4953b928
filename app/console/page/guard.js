// Keeps people from answering what they have not seen: a press counts only when what it hits has stood still.

/** For so long after a question came up or moved, keys and clicks do not answer it. */
export const guard_ms = 400;
/** Between two presses that belong together has to be a pause of so long, as in the terminal. */
export const quiet_ms = 300;
/** A new question takes the focus only when no key was pressed and the pointer did not move for so long. */
export const idle_ms = 1000;

const text_fields = 'textarea, select, input:not([type=checkbox]):not([type=radio])';
/** Whether keys that go there write a text, or choose from a list. */
export const isField = (element) => element?.matches?.(text_fields) ?? false;

export class Guard {
  #ready = true;
  #timer = 0;
  #active = -idle_ms;
  #onChange;

  /** `onChange(ready)`: to show whether a press would count. */
  constructor(onChange) {
    this.#onChange = onChange;
    for (const what of ['keydown', 'pointermove', 'pointerdown', 'wheel']) {
      addEventListener(what, () => { this.#active = performance.now(); }, { capture: true, passive: true });
    }
    // Keys that were meant for another window.
    addEventListener('focus', () => this.begin());
  }

  /** Something came up, or moved: presses do not count for a while. */
  begin() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(true), guard_ms);
    this.#show(false);
  }

  /** Whether a press counts now. One that does not starts the time anew: who types on has not looked. */
  counts() {
    const counts = this.#ready;
    if (!counts) this.begin();
    return counts;
  }

  isIdle() {
    return performance.now() - this.#active >= idle_ms;
  }

  #show(ready) {
    this.#ready = ready;
    this.#onChange(ready);
  }
}
