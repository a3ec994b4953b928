// Whatever an agent writes is shown as text.
import assert from 'node:assert/strict';
import { calls } from '../program.mjs';

const markup = '<img src=x onerror="globalThis.broken=1"><script>globalThis.broken=1</script>"\'><svg onload=globalThis.broken=1>${globalThis.broken=1}';
const reordering = '\u202egnp.exe\u2066';

/** Elements and attributes that no text may bring into being. */
const strangers = () => ({
  broken: globalThis.broken ?? null,
  scripts: document.querySelectorAll('script').length,
  images: document.querySelectorAll('img, svg, iframe, object, embed, base, link:not([rel=icon]):not([rel=stylesheet])').length,
  inline: document.querySelectorAll('[onerror], [onload], [onclick], [srcdoc], [href^="javascript:"]').length,
});

export const tests = [
  {
    name: 'markup in inputs, paths, titles, reasons and rules is text',
    async run(world) {
      const { program, page } = await world.start([], { cwd: '/home/me/<b>shop</b>' });
      const more = {
        title: markup, description: markup, decision_reason: markup, agent_id: markup,
        permission_suggestions: [{ type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: markup }], behavior: 'allow', destination: 'session' }],
      };
      const ids = [
        program.ask('Bash', { command: markup, [markup]: markup }, more),
        program.ask('Edit', { file_path: `/home/me/${markup}`, old_string: markup, new_string: `${markup}\n${markup}` }, more),
        program.ask('WebFetch', { url: `https://example.com/${markup}`, prompt: markup }, more),
        program.ask('mcp__x__y', { [markup]: [{ [markup]: null }] }, more),
      ];
      const clean = await page.evaluate(strangers);
      assert.deepEqual(clean, { broken: null, scripts: 1, images: 1, inline: 0 });
      for (let shown = 0; shown < ids.length; ++shown) {
        await page.find('#queue .row').first().click();
        const card = await page.card();
        assert((await card.textContent()).includes('<img src=x onerror='));
        await page.openInput();
        // The forms are the same for all questions that offer them; the first, a command that cannot be read, does not.
        const forms = shown === 1 ? ['always', 'edited', 'feedback'] : ['feedback'];
        for (const form of forms) {
          await page.openForm(form);
          assert.deepEqual(await page.evaluate(strangers), clean);
        }
        await page.write('feedback', markup);
        await page.answer('deny');
      }
      for (const id of ids) await program.denied(id);
      await page.find('.decision').nth(ids.length - 1).waitFor();
      for (const button of await page.find('.decision button').all()) await button.click();
      await page.find('.explained table').first().waitFor();
      assert.deepEqual(await page.evaluate(strangers), clean);
    },
  },
  {
    name: 'a tool whose name is markup never gets onto the page',
    async run(world) {
      const { program, page } = await world.start();
      program.ask('<img/src=x/onerror=alert(1)>', {});
      program.ask(...calls.edit());
      await page.card();
      assert.equal(await page.find('#queue > [data-row]').count(), 1);
    },
  },
  {
    name: 'characters that reorder or hide text are shown as what they are',
    async run(world) {
      const { program, page } = await world.start();
      program.ask('Bash', { command: `cat ${reordering}\u0007\u200b.txt` });
      const card = await page.card();
      assert.doesNotMatch(await card.textContent(), /[\u202a-\u202e\u2066-\u2069\u200b\u0007]/);
      await page.openInput();
      assert.doesNotMatch(await card.textContent(), /[\u202a-\u202e\u2066-\u2069\u200b\u0007]/);
    },
  },
  {
    name: 'blanks and empty lines push nothing out of sight, and are shown as what they are',
    async run(world) {
      const { program, page } = await world.start();
      program.ask('Bash', { command: `ls${' '.repeat(5000)}\u00a0\u2003\u2800${'\n'.repeat(5000)}rm -rf ~` });
      const card = await page.card();
      const shown = await page.find('article .code').first().textContent();
      assert.equal(shown, 'ls[5000 blanks]\\u{a0}\\u{2003}\\u{2800}\n[4999 empty lines]\nrm -rf ~');
      assert.doesNotMatch(await card.textContent(), /[\u00a0\u2003\u2800]| {33}/);
    },
  },
  {
    name: 'the end of a long command is on the card, and it says where only a beginning is shown',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.bash(`${'echo again; '.repeat(2000)}rm -rf ~`));
      const card = await page.card();
      await card.locator('.cut', { hasText: 'only the beginning' }).waitFor();
      await card.locator('.input .code', { hasText: 'rm -rf ~' }).waitFor();
    },
  },
];
