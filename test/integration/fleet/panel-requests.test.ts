// What another hub may ask of a panel by looking alone: it changes nothing, starts nothing, and asks nobody else.
import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { panelRequests } from '../../../contract/schemas/panel-requests.ts';
import { rightFor } from '../../../electron/core/fleet/panel/panel-rights.ts';
import { auditedChange } from '../../../electron/core/panel/audited-requests.ts';
import { startHubHere } from '../../support/in-process-hub.ts';
import type { PanelParams, PanelRequestName } from '../../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { Hub } from '../../../electron/core/hub.ts';
import type { PanelConnection } from '../../../electron/core/panel/panel-server.ts';

const server = { serverId: 'everything' };
const call = '0'.repeat(64);
/** Of those that need any. */
const asked: { readonly [N in PanelRequestName]?: PanelParams<N> } = {
  'agents:figures': {},
  'audit:query': { count: 10 },
  'browsers:who-answers': {},
  'catalogue:entry': { sourceId: 'modelcontextprotocol', name: 'io.github.a/b', version: '1.0.0' },
  'catalogue:search': { text: 'files' } as never,
  'clients:tool-costs': { clientId: '1' },
  'grants:explain': { request: { subject: { kind: 'hub', id: 'jun' }, scope: 'hub:panel' } },
  'hub:log': { count: 10 },
  'models:list': { providerId: 'openai' },
  'models:log': { providerId: 'openai' },
  'models:tests': { providerId: 'openai' },
  'models:usage': {},
  'plugins:get': { pluginId: '1' },
  'prompts:arguments': { promptId: '1', call },
  'prompts:picture': { promptId: '1', call },
  'servers:environment': server,
  'servers:history': server,
  'servers:logs': { ...server, count: 10 },
  'servers:watch': { on: true },
  'sites:rules': { change: { flags: {} } },
  'tabs:icons': { ids: [] },
  'tools:get': { toolId: 'everything__echo' },
  'trace:figures': { side: 'agents' },
  'trace:payload': { seq: 1 },
  'trace:related': { seq: 1 },
  'trace:values': { field: 'tool', count: 10 } as never,
  'trace:window': { filter: { text: '' }, from: -1, count: 10 },
};

const reading = (Object.keys(panelRequests) as PanelRequestName[]).filter(name => rightFor(name) === 'read');
const startings = /^(PROCESSWRAP|TCPCONNECTWRAP|PIPECONNECTWRAP|GETADDRINFOREQWRAP|UDPWRAP|WORKER)$/;

describe('What another hub may ask', () => {
  const endings: (() => Promise<void>)[] = [];
  const during = new AsyncLocalStorage<string[]>();
  const hook = createHook({
    init: (_id, type) => {
      if (startings.test(type)) during.getStore()?.push(type);
    },
  });
  let hub: Hub;
  let panel: PanelConnection;

  beforeAll(async () => {
    hook.enable();
    hub = await startHubHere(end => endings.push(end));
    panel = hub.panel.connect(() => {}, { kind: 'hub', hub: 'jun', answers: () => false });
  });
  afterAll(async () => {
    hook.disable();
    for (const end of endings) await end();
  });

  test.each(reading)('%s', async name => {
    const params: unknown = asked[name] ?? {};
    expect(panelRequests[name].params.safeParse(params).success).toBe(true);
    const state = { hub: hub.snapshot().hub, get: () => null };
    expect(auditedChange(name, params, state as never)).toBe(null);
    const before = settled(hub.snapshot());
    const started: string[] = [];
    await during.run(started, () => panel.request(name, params));
    expect(started).toEqual([]);
    expect(settled(hub.snapshot())).toEqual(before);
  });
});

/** Without what goes on by itself. */
function settled(snapshot: Snapshot & { hub: { memory?: unknown } }) {
  const { seq: _, agentConfigs: _looking, hub, ...state } = snapshot;
  const { memory: _memory, ...steady } = hub;
  return { ...state, hub: steady };
}
