// The hosts of other programs name exactly the extensions that the hub can speak to.
import { expect, it } from 'vitest';
import { harborHosts } from '../../../../contract/harbor.ts';
import { manifestHosts } from '../../../../contract/manifests.ts';
import { foreignExtensions } from '../../../../electron/core/browsers/foreign/foreign-extensions.ts';
import { foreignHosts } from '../../../../native-host/manifests/manifest-hosts.ts';

it('000 Host Manifest: lets in exactly the extensions whose dialect the hub knows, in the family where they run', () => {
  for (const family of ['chromium', 'firefox'] as const) {
    const allowed = new Set(foreignHosts.flatMap(host => host.allowed[family]));
    const driven = foreignExtensions.filter(extension => extension.family === family).map(({ id }) => id);
    const spoken = [...driven, ...Object.values(harborHosts).flatMap(host => host[family])];
    expect([...allowed].toSorted()).toEqual(spoken.toSorted());
  }
});

it('has a row for every host of the contract, under a name that browsers take', () => {
  expect(['pilothouse', ...foreignHosts.map(({ id }) => id)]).toEqual(manifestHosts);
  for (const { name } of foreignHosts) expect(name).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/);
});
