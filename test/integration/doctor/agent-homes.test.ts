// An agent that starts the shim of another data home is found in the file of every program of the table, whatever its format.
import { expect, test } from 'vitest';
import { agentApps } from '../../../electron/core/agent-configs/agent-apps.ts';
import { withEntry } from '../../../electron/core/agent-configs/edit/edit-entry.ts';
import { openPlace } from '../../../electron/core/agent-configs/edit/open-place.ts';
import { chosenPlace, placesOf } from '../../../electron/core/agent-configs/places.ts';
import { agentsOfOtherHomes } from '../../../electron/core/doctor/agent-configs.ts';
import { createMachineScene } from './machine-scene.ts';
import type { MachineScene } from './machine-scene.ts';

const rows = agentApps.flatMap(({ title, user }) => (user?.stdio ? [{ title, config: user, stdio: user.stdio }] : []));
type Row = (typeof rows)[number];

async function write({ context, write }: MachineScene, { config, stdio }: Row, command: string, args: string[]) {
  const path = await chosenPlace(placesOf(config.places, context.manifests, null));
  if (path === null) throw new Error('The row has no place here.');
  write(path, withEntry(config.newFile ?? '', await openPlace(config), stdio({ command, args }), []).text);
}

test('nearly all of them can be written', () => {
  expect(rows.length).toBeGreaterThanOrEqual(18);
});

test.each(rows)('$title', async row => {
  const scene = createMachineScene('linux');
  const { home, manifests } = scene.context;
  const args = ['mcp', '--client', 'codex-1a2b3c'];
  await write(scene, row, '/elsewhere/launcher/pilothouse', args);
  const found = await agentsOfOtherHomes(manifests, home);
  expect(found.map(({ app, home: other }) => [app, other])).toEqual([[row.title, '/elsewhere']]);
  await write(scene, row, `${home}/launcher/pilothouse`, args);
  expect(await agentsOfOtherHomes(manifests, home)).toEqual([]);
  await write(scene, row, '/usr/bin/pilothouse', ['--home', '/srv/second', ...args]);
  expect((await agentsOfOtherHomes(manifests, home)).map(other => other.home)).toEqual(['/srv/second']);
});
