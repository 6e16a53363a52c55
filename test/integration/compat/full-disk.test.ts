// A disk that takes no token: a real file system that is full, and a real limit on the size of files.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { saying } from '../../support/saying.ts';
import { claudezillaFiles, exchange, openScene } from './claudezilla-scene.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** A program of the system, to its end. */
function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}

function works(program: string, ...args: readonly string[]): boolean {
  try {
    run(program, ...args);
    return true;
  } catch {
    return false;
  }
}

/** Mounting in a name space of its own leaves no trace, so it can be tried. */
const mayMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  works('unshare', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt');
const mayLimit = process.platform === 'linux' && works('prlimit', '--version');

const stateOf = ({ snapshot }: PanelClient) => snapshot.endpoints['claudezilla']?.state;

describe.skipIf(!mayMount)('On a full disk (needs the right to mount a small one)', () => {
  /** 4 KiB beneath spec 000's folder, all of it taken. */
  function mountFull(folder: string): string {
    fs.mkdirSync(folder, { mode: 0o700 });
    run('mount', '-t', 'tmpfs', '-o', 'size=4k,mode=700', 'none', folder);
    onTestFinished(() => run('umount', '--lazy', folder));
    const filler = path.join(folder, 'filler');
    fs.writeFileSync(filler, Buffer.alloc(4_096));
    expect(() => fs.writeFileSync(path.join(folder, 'more'), 'x')).toThrow('ENOSPC');
    fs.rmSync(path.join(folder, 'more'));
    return filler;
  }

  test('the socket is not opened, nothing is left there, and the panel says what to do; with room again it opens.', async () => {
    const place = usePlace();
    const { socket, tokenFile } = claudezillaFiles(place);
    const filler = mountFull(path.dirname(socket));
    const panel = await place.panel(await place.serve());
    expect(stateOf(panel)).toEqual({
      kind: 'failed',
      reason: saying(
        `The token could not be written to ${tokenFile} (ENOSPC: no space left on device, write); make room there and try again.`,
      ),
    });
    expect(fs.readdirSync(path.dirname(socket))).toEqual(['filler']);
    fs.rmSync(filler);
    await panel.request('endpoints:set', { endpointId: 'claudezilla', on: true });
    await panel.waitFor(() => stateOf(panel)?.kind === 'listening', 'the socket is open');
    const authToken = fs.readFileSync(tokenFile, 'utf8');
    const [reply] = await exchange(socket, [{ command: 'getLoopState', params: {}, authToken }]);
    expect(reply).toMatchObject({ success: true });
  });

  test('a new token is refused, and the old one stays in its file and in force.', async () => {
    const place = usePlace();
    const { socket, tokenFile } = claudezillaFiles(place);
    const filler = mountFull(path.dirname(socket));
    fs.rmSync(filler);
    const panel = await place.panel(await place.serve());
    const authToken = fs.readFileSync(tokenFile, 'utf8');
    await expect(panel.request('endpoints:rotate-token', { endpointId: 'claudezilla' })).rejects.toThrow(
      'make room there and try again',
    );
    expect(fs.readdirSync(path.dirname(socket)).toSorted()).toEqual(
      [socket, tokenFile].map(file => path.basename(file)).toSorted(),
    );
    expect(fs.readFileSync(tokenFile, 'utf8')).toBe(authToken);
    const [reply] = await exchange(socket, [{ command: 'getLoopState', params: {}, authToken }]);
    expect(reply).toMatchObject({ success: true });
  });
});

describe.skipIf(!mayLimit)('With a limit on the size of files (needs prlimit)', () => {
  test('a new token is refused with a sentence, no half of it stays, and the old one opens the socket on.', async () => {
    const { panel, pid, socket, tokenFile, token, ask } = await openScene();
    const before = token();
    run('prlimit', '--pid', String(pid), '--fsize=0:');
    const refused = panel.request('endpoints:rotate-token', { endpointId: 'claudezilla' });
    await expect(refused).rejects.toThrow(
      `The token could not be written to ${tokenFile} (EFBIG: file too large, write); make room there and try again.`,
    );
    run('prlimit', '--pid', String(pid), '--fsize=unlimited:');
    expect([token(), fs.readdirSync(path.dirname(socket)).length]).toEqual([before, 2]);
    expect(await ask('getLoopState')).toMatchObject({ success: true });
    await panel.request('endpoints:rotate-token', { endpointId: 'claudezilla' });
    expect(token()).not.toBe(before);
  });
});
