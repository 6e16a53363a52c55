// A hub begins anew under open pages: what they had registered with the one before is registered again by their companion, as it is decided now.

import { expect, onTestFinished, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { grantTo, openPages, PlayedCompanion, setFlags, shop } from './page-scene.ts';
import type { PageScope } from '../../../contract/web-agent.ts';
import type { PagesScene, PlayedPage } from './page-scene.ts';

const scopes: readonly PageScope[] = ['agents:register', 'agents:discover', 'agents:invoke', 'agents:message'];

interface Registered {
  readonly id: string;
  readonly claim: string;
}

async function register(page: PlayedPage, payload: object): Promise<Registered> {
  return (await page.ask('agent.agents.register', payload)) as Registered;
}

/** What it was given when it was approved. */
function pairKeyOf(browser: PlayedCompanion): string | null {
  const [state] = browser.told('state') as { pairKey?: string }[];
  return state?.pairKey ?? null;
}

/** Another hub on the same home, to which the browser has come back. */
async function restart({ scene, browser: before, browserId }: PagesScene): Promise<PagesScene> {
  const { place } = scene;
  await expect.poll(() => pairKeyOf(before)).not.toBeNull();
  await place.newestHub()!.kill('SIGKILL');
  const panel = await place.panel(await place.serve());
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const channel = await connectToHub({ home: place.home, role: 'relay', hello });
  onTestFinished(() => channel.close('The test ends.'));
  const browser = new PlayedCompanion(channel);
  await browser.hello(undefined, pairKeyOf(before));
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is back');
  return { scene, panel, browser, browserId };
}

test('an agent has its id again, in its order, where its own site comes with the proof of it; nobody else has it', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const page = pages.browser.page({ document: 'doc-1' });
  await grantTo(pages, page, scopes);
  const bank = { origin: 'https://bank.example', tabId: 8 };
  await grantTo(pages, pages.browser.page(bank), scopes);
  const first = await register(page, { name: 'First' });
  const second = await register(page, { name: 'Second' });
  await page.ask('agent.agents.subscribe', { eventType: 'news' });

  const next = await restart(pages);
  const foreign = next.browser.page(bank);
  const again = ({ id, claim }: Registered) => ({ id, claim });
  expect(await foreign.refusal('agent.agents.register', { name: 'First', again: again(first) })).toMatchObject({
    code: 'ERR_INVALID_REQUEST',
  });
  const back = next.browser.page({ document: 'doc-1' });
  expect(await back.refusal('agent.agents.invoke', { agentId: first.id, task: 'x' })).toMatchObject({
    code: 'ERR_NOT_REGISTERED',
  });
  const both = [first, second].map(async (own, at) =>
    register(back, { name: ['First', 'Second'][at], again: again(own) }),
  );
  expect((await Promise.all(both)).map(again)).toEqual([first, second].map(again));
  await back.ask('agent.agents.subscribe', { eventType: 'news' });
  // Said once more, as after a lost connection to the same hub, it changes nothing.
  await register(back, { name: 'First', again: again(first) });
  const beside = next.browser.page({ tabId: 9 });
  expect(await beside.ask('agent.agents.list')).toMatchObject([
    { id: first.id, name: 'First' },
    { id: second.id, name: 'Second' },
  ]);
  // Another page of the same site has it no more than a foreign one while the first is there.
  const taken = { name: 'First', again: again(first) };
  expect(await beside.refusal('agent.agents.register', taken)).toMatchObject({ code: 'ERR_INVALID_REQUEST' });
  const { id } = await register(beside, { name: 'Beside' });
  expect(await back.ask('agent.agents.send', { to: id, payload: 'hello' })).toEqual({ delivered: true });
  await expect.poll(() => beside.told).toMatchObject([{ params: { message: { from: second.id } } }]);
  expect(await beside.ask('agent.agents.broadcast', { eventType: 'news', data: 1 })).toMatchObject({ delivered: 1 });
});

test('a document without a name has its agent again by another connection, once the first has ended', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const page = pages.browser.page({ document: '' });
  await grantTo(pages, page, scopes);
  const { id, claim } = await register(page, { name: 'Helper' });
  page.leave();
  await expect.poll(() => pages.browser.page({ tabId: 9 }).ask('agent.agents.list')).toEqual([]);
  const back = pages.browser.page({ document: '' });
  expect(await register(back, { name: 'Helper', again: { id, claim } })).toMatchObject({ id });
  expect(await back.ask('agent.agents.list')).toMatchObject([{ id }]);
});

test('what is not allowed any more is refused to the hub that came anew', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const page = pages.browser.page();
  await grantTo(pages, page, scopes);
  const { id, claim } = await register(page, { name: 'Helper' });
  const next = await restart(pages);
  const again = { name: 'Helper', again: { id, claim } };
  for (const grant of Object.values(next.panel.snapshot.grants))
    if (grant.subject.kind === 'origin' && grant.subject.id === shop && grant.scope === 'agents:register')
      await next.panel.request('grants:revoke', { grantId: grant.id });
  const back = next.browser.page();
  expect(await back.refusal('agent.agents.register', again)).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
  await next.panel.request('sites:rules', { change: { flags: { multiAgent: false } } });
  expect(await back.refusal('agent.agents.register', again)).toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
  expect(await back.refusal('agent.agents.register', { name: 'x', again: { id } })).toBeDefined();
});
