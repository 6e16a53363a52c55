// `pilothouse grants` on a running hub: the same grants as the panel's, before a question and while it waits; and the policy file above them.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { openPlace, usePlace } from '../../support/hub-process.ts';
import { runSpeaker, say } from './scenes.ts';
import type { HubPlace } from '../../support/hub-process.ts';

async function ready(place: HubPlace) {
  const panel = await place.panel(await place.serve());
  await runSpeaker(panel);
  const credential = await panel.request('clients:create', { name: 'By hand', start: 'ask' });
  const agent = await place.httpAgent(credential);
  const grants = async (...args: string[]) => {
    const { code, stdout, stderr } = await confirmed(panel, place.run(['grants', ...args]));
    return { code, stderr, answer: args.includes('--json') && code === 0 ? JSON.parse(stdout) : stdout };
  };
  return { panel, agent, client: credential.client.id, grants };
}
let refusing: HubPlace;
beforeAll(async () => {
  refusing = openPlace();
  await refusing.serve();
});
afterAll(() => refusing.end());

const onSpeaker = ['--scope', 'servers:call', '--server', 'speaker'];

const atServer = (serverId: string) => ({ kind: 'server', serverId });

test('A grant by hand answers a call that waits already; revoked, the next one is asked about and explained.', async () => {
  const { panel, agent, client, grants } = await ready(usePlace());
  const waiting = agent.call(say, { message: 'one' });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
  const allowed = await grants('allow', '--client', 'By hand', ...onSpeaker, '--json');
  expect(allowed.answer.grant).toMatchObject({ id: '1', subject: { kind: 'client', id: client }, lifetime: 'always' });
  expect(await waiting).toEqual({ text: 'Said: one', isError: false });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is taken away');

  expect((await grants('list', '--json')).answer).toMatchObject({ grants: [{ id: '1', uses: 1 }] });
  expect((await grants('revoke', '1')).answer).toBe('Grant 1 was revoked.\n');
  const onSample = ['--scope', 'servers:call', '--server', 'everything'];
  const other = await grants('allow', '--client', client, ...onSample, '--json');
  expect(other.answer.grant.id).toBe('2');
  const asked = agent.call(say, { message: 'two' });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about again');
  const [promptId = ''] = Object.keys(panel.snapshot.prompts);
  expect((await grants('explain', '--prompt', promptId, '--json')).answer).toMatchObject({
    decision: 'ask',
    nearest: [
      { rule: 'grant 2', differs: [{ what: 'place', rule: atServer('everything'), call: [atServer('speaker')] }] },
    ],
  });
  await panel.request('prompts:answer', { promptId, effect: 'deny', lifetime: 'use' });
  expect((await asked).isError).toBe(true);
});

test('A policy beats what the user allowed, names its rule, and is told where it is wrong.', async () => {
  const place = usePlace();
  const { panel, agent, client, grants } = await ready(place);
  await grants('allow', '--client', client, ...onSpeaker);
  const file = path.join(place.home, 'policy.json');
  const rule = {
    id: 'no-speaker',
    effect: 'deny',
    scopes: ['servers:call'],
    servers: ['speaker'],
    reason: 'not here',
  };
  writeFileSync(file, JSON.stringify({ version: 1, rules: [rule] }));
  await panel.waitFor(({ hub }) => hub.policy.state === 'active', 'the policy is in force');
  const { text } = await agent.call(say, { message: 'x' });
  expect(text).toContain('"no-speaker" of policy.json (not here)');
  expect((await grants('explain', '--client', client, ...onSpeaker)).answer).toContain(
    'It is refused by the rule "no-speaker" of policy.json.',
  );
  writeFileSync(file, '{ "version": 1,');
  // Before it is whole the file is broken at its first column.
  await panel.waitFor(({ hub }) => hub.policy.error?.column === 16, 'the mistake is told');
  expect(panel.snapshot.hub.policy).toMatchObject({ state: 'broken', error: { line: 1 } });
  expect((await agent.call(say, { message: 'x' })).isError).toBe(true);
  const { entries, matched } = await panel.request('audit:query', { filter: { rule: 'policy no-speaker' }, count: 10 });
  expect([matched, entries[0]]).toMatchObject([2, { what: 'speaker/say', scope: 'servers:call', outcome: 'deny' }]);
});

// What is typed and names nothing is a usage error; what cannot be granted now is a failure.
test.each([
  [['allow', '--client', 'nobody', '--scope', 'servers:call'], 'There is no client "nobody"'],
  [['allow', '--scope', 'servers:call'], 'exactly one of --client, --origin, --plugin and --hub'],
  [['allow', '--origin', 'a b', '--scope', 'servers:call'], '"a b" is no web origin'],
  [['allow', '--plugin', 'p', '--scope', 'everything'], 'scope'],
  [['deny', '--plugin', 'p', '--scope', 'servers:call', '--lifetime', 'lock'], 'is not reported on this machine', 1],
  [['deny', '--plugin', 'p', '--scope', 'browser:script', '--tab', 'b1:4'], 'nothing is granted in it for always', 1],
  [['allow', '--plugin', 'p', '--scope', 'servers:call', '--server', 'x'], 'There is no server "x"; pilothouse status'],
  [
    ['allow', '--plugin', 'p', '--scope', 'browser:script', '--lifetime', 'agent', '--agent', 'x'],
    'There is no agent "x"; pilothouse status --json lists',
  ],
  [['allow', '--plugin', 'p', '--scope', 'x'], 'scope: "x" is not possible; choose one of model:prompt, '],
  [
    ['allow', '--plugin', 'p', '--scope', 'browser:script', '--lifetime', 'x'],
    'lifetime: "x" is not possible; choose one of once, agent, lock and always.',
  ],
  [['allow', '--plugin', 'p', '--scope', 'browser:script', '--site', 'a b'], '"a b" is no site; write https://'],
  [['allow', '--plugin', 'p', '--scope', 'browser:script', '--tab', 'x'], '"x" is no tab; write the browser'],
  [['explain', '--plugin', 'p'], 'Say about what: --scope'],
  [['explain', '--plugin', 'p', '--scope', 'x'], 'scope: "x" is not possible; choose one of'],
  [['explain', '--plugin', 'p', '--scope', 'browser:script', '--site', 'a b'], '"a b" is no site'],
  [['explain', '--prompt', '9'], 'Prompt 9 has ended; ask about its call', 1],
  [['revoke', '99'], 'There never was a grant "99"; pilothouse grants list'],
] satisfies [string[], string, number?][])(
  'grants %j fails with one sentence.',
  async (args, sentence, exitCode = 2) => {
    const { code, stdout, stderr } = await refusing.run(['grants', ...args]);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([exitCode, '', 1]);
    expect(stderr).toContain(sentence);
  },
);

test('What another agent is may not be granted to a client: the agent is one of its own.', async () => {
  const { panel, grants, client } = await ready(usePlace());
  const other = await panel.request('clients:create', { name: 'Other', start: 'ask' });
  await panel.waitFor(({ agents }) => Object.keys(agents).length > 0, 'the agent is shown');
  const [agentId = ''] = Object.keys(panel.snapshot.agents);
  const until = ['--scope', 'servers:call', '--lifetime', 'agent', '--agent', agentId];
  expect((await grants('allow', '--client', other.client.id, ...until)).stderr).toContain(
    `is one of ${client}, not of`,
  );
  expect((await grants('allow', '--client', client, ...until, '--json')).answer.grant).toMatchObject({ agentId });
});
