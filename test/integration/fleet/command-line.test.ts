// What `pilothouse fleet` asks of people: nothing that cannot be done, what they may have mistyped, and keys that go from hub to hub.
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { startPolicyFleet } from '../../support/fleet-policy.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { answer, runSpeaker, say } from '../hub/scenes.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { NatsServer } from '../../support/nats-server.ts';
import type { HubView } from '../../support/panel-client.ts';

interface Scene {
  readonly nats: NatsServer;
  readonly place: HubPlace;
  readonly panel: HubView;
  readonly file: (name: string, text?: string) => string;
}

async function scene(): Promise<Scene> {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  await startPolicyFleet(nats.url);
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const file = (name: string, text?: string) => {
    const full = path.join(place.home, '..', `${path.basename(place.home)}-${name}`);
    onTestFinished(() => fs.rmSync(full, { force: true }));
    if (text !== undefined) fs.writeFileSync(full, text);
    return full;
  };
  return { nats, place, panel, file };
}

/** What it ends with, where nobody was asked. */
async function unasked({ place, panel }: Scene, ...args: string[]) {
  let over = false;
  const work = place.run(['fleet', ...args]).finally(() => (over = true));
  await until(() => over || Object.keys(panel.snapshot.confirmations).length > 0, 'it ends, or asks');
  const asked = Object.values(panel.snapshot.confirmations);
  for (const { id } of asked) await panel.request('confirmations:answer', { confirmationId: id, effect: 'deny' });
  const { code, stdout, stderr } = await work;
  expect(asked, args.join(' ')).toEqual([]);
  return { code, stdout, stderr };
}

const agreed = async ({ place, panel }: Scene, ...args: string[]) => confirmed(panel, place.run(['fleet', ...args]));

