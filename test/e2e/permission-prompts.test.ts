// The questions in a real browser, in front of a real hub with real agents: what a card says, and how it is answered.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { type Asker, openPromptScene, type PromptPage, type PromptScene } from './prompt-scene.ts';
import type { Grant } from '../../contract/schemas/permissions.ts';

const write = 'notes__write';

let scene: PromptScene;
let view: PromptPage;
let claude: Asker;

/** The grant with these fields, once the hub has told of it. */
async function kept(fields: Partial<Grant>): Promise<Grant> {
  const found = () =>
    Object.values(scene.hub.snapshot.grants).find(grant => isDeepStrictEqual({ ...grant, ...fields }, grant));
  await scene.hub.waitFor(() => found() !== undefined, `there is a grant with ${JSON.stringify(fields)}`);
  return found()!;
}
const looksWell = async (name: string) => expect(await look(view.page, name)).toEqual([]);
const ready = () => expect.poll(() => view.allow.getAttribute('aria-disabled')).toBe('false');

describeWith(['chromium'], 'the questions to the user', () => {
  beforeAll(async () => {
    scene = await openPromptScene('Orders');
    claude = await scene.asker('Claude Code', 'claude-code');
    view = await scene.openPanel();
  });

  afterAll(() => scene?.end());

  afterEach(async () => {
    await scene.denyAll();
    // A card that was answered stands until the page has heard of it.
    await view.card.first().waitFor({ state: 'detached' });
  });

  test('a card says who asks, with the program that it claims to be, for what, where and with which arguments', async () => {
    const credential = await scene.hub.request('clients:create', { name: 'Codex CLI', start: 'ask' });
    const agent = await scene.place.stdioAgent(credential);
    const call = agent.call(write, { path: 'ahoy.txt', times: 3 });
    await view.card.getByText('Codex CLI wants to call a tool of notes').waitFor();
    const facts = await view.card.locator('dl').innerText();
    expect(facts).toContain('notes/write, call server tools');
    expect(facts).toContain('server notes');
    expect(facts).toContain('Codex CLI, known by its credential; says it is a test');
    expect(facts).toMatch(new RegExp(`pid ${process.pid} in .*, as claimed`));
    const tree = view.card.getByRole('tree', { name: 'Arguments' });
    await expect.poll(() => tree.getByRole('treeitem').allInnerTexts()).toEqual(['path: "ahoy.txt"', 'times: 3']);
    await view.page.getByRole('region', { name: 'Why was I asked?' }).getByText('no rule comes near').waitFor();
    await looksWell('prompt-card');
    await view.deny.click();
    expect((await call).text).toContain('ERR_PERMISSION_DENIED');
    await agent.close();
  });

  test('how much and how long are picked in the card and stand in the grant', async () => {
    const call = claude.call(write, { path: 'one' });
    await view.card.getByText('Your answer is kept as: Claude Code, write, notes, 10 minutes.').waitFor();
    await view.card.getByRole('radio', { name: 'always' }).click();
    await view.card.getByText('Your answer is kept as: Claude Code, write, notes, until you revoke it.').waitFor();
    await view.allow.click();
    expect(await call).toBe('write: {"path":"one"}');
    const resource = { kind: 'server', serverId: 'notes' } as const;
    await kept({ effect: 'allow', tools: ['notes/write'], resource, lifetime: 'always', agentId: null });
    expect(await claude.call(write, { path: 'two' })).toBe('write: {"path":"two"}');
  });

  test('the keys say how much, how long and the answer; the nearest rule tells why it was asked', async () => {
    const call = claude.call('notes__rename', { from: 'a', to: 'b' });
    await view.card.getByText('notes/rename').waitFor();
    const why = view.page.getByRole('region', { name: 'Why was I asked?' });
    await why.getByText('another tool').first().waitFor();
    expect(await why.innerText()).toMatch(
      /allow Claude Code, notes\/write, notes, always\s+another tool: .*notes\/rename/,
    );
    await ready();
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('3');
    await view.card.getByText('Claude Code, call server tools, notes, until this agent exits.').waitFor();
    await ready();
    await view.page.keyboard.press('a');
    expect(await call).toBe('rename: {"from":"a","to":"b"}');
    const grant = await kept({ effect: 'allow', tools: null, lifetime: 'agent' });
    expect(grant.agentId).toMatch(/^agent_/);
    await scene.hub.request('grants:revoke', { grantId: grant.id });
  });

  test('keys do nothing while something is typed or a dialog is open', async () => {
    const call = claude.call('notes__rename', { from: 'c' });
    await ready();
    const answered = view.answers.length;
    await view.page.keyboard.press('Control+k');
    await view.page.getByRole('dialog').getByRole('combobox').waitFor();
    await view.page.keyboard.type('ad');
    await view.page.keyboard.press('Escape');
    await view.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(view.answers.length).toBe(answered);
    await view.page.getByRole('tab', { name: /^Grants/ }).click();
    await view.page.getByRole('table', { name: 'Grants' }).waitFor();
    await view.page.keyboard.press('/');
    await view.page.keyboard.type('ad5');
    expect(view.answers.length).toBe(answered);
    await scene.waitFor(1);
    await view.page.getByRole('tab', { name: /^Questions/ }).click();
    await ready();
    await view.page.keyboard.press('d');
    expect(await call).toContain('ERR_PERMISSION_DENIED');
  });

  test('Escape leaves a question waiting and goes to the next; arrows go among them; J takes one up again', async () => {
    const cursor = await scene.asker('Cursor');
    const first = claude.call('notes__delete', { path: '/home/ana/notes.txt' });
    await scene.waitFor(1);
    const second = cursor.call(write, { path: 'x' });
    await scene.waitFor(2);
    await expect.poll(() => view.rows.count()).toBe(2);
    await view.card.getByText('Claude Code wants to call a tool of notes: path “/home/ana/notes.txt”').waitFor();
    // The tab has focus, and the arrows with it.
    await view.card.getByText('Claude Code wants to').click();
    await view.page.keyboard.press('ArrowRight');
    await view.card.getByText('Cursor wants to call').waitFor();
    await view.page.keyboard.press('ArrowLeft');
    await view.card.getByText('Claude Code wants to call').waitFor();
    await view.page.keyboard.press('Escape');
    await view.card.getByText('Cursor wants to call').waitFor();
    await view.page.keyboard.press('Escape');
    await view.page.getByText('2 questions left waiting').waitFor();
    await looksWell('prompt-left');
    expect(scene.waiting()).toHaveLength(2);
    await view.page.keyboard.press('j');
    await view.card.getByText('may destroy or change for good').waitFor();
    await view.card.getByRole('radio', { name: 'this use', checked: true }).waitFor();
    await looksWell('prompt-destructive');
    await view.allow.click();
    expect(await first).toBe('delete: {"path":"/home/ana/notes.txt"}');
    await view.page.getByText('1 question left waiting').waitFor();
    await view.rows.first().click();
    await view.deny.click();
    expect(await second).toContain('ERR_PERMISSION_DENIED');
  });

  test('the questions of one agent stand together and are answered as one; what may destroy keeps its own card', async () => {
    const opened = claude.call('tabs_create', { url: `${scene.origin}/orders` });
    await view.card.getByText('Claude Code wants to open an address on').waitFor();
    await view.card.getByRole('radio', { name: 'this use' }).click();
    await view.allow.click();
    const { tabId } = JSON.parse(await opened) as { tabId: number };
    const read = claude.call('get_page_text', { tabId });
    await scene.waitFor(1);
    const cursor = scene.hub.request('clients:create', { name: 'Windsurf', start: 'ask' });
    const other = (await scene.place.httpAgent(await cursor)).call(write, { path: 'between' });
    await scene.waitFor(2);
    const navigate = claude.call('navigate', { tabId, url: `${scene.origin}/next` });
    await scene.waitFor(3);
    const script = claude.call('javascript_tool', { tabId, action: 'javascript_exec', text: 'document.body.remove()' });
    const rows = async () =>
      (await view.rows.allInnerTexts()).map(row => /(\S+ \S*|Windsurf) wants to (\S+ \S+)/.exec(row)?.[0]);
    await expect
      .poll(rows)
      .toEqual([
        'Claude Code wants to read the',
        'Claude Code wants to open an',
        'Claude Code wants to run a',
        expect.stringContaining('Windsurf wants to call'),
      ]);
    await view.page.getByRole('button', { name: 'Answer all 3' }).click();
    await view.card.getByText('Claude Code asks 3 questions').waitFor();
    await view.card.getByText('document.body.remove()').first().waitFor();
    await looksWell('prompt-together');
    await view.card.getByRole('button', { name: 'Allow 2', exact: true }).click();
    expect(await read).toContain('Orders');
    expect(await navigate).not.toContain('ERR_');
    await scene.waitFor(2);
    await view.rows.filter({ hasText: 'run a script' }).click();
    await view.deny.click();
    expect(await script).toContain('ERR_PERMISSION_DENIED');
    await view.card.getByText('Windsurf wants to call').waitFor();
    await view.deny.click();
    expect((await other).text).toContain('ERR_PERMISSION_DENIED');
    await expect.poll(() => view.answers.filter(({ name }) => name === 'prompts:answer-all').length).toBe(1);
  });

  test('all reading of a site is granted by one answer, and its other tools read there without a question', async () => {
    const opened = claude.call('tabs_create', { url: `${scene.origin}/orders` });
    await view.card.getByText('Claude Code wants to open an address on').waitFor();
    await view.card.getByRole('radio', { name: 'this use' }).click();
    await view.allow.click();
    const { tabId } = JSON.parse(await opened) as { tabId: number };
    const read = claude.call('get_page_text', { tabId });
    await view.card.getByText(', only reads').waitFor();
    await view.card.getByRole('radio', { name: 'every reading tool on this site' }).click();
    await view.allow.click();
    expect(await read).toContain('Orders');
    const resource = { kind: 'site', origin: scene.origin } as const;
    await kept({ scope: 'browser:activeTab.read', tools: null, reading: true, resource, lifetime: 'once' });
    expect(await claude.call('read_page', { tabId })).not.toContain('ERR_');
    await scene.waitFor(0);
  });

  test('however long a question is, its answers stay in sight in a small window', async () => {
    const lines = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`line ${at}`, 'x'.repeat(20)]));
    const verbose = await scene.asker('Verbose');
    for (const path of ['one', 'two', 'three']) void verbose.call(write, { path, ...lines });
    await view.card.getByText('2 other calls wait here').waitFor();
    await view.page.setViewportSize({ width: 800, height: 500 });
    const bottom = async () => {
      const box = await view.allow.boundingBox();
      return box ? box.y + box.height : Infinity;
    };
    await expect.poll(bottom).toBeLessThan(500);
    await looksWell('prompt-long');
  });

  test('nothing is lost on reload: the same questions in the same order, and each can still be answered', async () => {
    const askers = await Promise.all(['One', 'Two', 'Three'].map(name => scene.asker(name)));
    const calls: Promise<string>[] = [];
    for (const [at, asker] of askers.entries()) {
      calls.push(asker.call(write, { path: `file ${at}` }));
      await scene.waitFor(at + 1);
    }
    const names = async () => (await view.rows.allInnerTexts()).map(row => / ?(\w+) wants to/.exec(row)?.[1]);
    await expect.poll(names).toEqual(['One', 'Two', 'Three']);
    await view.page.reload();
    await expect.poll(names).toEqual(['One', 'Two', 'Three']);
    for (const [at, call] of calls.entries()) {
      await view.card.getByText(`"file ${at}"`).waitFor();
      await (at === 1 ? view.deny : view.allow).click();
      expect(await call).toContain(at === 1 ? 'ERR_PERMISSION_DENIED' : `file ${at}`);
    }
  });

  test('what was picked on a card is picked there after a reload and after another card, and answers nothing', async () => {
    const [one, two] = await Promise.all(['Picky', 'Other'].map(name => scene.asker(name)));
    const picky = one!.call(write, { path: 'picked' });
    await scene.waitFor(1);
    const other = two!.call(write, { path: 'other' });
    await scene.waitFor(2);
    const answered = view.answers.length;
    const isPicked = (name: string | RegExp) =>
      view.card.locator('[role=radio][aria-checked=true]').filter({ hasText: name }).waitFor();
    await view.card.getByText('"picked"').waitFor();
    await view.card.getByRole('radio', { name: 'always' }).click();
    await view.card.getByRole('radio', { name: 'everything of', exact: false }).click();
    await view.card.getByText('Picky, call server tools, notes, until you revoke it.').waitFor();
    await view.page.reload();
    await view.card.getByText('Picky, call server tools, notes, until you revoke it.').waitFor();
    await isPicked('always');
    await view.rows.filter({ hasText: 'Other' }).click();
    await view.card.getByText('"other"').waitFor();
    await isPicked('10 minutes');
    await view.rows.filter({ hasText: 'Picky' }).click();
    await view.card.getByText('"picked"').waitFor();
    await isPicked('always');
    await ready();
    expect([view.answers.length, scene.waiting().length]).toEqual([answered, 2]);
    await view.deny.click();
    expect(await picky).toContain('ERR_PERMISSION_DENIED');
    await kept({ effect: 'deny', tools: null, lifetime: 'always' });
    await view.card.getByText('"other"').waitFor();
    await view.deny.click();
    expect(await other).toContain('ERR_PERMISSION_DENIED');
  });

  test('nothing in the page complained', () => expect(view.panel.troubles).toEqual([]));
});
