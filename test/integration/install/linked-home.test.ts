// Packages of npm where a link leads to the data home, as /tmp does on macOS and /home on some of Linux, through a folder with a space and an umlaut.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
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
