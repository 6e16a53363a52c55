// Where spec 000's socket lies and what guards it: its token, and whatever is at its place already.
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { saying } from '../../support/saying.ts';
import { claudezillaFiles, exchange, openScene, switchOn } from './claudezilla-scene.ts';

/** As the real MCP servers make it, with the pid of a process that lives: this one. */
const first = `agent_${'d35b'.repeat(8)}_${process.pid}`;

describe('The token', () => {
  test('000 Unix Socket: the token is 64 hex characters without an end of line, for its owner alone, and so is the socket.', async () => {
    const { socket, token, tokenFile } = await openScene();
    expect(token()).toMatch(/^[0-9a-f]{64}$/);
    expect([tokenFile, socket].map(file => fs.statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(fs.statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
  });

  test('Replaced from the panel, the old one opens nothing more and the new one does.', async () => {
    const { ask, panel, socket, token } = await openScene();
    const before = token();
    await panel.request('endpoints:rotate-token', { endpointId: 'claudezilla' });
    expect(token()).not.toBe(before);
    expect(await exchange(socket, [{ command: 'ping', authToken: before }])).toMatchObject([
      { error: 'Invalid or missing auth token' },
    ]);
    expect(await ask('ping')).toMatchObject({ success: true });
  });

  test('Twenty-five wrong ones are each refused and traced, and the right one still works after them.', async () => {
    const { ask, panel, socket } = await openScene();
    const wrong = { command: 'ping', params: {}, authToken: '0'.repeat(64) };
    const replies = await exchange(
      socket,
      Array.from({ length: 25 }, () => wrong),
    );
    expect(replies).toEqual(replies.map(() => ({ success: false, error: 'Invalid or missing auth token' })));
    expect(replies).toHaveLength(25);
    expect(await ask('ping')).toMatchObject({ success: true });
    const filter = { text: 'Invalid or missing auth token' };
    const { entries } = await panel.request('trace:window', { filter, from: -1, count: 200 });
    expect(entries).toHaveLength(25);
    const payload = await panel.request('trace:payload', { seq: entries[0]?.seq ?? 0 });
    expect(payload.request).not.toContain('0'.repeat(64));
  });
});

describe('The place', () => {
  test('A socket that answers is left alone, and the panel says who holds it.', async () => {
    const place = usePlace();
    const { socket, tokenFile } = claudezillaFiles(place);
    fs.mkdirSync(path.dirname(socket), { mode: 0o700 });
    const other = net.createServer().listen(socket);
    await once(other, 'listening');
    const panel = await place.panel(await place.serve());
    await switchOn(panel);
    const by = saying({ part: `process ${process.pid} (` });
    await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'held', 'the place is held');
    expect(panel.snapshot.endpoints['claudezilla']?.state).toMatchObject({ by });
    expect([fs.existsSync(socket), fs.existsSync(tokenFile)]).toEqual([true, false]);
    other.close();
    await once(other, 'close');
  });

  test('A link planted for the token is replaced and never followed.', async () => {
    const place = usePlace();
    const { socket, tokenFile } = claudezillaFiles(place);
    const bait = path.join(place.folder, 'bait');
    fs.writeFileSync(bait, 'untouched');
    fs.mkdirSync(path.dirname(socket), { mode: 0o700 });
    fs.symlinkSync(bait, tokenFile);
    const panel = await place.panel(await place.serve());
    await switchOn(panel);
    expect(fs.readFileSync(bait, 'utf8')).toBe('untouched');
    expect(fs.lstatSync(tokenFile).isFile()).toBe(true);
  });

  test('Without a token that can be written the socket is taken away again, and the panel says why.', async () => {
    const place = usePlace();
    const { socket, tokenFile } = claudezillaFiles(place);
    fs.mkdirSync(tokenFile, { recursive: true });
    const panel = await place.panel(await place.serve());
    await switchOn(panel);
    await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'failed', 'it is refused');
    expect(panel.snapshot.endpoints['claudezilla']?.state).toMatchObject({
      reason: saying(/^The token could not be written to .+ \(EISDIR.+\); make room there and try again\.$/),
    });
    expect([fs.existsSync(socket), fs.readdirSync(path.dirname(socket))]).toEqual([false, [path.basename(tokenFile)]]);
  });

  test('A link planted for the socket is refused with a sentence.', async () => {
    const place = usePlace();
    const { socket } = claudezillaFiles(place);
    fs.mkdirSync(path.dirname(socket), { mode: 0o700 });
    fs.symlinkSync(path.join(place.folder, 'elsewhere.sock'), socket);
    const panel = await place.panel(await place.serve());
    await switchOn(panel);
    await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'failed', 'it is refused');
    expect(panel.snapshot.endpoints['claudezilla']?.state).toEqual({
      kind: 'failed',
      reason: saying(`${socket} is a link, which is not followed; remove it and switch this on again.`),
    });
  });

  test('Switched off, socket and token are gone and waiting askers were answered.', async () => {
    const { ask, browser, panel, socket, tokenFile } = await openScene();
    await ask('createWindow', { agentId: first });
    browser.before = () => new Promise<void>(() => {});
    const waiting = ask('getContent', { agentId: first });
    await until(() => browser.calls.at(-1)?.tool === 'get_page_text', 'the call is on its way');
    await panel.request('endpoints:set', { endpointId: 'claudezilla', on: false });
    expect(await waiting).toEqual({ success: false, error: 'This way in was switched off.' });
    expect([fs.existsSync(socket), fs.existsSync(tokenFile)]).toEqual([false, false]);
  });
});
