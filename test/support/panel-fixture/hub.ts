// A hub without anything behind it: answers the panel's requests from the fixture and publishes the patches that follow.

import { HubError } from '../../../contract/errors.ts';
import { CallLimitsSchema } from '../../../contract/schemas/limits.ts';
import { McpServerSettingsSchema, type McpServerView } from '../../../contract/schemas/mcp-server.ts';
import { type PanelHandlers, type PanelRequestName, panelRequests } from '../../../contract/schemas/panel-requests.ts';
import { agentConfigAnswers } from './agent-configs.ts';
import { bundleAnswers } from './bundle-answers.ts';
import { catalogueAnswers } from './catalogue-answers.ts';
import { chatAnswers } from './chat-answers.ts';
import { commandAnswers } from './command-answers.ts';
import { companionAnswers } from './companion-answers.ts';
import { doctorAnswers } from './doctor-answers.ts';
import { fleetOutboxAnswers } from './fleet-answers.ts';
import { fleetLinkAnswers } from './fleet-link-answers.ts';
import { fleetSharedAnswers } from './fleet-shared-answers.ts';
import { importAnswers } from './import-answers.ts';
import { installAnswers } from './install-answers.ts';
import { fixtureMachine, machineBrowserAnswers } from './machine-browser-answers.ts';
import { modelAnswers } from './models.ts';
import { fixtureDefinition, fixtureReviews } from './payloads.ts';
import { peopleAnswers } from './people-answers.ts';
import { permissionAnswers } from './permission-answers.ts';
import { pluginAnswers } from './plugin-answers.ts';
import { pluginDetailAnswer } from './plugins.ts';
import { prometheusAnswers } from './prometheus-answers.ts';
import { secretAnswers } from './secret-answers.ts';
import { serverAnswers } from './server-answers.ts';
import { shortcutAnswers } from './shortcuts.ts';
import { siteAnswers } from './site-answers.ts';
import { tabAnswers } from './tab-answers.ts';
import { telemetryAnswers } from './telemetry-answers.ts';
import { traceAnswers } from './trace-answers.ts';
import { traceToolAnswers } from './trace-tool-answers.ts';
import { appendCall } from './traces.ts';
import type { MachineBrowser } from '../../../contract/schemas/browsers.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

export interface FixtureHub {
  readonly requests: readonly { readonly name: string; readonly params: unknown }[];
  /** As the hub tells of something by itself. */
  emit(event: PanelEvent): void;
  snapshot(): Snapshot;
  /** Answers a request after parsing its params, as the real hub does; throws what it refuses. */
  answer(name: string, params: unknown): Promise<unknown>;
  change(collection: CollectionName, id: string, value: unknown): void;
  /** Lets one more call pass. */
  pass(at: number): void;
  onEvent(listener: (event: PanelEvent) => void): () => void;
}

