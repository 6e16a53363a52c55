// The policy of a fleet on real hubs at a real nats-server: applied everywhere, kept, lifted; what waits is decided anew.
import fs from 'node:fs';
import path from 'node:path';
import { Kvm } from '@nats-io/kv';
import { expect, onTestFinished, test } from 'vitest';
import { setUpFleet } from '../../../electron/core/fleet/link/fleet-set-up.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import { answer, runSpeaker, say } from '../hub/scenes.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';
import type { HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { NatsServer } from '../../support/nats-server.ts';
import type { HubView } from '../../support/panel-client.ts';

const ops = policySigner('Ops team');
const signers = [{ name: ops.signer.name, key: ops.signer.key }];
const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };
const noCalls = { id: 'no-calls', effect: 'deny' as const, scopes: ['servers:call' as const], reason: 'Freeze.' };

interface Fleet {
  readonly nats: NatsServer;
  /** Writes it into the bucket, past every check of a hub. */
  put(envelope: string): Promise<void>;
  take(): Promise<void>;
}

async function startFleet(): Promise<Fleet> {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const wire = await openFleetWire('pilothouse', 'owner', { servers: nats.url, maxReconnectAttempts: -1 });
  onTestFinished(() => wire.connection.close());
  await setUpFleet(wire, sizes);
  const bucket = await new Kvm(wire.connection).open(wire.subjects.bucket('policy'));
  return {
    nats,
    put: async envelope => {
      // A server that was killed stores nothing until it has found itself again; what it has not confirmed is sent once more.
      while (!(await bucket.put('current', envelope).catch(() => 0)));
    },
    take: () => bucket.delete('current'),
  };
}

interface Joined {
  readonly place: HubPlace;
  readonly hub: HubProcess;
  readonly panel: HubView;
}

async function joinedHub({ nats }: Fleet, name: string): Promise<Joined> {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await panel.request('fleet:join', { address: nats.url, name, signers });
  await panel.waitFor(({ hub: shown }) => shown.fleet?.state === 'online', `${name} is online`);
  return { place, hub, panel };
}

function inForce(panel: HubView, version: number): Promise<void> {
  return panel.waitFor(({ hub }) => hub.fleet?.policy?.version === version, `version ${version} is in force`);
}

async function agentOf({ place, panel }: Pick<Joined, 'place' | 'panel'>, name = 'Asking') {
  await runSpeaker(panel);
  const credential = await panel.request('clients:create', { name, start: 'ask' });
  return { credential, agent: await place.httpAgent(credential) };
}

