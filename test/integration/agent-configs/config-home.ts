// The registry of agents' configurations over a home of its own, with real files, a real table of settings and real credentials in memory.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { agentApps } from '../../../electron/core/agent-configs/agent-apps.ts';
import { AgentConfigs } from '../../../electron/core/agent-configs/agent-configs.ts';
import { tokenOf } from '../../../electron/core/clients/client-registry.ts';
import type { z } from 'zod';
import type { Reason } from '../../../contract/reasons.ts';
import type { AgentConfigsOptions } from '../../../electron/core/agent-configs/agent-configs.ts';

const secret = 'c'.repeat(64);

/**
 * `name` tells two hubs on one home apart: each has its data home, its launcher and its settings. `rowsWhenTold` are the rows as they
 * were shown at the moment at which a problem was told, by its id.
 */
export function openConfigs(folder: string, name = 'data', uid = process.getuid?.()) {
  const dataHome = path.join(folder, name);
  fs.mkdirSync(dataHome, { recursive: true, mode: 0o700 });
  const problems = new Map<string, Reason>();
  const rows = new Map<string, unknown>();
  const rowsWhenTold = new Map<string, unknown>();
  const failures: unknown[] = [];
  const configs = new AgentConfigs({
    apps: agentApps,
    machine: { platform: 'linux', homeDir: folder, env: { PATH: '' }, userName: 'ana', uid },
    dataHome,
    launcher: path.join(dataHome, 'launcher/pilothouse'),
    url: () => 'http://127.0.0.1:7777/mcp',
    clients: heldClients(),
    clientSecret: () => Promise.resolve(secret),
    clientRevoked: () => Promise.resolve(),
    settings: fileSettings(path.join(dataHome, 'settings.json')),
    state: { set: (_, id, row) => rows.set(id, row), remove: (_, id) => rows.delete(id) },
    problems: {
      report: (id, reason) => {
        problems.set(id, reason);
        rowsWhenTold.set(id, rows.get(id.replace('agent-config-', '')));
      },
      solved: id => problems.delete(id),
    },
    isConnected: () => false,
    running: () => Promise.resolve([]),
    mask: text => text,
    now: Date.now,
    failed: error => failures.push(error),
  });
  return { configs, dataHome, problems, rowsWhenTold, failures };
}

function heldClients(): AgentConfigsOptions['clients'] {
  const known = new Map<string, NonNullable<ReturnType<AgentConfigsOptions['clients']['get']>>>();
  const get = (id: string) => known.get(id) ?? null;
  return {
    get,
    expect: id => ({ ...get(id)!, secretHash: '' }),
    freeId: title => `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${randomBytes(3).toString('hex')}`,
    create: (title, start, given) => {
      const id = given ?? title;
      const client = { id, name: title, start, verified: true, colour: 0, createdAt: 0, lastSeenAt: null };
      known.set(id, client);
      return Promise.resolve({ client, token: tokenOf(id, secret) });
    },
    revoke: id => Promise.resolve(void known.delete(id)),
    verifyToken: token => get(token.split('_')[1] ?? ''),
  };
}

/** Kept in a file, for the next process to find. */
function fileSettings(file: string): AgentConfigsOptions['settings'] {
  const all = (): Record<string, unknown> => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {});
  return {
    get: (key, schema) => {
      const value = all()[key];
      return Promise.resolve(value === undefined ? null : (schema as z.ZodType).parse(value)) as never;
    },
    set: (key, value) => {
      fs.writeFileSync(file, JSON.stringify({ ...all(), [key]: value }));
      return Promise.resolve();
    },
  };
}
