// A page of the console in a real browser, as a person uses it.
import assert from 'node:assert/strict';
import { patience_ms } from './waiting.mjs';

/** Runs in the page before anything else: keeps what the browser has refused, and when each question came up. */
function watchPage() {
  globalThis.violations = [];
  globalThis.seen = {};
  globalThis.pressed = 0;
  addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  const wallTime = () => performance.timeOrigin + performance.now();
  for (const what of ['keydown', 'click']) addEventListener(what, () => { globalThis.pressed = wallTime(); }, { capture: true });
  new MutationObserver(() => {
    for (const { dataset: { row } } of document.querySelectorAll('[data-row]')) {
      if (!(row in globalThis.seen)) {
        globalThis.seen[row] = 0;
        requestAnimationFrame(() => { globalThis.seen[row] = wallTime(); });
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

export class Page {
  #errors = [];

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(patience_ms);
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    page.on('console', (message) => {
      // That a connection is lost is what some tests are about.
      if (message.type() === 'error' && !/WebSocket connection/.test(message.text())) this.#errors.push(message.text());
    });
  }

  static async open(context, url, prepare = async () => {}) {
    const made = new Page(await context.newPage());
    await made.page.addInitScript(watchPage);
    await prepare(made.page);
    await made.page.goto(url);
    await made.connected();
    return made;
  }

  connected() { return this.page.locator('#connection[data-state=connected]').waitFor(); }

  find(selector, options) { return this.page.locator(selector, options); }

  /** The card of the current question, when keys and clicks count there; of a question with this text, if one is given. */
  async card(text = '') {
    const ready = 'article.card:not(.settling)';
    // Looks more often than a locator does.
    await this.page.waitForFunction(([selector, wanted]) => document.querySelector(selector)?.textContent.includes(wanted), [ready, text], { polling: 20 });
    return this.page.locator('article.card');
  }

  async noCard() {
    await this.page.locator('article.card').waitFor({ state: 'detached' });
  }

  /** Presses the button of an answer, outside or inside of the form that is open. */
  async answer(name) {
    await this.card();
    await this.page.locator(`.form [data-answer=${name}], .answers > .buttons [data-answer=${name}]`).last().click();
  }

  async openForm(name) {
    await this.card();
    await this.page.locator(`[data-form=${name}]`).click();
    await this.page.locator(`.form[data-kind=${name}]`).waitFor();
    await this.card();
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
