// A page of the console in a real browser, as a person uses it.
import assert from 'node:assert/strict';
import { hang_limit_ms } from './waiting.mjs';

/** A card takes presses when it has stood still for so long: `guard_ms` of the page. */
const guard_ms = 400;
/** Presses that belong together have a pause of so long between them: `quiet_ms` of the page. */
export const quiet_ms = 300;
/** A rule is checked so long after it was written: `check_after_ms` of the page. */
const check_after_ms = 150;

/**
 * Runs in the page before anything else: keeps what the browser has refused, when each question came up, and the real
 * timers, which go on while those of the page are held.
 */
export function watchPage() {
  const real = { frame: requestAnimationFrame.bind(globalThis), timeout: setTimeout.bind(globalThis), now: performance.now.bind(performance) };
  globalThis.real = real;
  globalThis.violations = [];
  globalThis.seen = {};
  globalThis.pressed = 0;
  addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  const origin = performance.timeOrigin;
  const wallTime = () => origin + real.now();
  for (const what of ['keydown', 'click']) addEventListener(what, () => { globalThis.pressed = wallTime(); }, { capture: true });
  new MutationObserver(() => {
    for (const { dataset: { row } } of document.querySelectorAll('[data-row]')) {
      if (!(row in globalThis.seen)) {
        globalThis.seen[row] = 0;
        real.frame(() => { globalThis.seen[row] = wallTime(); });
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

export class Page {
  #errors = [];

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(hang_limit_ms);
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    page.on('console', (message) => {
      // That a connection is lost is what some tests are about.
      if (message.type() === 'error' && !/WebSocket connection/.test(message.text())) this.#errors.push(message.text());
    });
  }

  static async open(context, url, prepare = async () => {}) {
    const made = new Page(await context.newPage());
    await prepare(made.page);
    await made.page.goto(url);
    await made.connected();
    return made;
  }

  /** Time passes in all windows of this browser: everything that is due until then happens, at its time. */
  pass(ms) { return this.page.clock.runFor(ms); }

  connected() { return this.page.locator('#connection[data-state=connected]').waitFor(); }

  find(selector, options) { return this.page.locator(selector, options); }

  /** The card of the current question, when keys and clicks count there; of a question with this text, if one is given. */
  async card(text = '') {
    // Looks more often than a locator does.
    await this.page.waitForFunction((wanted) => document.querySelector('article.card')?.textContent.includes(wanted), text, { polling: 20 });
    do {
      await this.#drawn();
      await this.pass(guard_ms);
    } while (await this.page.locator('article.card.settling').count() > 0);
    return this.page.locator('article.card');
  }

  /** The page has been laid out, and was told of what changed its size. */
  #drawn() {
    return this.page.evaluate(() => new Promise((done) => { globalThis.real.frame(() => globalThis.real.frame(done)); }));
  }

  /** Presses a button of the card, which may move once more before: time passes then, until it takes presses again. */
  async #click(button) {
    const clicked = button.click().then(() => true);
    const drawn = () => this.#drawn().then(() => false);
    while (!await Promise.race([clicked, drawn()])) {
      if (await this.page.locator('article.card.settling').count() > 0) await this.pass(guard_ms);
    }
  }

  async noCard() {
    await this.page.locator('article.card').waitFor({ state: 'detached' });
  }

  /** All of the call was on the screen: on a small one, not at once. */
  async see() {
    const rest = this.page.locator('article.card .rest');
    while (await rest.count() > 0) {
      await this.pass(quiet_ms);
      await rest.click();
      await this.#drawn();
    }
    await this.card();
  }

  /** Presses the button of an answer, outside or inside of the form that is open. */
  async answer(name) {
    await this.card();
    await this.see();
    const button = this.page.locator(`.form [data-answer=${name}], .answers > .buttons [data-answer=${name}]`).last();
    await this.#click(button);
    if (name !== 'once' || await this.page.locator('.armed:not(:empty)').count() === 0) return;
    // What is more than plain asks for a second press.
    await this.card();
    await this.#click(button);
  }

  /** The whole input is unfolded, as it is already where nothing else shows all of it. */
  async openInput() {
    const input = this.page.locator('article .input');
    if (!await input.evaluate(({ open }) => open)) await input.locator('summary').click();
    await input.locator('.code').waitFor();
  }

  async openForm(name) {
    await this.card();
    await this.see();
    await this.#click(this.page.locator(`[data-form=${name}]`));
    await this.page.locator(`.form[data-kind=${name}]`).waitFor();
    await this.card();
  }

  /** Writes into a field of the form that is open, and lets the page look at it. */
  async write(name, text) {
    await this.page.locator(`[name=${name}]`).fill(text);
    await this.pass(check_after_ms);
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** The answers that the current card offers: the names of its buttons and forms, and `trust`. */
  async offers() {
    const card = await this.card();
    return card.evaluate((element) => [
      ...[...element.querySelectorAll('.answers > .buttons button')].map(({ dataset }) => dataset.answer ?? dataset.form),
      ...(element.querySelector('.answers > .check') ? ['trust'] : []),
    ]);
  }

  notice(text) { return this.page.locator('#notice', { hasText: text }).waitFor(); }

  evaluate(work, argument) { return this.page.evaluate(work, argument); }

  /** Nothing that the page did was refused by the browser or failed. */
  async assertSound() {
    if (this.page.isClosed()) return;
    assert.deepEqual(this.#errors, []);
    assert.deepEqual(await this.page.evaluate(() => globalThis.violations ?? []), []);
  }
}
