// Waiting for conditions, never for time alone.

/** Who waits so long waits for something that hangs: no machine is so slow. */
export const hang_limit_ms = 120_000;

/** Things that come one after another, and those who wait for some of them. */
export class Feed {
  #items = [];
  #waiting = new Set();
  #end = null;

  push(item) {
    this.#items.push(item);
    for (const look of [...this.#waiting]) look();
  }

  /** Nothing comes any more; `why` is what waiting fails with. */
  end(why) {
    this.#end = why;
    for (const look of [...this.#waiting]) look();
  }

  get all() { return this.#items; }

  /** The first one that `fits`, which may have come already. */
  async first(what, fits) {
    return new Promise((resolve, reject) => {
      const done = (settle, value) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        settle(value);
      };
      const look = () => {
        const found = this.#items.find(fits);
        if (found !== undefined) done(resolve, found);
        else if (this.#end) done(reject, new Error(`waited for ${what}, but ${this.#end}`));
      };
      const timer = setTimeout(() => done(reject, new Error(`waited in vain for ${what}`)), hang_limit_ms);
      this.#waiting.add(look);
      look();
    });
  }
}

/** Wall time in milliseconds, finer than Date.now(). Pages read it from the same clock. */
export const wallTime = () => performance.timeOrigin + performance.now();
