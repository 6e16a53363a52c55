// Homes in which packages of npm are unpacked: behind a link, as /home is on some of Linux, with a space and an umlaut; and one that takes nothing.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';
import { npmFixture } from '../../support/npm-fixture.ts';

test('A package with what it depends on is installed, runs, and runs again after a restart of the hub.', async () => {
  const hub = await openInstallHub(({ temp }) => {
    const real = join(temp.folder, 'Daten von Jürgen');
    mkdirSync(real);
    symlinkSync(real, join(temp.folder, 'link'));
    Object.assign(temp, { home: join(temp.folder, 'link/data') });
  });
  const registry = await npmFixture(hub.temp.folder);
  registry.publish({ name: 'beneath', version: '1.0.0' });
  registry.publish({ name: 'linked', version: '1.0.0', dependencies: { beneath: '1.0.0' } });
  const way = buildWay({ identifier: 'linked', version: '1.0.0', registry: registry.address });
  const { name } = hub.offer(buildEntry('io.example/linked', [way]));
  const serverId = await hub.begin(name);
  await hub.until(serverId, 'ready');
  await hub.approve(serverId);
  await hub.runs(serverId);
  await hub.stop();
  await hub.start();
  await hub.runs(serverId);
});

test('Where its packages cannot be unpacked, that place is named, and the install goes on once it can be written.', async () => {
  const hub = await openInstallHub();
  const registry = await npmFixture(hub.temp.folder);
  registry.publish({ name: 'placed', version: '1.0.0' });
  const way = buildWay({ identifier: 'placed', version: '1.0.0', registry: registry.address });
  const { name } = hub.offer(buildEntry('io.example/placed', [way]));
  const folder = join(hub.temp.home, 'packages');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, '');
  const serverId = await hub.begin(name);
  const { phase } = await hub.until(serverId, 'failed');
  expect(phase).toMatchObject({ reason: { kind: 'install-not-writable', folder, code: 'ENOTDIR' } });
  rmSync(folder);
  await hub.request('installs:resume', { serverId });
  await hub.until(serverId, 'ready');
});
