// What an earlier version left in the database: it moves, and what was approved stays approved.
import { expect, test } from 'vitest';
import { moveStoredSecrets } from '../../../electron/core/secrets/move-stored.ts';
import { openSecretFiles } from '../../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../../electron/core/secrets/secret-store.ts';
import { ServerSecrets } from '../../../electron/core/secrets/server-secrets.ts';
import { approvalHash, commandHash } from '../../../electron/core/servers/config/approval.ts';
import { withSameApproval } from '../../../electron/core/servers/lifecycle/server-row.ts';
import { row, tempDir } from './support.ts';

const config = {
  kind: 'stdio' as const,
  command: 'npx',
  args: ['-y', 'x', '--api-key=k-1'],
  env: { HEADERS: '{"Authorization": "Bearer abc"}', PASSWORD: 'meant' },
};

test('Secrets in variables move, with what was approved; arguments, and what is meant as it stands, stay as they were.', async () => {
  const store = new SecretStore(await openSecretFiles(tempDir(), null));
  const secrets = new ServerSecrets(store);
  const options = { ...row('a', config).options, literals: ['meant'] };
  const approved = { ...row('a', config), options, approvedHash: approvalHash(config) };
  const waiting = { ...row('b', config), options, approvedHash: null };
  const written: string[] = [];
  const rows = await moveStoredSecrets([approved, waiting], {
    secrets,
    withConfig: withSameApproval,
    save: async changed => void written.push(...changed.map(({ id }) => id)),
  });
  const [first, second] = rows;
  expect(written).toEqual(['a', 'b']);
  expect(first?.config).toEqual({
    ...config,
    env: { HEADERS: '{"Authorization": "Bearer ${secret:A_HEADERS_AUTHORIZATION}"}', PASSWORD: 'meant' },
  });
  expect([first?.approvedHash, second?.approvedHash]).toEqual([approvalHash(first?.config ?? config), null]);
  expect(commandHash(first?.config ?? config)).toBe(commandHash(config));
  expect(secrets.resolve(first?.config ?? config)).toEqual({ config });
});
