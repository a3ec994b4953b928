// What of a call was on the screen: all of it has to be, before the call can be allowed.

/** So much of the end of a box may be hidden: its lower padding, in pixels. */
const slack_px = 8;
/** Where it goes on, so much of what was seen before stays: two lines, in pixels. */
const overlap_px = 40;

/** What is on the screen of the page: less than its window where it is magnified by two fingers. */
function view() {
  const { offsetLeft: left, offsetTop: top, width, height } = globalThis.visualViewport ?? { offsetLeft: 0, offsetTop: 0, width: innerWidth, height: innerHeight };
  return { left, top, right: left + width, bottom: top + height };
}

/** Texts that have to be seen from the beginning to the end, each in a box that may scroll. */
export class Sight {
  #seenTo = new Map();  // by box: how far down it was seen, without a gap, and in lines of which width
  #over;
  #under;
  #onWhole;
  #whole = false;
  #watchSize = new ResizeObserver(() => this.look());
  #look = () => this.look();

  /** `over` and `under` are the elements that may cover what lies above and below. `onWhole()`: all was seen. */
  constructor(over, under, onWhole) {
    this.#over = over;
    this.#under = under;
    this.#onWhole = onWhole;
    addEventListener('scroll', this.#look, { capture: true, passive: true });
    addEventListener('resize', this.#look);
    for (const what of ['resize', 'scroll']) globalThis.visualViewport?.addEventListener(what, this.#look);
    document.addEventListener('visibilitychange', this.#look);
  }

  /** Nothing is looked at any more. */
  end() {
    this.#watchSize.disconnect();
    removeEventListener('scroll', this.#look, { capture: true });
    removeEventListener('resize', this.#look);
    for (const what of ['resize', 'scroll']) globalThis.visualViewport?.removeEventListener(what, this.#look);
    document.removeEventListener('visibilitychange', this.#look);
  }

  watch(box) {
    this.#seenTo.set(box, { to: 0, width: 0 });
    this.#watchSize.observe(box);
  }

  /** Notes what is on the screen now. */
  look() {
    if (this.#whole || document.visibilityState !== 'visible') return;
    for (const [box, seen] of this.#seenTo) this.#lookAt(box, seen);
    this.#whole = this.#seenTo.size > 0 && [...this.#seenTo].every(([box, { to }]) => box.clientHeight > 0 && to >= box.scrollHeight - slack_px);
    if (this.#whole) this.#onWhole();
  }

  #lookAt(box, seen) {
    // Lines of another width have to be seen anew.
    if (seen.width !== box.clientWidth) Object.assign(seen, { to: 0, width: box.clientWidth });
    const { top, bottom, left, right } = box.getBoundingClientRect();
    const screen = view();
    const from = Math.max(top, this.#over.getBoundingClientRect().bottom, screen.top);
    const to = Math.min(bottom, this.#under.getBoundingClientRect().top, screen.bottom);
    // Of lines whose ends are beside the screen nothing is seen.
    if (to <= from || left < screen.left - 1 || right > screen.right + 1) return;
    const first = box.scrollTop + from - top;
    // A jump to the end passes over nothing.
    if (first <= seen.to + 1) seen.to = Math.max(seen.to, box.scrollTop + to - top);
  }

  /** Scrolls to where the first text goes on that was not seen to its end. */
  showRest() {
    this.look();
    const [box, { to }] = [...this.#seenTo].find(([one, seen]) => seen.to < one.scrollHeight - slack_px) ?? [null, {}];
    if (!box) return;
    box.scrollTop = Math.max(0, to - overlap_px);
    const place = box.getBoundingClientRect().top + to - box.scrollTop;
    const above = this.#over.getBoundingClientRect().bottom + overlap_px;
    const below = Math.min(this.#under.getBoundingClientRect().top, view().bottom) - 2 * overlap_px;
    if (place < above || place > below) scrollBy(0, place - above);
    this.look();
  }
}
