// What spec 000 says of tabs and of the token where the captured conversation shows nothing of it.
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { claudezillaFiles, openScene, switchOn } from './claudezilla-scene.ts';

const agentOf = (letter: string) => `agent_${letter.repeat(32)}_${process.pid}`;
const [first, second, third] = ['a', 'b', 'c'].map(agentOf);

test('000 Request Format: a command without a tab goes to one of its agent’s own, and to nobody’s where it has none.', async () => {
  const { ask, browser } = await openScene();
  await ask('createWindow', { url: 'http://127.0.0.1:18080/a1', agentId: first });
  await ask('createWindow', { url: 'http://127.0.0.1:18080/b1', agentId: second });
  expect(await ask('getContent', { agentId: first })).toMatchObject({ result: { tabId: 2 } });
  expect(await ask('getContent', { agentId: second })).toMatchObject({ result: { tabId: 3 } });
  const calls = browser.calls.length;
  expect(await ask('getContent', { agentId: third })).toEqual({
    success: false,
    error: 'NO_TABS: All tabs have been closed. Call firefox_create_window to open a new tab.',
  });
  expect(browser.calls).toHaveLength(calls);
});

test('000 Unix Socket: each start writes another token, which the end takes away.', async () => {
  const place = usePlace();
  const { tokenFile } = claudezillaFiles(place);
  const tokens: string[] = [];
  for (const start of ['first', 'second']) {
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await switchOn(panel);
    await panel.waitFor(
      ({ endpoints }) => endpoints['claudezilla']?.state.kind === 'listening',
      `the ${start} listens`,
    );
    tokens.push(fs.readFileSync(tokenFile, 'utf8'));
    await hub.kill('SIGTERM');
    expect(fs.existsSync(tokenFile)).toBe(false);
  }
  expect(tokens.map(token => token.length)).toEqual([64, 64]);
  expect(tokens[0]).not.toBe(tokens[1]);
});
