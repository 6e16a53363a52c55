// A question that an agent raises at one hub is answered in the built panel of another, and the audit says from where.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSpeaker, say } from '../integration/hub/scenes.ts';
import { openPlace } from '../support/hub-process.ts';
import { look } from '../support/look.ts';
import { startNats } from '../support/nats-server.ts';
import { openPanelPage } from '../support/panel-browser.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import type { Agent, HubPlace, HubProcess } from '../support/hub-process.ts';
import type { NatsServer } from '../support/nats-server.ts';
import type { PanelPage } from '../support/panel-browser.ts';
import type { PanelClient } from '../support/panel-client.ts';

describeWith(['nats', 'chromium'], 'A question that is answered at another hub', () => {
  let nats: NatsServer;
  let places: HubPlace[] = [];
  let miaHub: HubProcess;
  let mia: PanelClient;
  let agent: Agent;
  /** In the browser of jun. */
  let ofJun: PanelPage;

  beforeAll(async () => {
    nats = await startNats();
    places = [openPlace(), openPlace()];
    const [atMia, atJun] = places as [HubPlace, HubPlace];
    miaHub = await atMia.serve();
    mia = await atMia.panel(miaHub);
    const junHub = await atJun.serve();
    const jun = await atJun.panel(junHub);
    ofJun = await openPanelPage();
    await ofJun.page.addInitScript(key => window.sessionStorage.setItem('pilothouse.key', key), jun.key);
    await mia.request('fleet:init', { address: nats.url });
    await mia.request('fleet:join', { address: nats.url, name: 'mia' });
    await jun.request('fleet:join', { address: nats.url, name: 'jun' });
    await until(() => 'mia' in jun.snapshot.fleetHubs, 'the hubs see each other');
    await runSpeaker(mia);
    agent = await atMia.stdioAgent(await mia.request('clients:create', { name: 'Scribe', start: 'ask' }));
    await allow('hub:panel');
    await ofJun.page.goto(`${new URL(junHub.url).origin}/?hub=mia#/permissions`);
  });

  afterAll(async () => {
    await ofJun?.close();
    for (const place of places) await place.end();
    await nats?.remove();
  });

  const allow = (scope: 'hub:panel' | 'hub:answer') =>
    mia.request('grants:set', { effect: 'allow', subject: { kind: 'hub', id: 'jun' }, scope, lifetime: 'always' });
  const card = (message: string) => ofJun.page.getByRole('group').filter({ hasText: message });
  const audited = async (what: string) => {
    const { entries } = await mia.request('audit:query', { count: 100 });
    return entries.filter(entry => entry.what === what);
  };

  test('Who may only look sees it, and an answer from there changes nothing.', async () => {
    const answered = agent.call(say, { message: 'Boats.' });
    await card('Boats.').getByRole('button', { name: 'Allow', exact: true }).click();
    await ofJun.page.getByText('but may not answer').first().waitFor();
    expect(Object.keys(mia.snapshot.prompts)).toHaveLength(1);
    const [promptId = ''] = Object.keys(mia.snapshot.prompts);
    await mia.request('prompts:answer', { promptId, effect: 'deny', lifetime: 'use' });
    expect((await answered).isError).toBe(true);
    expect(await audited('prompts:answer')).toEqual([]);
  });

  test('With the right to answer the call goes on, the owner is told, and the audit names the other hub.', async () => {
    await allow('hub:answer');
    const told: unknown[] = [];
    mia.socket.on('message', data => told.push(JSON.parse(String(data))));
    const answered = agent.call(say, { message: 'Sails.' });
    const asked = card('Sails.');
    await asked.waitFor();
    expect(await look(ofJun.page, 'fleet-answer')).toEqual([]);
    expect(await asked.getByRole('radio', { name: 'always' }).count()).toBe(0);
    await asked.getByRole('radio', { name: 'this use' }).click();
    await asked.getByRole('button', { name: 'Allow', exact: true }).click();
    expect(await answered).toEqual({ text: 'Said: Sails.', isError: false });
    await until(async () => (await audited('prompts:answer')).length > 0, 'it stands in the audit');
    expect(await audited('prompts:answer')).toMatchObject([
      {
        outcome: 'changed',
        changedBy: expect.stringContaining('jun'),
        where: expect.stringContaining('allow, use, as an answer'),
      },
    ]);
    await until(() => JSON.stringify(told).includes('"rules:changed"'), 'the panel of the owner is told');
    expect(Object.values(mia.snapshot.grants).map(({ scope }) => scope)).toEqual(['hub:panel', 'hub:answer']);
  });

  test('It is asked there too where nobody has a panel of this hub open.', async () => {
    await mia.close();
    const answered = agent.call(say, { message: 'Ropes.' });
    await card('Ropes.').getByRole('radio', { name: 'this use' }).click();
    await card('Ropes.').getByRole('button', { name: 'Allow', exact: true }).click();
    expect(await answered).toEqual({ text: 'Said: Ropes.', isError: false });
  });
});