describeWith(['nats'], 'The command line of the fleet', () => {
  test('Nobody is asked to confirm what a hub in no fleet cannot do.', async () => {
    const all = await scene();
    await runSpeaker(all.panel);
    const none = expect.stringContaining('This hub is in no fleet');
    for (const args of [
      ['leave'],
      ['rename', 'kay'],
      ['share', 'speaker', '--hub', 'jun'],
      ['keys', 'distrust', 'Ops'],
    ])
      expect(await unasked(all, ...args)).toMatchObject({ code: 1, stderr: none });
    await all.place.run(['fleet', 'keys', 'new', 'ops']);
    expect(await unasked(all, 'pause', '--all', '--key', 'ops')).toMatchObject({ code: 1, stderr: none });
    const join = await unasked(all, 'join', 'nats://127.0.0.1:1', '--name', 'mia');
    expect(join).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1:1') });
  }, 120_000);

  test('Nor what a hub in a fleet cannot do, and what is not there is told beside what is.', async () => {
    const all = await scene();
    const { nats, panel, place, file } = all;
    await runSpeaker(panel);
    const joined = await agreed(all, 'join', nats.url, '--name', 'mia');
    expect(joined).toMatchObject({ code: 0, stdout: expect.stringContaining('online since') });
    const refusals: (readonly [string, ...string[]])[] = [
      ['already', 'join', nats.url, '--name', 'kay'],
      ['nope', 'share', 'nope', '--hub', 'jun'],
      ['Nobody could use', 'share', 'speaker'],
      ['speaker has no tool shout; it has say', 'share', 'speaker', '--hub', 'jun', '--tool', 'shout'],
      ['jun shares no "files"; no other hub shares anything yet.', 'use', 'jun/files'],
      ['is not used here', 'unuse', 'jun/files'],
      ['There is no key nope here', 'pause', '--all', '--key', 'nope'],
      ['No key is named Nobody', 'keys', 'distrust', 'Nobody'],
      ['Ops', 'keys', 'trust', `Ops=${file('junk.pem', 'junk')}`],
    ];
    for (const [said, ...args] of refusals)
      expect(await unasked(all, ...args)).toMatchObject({ stdout: '', stderr: expect.stringContaining(said) });
    await place.run(['fleet', 'keys', 'new', 'ops', '--out', file('ops.pem')]);
    expect((await unasked(all, 'pause', '--all', '--key', 'ops')).stderr).toContain('is none of those that were named');
    await agreed(all, 'keys', 'trust', `ops=${file('ops.pem')}`);
    await agreed(all, 'pause', '--all', '--key', 'ops');
    await panel.waitFor(({ hub }) => hub.modeHeld?.version === 1, 'it pauses all');
    const mode = await place.run(['mode', 'running']);
    expect(mode.stderr).toContain('pauses all agents');
    expect((await unasked(all, 'allow-agent', 'Nobody', '--key', 'ops')).stderr).toContain('Nobody is not stopped');
    await nats.kill();
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'offline', 'it is offline');
    expect((await unasked(all, 'resume', '--key', 'ops')).stderr).toContain('nothing can be published');
    const hubs = await place.run(['fleet', 'status']);
    expect(hubs.stdout).toContain('1 hub was here when this one was connected last.');
  }, 120_000);

  test('A key is made, shown and named by its name, as a file or piped on, and lists say what it is for.', async () => {
    const all = await scene();
    const { nats, panel, place, file } = all;
    await agreed(all, 'join', nats.url, '--name', 'mia');
    const made = await place.run(['fleet', 'keys', 'new', 'ops']);
    expect(made.stdout).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\w+/=]+\n-----END PUBLIC KEY-----\n$/);
    const [fingerprint = ''] = /SHA256:[\w+/]+/.exec(made.stderr) ?? [];
    expect(fingerprint).not.toBe('');
    expect((await place.run(['fleet', 'keys', 'show', 'ops'])).stdout).toBe(made.stdout);
    expect(await place.run(['fleet', 'keys', 'show', 'opps'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there are ops'),
    });
    expect((await place.run(['fleet', 'keys', 'new', 'Ops team'])).stderr).toContain('"Ops team" is no name of a key');
    expect((await place.run(['fleet', 'keys', 'list'])).stdout).toMatch(
      new RegExp(`^KEY +FINGERPRINT +USE\\nops +${escaped(fingerprint)} +can sign here; what it signs does not hold`),
    );
    const trust = place.run(['fleet', 'keys', 'trust', `Ops team=${file('ops.pem', made.stdout)}`]);
    await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === 1, 'it is asked');
    const [asked] = Object.values(panel.snapshot.confirmations);
    expect(asked?.change).toMatchObject({ shown: expect.stringContaining(`signer: Ops team ${fingerprint} (`) });
    expect((await confirmed(panel, trust)).stdout).toMatch(/^Ops team .*can sign here, and what it signs holds here$/m);
    const again = place.run(['fleet', 'keys', 'trust', `Other=${file('ops.pem')}`]);
    await panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === 1, 'it is asked again');
    expect(Object.values(panel.snapshot.confirmations)[0]?.change).toMatchObject({
      shown: expect.stringContaining('called Ops team so far'),
    });
    expect((await confirmed(panel, again)).stderr).toContain('The key was called Ops team here, and is called Other');
  }, 120_000);

  test('Names that nobody has heard of are told of; an agent that is stopped again keeps the reason that it had.', async () => {
    const all = await scene();
    const { nats, place, panel, file } = all;
    await runSpeaker(panel);
    await agreed(all, 'join', nats.url, '--name', 'mia', '--role', 'laptop');
    await place.run(['fleet', 'keys', 'new', 'ops', '--out', file('ops.pem')]);
    await agreed(all, 'keys', 'trust', `ops=${file('ops.pem')}`);
    expect((await place.run(['fleet', 'policy', 'versions'])).stdout).toContain('No policy has been published');
    const shared = await agreed(all, 'share', 'speaker', '--hub', 'nohub', '--role', 'norole', '--read-only');
    expect(shared.stderr).toContain('No hub of the fleet is called nohub so far');
    expect(shared.stderr).toContain('gives no hub the role norole');
    const servers = async () => (await place.run(['fleet', 'servers'])).stdout;
    // As many as others may use.
    await until(async () => /^mia\/speaker +0 tools +only reads +of this hub$/m.test(await servers()), 'it is told');
    const byFile = await place.run(['fleet', 'pause', '--all', '--key', './signing.pem']);
    expect([byFile.code, byFile.stderr]).toEqual([2, expect.stringContaining('pilothouse fleet policy sign')]);
    const renamed = await agreed(all, 'share', 'speaker', '--as', 'voice', '--hub', 'nohub');
    expect(renamed.stdout).toBe(
      'It is shared as voice.\nA server has one name in the fleet: as speaker it is shared no longer.\n',
    );
    const stopped = await agreed(all, 'stop-agent', 'Bot', '--key', 'ops', '--reason', 'It ran wild.');
    expect(stopped.stderr).toContain('No agent Bot is to be seen from here');
    await panel.waitFor(({ hub }) => hub.fleet?.policy?.version === 1, 'it is in force');
    await agreed(all, 'stop-agent', 'Bot', '--key', 'ops');
    await panel.waitFor(({ hub }) => hub.fleet?.policy?.version === 2, 'the next one is in force');
    expect((await place.run(['fleet', 'policy', 'show'])).stdout).toContain('Stopped: Bot, It ran wild.');
    expect((await place.run(['fleet', 'policy', 'versions'])).stdout).toMatch(/^VERSION +SIGNED BY .*\n2 +ops/);
    const roles = file('roles.json', JSON.stringify({ roles: { mia: ['builder'] } }));
    const signed = await confirmed(panel, place.run(['fleet', 'policy', 'sign', roles, '--key', 'ops']));
    await agreed(all, 'policy', 'publish', file('signed.json', signed.stdout));
    await panel.waitFor(({ hub }) => hub.fleet?.policy?.version === 3, 'the roles are in force');
    expect((await place.run(['fleet', 'policy', 'show'])).stdout).toMatch(/^HUB +ROLES\nmia +builder$/m);
    expect((await place.run(['fleet', 'hubs'])).stdout).toMatch(
      /^HUB +VERSION +ROLES .*\nmia \* +\S+ +builder +laptop /,
    );
    expect((await place.run(['grants', 'allow', '--hub', 'Zed', '--scope', 'hub:panel'])).stderr).toContain(
      'Zed is no name in a fleet',
    );
  }, 120_000);
});

