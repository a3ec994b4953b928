// What one test has: programs, browser windows, and an end to all of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Page, watchPage } from './page.mjs';
import { Program } from './program.mjs';

export class World {
  #programs = [];
  #contexts = [];
  #pages = [];
  #folder = mkdtempSync(path.join(tmpdir(), 'assent-web-test-'));

  /** `run` has `assent`, `browser`, `axe`, `pictures`, the folder of the screenshots, and `judgesTimes`. */
  constructor(run) {
    Object.assign(this, run);
    this.notes = [];
  }

  /** A line that is printed with the test's result. */
  note(text) { this.notes.push(text); }

  file(name, text) {
    const file = path.join(this.#folder, name);
    writeFileSync(file, text);
    return file;
  }

  picture(name) {
    mkdirSync(this.pictures, { recursive: true });
    return path.join(this.pictures, name);
  }

  /** A picture or a text to look at, which is in no page of the documentation. */
  view(name) {
    const views = path.join(this.pictures, 'views');
    mkdirSync(views, { recursive: true });
    return path.join(views, name);
  }

  program(flags = [], options = {}) {
    const made = new Program(this.assent, flags, options);
    this.#programs.push(made);
    return made;
  }

  /** A browser with its own cookies. In its pages time passes only as a test lets it pass: see `Page.pass`. */
  async context(options = {}) {
    const made = await this.browser.newContext({ viewport: { width: 1360, height: 900 }, reducedMotion: 'reduce', ...options });
    this.#contexts.push(made);
    await made.addInitScript(watchPage);
    const start = Date.now();
    await made.clock.install({ time: start });
    await made.clock.pauseAt(start);
    return made;
  }

  async page(context, url, prepare) {
    const made = await Page.open(context, url, prepare);
    this.#pages.push(made);
    return made;
  }

  /** A program with its page. */
  async start(flags = [], options = {}, looks = {}, prepare = undefined) {
    const program = this.program(flags, options);
    const context = await this.context(looks);
    const page = await this.page(context, await program.link(), prepare);
    return { program, page, context };
  }

  async assertSound() {
    for (const page of this.#pages) await page.assertSound();
  }

  async dispose() {
    await Promise.all(this.#contexts.map((context) => context.close().catch(() => {})));
    await Promise.all(this.#programs.map((program) => program.close()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
