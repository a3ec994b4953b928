// A list that grows, and can be waited on.
export class Feed {
  constructor() {
    this.items = [];
    this.ended = false;
    this.waiting = [];
  }

  push(item) {
    this.items.push(item);
    this.wake();
  }

  end() {
    this.ended = true;
    this.wake();
  }

  wake() {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** The first item at `from` or later that `wanted` takes; undefined where the feed ends without one. */
  async find(wanted, from = 0) {
    for (let at = from; ; at += 1) {
      while (at >= this.items.length) {
        if (this.ended) return undefined;
        await new Promise((resolve) => this.waiting.push(resolve));
      }
      if (wanted(this.items[at])) return this.items[at];
    }
  }

  async *[Symbol.asyncIterator]() {
    for (let at = 0; ; at += 1) {
      while (at >= this.items.length) {
        if (this.ended) return;
        await new Promise((resolve) => this.waiting.push(resolve));
      }
      yield this.items[at];
    }
  }
}
