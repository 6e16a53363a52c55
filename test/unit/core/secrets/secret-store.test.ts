// What the store of secrets says about servers that never signed in.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSecretFiles } from '../../../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../../../electron/core/secrets/secret-store.ts';

test('Attack 24: a server with the id "constructor" has neither signed in nor a secret.', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-secrets-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const store = new SecretStore(await openSecretFiles(folder, null));
  expect([store.signIn('constructor'), store.get('constructor')]).toEqual([null, undefined]);
  await store.saveSignIn('constructor', { url: 'https://far.example/' });
  expect(store.signIn('constructor')).toEqual({ url: 'https://far.example/' });
});
