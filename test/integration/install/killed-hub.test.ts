// A hub that is killed in the middle of an install: its next start ends what it left running, sweeps what was half done, and goes on.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { npmPackage, published } from '../../support/catalogue/published.ts';
import { startRegistry } from '../../support/catalogue/registry.ts';
import { createGate } from '../../support/gate.ts';
import { usePlace } from '../../support/hub-process.ts';
import { npmFixture } from '../../support/npm-fixture.ts';

test('What it left running is ended, what was half done is swept, and the install goes on.', async () => {
  const place = usePlace();
  const registry = await startRegistry();
  onTestFinished(() => registry.stop());
  const npm = await npmFixture(place.folder);
  const gate = createGate();
  npm.publish({ name: 'halved', version: '1.0.0', gate: gate.wait });
  const packages = [npmPackage('halved', { registryBaseUrl: npm.address })];
  registry.publish(published('io.example/halved', { server: { packages } }));
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const source = { kind: 'registry', name: 'Ours', address: registry.address } as const;
  const { sourceId } = await panel.request('catalogue:add-source', source);
  await panel.request('catalogue:refresh', { sources: [sourceId] });
  await panel.waitFor(({ catalogueSources }) => catalogueSources[sourceId]?.entries === 1, 'its entry is read');
  const from = { kind: 'entry', sourceId, name: 'io.example/halved', version: '1.0.0', way: 0 } as const;
  const { serverId } = await panel.request('installs:begin', { from, name: 'halved' });
  await gate.reached;
  await hub.kill('SIGKILL');

  const next = await place.serve();
  const again = await place.panel(next);
  await again.waitFor(({ installs }) => installs[serverId]?.phase.kind === 'stopped', 'it shows as stopped');
  expect(again.snapshot.servers[serverId]?.state).toMatchObject({ kind: 'installing', step: 'stopped' });
  const folder = join(place.home, 'packages/npm');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  gate.open();
  await again.request('installs:resume', { serverId });
  await again.waitFor(({ installs }) => installs[serverId]?.phase.kind === 'ready', 'it is here');
  expect(again.snapshot.servers[serverId]?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  await next.kill('SIGKILL');
});