describeWith(['nats'], 'The audit of a fleet, for people', () => {
  test('It has heads, is ordered by time, and names who it was: an agent by its name, a change by the way it came.', async () => {
    const all = await scene();
    const { nats, place, panel } = all;
    await runSpeaker(panel);
    await agreed(all, 'join', nats.url, '--name', 'mia');
    const credential = await panel.request('clients:create', { name: 'Build bot', start: 'ask' });
    const agent = await place.httpAgent(credential);
    const called = agent.call(say, { message: 'one' });
    await answer(panel, 'deny', 'always');
    await called;
    const audit = async (...args: string[]) => (await place.run(['fleet', 'audit', ...args])).stdout;
    await until(async () => (await audit('--agent', 'build')).includes('speaker/say'), 'it is in the stream');
    expect(await audit('--agent', 'build')).toMatch(
      /^TIME +HUB +WHO +OUTCOME +WHAT +RULE +WHERE\n\S+Z +mia +Build bot +deny/,
    );
    const changes = await audit('--what', 'clients:create');
    expect(changes).toMatch(/^\S+ +mia +(?:the )?panel.* changed +clients:create/m);
    const times = (await audit())
      .split('\n')
      .slice(1, -1)
      .map(line => line.split(' ')[0]);
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted());
    const [line = ''] = (await audit('--agent', 'build', '--json')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ hub: 'mia', name: 'Build bot', changedBy: null, decision: null });
  }, 120_000);
});

function escaped(text: string): string {
  return text.replace(/[+/]/g, '\\$&');
}
