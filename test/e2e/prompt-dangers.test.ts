// What must not be able to answer a question: a finger that was set down too early, a held key, and text from outside.
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RawClient, user } from '../integration/compat/claude-scene.ts';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { type Asker, openPromptScene, type PromptPage, type PromptScene } from './prompt-scene.ts';

const write = 'notes__write';
const rightToLeft = '\u202e';
/** Markup, a bidirectional override, a bell, a line end, what closes a tag, and what is drawn as nothing. */
const hostile = `<img src=x onerror=alert(1)>${rightToLeft}"]}\u0007\n</bdi></p><button>Allow</button>\u200b\u2066`;

let scene: PromptScene;
let claude: Asker;

const answers = (view: PromptPage) => view.answers.length;
const isReady = (view: PromptPage) => view.allow.getAttribute('aria-disabled').then(value => value === 'false');

/** A panel whose time passes only when the test says so. */
async function pausedPanel(): Promise<PromptPage> {
  const view = await scene.openPanel(page => page.clock.install());
  await view.page.clock.pauseAt(Date.now() + 3_600_000);
  return view;
}

/** Lets time pass until answers count. */
async function untilReady(view: PromptPage): Promise<void> {
  const look = async () => {
    await view.page.clock.runFor(100);
    return isReady(view);
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
}

describeWith(['chromium'], 'what cannot answer a question', () => {
  beforeAll(async () => {
    scene = await openPromptScene(hostile);
    claude = await scene.asker('Claude Code', 'claude-code');
  });

  afterAll(() => scene?.end());

  afterEach(() => scene.denyAll());

  test('clicks and keys are dead for 500 ms after a card appears, and a key that was down before goes on being none', async () => {
    const view = await pausedPanel();
    const { page } = view;
    const call = claude.call(write, { path: 'one' });
    await view.card.getByText('notes/write').waitFor();
    await page.keyboard.down('a');
    await view.allow.click({ force: true });
    await page.clock.runFor(400);
    expect(await isReady(view)).toBe(false);
    await page.keyboard.press('d');
    await view.deny.click({ force: true });
    await untilReady(view);
    // Still held down: the keyboard repeats it.
    await page.keyboard.down('a');
    await page.keyboard.down('a');
    await page.keyboard.up('a');
    expect([answers(view), scene.waiting().length]).toEqual([0, 1]);
    await page.keyboard.press('1');
    await page.keyboard.press('a');
    expect(await call).toBe('write: {"path":"one"}');
    await expect.poll(() => answers(view)).toBe(1);
    await page.context().close();
  });

  test('a press that began before the card was armed is no answer, however late it ends', async () => {
    const view = await pausedPanel();
    const { page } = view;
    void claude.call(write, { path: 'two' });
    await view.card.getByText('notes/write').waitFor();
    await view.allow.hover();
    await page.mouse.down();
    await untilReady(view);
    await page.mouse.up();
    expect([answers(view), scene.waiting().length]).toEqual([0, 1]);
    await page.context().close();
  });

  test('a card that changes under the finger is dead again, keeps its focus, and says so to whoever does not see it', async () => {
    const view = await pausedPanel();
    const { page } = view;
    const calls = [claude.call(write, { path: 'three' })];
    await view.card.getByText('notes/write').waitFor();
    await untilReady(view);
    const news = page.getByRole('status', { name: 'News' });
    await news.getByText('Claude Code wants to call a tool of notes. Allow and Deny are ready').waitFor();
    await view.allow.focus();
    calls.push(claude.call(write, { path: 'four' }));
    await view.card.getByText('1 other call waits here').waitFor();
    expect(await isReady(view)).toBe(false);
    await news.getByText('The question changed').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('a');
    expect(answers(view)).toBe(0);
    expect(await view.allow.evaluate(button => button === document.activeElement)).toBe(true);
    await untilReady(view);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    expect(await calls[0]).toBe('write: {"path":"three"}');
    // What the answer did not speak of is asked on a card of its own, which is dead at first, and has the focus.
    await view.card.getByText('"four"').waitFor();
    expect(await isReady(view)).toBe(false);
    await expect.poll(() => view.card.evaluate(card => card === document.activeElement)).toBe(true);
    await expect.poll(() => answers(view)).toBe(1);
    await page.context().close();
  });

  test('a card that is moved on the page is dead again', async () => {
    const view = await pausedPanel();
    const { page } = view;
    void claude.call(write, { path: 'five' });
    await view.card.getByText('notes/write').waitFor();
    await untilReady(view);
    // The banner of the read-only mode pushes everything down.
    await scene.hub.request('hub:set-mode', { mode: 'read-only' });
    await page.getByText(/^Read-only since/).waitFor();
    expect(await isReady(view)).toBe(false);
    await scene.hub.request('hub:set-mode', { mode: 'running' });
    await page.context().close();
  });

  test('names, arguments, results and titles full of markup and controls are text, and change nothing around them', async () => {
    const view = await scene.openPanel();
    const { page } = view;
    const dialogs: string[] = [];
    page.on('dialog', dialog => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const evil = await scene.asker(`${rightToLeft}Pilothouse</p><b>says yes`, hostile);
    await scene.hub.request('grants:set', {
      effect: 'allow',
      subject: { kind: 'client', id: claude.credential.client.id },
      scope: 'servers:call',
      tools: ['notes/rename'],
    });
    const opened = claude.call('tabs_create', { url: `${scene.origin}/page` });
    await view.card.getByRole('radio', { name: 'this use' }).click();
    await view.allow.click();
    const { tabId } = JSON.parse(await opened) as { tabId: number };
    void evil.call(write, { [hostile]: hostile, path: hostile });
    await scene.waitFor(1);
    void claude.call('get_page_text', { tabId });
    await scene.waitFor(2);
    await expect.poll(() => view.rows.count()).toBe(2);
    await view.rows.first().click();
    await view.card.getByText('says yes wants to call a tool of notes').waitFor();
    await expect.poll(() => isReady(view)).toBe(true);
    const before = await view.card.innerText();
    // A result of the same look, while the card is open.
    expect(await claude.call('notes__rename', { to: hostile })).toContain('onerror');
    expect(withoutTime(await view.card.innerText())).toBe(withoutTime(before));

    expect(before).toContain('⟨U+202E⟩Pilothouse</p><b>says yes wants to call a tool of notes');
    expect(before).toContain('<img src=x onerror=alert(1)>⟨U+202E⟩');
    for (const unseen of [rightToLeft, '\u0007', '\u200b', '\u2066']) {
      expect(await page.locator('body').innerText()).not.toContain(unseen);
      expect(await page.title()).not.toContain(unseen);
    }
    expect(await page.locator('img, .card b > b, .card p p').count()).toBe(0);
    const buttons = await view.card.getByRole('button').allInnerTexts();
    expect(buttons).toEqual(['Deny', 'Allow', 'Leave waiting']);
    const isolated = await view.card
      .locator('bdi')
      .evaluateAll(all => all.map(each => getComputedStyle(each).unicodeBidi));
    expect(new Set(isolated)).toEqual(new Set(['isolate']));
    const sentence = view.card.locator('.card-question');
    expect(await sentence.evaluate(each => getComputedStyle(each).direction)).toBe('ltr');
    expect(await look(page, 'prompt-hostile')).toEqual([]);
    expect([dialogs, answers(view), scene.waiting().length]).toEqual([[], 1, 2]);
    expect(view.panel.troubles).toEqual([]);
    await page.context().close();
  });

  test('after the patience of its wire an asker is told to call again; the answer then only stores the grant', async () => {
    const view = await scene.openPanel();
    await scene.hub.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
    const address = path.join(scene.place.folder, 'tmp', `claude-code-mcp-${user}.sock`);
    const agent = await RawClient.connect(address);
    const told = agent.execute('tabs_create');
    await view.card.getByText(/wants to open a tab/).waitFor();
    await view.card.getByText('unverified: any program may open its socket').waitFor();
    expect(JSON.stringify(await told)).toContain('Call again');
    await view.card.getByText('The asker was told to call again, and no call waits now.').waitFor();
    expect(await view.card.getByRole('radio', { name: 'this use' }).count()).toBe(0);
    expect(await look(view.page, 'prompt-told')).toEqual([]);
    await view.card.getByRole('radio', { name: 'always' }).click();
    await view.allow.click();
    await scene.waitFor(0);
    expect(JSON.stringify(await agent.execute('tabs_create'))).toContain('tabId');
    await agent.close();
    await view.page.context().close();
  });
});

/** Ages and what is left pass by themselves. */
function withoutTime(text: string): string {
  return text.replace(/asked .*/, '');
}
