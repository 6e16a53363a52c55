// Attack: a name of a server's tool carries what clears a terminal, sets its title, hides text or turns it around. No command prints it so.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { runSpeaker, say } from '../hub/scenes.ts';
import type { HubPlace } from '../../support/hub-process.ts';

const escape = '\u001b';
/** Clears the screen, sets the title of the window, begins a control sequence in one character, turns the line, hides, moves back. */
const hostile = `speaker/${escape}[2J${escape}]0;owned\u0007\u009b31m\u202e\u200b\r\u007fgrant`;
const steering = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;

let place: HubPlace;
let promptId: string;

beforeAll(async () => {
  place = openPlace();
  const panel = await place.panel(await place.serve());
  await runSpeaker(panel);
  const credential = await panel.request('clients:create', { name: 'Agent\u009b31m\u202e', start: 'ask' });
  await panel.request('grants:set', {
    effect: 'deny',
    subject: { kind: 'client', id: credential.client.id },
    scope: 'servers:call',
    tools: [hostile],
    reading: false,
    resource: { kind: 'any' },
    lifetime: 'always',
    agentId: null,
  });
  const agent = await place.httpAgent(credential);
  void agent.call(say, { message: 'one' }).catch(() => {});
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
  [promptId = ''] = Object.keys(panel.snapshot.prompts);
});

afterAll(() => place.end());

test.each([
  ['grants list', () => ['grants', 'list'], '␛[2J␛]0;owned␇⟨U+009B⟩31m⟨U+202E⟩⟨U+200B⟩␍␡grant'],
  ['grants list --json', () => ['grants', 'list', '--json'], '\\u009b31m\\u202e\\u200b'],
  ['grants explain', () => ['grants', 'explain', '--prompt', promptId], '␛[2J␛]0;owned␇'],
  ['grants explain --json', () => ['grants', 'explain', '--prompt', promptId, '--json'], '\\u009b31m\\u202e\\u200b'],
  ['status --json', () => ['status', '--json'], 'Agent\\u009b31m'],
  ['a refusal', () => ['grants', 'revoke', `${escape}]0;owned\u0007\u009b2J`], 'owned'],
])('%s prints nothing that steers the terminal.', async (_, args, part) => {
  const { stdout, stderr } = await place.run(args());
  expect(stdout + stderr).toContain(part);
  expect(steering.exec(stdout + stderr)?.[0]).toBeUndefined();
});

test('A program that reads the JSON gets the name as it is.', async () => {
  const { stdout } = await place.run(['grants', 'list', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ grants: [{ tools: [hostile] }] });
});

test('Whoever reads the log may go away: what is written then ends no program.', async () => {
  const terminal = join(repositoryRoot, 'electron/core/platform/terminal.ts');
  const script = `const { logOnTerminal } = await import(${JSON.stringify(terminal)});
    for (let line = 0; line < 20; line += 1) {
      logOnTerminal.write('{}');
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    console.log('still there');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.destroy();
  let said = '';
  child.stdout.on('data', data => (said += String(data)));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, said]).toEqual([0, 'still there\n']);
});
