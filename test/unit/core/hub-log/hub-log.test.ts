// What the hub's log takes in is masked first and cut then, so that a cut through a secret leaves no half of it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HubLog } from '../../../../electron/core/hub-log/hub-log.ts';

const secret = 'hunter2-hunter3-hunter4';

async function openLog() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-log-'));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  const log = new HubLog({ home, now: () => 7, onLines: () => {} });
  await log.open(text => text.replaceAll(secret, '••••'));
  return { log, written: async () => (await log.close(), fs.readFileSync(log.path, 'utf8')) };
}

test.each([
  ['facts', (log: HubLog, text: string) => log.joined({ info() {}, warn() {} }).warn({ text }, 'Something failed.')],
  ['an error that nobody caught', (log: HubLog, text: string) => log.failed(new Error(text))],
  ['what was rejected with no error', (log: HubLog, text: string) => log.failed(text)],
])('%s', async (_what, write) => {
  const { log, written } = await openLog();
  // The limit of what is kept lies within the secret, wherever the text begins in its line.
  for (let before = 1_900; before < 2_000; before += 5) write(log, `${'x'.repeat(before)}${secret}`);
  const text = await written();
  expect(text.split('\n').length).toBe(21);
  expect(text).not.toMatch(/hunter|unter2/);
  expect(text).toContain('••');
});

test('an error is one line with where it happened', async () => {
  const { log, written } = await openLog();
  log.failed(new Error('No such luck.'));
  const line = JSON.parse(await written());
  expect(line).toMatchObject({ level: 'error', part: 'hub', what: { kind: 'log-uncaught' } });
  expect(line.what.error).toMatch(/^Error: No such luck\. at .*hub-log\.test\.ts/);
});
