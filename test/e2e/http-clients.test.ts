// Real programs at spec 004's address, as they are: Claude Code with the entry that the spec gives it, and pages of a Firefox.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { describeWith } from '../support/provided.ts';
import { furnish, realAgents, runAgent } from '../support/real-agents.ts';
import { type Site, servePage } from '../support/site.ts';
import { type AgentScene, onThePage, openAgentScene } from './agent-scene.ts';
import type { PanelClient } from '../support/panel-client.ts';

const clientId = 'http-without-token';
const portOf = (hub: PanelClient) => new URL(hub.snapshot.endpoints['mcp-http']?.address ?? '').port;

describeWith(['chromium', 'claude-code'], 'Claude Code at /sse', () => {
  let scene: AgentScene;

  beforeAll(async () => {
    scene = await openAgentScene();
    await scene.hub.request('mcp-server:set', { change: { withoutToken: true } });
  });
  afterAll(() => scene?.end());

  test('004 Claude Code Configuration: with the entry of the spec it is connected, opens a page in the browser and reads it.', async () => {
    const { hub, home } = scene;
    const agent = realAgents.find(({ id }) => id === 'claude-code');
    if (!agent?.status || !agent.ask) throw new Error('Claude Code is not in the table of real agents.');
    furnish(agent, home);
    const entry = { type: 'sse', url: `http://localhost:${portOf(hub)}/sse`, scope: 'dynamic' };
    writeFileSync(path.join(home.folder, agent.file), JSON.stringify({ mcpServers: { pilothouse: entry } }));
    expect((await runAgent(agent, agent.status.args, home)).printed).toMatch(agent.status.tells);
    expect(hub.snapshot.clients[clientId]).toMatchObject({ verified: false });
    await hub.request('clients:set-start', { clientId, start: 'own-tabs' });
    const { printed } = await runAgent(agent, agent.ask('What do the orders say?'), home);
    expect(printed).toContain(`The page says: `);
    expect(printed).toContain(onThePage);
  });
});

describeWith(['firefox'], 'pages of a Firefox at /sse', () => {
  let place: HubPlace;
  let hub: PanelClient;
  let firefox: Firefox;
  let site: Site;

  beforeAll(async () => {
    site = await servePage('<title>Foreign</title>');
    place = openPlace();
    hub = await place.panel(await place.serve());
    firefox = await launchFirefox({ profile: path.join(place.folder, 'profile'), env: place.env });
  });
  afterAll(async () => {
    await firefox?.close();
    await place?.end();
    await site?.close();
  });

  test('004 Optional Authentication: what a page of Firefox asks for without naming its origin is refused too, while programs without a token are let in.', async () => {
    await hub.request('mcp-server:set', { change: { withoutToken: true } });
    const to = `http://127.0.0.1:${portOf(hub)}`;
    await firefox.remote.goTo(site.origin);
    const came = await firefox.remote.evaluate(`
      const loaded = (tag, src) => new Promise(done => {
        const element = Object.assign(document.createElement(tag), { src, onload: () => done('loaded'), onerror: () => done('failed') });
        document.body.append(element);
      });
      const fetched = (url, init) => fetch(url, init).then(({ type }) => type, () => 'refused');
      const stream = () => new Promise(done => {
        const events = new EventSource('${to}/sse');
        events.addEventListener('endpoint', () => done('open'));
        events.onerror = () => done('refused');
      });
      return (async () => [
        await loaded('img', '${to}/sse'),
        await loaded('script', '${to}/tools'),
        await fetched('${to}/sse', { mode: 'no-cors' }),
        await fetched('${to}/tools', {}),
        await stream(),
      ])();
    `);
    expect(came).toEqual(['failed', 'failed', 'opaque', 'refused', 'refused']);
    await firefox.remote.goTo(`${to}/tools`);
    expect(await firefox.remote.evaluate('return document.documentElement.textContent')).toContain(
      'The bearer token is missing or wrong',
    );
    const { agents } = await hub.request('state:get', {});
    expect(Object.values(agents)).toEqual([]);
    expect(hub.snapshot.clients[clientId]).toBeUndefined();
  });
});