/** `machine` are the browsers that are found. */
export function createFixtureHub(first: Snapshot, trace: TraceEntry[], machine = fixtureMachine()): FixtureHub {
  let snapshot = first;
  let calls = trace.length;
  const requests: { name: string; params: unknown }[] = [];
  const listeners = new Set<(event: PanelEvent) => void>();
  const emit = (event: PanelEvent) => {
    for (const listener of listeners) listener(event);
  };
  const publish = (
    hub: Snapshot['hub'] | undefined,
    changes: { collection: CollectionName; id: string; value: unknown }[],
  ) => {
    const next = structuredClone(snapshot) as Snapshot & Record<CollectionName, Record<string, unknown>>;
    for (const { collection, id, value } of changes) {
      if (value === null) delete next[collection][id];
      else next[collection][id] = value as never;
    }
    snapshot = { ...next, hub: hub ?? next.hub, seq: snapshot.seq + 1 };
    emit({ event: 'state:patch', data: { seq: snapshot.seq, ...(hub ? { hub } : {}), changes } });
  };
  const change = (collection: CollectionName, id: string, value: unknown) =>
    publish(undefined, [{ collection, id, value }]);
  const setHub = (hub: Snapshot['hub']) => publish(hub, []);
  const handlers = fixtureHandlers({ snapshot: () => snapshot, trace, change, setHub, emit, machine });
  return {
    requests,
    emit,
    snapshot: () => snapshot,
    async answer(name, params) {
      requests.push({ name, params });
      if (!(name in panelRequests)) throw new HubError('ERR_INVALID_ARGUMENTS', `The hub knows no request “${name}”.`);
      const known = name as PanelRequestName;
      const handler = handlers[known] as (params: unknown) => unknown;
      return panelRequests[known].result.parse(await handler(panelRequests[known].params.parse(params)));
    },
    change,
    pass(at) {
      calls += 1;
      appendCall(trace, calls, at);
      const asker = trace.findLast(entry => entry.from.kind === 'agent' && entry.outcome !== 'pending')?.from.id ?? '';
      const agent = snapshot.agents[asker];
      if (agent) change('agents', agent.id, { ...agent, calls: agent.calls + 1, lastCallAt: at });
      emit({ event: 'trace:changed', data: { total: trace.length, newest: trace.at(-1)?.seq ?? 0 } });
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly trace: readonly TraceEntry[];
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
  readonly setHub: (hub: Snapshot['hub']) => void;
  readonly emit: (event: PanelEvent) => void;
  readonly machine: readonly MachineBrowser[];
}

function fixtureHandlers({ snapshot, trace, change, setHub, emit, machine }: Inside): PanelHandlers {
  const now = Date.now;
  let limits = CallLimitsSchema.parse({});
  let mcpSettings: McpServerView = {
    ...McpServerSettingsSchema.parse({}),
    port: 3456,
    effectivePort: 3456,
    portFrom: 'default',
    tokens: [],
  };
  const setServer = (serverId: string, state: Snapshot['servers'][string]['state']) =>
    change('servers', serverId, { ...snapshot().servers[serverId], state });
  const setBrowser = (browserId: string, state: Snapshot['browsers'][string]['state']) => {
    change('browsers', browserId, { ...snapshot().browsers[browserId], state });
    return {};
  };
  return {
    'state:get': () => snapshot(),
    'panel:seen': () => ({}),
    ...doctorAnswers,
    ...shortcutAnswers(change),
    'desktop:get': () => ({ settings: null }),
    'desktop:set': () => {
      throw new HubError('ERR_INVALID_ARGUMENTS', 'This hub runs without a desktop app.');
    },
    'desktop:pick-path': () => ({ path: null }),
    'desktop:look-for-updates': () => {
      throw new HubError('ERR_INVALID_ARGUMENTS', 'This hub runs without a desktop app.');
    },
    ...commandAnswers(),
    ...fleetLinkAnswers({ snapshot, setHub }),
    ...fleetSharedAnswers({ snapshot, change }),
    ...fleetOutboxAnswers(),
    ...prometheusAnswers(),
    ...telemetryAnswers({ snapshot, setHub }),
    ...catalogueAnswers({ snapshot, change }),
    ...installAnswers({ snapshot, change }),
    ...bundleAnswers(),
    'retention:get': () => ({ retention: { auditRows: 100_000 }, kept: { auditRows: 12_482 } }),
    'retention:set': ({ change: wish }) => ({
      retention: { auditRows: wish.auditRows ?? 100_000 },
      kept: { auditRows: 12_482 },
    }),
    'hub:set-mode': ({ mode }) => {
      setHub({ ...snapshot().hub, mode, modeSince: now() });
      return {};
    },
    ...peopleAnswers({ snapshot, change }),
    ...agentConfigAnswers({ snapshot, change }),
    'browsers:approve': ({ browserId }) => setBrowser(browserId, { kind: 'connected', since: now(), relayPid: 52_001 }),
    'browsers:rename': ({ browserId, name }) => {
      change('browsers', browserId, { ...snapshot().browsers[browserId], name });
      return {};
    },
    'browsers:deny': ({ browserId }) => setBrowser(browserId, { kind: 'denied', since: now() }),
    'browsers:forget': ({ browserId }) => {
      change('browsers', browserId, null);
      return {};
    },
    ...companionAnswers({ snapshot, setHub }),
    ...tabAnswers({ snapshot, change }),
    ...modelAnswers({ snapshot, change }),
    ...pluginAnswers({ snapshot, change, setHub }),
    ...pluginDetailAnswer(snapshot),
    ...siteAnswers({ snapshot, change, setHub }),
    ...secretAnswers(),
    ...importAnswers(),
    ...chatAnswers(now, 'prompt-88'),
    'servers:add': params => {
      if (params.kind === 'json')
        throw new HubError(
          'ERR_INVALID_ARGUMENTS',
          `“${params.text.slice(0, 20)}” is no mcpServers JSON: it lacks the key mcpServers. Paste the whole file.`,
        );
      const template = snapshot().servers['fetch'];
      change('servers', params.name, {
        ...template,
        id: params.name,
        name: params.name,
        commandLine: params.kind === 'remote' ? params.url : params.commandLine,
      });
      return { serverIds: [params.name] };
    },
    'servers:approve': ({ serverId }) => {
      setServer(serverId, { kind: 'running', since: now(), pid: 52_100 });
      return {};
    },
    'servers:start': ({ serverId }) => {
      setServer(serverId, { kind: 'running', since: now(), pid: 52_101 });
      return {};
    },
    'servers:stop': ({ serverId }) => {
      setServer(serverId, { kind: 'stopped', since: now() });
      return {};
    },
    'servers:remove': ({ serverId }) => {
      change('servers', serverId, null);
      return {};
    },
    'tools:set': ({ toolId, clientId, on }) => {
      const tool = snapshot().tools[toolId];
      if (!tool) throw new HubError('ERR_TOOL_NOT_FOUND', `There is no tool “${toolId}”; its server may have stopped.`);
      const others = tool.offFor.filter(id => id !== clientId);
      const offFor = clientId === undefined ? tool.offFor : on ? others : [...others, clientId];
      change('tools', toolId, { ...tool, on: clientId === undefined ? on : tool.on, offFor });
      return {};
    },
    'tools:call': ({ arguments: args, confirmed }) => ({
      answer: confirmed
        ? {
            seq: trace.length,
            outcome: 'ok',
            rule: 'own-call',
            reason: null,
            latencyMs: 12.5,
            result: { content: [{ type: 'text', text: JSON.stringify(args) }] },
          }
        : null,
    }),
    'tools:cancel': () => ({}),
    'tools:reviews': () => ({ reviews: fixtureReviews(snapshot().tools) }),
    'tools:review': ({ toolId, accept }) => {
      change('tools', toolId, { ...snapshot().tools[toolId], held: accept ? null : 'refused' });
      return {};
    },
    'tools:accept-seen': ({ seen }) => {
      for (const { toolId } of seen) change('tools', toolId, { ...snapshot().tools[toolId], held: null });
      return {};
    },
    'servers:usage': () => ({ usage: [] }),
    'servers:set-options': ({ serverId, options }) => {
      change('servers', serverId, { ...snapshot().servers[serverId], options });
      return {};
    },
    'servers:set': ({ serverId, ...settings }) => {
      const server = snapshot().servers[serverId];
      if (server) change('servers', serverId, { ...server, options: { ...server.options, ...settings } });
      return {};
    },
    ...serverAnswers({ snapshot, setServer, change, emit }),
    'tools:get': ({ toolId }) => {
      const tool = snapshot().tools[toolId];
      if (!tool) throw new HubError('ERR_TOOL_NOT_FOUND', `There is no tool “${toolId}”; its server may have stopped.`);
      return { definition: fixtureDefinition(tool.name, tool.description) };
    },
    'prompts:answer': ({ promptId }) => {
      change('prompts', promptId, null);
      return {};
    },
    ...permissionAnswers({ snapshot, change, setHub }),
    'prompts:answer-all': ({ promptIds }) => {
      for (const promptId of promptIds) change('prompts', promptId, null);
      return { answered: promptIds.length };
    },
    'grants:revoke': ({ grantId }) => {
      change('grants', grantId, null);
      return {};
    },
    ...traceAnswers(trace),
    ...traceToolAnswers(trace, recording => setHub({ ...snapshot().hub, recording })),
    'endpoints:set': ({ endpointId, on }) => {
      const endpoint = snapshot().endpoints[endpointId];
      if (endpoint) change('endpoints', endpointId, { ...endpoint, state: { kind: on ? 'listening' : 'off' } });
      return {};
    },
    'endpoints:rotate-token': () => ({}),
    'mcp-server:get': () => ({ settings: mcpSettings }),
    'mcp-server:set': ({ change: { authToken, ...settings } }) => {
      const tokens = authToken === undefined ? mcpSettings.tokens : authToken === null ? [] : (['settings'] as const);
      mcpSettings = { ...mcpSettings, ...settings, port: settings.port ?? mcpSettings.port, tokens: [...tokens] };
      return { settings: mcpSettings };
    },
    'limits:get': () => ({ limits, now: { runs: [], origins: [] } }),
    'limits:set': ({ change }) => {
      limits = CallLimitsSchema.parse({ ...limits, ...change });
      return { limits };
    },
    ...machineBrowserAnswers(machine),
    ...agentConfigAnswers({ snapshot, change }),
  };
}
