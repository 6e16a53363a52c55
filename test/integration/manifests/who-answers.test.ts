// Which of several manifests a browser takes, and why: by family and system, with programs that are gone and policies that forbid.
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { installManifest } from '../../../native-host/manifests/installer.ts';
import { locationOf, lookAt } from '../../../native-host/manifests/machine-plans.ts';
import { readReceipts } from '../../../native-host/manifests/receipts.ts';
import { whoAnswers } from '../../../native-host/manifests/who-answers.ts';
import { inEnglish } from '../../../words/english.ts';
import { createTempMachine } from './temp-machine.ts';
import type { WhoAnswers } from '../../../contract/schemas/browsers.ts';
import type { ManifestHostId } from '../../../contract/schemas/manifests.ts';
import type { RunningProcess } from '../../../native-host/manifests/processes.ts';
import type { TempMachine } from './temp-machine.ts';

const name = 'dev.pilothouse.relay';
const chromiumFile = `.config/chromium/NativeMessagingHosts/${name}.json`;
const firefoxFile = `.mozilla/native-messaging-hosts/${name}.json`;

let machine: TempMachine;
afterEach(() => machine.end());

async function ask(
  browserId: string,
  { host = 'pilothouse', processes = [] }: { host?: ManifestHostId; processes?: readonly RunningProcess[] } = {},
): Promise<WhoAnswers> {
  const context = { ...machine.context, host };
  const plan = await lookAt(context, locationOf(context, browserId));
  return whoAnswers(context, plan, { receipts: await readReceipts(context), processes });
}

/** A manifest of another program, as its family asks for it. */
function manifest(path: string, change: object = {}): string {
  const { chromium, firefox } = machine.context.extensionIds;
  return JSON.stringify({
    name,
    description: 'Theirs',
    path,
    type: 'stdio',
    allowed_origins: [`chrome-extension://${chromium}/`],
    allowed_extensions: [firefox],
    ...change,
  });
}

async function program(text = '#!/bin/sh\n'): Promise<string> {
  const path = await machine.file('bin/theirs', text);
  await chmod(path, 0o755);
  return path;
}

