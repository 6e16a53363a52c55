// `pilothouse install-command` as a process: the link that it makes starts this command line from a shell; the panel says the same.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';

test('Installed by the command line it runs from the PATH and is shown in the panel, which takes it out again.', async () => {
  const place = usePlace();
  const early = await place.run(['install-command']);
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('start Pilothouse once, which writes it') });

  const panel = await place.panel(await place.serve());
  const folder = path.join(place.folder, '.local/bin');
  const installed = await place.run(['install-command']);
  expect(installed).toMatchObject({ code: 0, stderr: '' });
  expect(installed.stdout).toMatch(
    /^The command .*\/\.local\/bin\/pilothouse starts .*\n.*add this line.*\n {2}export PATH=/,
  );
  const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: place.folder };
  const status = execFileSync('/bin/sh', ['-c', 'pilothouse status --json'], { env, encoding: 'utf8' });
  expect(JSON.parse(status)).toMatchObject({ home: place.home, pid: panel.snapshot.hub.pid });

  const { command } = await panel.request('command:state', {});
  expect(command).toMatchObject({ file: path.join(folder, 'pilothouse'), state: { kind: 'installed' } });
  expect((await panel.request('command:remove', {})).command.state).toEqual({ kind: 'none' });
  expect(fs.existsSync(command.file)).toBe(false);
  expect((await panel.request('command:install', {})).command.state).toEqual({ kind: 'installed' });
  const removed = await place.run(['install-command', '--remove', '--json']);
  expect(JSON.parse(removed.stdout)).toMatchObject({ file: command.file, state: { kind: 'none' } });
});

test('What another program has there stays, and another folder can be named.', async () => {
  const place = usePlace();
  await place.serve();
  const file = path.join(place.folder, '.local/bin/pilothouse');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'theirs');
  expect(await place.run(['install-command'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not ours'),
  });
  expect(fs.readFileSync(file, 'utf8')).toBe('theirs');
  const folder = path.join(place.folder, 'chosen');
  expect((await place.run(['install-command', '--folder', folder])).code).toBe(0);
  expect(fs.readlinkSync(path.join(folder, 'pilothouse'))).toBe(path.join(place.home, 'launcher/pilothouse'));
});
