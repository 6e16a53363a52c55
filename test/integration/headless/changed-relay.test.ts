// A relay that somebody changed where Pilothouse is installed: no browser gets it, and the panel says why.
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcherPaths } from '../../../native-host/manifests/launcher.ts';
import { buildOnce, usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { saying } from '../../support/saying.ts';

/** What was built, in a folder of its own. */
function installed(): { relay: string; cli: string } {
  buildOnce();
  const folder = fs.mkdtempSync(path.join(repositoryRoot, 'dist', '.changed-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.copyFileSync(path.join(repositoryRoot, 'package.json'), path.join(folder, 'package.json'));
  fs.symlinkSync(path.join(repositoryRoot, 'resources'), path.join(folder, 'resources'));
  for (const part of ['headless', 'core', 'chunks', 'relay', 'runner'])
    fs.cpSync(path.join(repositoryRoot, 'dist', part), path.join(folder, 'dist', part), { recursive: true });
  const dist = path.join(folder, 'dist');
  return { relay: path.join(dist, 'relay/relay.cjs'), cli: path.join(dist, 'headless/pilothouse.js') };
}

test('A relay that is not the one that was built is not installed; the one of before is gone, and the panel says why.', async () => {
  const place = usePlace();
  const { relay, cli } = installed();
  const launcher = launcherPaths(process.platform, place.home).relay;
  const copy = path.join(path.dirname(launcher), 'relay.cjs');
  const first = await place.serve([], { cli });
  const before = (await place.panel(first)).snapshot.hub.problems.filter(({ id }) => id === 'relay');
  expect(before).toEqual([]);
  expect(fs.readFileSync(copy).equals(fs.readFileSync(relay))).toBe(true);
  await first.kill('SIGTERM');

  fs.appendFileSync(relay, '\nrequire("node:fs").writeFileSync("/tmp/stolen", "");\n');
  const second = await place.serve([], { cli });
  const panel = await place.panel(second);
  const sentence = `The relay ${relay} is not the one that was built with this Pilothouse, so no browser can start it; install Pilothouse again, or build it again.`;
  expect(panel.snapshot.hub.problems).toContainEqual({ id: 'relay', reason: saying(sentence) });
  expect([launcher, copy].filter(file => fs.existsSync(file))).toEqual([]);
  fs.mkdirSync(path.join(place.env['HOME'] ?? '', '.config/google-chrome'), { recursive: true });
  const { rows } = await panel.request('manifests:list', {});
  const chrome = rows.find(({ browserId, host }) => browserId === 'chrome' && host === 'pilothouse');
  expect(chrome?.state).toBe('absent');
  await expect(panel.request('manifests:install', { browserId: 'chrome', host: 'pilothouse' })).rejects.toThrow(
    sentence,
  );
  await second.kill('SIGTERM');
});