async function systemFile(path: string, text: string): Promise<string> {
  const file = join(machine.root, 'system', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const verdicts = ({ claims }: WhoAnswers) =>
  claims.map(({ scope, verdict }) => `${scope} ${verdict.kind}: ${inEnglish(verdict.reason)}`);

describe('Chromium', () => {
  it('takes ours, and tells that it runs by the relay that the launcher starts', async () => {
    machine = await createTempMachine('linux');
    await machine.folder('.config/chromium');
    await installManifest(machine.context, 'chromium');
    const relay = join(machine.context.dataHome, 'launcher/relay.cjs');
    const processes = [{ pid: 4711, parent: 1, program: '/usr/bin/node', args: [relay, '--home', 'x'] }];
    const answer = await ask('chromium', { processes });
    expect(answer).toMatchObject({
      hostName: name,
      answer: { kind: 'pilothouse' },
      claims: [
        { scope: 'user', whose: 'ours', programState: { kind: 'runs', pids: [4711] }, verdict: { kind: 'taken' } },
      ],
      canUse: false,
      canGiveBack: true,
    });
  });

  it('takes the first that exists, so that a broken one of the user hides a good one of the machine', async () => {
    machine = await createTempMachine('linux');
    await machine.file(chromiumFile, '{');
    await systemFile(`etc/chromium/native-messaging-hosts/${name}.json`, manifest(await program()));
    const answer = await ask('chromium');
    expect([answer.answer.kind, verdicts(answer), answer.canUse]).toEqual([
      'nobody',
      [
        `user invalid: ~/${chromiumFile} is no manifest that a browser understands.`,
        `system passed-over: Chromium does not come to it: ~/${chromiumFile} exists and hides it.`,
      ],
      true,
    ]);
  });

  it('comes to the place of the whole machine where the user has none', async () => {
    machine = await createTempMachine('linux');
    await machine.folder('.config/chromium');
    const theirs = await program();
    const file = await systemFile(`etc/chromium/native-messaging-hosts/${name}.json`, manifest(theirs));
    await utimes(file, 1, 1_700_000_000);
    expect(await ask('chromium')).toMatchObject({
      answer: { kind: 'other', program: theirs },
      claims: [
        { scope: 'system', place: file, whose: 'other', writtenAt: 1_700_000_000_000, programState: { kind: 'ready' } },
      ],
    });
  });

  it.each([
    ['a byte order mark', (path: string) => `\ufeff${manifest(path)}`, 'begins with a byte order mark'],
    ['another name', (path: string) => manifest(path, { name: 'com.other' }), 'Its “name” is not what'],
    ['no description', (path: string) => manifest(path, { description: '' }), 'Its “description” is not what'],
    ['another type', (path: string) => manifest(path, { type: 'pipe' }), 'Its “type” is not what'],
    ['a relative path', () => manifest('bin/theirs'), 'Its “path” is not what'],
    [
      'a wildcard',
      (path: string) => manifest(path, { allowed_origins: ['chrome-extension://*/'] }),
      'Its “allowed_origins” is',
    ],
    [
      'another extension',
      (path: string) => manifest(path, { allowed_origins: [`chrome-extension://${'a'.repeat(32)}/`] }),
      'It is not for Pilothouse.',
    ],
  ])('refuses %s', async (_what, text, sentence) => {
    machine = await createTempMachine('linux');
    await machine.file(chromiumFile, text(await program()));
    const answer = await ask('chromium');
    expect([answer.answer.kind, verdicts(answer)]).toEqual(['nobody', [expect.stringContaining(sentence)]]);
  });

  it.each([
    ['is gone', 'missing', async () => '/opt/gone/host'],
    ['is not executable', 'not-executable', () => machine.file('bin/theirs', '#!/bin/sh\n')],
    ['asks for an interpreter that is gone', 'no-interpreter', () => program('#!/opt/no/python3 -u\n')],
  ])('is answered by nobody where the program %s', async (_what, state, path) => {
    machine = await createTempMachine('linux');
    await machine.file(chromiumFile, manifest(await path()));
    const { answer, claims } = await ask('chromium');
    expect([answer.kind, claims[0]?.programState.kind, claims[0]?.verdict.kind]).toEqual(['nobody', state, 'invalid']);
  });

  it('is asked for each of the names that Claude in Chrome knows', async () => {
    machine = await createTempMachine('linux');
    await machine.folder('.config/chromium');
    const names = await Promise.all(
      (['claude-desktop', 'claude-code'] as const).map(async host => (await ask('chromium', { host })).hostName),
    );
    expect(names).toEqual(['com.anthropic.claude_browser_extension', 'com.anthropic.claude_code_browser_extension']);
  });
});

describe('a policy', () => {
  const policies = 'etc/chromium/policies/managed';
  const withOurs = async () => {
    machine = await createTempMachine('linux');
    await machine.folder('.config/chromium');
    await installManifest(machine.context, 'chromium');
  };

  it('that forbids hosts of the user passes over ours, and is named with its file', async () => {
    await withOurs();
    const file = await systemFile(`${policies}/strict.json`, '{"NativeMessagingUserLevelHosts":false}');
    const answer = await ask('chromium');
    expect([answer.answer.kind, verdicts(answer), answer.policies.map(inEnglish)]).toEqual([
      'forbidden',
      [`user passed-over: A policy in ${file} forbids hosts of the user.`],
      [`The policy in ${file} forbids native messaging hosts of the user.`],
    ]);
  });

  it.each([
    ['blocks all', { NativeMessagingBlocklist: ['*'] }, 'forbidden'],
    ['blocks all but ours', { NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: [name] }, 'pilothouse'],
    ['blocks another', { NativeMessagingBlocklist: ['com.other'] }, 'pilothouse'],
  ])('that %s', async (_what, settings, kind) => {
    await withOurs();
    await systemFile(`${policies}/list.json`, JSON.stringify(settings));
    expect((await ask('chromium')).answer.kind).toBe(kind);
  });

  it('may allow in one file what it blocks in another, and the last file by name decides', async () => {
    await withOurs();
    await systemFile(`${policies}/a.json`, '{"NativeMessagingBlocklist":["*"],"NativeMessagingUserLevelHosts":false}');
    await systemFile(`${policies}/b.json`, JSON.stringify({ NativeMessagingAllowlist: [name] }));
    expect((await ask('chromium')).answer.kind).toBe('forbidden');
    await systemFile(`${policies}/c.json`, '{"NativeMessagingUserLevelHosts":true}');
    expect((await ask('chromium')).answer.kind).toBe('pilothouse');
  });

  it('that cannot be read is said, and changes nothing', async () => {
    await withOurs();
    const file = await systemFile(`${policies}/broken.json`, '{');
    const { answer, policies: said } = await ask('chromium');
    expect([answer.kind, said.map(inEnglish)]).toEqual(['pilothouse', [`The policy in ${file} could not be read.`]]);
  });

  it('of Firefox stands in policies.json', async () => {
    machine = await createTempMachine('linux');
    await machine.folder('.mozilla');
    await installManifest(machine.context, 'firefox');
    await systemFile('etc/firefox/policies/policies.json', '{"policies":{"NativeMessagingUserLevelHosts":false}}');
    expect((await ask('firefox')).answer.kind).toBe('forbidden');
  });
});

describe('Firefox', () => {
  it('falls through from a broken manifest of the user to that of the machine', async () => {
    machine = await createTempMachine('linux');
    await machine.file(firefoxFile, '{');
    const theirs = await program();
    await systemFile(`usr/lib/mozilla/native-messaging-hosts/${name}.json`, manifest(theirs));
    const answer = await ask('firefox');
    expect([answer.answer, answer.claims.map(({ verdict }) => verdict.kind)]).toMatchObject([
      { kind: 'other', program: theirs },
      ['invalid', 'taken'],
    ]);
  });

  it('reads the folder of Mozilla on macOS', async () => {
    machine = await createTempMachine('darwin');
    await machine.folder('Library/Application Support/Firefox');
    await installManifest(machine.context, 'firefox');
    const { answer, claims } = await ask('firefox');
    expect([answer.kind, claims[0]?.place]).toEqual([
      'pilothouse',
      join(machine.context.homeDir, `Library/Application Support/Mozilla/NativeMessagingHosts/${name}.json`),
    ]);
  });
});

describe('Windows', () => {
  const key = (root: string, vendor: string) => `${root}\\${vendor}\\NativeMessagingHosts\\${name}`;

  it('asks the keys of the user before those of the machine, and the view of 32 bits first', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Local/Microsoft/Edge/User Data');
    const theirs = await program();
    const file = await machine.file('theirs.json', manifest(theirs));
    const places = [
      key('HKCU\\Software', 'Google\\Chrome'),
      key('HKLM\\Software\\WOW6432Node', 'Microsoft\\Edge'),
      key('HKLM\\Software', 'Microsoft\\Edge'),
    ];
    for (const place of places) machine.registry.set(place, file);
    const { answer, claims } = await ask('edge');
    expect([answer.kind, claims.map(({ scope, place, verdict }) => [scope, place, verdict.kind])]).toEqual([
      'other',
      [
        ['user-key', places[0], 'taken'],
        ['system-key', places[1], 'passed-over'],
        ['system-key', places[2], 'passed-over'],
      ],
    ]);
  });

  it('takes the first key even where its file is missing, in Firefox too', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Roaming/Mozilla/Firefox');
    machine.registry.set(key('HKCU\\Software', 'Mozilla'), join(machine.root, 'gone.json'));
    machine.registry.set(
      key('HKLM\\Software', 'Mozilla'),
      await machine.file('theirs.json', manifest(await program())),
    );
    const { answer, claims } = await ask('firefox');
    expect([answer.kind, claims.map(({ verdict }) => verdict.kind)]).toEqual(['nobody', ['invalid', 'passed-over']]);
    expect(inEnglish(claims[0]!.verdict.reason)).toBe(
      `The key leads to ${join(machine.root, 'gone.json')}, which is missing.`,
    );
  });
});
