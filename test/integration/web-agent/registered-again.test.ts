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
  readonly secret: string;
}

async function register(page: PlayedPage, payload: object): Promise<Registered> {
  return (await page.ask('agent.agents.register', payload)) as Registered;
}

/** What it was given when it was approved. */
function pairKeyOf(browser: PlayedCompanion): string | null {
  const [state] = browser.told('state') as { pairKey?: string }[];
  return state?.pairKey ?? null;
}

/** The browser by another connection, with what it was approved with. */
async function comeBack(
  { scene: { place }, browserId }: PagesScene,
  panel: PagesScene['panel'],
  pairKey: string | null,
) {
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const channel = await connectToHub({ home: place.home, role: 'relay', hello });
  onTestFinished(() => channel.close('The test ends.'));
  const browser = new PlayedCompanion(channel);
  await browser.hello(undefined, pairKey);
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is back');
  return browser;
}

/** Another hub on the same home, to which the browser has come back. */
async function restart(pages: PagesScene): Promise<PagesScene> {
  const { scene, browser: before, browserId } = pages;
  const { place } = scene;
  await expect.poll(() => pairKeyOf(before)).not.toBeNull();
  await place.newestHub()!.kill('SIGKILL');
  const panel = await place.panel(await place.serve());
  return { scene, panel, browser: await comeBack(pages, panel, pairKeyOf(before)), browserId };
}

const again = ({ id, secret }: Registered) => ({ id, secret });
const notItsOwn = { code: 'ERR_INVALID_REQUEST' };

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
  const registering = { name: 'First', again: again(first) };
  expect(await foreign.refusal('agent.agents.register', registering)).toMatchObject(notItsOwn);
  const back = next.browser.page({ document: 'doc-1' });
  // The site alone is no proof, nor is that of another agent of its.
  const unproven = ['', 'guessed', second.secret].map(secret => ({ name: 'First', again: { id: first.id, secret } }));
  for (const guess of unproven) expect(await back.refusal('agent.agents.register', guess)).toMatchObject(notItsOwn);
  expect(await back.refusal('agent.agents.invoke', { agentId: first.id, task: 'x' })).toMatchObject({
    code: 'ERR_NOT_REGISTERED',
  });
  const both = [first, second].map(async (own, at) =>
    register(back, { name: ['First', 'Second'][at], again: again(own) }),
  );
  expect((await Promise.all(both)).map(again)).toEqual([first, second].map(again));
  await back.ask('agent.agents.subscribe', { eventType: 'news' });
  // Said once more, as after a lost connection to the same hub, it changes nothing.
  await register(back, registering);
  for (const guess of unproven) expect(await back.refusal('agent.agents.register', guess)).toMatchObject(notItsOwn);
  const beside = next.browser.page({ tabId: 9 });
  expect(await beside.ask('agent.agents.list')).toMatchObject([
    { id: first.id, name: 'First' },
    { id: second.id, name: 'Second' },
  ]);
  // Another page of the same site has it no more than a foreign one while the first is there.
  expect(await beside.refusal('agent.agents.register', registering)).toMatchObject(notItsOwn);
  const { id } = await register(beside, { name: 'Beside' });
  expect(await back.ask('agent.agents.send', { to: id, payload: 'hello' })).toEqual({ delivered: true });
  await expect.poll(() => beside.told).toMatchObject([{ params: { message: { from: second.id } } }]);
  expect(await beside.ask('agent.agents.broadcast', { eventType: 'news', data: 1 })).toMatchObject({ delivered: 1 });
});

test('a document without a name has its agent again by another connection, once the first has ended, and in its place', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const page = pages.browser.page({ document: '' });
  await grantTo(pages, page, scopes);
  const helper = await register(page, { name: 'Helper' });
  const { panel, browser: before, browserId } = pages;
  await expect.poll(() => pairKeyOf(before)).not.toBeNull();
  before.channel.close('It comes back.');
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind !== 'connected', 'it has gone');
  const browser = await comeBack(pages, panel, pairKeyOf(before));
  // That it had is not over yet: its document might come back.
  const back = browser.page({ document: '' });
  expect(await register(back, { name: 'Helper, back', again: again(helper) })).toMatchObject({ id: helper.id });
  expect(await back.ask('agent.agents.list')).toMatchObject([{ id: helper.id, name: 'Helper, back' }]);
});

test('what is not allowed any more is refused to the hub that came anew, and what passes is told as that', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const page = pages.browser.page();
  await grantTo(pages, page, scopes);
  const helper = await register(page, { name: 'Helper' });
  const next = await restart(pages);
  const registering = { name: 'Helper', again: again(helper) };
  const back = next.browser.page();
  const refusal = () => back.refusal('agent.agents.register', registering);
  const { id } = helper;
  expect(await back.refusal('agent.agents.register', { name: 'x', again: { id } })).toMatchObject(notItsOwn);
  for (const [mode, cause] of [
    ['read-only', 'ERR_READ_ONLY'],
    ['stopped', 'ERR_PAUSED'],
  ] as const) {
    await next.panel.request('hub:set-mode', { mode });
    expect(await refusal()).toMatchObject({ code: 'ERR_PERMISSION_DENIED', details: { cause } });
  }
  await next.panel.request('hub:set-mode', { mode: 'running' });
  for (const grant of Object.values(next.panel.snapshot.grants))
    if (grant.subject.kind === 'origin' && grant.subject.id === shop && grant.scope === 'agents:register')
      await next.panel.request('grants:revoke', { grantId: grant.id });
  expect(await refusal()).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
  await next.panel.request('sites:rules', { change: { flags: { multiAgent: false } } });
  expect(await refusal()).toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
});

test('the secret of an agent stands in no trace', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const page = pages.browser.page();
  await grantTo(pages, page, scopes);
  const helper = await register(page, { name: 'Helper' });
  expect(helper.secret).toMatch(/^[0-9a-f]{32}$/);
  await register(page, { name: 'Helper', again: again(helper) });
  const { entries } = await pages.panel.request('trace:window', { filter: {}, from: 0, count: 200 });
  const seqs = entries.filter(({ method }) => method === 'agent.agents.register').map(({ seq }) => seq);
  const payloads = await Promise.all(seqs.map(async seq => pages.panel.request('trace:payload', { seq })));
  const written = JSON.stringify(payloads);
  expect(written).toContain(helper.id);
  expect(written).not.toContain(helper.secret);
});
