// A supervisor that takes in servers which bring their code along, with secrets and sign-ins in a home of its own.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { OAuthSignIns } from '../../electron/core/oauth/oauth-sign-ins.ts';
import { openSecretFiles } from '../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../electron/core/secrets/secret-store.ts';
import { ServerSecrets } from '../../electron/core/secrets/server-secrets.ts';
import { KeptCode } from '../../electron/core/servers/import/kept-code.ts';
import { ServerPackages } from '../../electron/core/servers/import/server-packages.ts';
import { call, callTool, supervise, tempDir, textOf } from '../integration/servers/support.ts';

export async function packageScene() {
  const home = tempDir();
  const store = new SecretStore(await openSecretFiles(tempDir(), null));
  const codeFolder = join(home, 'code');
  const packages = new ServerPackages({ code: new KeptCode(codeFolder), home: null });
  const clock = { now: Date.now() };
  const oauth = new OAuthSignIns({ store, env: {}, now: () => clock.now, randomBytes });
  onTestFinished(() => oauth.stop());
  const supervised = supervise([], { secrets: new ServerSecrets(store), packages, tokens: oauth });
  const { supervisor } = supervised;
  /** Adds what a text lists and lets it run. */
  const add = async (manifest: object) => {
    const [id = ''] = await supervisor.changes.add({ kind: 'json', text: JSON.stringify(manifest) });
    return id;
  };
  const approve = (id: string) => supervisor.changes.approve(id, supervisor.get(id)?.hash ?? '');
  const run = async (manifest: object) => {
    const id = await add(manifest);
    await approve(id);
    await supervised.until(id, ({ state }) => state.kind === 'running');
    return id;
  };
  const tool = async (id: string, name: string, args: Record<string, unknown> = {}) =>
    textOf(await callTool(supervisor, id, { name, arguments: args }, call));
  return { ...supervised, home, codeFolder, store, packages, oauth, clock, add, approve, run, tool };
}

/** The text of a script in the form of manifests. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
