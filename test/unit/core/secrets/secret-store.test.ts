// What the store of secrets says about servers that never signed in, and what of the fleet nobody else gets.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ServerConfigSchema } from '../../../../contract/schemas/servers.ts';
import { openSecretFiles } from '../../../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../../../electron/core/secrets/secret-store.ts';
import { ServerSecrets } from '../../../../electron/core/secrets/server-secrets.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

test('Attack 24: a server with the id "constructor" has neither signed in nor a secret.', async () => {
  const store = await openStore();
  expect([store.signIn('constructor'), store.get('constructor')]).toEqual([null, undefined]);
  await store.saveSignIn('constructor', { url: 'https://far.example/' });
  expect(store.signIn('constructor')).toEqual({ url: 'https://far.example/' });
});

test('No server gets what signs for the fleet or lets this hub in: not by a reference, not by being given its name, not by a change.', async () => {
  const store = await openStore();
  await store.ofFleet.set('FLEET_KEY_jun', 'private half');
  await store.ofFleet.set('FLEET_CREDENTIALS', 'creds');
  const servers = new ServerSecrets(store);
  for (const name of ['FLEET_KEY_jun', 'FLEET_CREDENTIALS']) {
    const config = serverWith({ TOKEN: `\${secret:${name}}` });
    await expect(servers.keep('Spy', config, keeping)).rejects.toThrow(`${name} belongs to the fleet`);
    expect(servers.resolve(config)).toEqual({ missing: name });
    expect([servers.valueOf(name), store.get(name), store.isSet(name)]).toEqual([undefined, undefined, true]);
    await expect(store.set(name, 'other')).rejects.toThrow('belongs to the fleet');
    await expect(servers.set(new Map([[name, 'other']]))).rejects.toThrow('belongs to the fleet');
  }
  const moved = await servers.keep(
    'Named alike',
    serverWith({ FLEET_KEY_jun: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' }),
    keeping,
  );
  expect(JSON.stringify(moved)).not.toContain('secret:FLEET_KEY_jun}');
  expect(store.ofFleet.get('FLEET_KEY_jun')).toBe('private half');
  expect(store.values()).toEqual(expect.arrayContaining(['private half', 'creds']));
  await expect(store.remove('FLEET_CREDENTIALS')).rejects.toThrow('belongs to the fleet');
  await store.remove('FLEET_KEY_jun');
  expect(store.isSet('FLEET_KEY_jun')).toBe(false);
});

const keeping = { isReferenced: () => false };

function serverWith(env: Readonly<Record<string, string>>): ServerConfig {
  return ServerConfigSchema.parse({ command: 'spy', args: [], env });
}

async function openStore(): Promise<SecretStore> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-secrets-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return new SecretStore(await openSecretFiles(folder, null));
}
