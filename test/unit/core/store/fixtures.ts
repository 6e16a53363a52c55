// Values and temporary stores for the store's tests.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { ServerOptionsSchema } from '../../../../contract/schemas/servers.ts';
import { openStore } from '../../../../electron/core/store/store.ts';
import { inEnglish } from '../../../../words/english.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { StoredBrowser } from '../../../../electron/core/store/browsers-table.ts';
import type { StoredClient } from '../../../../electron/core/store/clients-table.ts';
import type { StoredServer } from '../../../../electron/core/store/servers-table.ts';
import type { Store, StoreOptions } from '../../../../electron/core/store/store.ts';
import type { ToolPin } from '../../../../electron/core/store/tool-pins-table.ts';

export const client: StoredClient = {
  id: 'c1',
  name: 'Claude Code',
  start: 'own-tabs',
  colour: 3,
  createdAt: 1_700_000_000_123,
  lastSeenAt: null,
  secretHash: 'ab'.repeat(32),
};

export const server: StoredServer = {
  id: 'everything',
  name: 'Everything',
  config: { kind: 'stdio', command: 'npx', args: ['-y', 'server "quoted"'], env: { KEY: 'välue' }, cwd: '/srv' },
  options: ServerOptionsSchema.parse({ timeoutMs: 45_000 }),
  approvedHash: null,
  approved: null,
  wanted: 'running',
  position: 2,
};

export const browser: StoredBrowser = {
  id: 'b1',
  name: 'Work',
  colour: 3,
  family: 'firefox',
  profileId: 'p1',
  extensionId: 'companion@pilothouse.dev',
  pairHash: null,
  decision: 'denied',
  version: '153.7',
  os: 'linux',
  extensionVersion: '0.1.0',
};

export const pin: ToolPin = {
  id: 'everything/echo',
  serverId: 'everything',
  name: 'echo',
  hash: 'cd'.repeat(32),
  definition: { name: 'echo', inputSchema: { type: 'object' } },
  refused: null,
  at: 1_700_000_000_600,
};

export const grant: Grant = {
  id: '24',
  subject: { kind: 'client', id: 'c1' },
  agentId: null,
  effect: 'deny',
  scope: 'browser:navigate',
  tools: ['navigate'],
  reading: false,
  resource: { kind: 'site', origin: 'https://example.com' },
  lifetime: 'always',
  tab: null,
  createdAt: 1_700_000_000_500,
  expiresAt: null,
  uses: 0,
  lastUsedAt: null,
};

export const auditRow: Omit<AuditEntry, 'id' | 'ended'> = {
  at: 1_700_000_000_900,
  clientId: 'c1',
  agentId: 'a1',
  what: 'navigate',
  scope: 'browser:navigate',
  where: 'tab 42, example.com',
  rule: 'grant 24',
  outcome: 'ok',
  changedBy: null,
  decision: null,
  why: { kind: 'run', run: 'nightly', max: 3 },
  place: { kind: 'at-tab', tab: 42, site: 'https://example.com', inFrame: false, page: null, browser: 'Work' },
};

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pilothouse-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a store that is closed after the test, with the problems it reported. */
export async function openForTest(file: string, options: Partial<StoreOptions> = {}) {
  const problems: string[] = [];
  const store: Store = await openStore(file, {
    now: () => 1,
    problems: reason => problems.push(inEnglish(reason)),
    ...options,
  });
  onTestFinished(() => store.close());
  return { store, problems };
}