describeWith(['nats'], 'The policy of a fleet', () => {
  test('It holds on every hub, above their grants, and a refusal names the rule, the version and who signed it.', async () => {
    const fleet = await startFleet();
    const hubs = [await joinedHub(fleet, 'mia'), await joinedHub(fleet, 'jun')];
    const [mia] = hubs;
    if (!mia) throw new Error('There is no hub.');
    const { agent } = await agentOf(mia);
    const allowed = agent.call(say, { message: 'one' });
    await answer(mia.panel, 'allow', 'always');
    expect((await allowed).text).toBe('Said: one');
    await fleet.put(ops.sign({ version: 4, rules: [noCalls] }));
    for (const { panel } of hubs) await inForce(panel, 4);
    const { text } = await agent.call(say, { message: 'two' });
    expect(text).toBe(
      'The policy of the fleet does not let Asking call tools of an MCP server (servers:call). It is its rule "no-calls", version 4, signed by "Ops team" (Freeze.); ask whoever keeps that policy. [ERR_PERMISSION_DENIED]',
    );
    const { narrowed } = await mia.panel.request('fleet:policy-narrows', {});
    expect(narrowed).toMatchObject([
      { rule: 'no-calls', grant: { effect: 'allow', scope: 'servers:call' }, isWhole: true },
    ]);
    const { entries } = await mia.panel.request('audit:query', { count: 20 });
    expect(entries.map(({ rule }) => rule)).toContain('fleet no-calls 4 Ops%20team');
    await fleet.put(ops.sign({ version: 5 }));
    for (const { panel } of hubs) await inForce(panel, 5);
    expect((await agent.call(say, { message: 'three' })).text).toBe('Said: three');
    const { versions } = await mia.panel.request('fleet:policy-versions', {});
    expect(versions.map(({ version, signedBy }) => [version, signedBy])).toEqual([
      [5, 'Ops team'],
      [4, 'Ops team'],
    ]);
  });

  test('Before a hub joins it is told what the policy would take from its grants, or that no key is named that signs it; nothing holds yet.', async () => {
    const fleet = await startFleet();
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    const { agent } = await agentOf({ place, panel });
    const allowed = agent.call(say, { message: 'one' });
    await answer(panel, 'allow', 'always');
    expect((await allowed).text).toBe('Said: one');
    const join = { address: fleet.nats.url, name: 'mia', signers };
    expect(await panel.request('fleet:try', join)).toMatchObject({ policy: null, policyFault: null });
    await fleet.put(ops.sign({ version: 4, rules: [noCalls] }));
    const { trials, policy } = await panel.request('fleet:try', join);
    expect(trials.every(({ state }) => state === 'fine')).toBe(true);
    expect(policy).toMatchObject({ version: 4, signedBy: 'Ops team', rules: 1, pausesAll: false });
    expect(policy?.narrowed).toMatchObject([{ rule: 'no-calls', grant: { scope: 'servers:call' }, isWhole: true }]);
    const unnamed = await panel.request('fleet:try', { ...join, signers: [] });
    expect(unnamed).toMatchObject({ policy: null, policyFault: { kind: 'fleet-policy-fault', so: 'unknown-key' } });
    expect((await agent.call(say, { message: 'two' })).text).toBe('Said: two');
  });

  test('A question that waits ends when the policy forbids what it asks.', async () => {
    const fleet = await startFleet();
    const mia = await joinedHub(fleet, 'mia');
    const { agent } = await agentOf(mia);
    const called = agent.call(say, { message: 'never' });
    await mia.panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
    await fleet.put(ops.sign({ rules: [noCalls] }));
    expect(await called).toMatchObject({ isError: true, text: expect.stringContaining('rule "no-calls", version 1') });
    await mia.panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is gone');
  });

  test('While it pauses all, calls wait and the user cannot resume; the next version lets them go on, or forbids them.', async () => {
    const fleet = await startFleet();
    const mia = await joinedHub(fleet, 'mia');
    const { panel } = mia;
    const { agent } = await agentOf(mia);
    const allowed = agent.call(say, { message: 'one' });
    await answer(panel, 'allow', 'always');
    await allowed;
    await fleet.put(ops.sign({ version: 1, pauseAll: true }));
    await panel.waitFor(
      ({ hub }) => hub.mode === 'paused' && hub.modeHeld?.signer === 'Ops team',
      'the fleet pauses all',
    );
    await expect(panel.request('hub:set-mode', { mode: 'running' })).rejects.toThrow(/signed by Ops team, pauses all/);
    for (const command of ['mode', 'status'])
      expect((await mia.place.run([command])).stdout).toContain(
        "Version 1 of the fleet's policy, signed by Ops team, pauses",
      );
    const called = agent.call(say, { message: 'two' });
    await panel.waitFor(({ agents }) => Object.values(agents)[0]?.inFlight === 1, 'it waits');
    await fleet.put(ops.sign({ version: 2 }));
    expect((await called).text).toBe('Said: two');
    await panel.waitFor(({ hub }) => hub.mode === 'running' && !hub.modeHeld, 'nothing holds them');
    await fleet.put(ops.sign({ version: 3, pauseAll: true }));
    await panel.waitFor(({ hub }) => hub.modeHeld?.version === 3, 'it pauses again');
    const queued = agent.call(say, { message: 'three' });
    await panel.waitFor(({ agents }) => Object.values(agents)[0]?.inFlight === 1, 'it waits again');
    await fleet.put(ops.sign({ version: 4, rules: [noCalls] }));
    expect(await queued).toMatchObject({ isError: true, text: expect.stringContaining('version 4') });
  });

  test('An agent that it stops ends with its waiting call, and is not let in until a newer one lets it.', async () => {
    const fleet = await startFleet();
    const mia = await joinedHub(fleet, 'mia');
    const { place, panel } = mia;
    await runSpeaker(panel);
    const credential = await panel.request('clients:create', { name: 'Wild one', start: 'ask' });
    const shim = await place.stdioAgent(credential);
    const other = await place.httpAgent(await panel.request('clients:create', { name: 'Tame one', start: 'ask' }));
    const waiting = shim.call(say, { message: 'never' });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
    await fleet.put(ops.sign({ version: 1, stoppedAgents: [{ agent: 'wild ONE', reason: 'It ran wild.' }] }));
    expect(await waiting).toMatchObject({
      isError: true,
      text: 'Wild one was stopped by version 1 of the fleet\'s policy, signed by "Ops team" (It ran wild.). Ask whoever keeps that policy. [ERR_PERMISSION_DENIED]',
    });
    await panel.waitFor(
      ({ agents }) => Object.values(agents).some(({ name, state }) => name === 'Wild one' && state.kind === 'gone'),
      'its connection has ended',
    );
    const refused = await place.httpAgent(credential).then(
      agent => agent.call(say, { message: 'x' }),
      (error: unknown) => ({ isError: true, text: String(error) }),
    );
    expect(refused.isError).toBe(true);
    expect(
      Object.values(panel.snapshot.agents).filter(
        ({ name, state }) => name === 'Wild one' && state.kind === 'connected',
      ),
    ).toEqual([]);
    const allowed = other.call(say, { message: 'fine' });
    await answer(panel, 'allow', 'use');
    expect((await allowed).text).toBe('Said: fine');
    await fleet.put(ops.sign({ version: 2 }));
    await inForce(panel, 2);
    const back = await place.httpAgent(credential);
    const again = back.call(say, { message: 'back' });
    await answer(panel, 'allow', 'use');
    expect((await again).text).toBe('Said: back');
  });

  test('It is in force after the server and the hub were killed, before anything connects, and ends when the hub leaves.', async () => {
    const fleet = await startFleet();
    const mia = await joinedHub(fleet, 'mia');
    await fleet.put(ops.sign({ version: 6, rules: [noCalls], pauseAll: true }));
    await inForce(mia.panel, 6);
    expect(await deedsIn(mia.panel)).toEqual(['taken']);
    await fleet.nats.kill();
    await mia.hub.kill('SIGKILL');
    const panel = await mia.place.panel(await mia.place.serve());
    expect(panel.snapshot.hub).toMatchObject({ mode: 'paused', modeHeld: { version: 6, signer: 'Ops team' } });
    expect(await panel.request('fleet:policy', {})).toMatchObject({
      policy: { version: 6 },
      rules: [{ id: 'no-calls' }],
      fault: null,
    });
    await fleet.nats.restart();
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'online', 'it is online again');
    await fleet.put(ops.sign({ version: 5 }));
    await panel.waitFor(({ hub }) => hub.fleet?.policy?.fault !== null, 'the older one is refused');
    expect(panel.snapshot.hub.fleet?.policy).toMatchObject({ version: 6, fault: { so: 'rolled-back', version: 5 } });
    await panel.request('fleet:leave', {});
    await panel.waitFor(({ hub }) => hub.mode === 'running' && !hub.modeHeld, 'it holds no more');
    expect(await deedsIn(panel)).toEqual(expect.arrayContaining(['taken', 'refused', 'ended']));
  });

  test('What is refused is told with its reason, and nothing of it holds; what is taken out of the fleet stays.', async () => {
    const fleet = await startFleet();
    const { panel } = await joinedHub(fleet, 'mia');
    const stranger = policySigner('Stranger');
    const refused = async (envelope: string, so: string) => {
      await fleet.put(envelope);
      await panel.waitFor(({ hub }) => {
        const fault = hub.fleet?.policy?.fault;
        return fault?.kind === 'fleet-policy-fault' && fault.so === so;
      }, `it is refused as ${so}`);
    };
    await refused(stranger.sign({ pauseAll: true }), 'unknown-key');
    await refused(ops.sign({ stoppedAgents: [{ agent: 'you' }], pauseAll: true }), 'locks-out-agent');
    await refused(ops.sign({ signedAt: '2099-01-01T00:00:00Z', pauseAll: true }), 'future');
    expect(panel.snapshot.hub).toMatchObject({ mode: 'running', fleet: { policy: { version: 0 } } });
    await fleet.put(ops.sign({ version: 2, pauseAll: true }));
    await inForce(panel, 2);
    await fleet.take();
    await panel.waitFor(({ hub }) => {
      const fault = hub.fleet?.policy?.fault;
      return fault?.kind === 'fleet-policy-fault' && fault.so === 'withdrawn';
    }, 'that is told');
    expect(panel.snapshot.hub).toMatchObject({ mode: 'paused', fleet: { policy: { version: 2, pausesAll: true } } });
  });

  test('Keys are named and taken away without leaving: what one has signed comes into force, and ends with it.', async () => {
    const fleet = await startFleet();
    const { panel } = await joinedHub(fleet, 'mia');
    const sec = policySigner('Security');
    await fleet.put(ops.sign({ version: 1, rules: [noCalls] }));
    await inForce(panel, 1);
    await fleet.put(sec.sign({ version: 2, pauseAll: true }));
    await panel.waitFor(({ hub }) => hub.fleet?.policy?.fault !== null, 'it is refused');
    const { joinedAt } = panel.snapshot.hub.fleet ?? {};
    await panel.request('fleet:set-signers', { add: [{ name: 'Security', key: sec.signer.key }] });
    await inForce(panel, 2);
    expect(panel.snapshot.hub).toMatchObject({
      mode: 'paused',
      fleet: {
        joinedAt,
        policy: { signedBy: 'Security', fault: null },
        signers: [{ name: 'Ops team' }, { name: 'Security' }],
      },
    });
    await panel.request('fleet:set-signers', { add: [{ name: 'Sec', key: sec.signer.key }] });
    await panel.waitFor(({ hub }) => hub.fleet?.policy?.signedBy === 'Sec', 'it is called otherwise');
    await expect(panel.request('fleet:set-signers', { remove: ['Security'] })).rejects.toThrow(/keys list/);
    await expect(panel.request('fleet:set-signers', { add: [{ name: 'Bad', key: 'none' }] })).rejects.toThrow(
      /Ed25519/,
    );
    await panel.request('fleet:set-signers', { remove: ['Sec'] });
    // What the other key has signed is beneath it, and holds again.
    await panel.waitFor(({ hub }) => hub.mode === 'running' && hub.fleet?.policy?.version === 1, 'it has ended');
    expect(await deedsIn(panel)).toEqual(expect.arrayContaining(['taken', 'refused', 'trust', 'distrust', 'ended']));
  });

  test('The owner makes a key, signs and publishes from a panel; a key that was not named publishes nothing.', async () => {
    const fleet = await startFleet();
    const { panel } = await joinedHub(fleet, 'mia');
    const made = await panel.request('fleet:new-key', { name: 'ours' });
    const { key } = made;
    // A form can offer it, without its private half.
    expect((await panel.request('fleet:at-hand', {})).keys).toEqual([{ name: 'ours', ...made }]);
    await expect(
      panel.request('fleet:sign-and-publish', { key: 'ours', change: { kind: 'pause-all', on: true } }),
    ).rejects.toThrow(/none of those that were named/);
    await panel.request('fleet:set-signers', { add: [{ name: 'Ours', key }] });
    const publish = (change: PanelParams<'fleet:sign-and-publish'>['change']) =>
      panel.request('fleet:sign-and-publish', { key: 'ours', change });
    expect(await publish({ kind: 'replace', draft: { rules: [noCalls] } })).toEqual({ version: 1, signedBy: 'Ours' });
    expect(await publish({ kind: 'stop-agent', agent: 'Wild' })).toEqual({ version: 2, signedBy: 'Ours' });
    expect(await publish({ kind: 'pause-all', on: true })).toEqual({ version: 3, signedBy: 'Ours' });
    expect(await panel.request('fleet:policy', {})).toMatchObject({
      policy: { version: 3, pausesAll: true, stoppedAgents: ['Wild'] },
      rules: [{ id: 'no-calls' }],
    });
    await publish({ kind: 'pause-all', on: false });
    await publish({ kind: 'allow-agent', agent: 'Wild' });
    await panel.waitFor(({ hub }) => hub.mode === 'running' && hub.fleet?.policy?.version === 5, 'all is lifted');
  });

  test('Where a key has signed that is not named here nothing is published over it, nor where junk lies upon it; once named the higher version holds.', async () => {
    const fleet = await startFleet();
    const { panel } = await joinedHub(fleet, 'mia');
    const other = policySigner('Other team');
    await fleet.put(other.sign({ version: 9, pauseAll: true }));
    const publish = (version: number) => panel.request('fleet:publish-policy', { envelope: ops.sign({ version }) });
    await expect(publish(1)).rejects.toThrow(/key that nobody has named here/);
    await fleet.put('{"type":"io.nats.jetstream.api.v1.stream_info_response"}');
    await expect(publish(1)).rejects.toThrow(/key that nobody has named here/);
    await panel.request('fleet:set-signers', { add: [{ name: 'Other', key: other.signer.key }] });
    await inForce(panel, 9);
    expect(panel.snapshot.hub.fleet?.policy).toMatchObject({ version: 9, pausesAll: true, signedBy: 'Other' });
    await expect(publish(1)).rejects.toThrow(/version 1, older than 9/);
    expect(await publish(10)).toMatchObject({ version: 10 });
    await inForce(panel, 10);
  });

  test('The command line makes keys, signs, checks and publishes, once the user has confirmed it in the panel.', async () => {
    const fleet = await startFleet();
    const { place, panel } = await joinedHub(fleet, 'mia');
    const write = (name: string, text: string) => {
      fs.writeFileSync(path.join(place.folder, name), text);
      return path.join(place.folder, name);
    };
    const key = write('ops.pem', ops.privateKey);
    const draft = write('draft.json', JSON.stringify({ rules: [noCalls] }));
    const signed = path.join(place.folder, 'signed.json');
    expect(await place.run(['fleet', 'policy', 'sign', draft, '--key', key, '--out', signed])).toMatchObject({
      code: 0,
    });
    expect((await place.run(['fleet', 'policy', 'check', signed])).stdout).toBe(
      'It takes nothing from any grant here.\n',
    );
    const publishing = place.run(['fleet', 'policy', 'publish', signed]);
    await confirm(panel);
    expect(await publishing).toMatchObject({ code: 0, stdout: 'Version 1, signed by Ops team, is published.\n' });
    await inForce(panel, 1);
    expect((await place.run(['fleet', 'policy', 'show'])).stdout).toContain(
      'Version 1 is in force, signed by Ops team at ',
    );
    expect((await place.run(['fleet', 'policy', 'versions', '--json'])).stdout).toContain('"signedBy":"Ops team"');
    const { stdout } = await place.run(['fleet', 'keys', 'new', 'mine', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'mine', fingerprint: expect.stringMatching(/^SHA256:/) });
    // Nobody is asked about what no hub would take.
    const pausing = await place.run(['fleet', 'pause', '--all', '--key', 'mine']);
    expect(pausing).toMatchObject({ code: 1, stderr: expect.stringContaining('none of those that were named') });
    expect(panel.snapshot.confirmations).toEqual({});
  });
});

/** What the audit says that was done with policies. */
async function deedsIn(panel: HubView): Promise<string[]> {
  const { entries } = await panel.request('audit:query', { count: 20 });
  return entries.flatMap(({ why }) => {
    const what = why?.kind === 'rule-change' || why?.kind === 'rule-change-not-made' ? why.what : null;
    return what?.kind === 'fleet-policy-deed' ? [what.how] : [];
  });
}

async function confirm(panel: HubView): Promise<void> {
  await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length > 0, 'it is to be confirmed');
  const [confirmationId = ''] = Object.keys(panel.snapshot.confirmations);
  await panel.request('confirmations:answer', { confirmationId, effect: 'allow' });
}
