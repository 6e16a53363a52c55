// A signed policy on real hubs: each of three applies it, what it says of packages binds, and no policy takes from the owner what is theirs.
import { expect, onTestFinished, test } from 'vitest';
import { scopes } from '../../../contract/permissions.ts';
import { FleetPolicyDraftSchema } from '../../../contract/schemas/fleet-policy.ts';
import { startPolicyFleet } from '../../support/fleet-policy.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { urlOf, usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import { answer, runSpeaker, say } from '../hub/scenes.ts';
import { addSpeaker } from '../servers/npx-speaker.ts';
import type { Credential, HubPlace } from '../../support/hub-process.ts';
import type { HubView } from '../../support/panel-client.ts';

const ops = policySigner('Ops team');
const signers = [{ name: ops.signer.name, key: ops.signer.key }];
const allScopes = Object.keys(scopes);
const denySpeaker = {
  id: 'no-speaker',
  effect: 'deny',
  packages: [{ kind: 'npm', identifier: '@acme/speaker' }],
  reason: 'It talks too much.',
};

async function startFleet() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const { put } = await startPolicyFleet(nats.url);
  return { address: nats.url, put };
}

async function joinedHub(address: string, name: string): Promise<{ place: HubPlace; panel: HubView }> {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await panel.request('fleet:join', { address, name, signers });
  await panel.waitFor(({ hub }) => hub.fleet?.state === 'online', `${name} is online`);
  return { place, panel };
}

function inForce(panel: HubView, version: number): Promise<void> {
  return panel.waitFor(({ hub }) => hub.fleet?.policy?.version === version, `version ${version} is in force`);
}

