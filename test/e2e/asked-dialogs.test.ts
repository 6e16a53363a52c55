// Questions about dialogs in a real Chromium: the card says which one an agent wants to answer, and what was allowed answers no other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import { pageAt } from './decided-shop.ts';
import type { Dialog } from 'playwright';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { Agent } from '../support/hub-process.ts';

const page = `<title>Orders</title><button id="two" onclick="said.textContent = [confirm('First?'), confirm('Second?')]">Two</button><p id="said"></p>`;

let scene: DecidedScene;
let claude: Agent;

/** The one question that waits. */
async function asked(): Promise<Prompt> {
  await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'a question waits');
  return Object.values(scene.hub.snapshot.prompts)[0]!;
}

async function allow({ id }: Prompt): Promise<void> {
  await scene.hub.request('prompts:answer', { promptId: id, effect: 'allow', lifetime: 'use', breadth: 'tool' });
  await scene.hub.waitFor(({ prompts }) => !(id in prompts), 'the question is gone');
}

describeWith(['chromium'], 'In Chromium', () => {
  beforeAll(async () => {
    scene = await openDecidedScene(
      () => ({ '/': page }),
      () => ({}),
    );
    await scene.grant('allow', 'browser:navigate', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.read', scene.shop.origin);
    claude = await scene.agent();
  });
  afterAll(() => scene?.close());

  test('a question names the dialog, and its answer is for that one alone.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const shown = await pageAt(scene, `${scene.shop.origin}/`);
    const dialogs: Dialog[] = [];
    shown.on('dialog', dialog => dialogs.push(dialog));
    const clicking = claude.call('computer', { action: 'left_click', tabId, selector: '#two' });
    await allow(await asked());
    expect((await clicking).text).toContain('a confirm dialog, "First?"');

    const early = claude.call('handle_dialog', { tabId, accept: true });
    const first = await asked();
    expect(first.description).toMatchObject({
      act: 'accept',
      title: 'Orders',
      elements: [{ role: 'confirm dialog', name: 'First?' }],
      untold: null,
    });
    await dialogs[0]!.dismiss();
    // The agent comes to know of the next one by another call.
    await expect
      .poll(async () => (await claude.call('read_page', { tabId })).text)
      .toContain('a confirm dialog, "Second?"');
    await allow(first);
    expect(await early).toMatchObject({ isError: true, text: expect.stringContaining('another dialog by now') });

    const late = claude.call('handle_dialog', { tabId, accept: false });
    const second = await asked();
    expect(second.description).toMatchObject({ act: 'dismiss', elements: [{ name: 'Second?' }] });
    await allow(second);
    expect((await late).text).toContain('Dismissed the confirm dialog.');
    expect((await claude.call('get_page_text', { tabId })).text).toContain('false,false');
  });
});
