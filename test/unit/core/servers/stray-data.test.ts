// A server whose data was copied comes up again where it was to be up before, whether it ran just then or not.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StrayDataFinder } from '../../../../electron/core/servers/stray-data/stray-data.ts';
import type { ServerState } from '../../../../contract/schemas/servers.ts';
import type { StrayDataOptions } from '../../../../electron/core/servers/stray-data/stray-data.ts';

let folder = '';
beforeEach(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), 'pilothouse-stray-')))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const reason = { kind: 'closed-output' } as const;
const states: [ServerState, boolean][] = [
  [{ kind: 'running', since: 1, pid: 5 }, true],
  [{ kind: 'degraded', since: 1, pid: 5, reason }, true],
  [{ kind: 'asleep', since: 1 }, true],
  [{ kind: 'waiting', since: 1, until: 2, reason }, true],
  [{ kind: 'stopped', since: 1 }, false],
  [{ kind: 'failed', since: 1, reason }, false],
];

test.each(states)('%o', async (state, comesUp) => {
  const did: string[] = [];
  const file = join(folder, 'sqlite_mcp_server.db');
  writeFileSync(file, 'data');
  const config = { kind: 'stdio', command: 'uvx', args: ['mcp-server-sqlite==1.0'], env: {} };
  const finder = new StrayDataFinder({
    servers: {
      configs: { of: () => ({ config }) },
      get: () => ({ state }),
      stop: async () => void did.push('stopped'),
      start: async () => void did.push('started'),
    },
    workFolders: { of: () => join(folder, 'work'), prepare: () => mkdirSync(join(folder, 'work')) },
    places: { starts: [folder], userHome: folder },
    problems: { report: () => {}, solved: () => {} },
  } as unknown as StrayDataOptions);
  await finder.take('a', file);
  expect(readFileSync(join(folder, 'work', 'sqlite_mcp_server.db'), 'utf8')).toBe('data');
  expect(did).toEqual(comesUp ? ['stopped', 'started'] : ['stopped']);
});