const opening = {
  headers: {},
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
};
const stateless = {
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

function asked(
  { http }: Credential,
  { headers, method, params }: typeof opening | typeof stateless,
): Promise<Response> {
  const all = {
    authorization: `Bearer ${http.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  return fetch(urlOf({ http }), {
    method: 'POST',
    headers: all,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

/** Each takes as much as it can from everybody. */
const harsh: Readonly<Record<string, object>> = {
  'it pauses all and stops everybody': { pauseAll: true, stoppedAgents: [{ agent: '*' }] },
  'it denies everything but one scope to everybody': {
    rules: [{ id: 'all-but-one', effect: 'deny', scopes: allScopes.slice(1) }],
  },
  'it denies everything, in two rules': {
    rules: [
      { id: 'sites', effect: 'deny', scopes: allScopes, sites: ['https://a.example'] },
      { id: 'servers', effect: 'deny', scopes: allScopes, servers: ['speaker'] },
    ],
  },
  'it denies every tool by its name': {
    rules: [{ id: 'tools', effect: 'deny', scopes: allScopes, tools: ['*'] }],
  },
  'it allows nothing to be installed': {
    catalogue: { default: 'deny', rules: [{ id: 'none', effect: 'deny', sources: ['*'] }] },
  },
};

describeWith(['nats'], 'A signed policy on real hubs', () => {
  test('Once published it is applied on every one of three hubs, and so is the next one.', async () => {
    const { address, put } = await startFleet();
    const hubs = [];
    for (const name of ['mia', 'jun', 'ada']) hubs.push(await joinedHub(address, name));
    const [mia] = hubs;
    if (!mia) throw new Error('There is no hub.');
    const { key } = await mia.panel.request('fleet:new-key', { name: 'ours' });
    for (const { panel } of hubs) await panel.request('fleet:set-signers', { add: [{ name: 'Ours', key }] });
    await mia.panel.request('fleet:sign-and-publish', { key: 'ours', change: { kind: 'pause-all', on: true } });
    for (const { panel } of hubs) {
      await inForce(panel, 1);
      await panel.waitFor(({ hub }) => hub.mode === 'paused' && hub.modeHeld?.signer === 'Ours', 'it pauses all');
    }
    await put(ops.sign({ version: 2 }));
    for (const { panel } of hubs)
      await panel.waitFor(({ hub }) => hub.mode === 'running' && hub.fleet?.policy?.version === 2, 'it goes on');
  });

  test('A server whose package it forbids is stopped and not started again, until a newer one or leaving lets it.', async () => {
    const { address, put } = await startFleet();
    const { place, panel } = await joinedHub(address, 'mia');
    await addSpeaker(place, panel);
    const becomes = (kind: string) =>
      panel.waitFor(({ servers }) => servers['speaker']?.state.kind === kind, `it is ${kind}`);
    await becomes('running');
    await put(ops.sign({ version: 1, catalogue: { rules: [denySpeaker] } }));
    await becomes('blocked');
    expect(panel.snapshot.servers['speaker']?.state).toMatchObject({
      by: 'policy',
      reason: { kind: 'catalogue-forbidden', rule: 'no-speaker', because: 'It talks too much.', by: 'fleet' },
    });
    await expect(panel.request('servers:start', { serverId: 'speaker' })).rejects.toThrow(
      "The rule no-speaker of the fleet's policy forbids npm @acme/speaker",
    );
    expect(await panel.request('fleet:policy', {})).toMatchObject({
      catalogue: { default: 'allow', rules: [{ id: 'no-speaker', effect: 'deny' }] },
    });
    await put(ops.sign({ version: 2 }));
    await becomes('running');
    await put(ops.sign({ version: 3, catalogue: { rules: [denySpeaker] } }));
    await becomes('blocked');
    await panel.request('fleet:leave', {});
    await becomes('running');
  });

  test('Pausing and stopping by a signed change keep what it says of packages.', async () => {
    const { address } = await startFleet();
    const { panel } = await joinedHub(address, 'mia');
    const { key } = await panel.request('fleet:new-key', { name: 'ours' });
    await panel.request('fleet:set-signers', { add: [{ name: 'Ours', key }] });
    const catalogue = { rules: [denySpeaker] };
    const replace = { kind: 'replace', draft: FleetPolicyDraftSchema.parse({ catalogue }) } as const;
    await panel.request('fleet:sign-and-publish', { key: 'ours', change: replace });
    await panel.request('fleet:sign-and-publish', { key: 'ours', change: { kind: 'pause-all', on: true } });
    await panel.request('fleet:sign-and-publish', { key: 'ours', change: { kind: 'stop-agent', agent: 'Wild' } });
    await panel.request('fleet:sign-and-publish', { key: 'ours', change: { kind: 'allow-agent', agent: 'Wild' } });
    await inForce(panel, 4);
    expect(await panel.request('fleet:policy', {})).toMatchObject({
      policy: { version: 4, pausesAll: true },
      catalogue: { rules: [{ id: 'no-speaker' }] },
    });
  });

  test('Whoever it has stopped is told so and why by each way in, and the audit has it once for each version.', async () => {
    const { address, put } = await startFleet();
    const { place, panel } = await joinedHub(address, 'mia');
    const credential = await panel.request('clients:create', { name: 'Bot', start: 'own-tabs' });
    const overStdio = await place.stdioAgent(credential);
    await put(ops.sign({ version: 1, stoppedAgents: [{ agent: 'Bot', reason: 'It ran wild.' }] }));
    await inForce(panel, 1);
    const said = "Version 1 of the fleet's policy, signed by Ops team, has stopped Bot: It ran wild.";
    await panel.waitFor(
      ({ agents }) => Object.values(agents).every(({ state }) => state.kind === 'gone'),
      'it is gone',
    );
    for (let at = 0; at < 2; at += 1) {
      await expect(overStdio.call(say, { message: 'one' })).rejects.toThrow(said);
      for (const request of [stateless, opening]) {
        const answered = await asked(credential, request);
        expect([answered.status, await answered.json()]).toMatchObject([
          403,
          { error: { message: said, data: { code: 'ERR_PERMISSION_DENIED' } } },
        ]);
      }
    }
    const entries = async () =>
      (await panel.request('audit:query', { count: 50, filter: { outcome: 'deny' } })).entries;
    expect(await entries()).toMatchObject([
      { clientId: credential.client.id, what: 'connect', rule: 'fleet stopped-agent 1 Ops%20team' },
    ]);
    await put(ops.sign({ version: 2, stoppedAgents: [{ agent: 'Bot' }] }));
    await inForce(panel, 2);
    await expect(overStdio.call(say, { message: 'two' })).rejects.toThrow('Version 2');
    expect(await entries()).toHaveLength(2);
    await put(ops.sign({ version: 3 }));
    await inForce(panel, 3);
    expect((await overStdio.call('tabs_list', {})).text).not.toContain('has stopped');
  });

  test.each(Object.keys(harsh))(
    'Where %s the owner still answers, grants, revokes, stops, reads and leaves.',
    async what => {
      const { address, put } = await startFleet();
      const { place, panel } = await joinedHub(address, 'mia');
      await runSpeaker(panel);
      const credential = await panel.request('clients:create', { name: 'Asking', start: 'ask' });
      const agent = await place.httpAgent(credential);
      const called = agent.call(say, { message: 'one' });
      await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
      await put(ops.sign({ version: 1, ...harsh[what] }));
      await inForce(panel, 1);
      // It is the owner's to answer, or the policy has ended the question.
      if (Object.keys(panel.snapshot.prompts).length > 0) await answer(panel, 'deny', 'once').catch(() => {});
      expect((await called).isError).toBe(true);
      const { mode } = panel.snapshot.hub;
      await panel.request('hub:set-mode', { mode: 'stopped' });
      await panel.waitFor(({ hub }) => hub.mode === 'stopped', 'the owner stops all');
      if (mode === 'running') await panel.request('hub:set-mode', { mode: 'running' });
      const given = { subject: { kind: 'client', id: credential.client.id }, scope: 'servers:call' } as const;
      await panel.request('grants:set', { ...given, effect: 'allow' });
      await panel.waitFor(({ grants }) => Object.keys(grants).length > 0, 'it is granted');
      for (const grantId of Object.keys(panel.snapshot.grants)) await panel.request('grants:revoke', { grantId });
      expect((await panel.request('audit:query', { count: 5 })).entries.length).toBeGreaterThan(0);
      expect((await panel.request('fleet:policy', {})).policy?.version).toBe(1);
      await panel.request('fleet:leave', {});
      await panel.waitFor(({ hub }) => !hub.fleet && !hub.modeHeld, 'nothing of the fleet holds');
      await panel.request('hub:set-mode', { mode: 'running' });
      await panel.waitFor(({ hub }) => hub.mode === 'running', 'agents may go on');
    },
  );
});
