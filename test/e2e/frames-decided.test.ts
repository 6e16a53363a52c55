// What may be read in a frame of another site, and done there, is decided by that site's own rules; a real hub before a real Chromium.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import { auditOf, hitsOf, secret } from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';

const hits = `<script>window.hits = [];
  for (const type of ['mousedown', 'keydown', 'input', 'focusin']) addEventListener(type, () => hits.push(type), true);
</script>`;

let scene: DecidedScene;
let claude: Agent;
let tabId = 0;

describeWith(['chromium'], 'A frame of another site is read and used', () => {
  beforeEach(async () => {
    scene = await openDecidedScene(
      (_, bank) => ({
        '/': `<title>Shop</title><h1>Goods</h1><iframe title="Account" src="${bank}/" width="400" height="300"></iframe>`,
        '/around': '<p>Of the shop, in the bank</p><button>Inner</button>',
      }),
      shop => ({
        '/': `<h1>${secret}</h1><label>Sum <input id="sum"></label><iframe src="${shop}/around"></iframe>${hits}`,
        '/next': `<h1>Next ${secret}</h1>${hits}`,
      }),
    );
    for (const scope of ['browser:navigate', 'browser:activeTab.read', 'browser:activeTab.interact'] as const)
      await scene.grant('allow', scope, scene.shop.origin);
    claude = await scene.agent();
    tabId = await scene.open(claude, `${scene.shop.origin}/`);
    await until(() => scene.shop.visits.get('/around') !== undefined, 'all frames have loaded');
  });
  afterEach(() => scene?.close());

  const read = async (args = {}) => (await claude.call('read_page', { tabId, ...args })).text;
  const refIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? 'no ref';

  test('not at all where that is denied, also what is its own inside of it; and whoever names it is refused.', async () => {
    await scene.grant('deny', 'browser:activeTab.read', scene.bank.origin);
    const text = await read();
    expect(text).toContain(`${scene.bank.origin}: not read, because no rule lets this agent read there`);
    for (const tool of ['read_page', 'get_page_text', 'find']) {
      const answer = await claude.call(tool, { tabId, ...(tool === 'find' && { query: `${secret} inner sum` }) });
      for (const words of [secret, 'Of the shop, in the bank', 'Inner', 'Sum'])
        expect(answer.text).not.toContain(words);
    }
    const ref = refIn(text, /iframe "Account" \[(ref_\d+)\]/);
    expect(await read({ ref_id: ref })).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    const audit = await auditOf(scene, 'read_page');
    expect(audit).toContainEqual(
      expect.objectContaining({
        outcome: 'deny',
        place: expect.objectContaining({ site: scene.bank.origin, inFrame: true, page: scene.shop.origin }),
      }),
    );
  });

  test('after the user was asked about it, by whoever names it.', async () => {
    const ref = refIn(await read(), /iframe "Account" \[(ref_\d+)\]/);
    const named = claude.call('read_page', { tabId, ref_id: ref });
    await until(() => Object.keys(scene.hub.snapshot.prompts).length > 0, 'the user is asked');
    await scene.grant('allow', 'browser:activeTab.read', scene.bank.origin);
    const { text } = await named;
    expect(text).toContain(secret);
    expect(text).toContain('Inner');
  });

  test('but not acted in where only reading is allowed.', async () => {
    await scene.grant('allow', 'browser:activeTab.read', scene.bank.origin);
    await scene.grant('deny', 'browser:activeTab.interact', scene.bank.origin);
    const text = await read();
    const sum = refIn(text, /textbox "Sum" \[(f\d+_ref_\d+)\]/);
    const inner = refIn(text, /button "Inner" \[(f\d+_ref_\d+)\]/);
    const acts: [string, object][] = [
      ['form_input', { ref: sum, value: '5' }],
      ['form_input', { selector: '#sum', value: '5' }],
      ['computer', { action: 'left_click', ref: sum }],
      ['computer', { action: 'type', ref: sum, text: '5' }],
      ['computer', { action: 'left_click', ref: inner }],
      ['computer', { action: 'scroll_to', ref: sum }],
    ];
    for (const [tool, args] of acts)
      expect((await claude.call(tool, { tabId, ...args })).text).toMatch(/\[ERR_(PERMISSION_DENIED|TOOL_FAILED)\]$/);
    expect(await hitsOf(scene, scene.bank.origin)).toEqual([]);
  });

  test('where both are allowed, and not once the frame shows another page.', async () => {
    await scene.grant('allow', 'browser:activeTab.read', scene.bank.origin);
    await scene.grant('allow', 'browser:activeTab.interact', scene.bank.origin);
    const sum = refIn(await read(), /textbox "Sum" \[(f\d+_ref_\d+)\]/);
    expect(await claude.call('form_input', { tabId, ref: sum, value: '5' })).toMatchObject({ isError: false });
    expect(await claude.call('computer', { tabId, action: 'type', ref: sum, text: '7' })).toMatchObject({
      isError: false,
    });
    expect(await read()).toMatch(/textbox "Sum" \[f\d+_ref_\d+\].*value="57"/);
    const allowed = await auditOf(scene, 'form_input');
    expect(allowed.map(({ place }) => place)).toContainEqual(
      expect.objectContaining({ site: scene.bank.origin, inFrame: true }),
    );
    const page = scene.browser.pages().find(it => it.url() === `${scene.shop.origin}/`);
    await page?.frames()[1]?.goto(`${scene.bank.origin}/next`);
    for (const args of [{ action: 'left_click' }, { action: 'type', text: '9' }]) {
      const { text } = await claude.call('computer', { tabId, ref: sum, ...args });
      expect(text).toMatch(
        /is gone or shows another page \(nothing was done\); call read_page again\. \[ERR_TOOL_FAILED\]$/,
      );
    }
    expect(await hitsOf(scene, scene.bank.origin)).toEqual([]);
  });
});
