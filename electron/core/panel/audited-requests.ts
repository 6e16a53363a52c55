// Which requests of the panel change what is allowed, and what the audit says of each. Secrets stand in none of it.
import { shownFleetAddress } from '../../../contract/fleet.ts';
import { endsByLeaving } from '../../../contract/fleet-ends.ts';
import { telemetryLines } from '../../../contract/telemetry-lines.ts';
import { grantReason } from '../permissions/change-reasons.ts';
import { deed } from '../permissions/policy/fleet-deeds.ts';
import type { z } from 'zod';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetShows } from '../../../contract/schemas/fleet.ts';
import type { FleetPolicyChange } from '../../../contract/schemas/fleet-policy-requests.ts';
import type { McpServerChange } from '../../../contract/schemas/mcp-server.ts';
import type { PanelRequestName, panelRequests } from '../../../contract/schemas/panel-requests.ts';
import type { PanelFrom } from '../../../contract/schemas/rule-changes.ts';
import type { StatePublisher } from '../state/publisher.ts';

type Params<N extends PanelRequestName> = z.output<(typeof panelRequests)[N]['params']>;
type State = Pick<StatePublisher, 'all' | 'get' | 'hub'>;

/** Written before the request is done, because what it is about may be gone then; null is no change of the rules. */
type Audited = {
  readonly [N in PanelRequestName]?: (params: Params<N>, state: State, from: PanelFrom['kind']) => Reason | null;
};

const audited: Audited = {
  'hub:set-mode': ({ mode }, { hub }) => ({ kind: 'mode-set', was: hub.mode, mode }),
  'hub:set-pause-on-lock': ({ on }) => ({ kind: 'lock-pause-set', on }),
  'hub:set-cli-widens': ({ on }) => ({ kind: 'cli-widens-set', on }),
  'agents:set-mode': ({ agentId, mode }, state) => {
    return { kind: 'agent-mode-set', agent: state.get('agents', agentId)?.name ?? agentId, mode };
  },
  'agents:free': ({ agentId }, state) => {
    return { kind: 'agent-freed', agent: state.get('agents', agentId)?.name ?? agentId };
  },
  'clients:create': ({ name, start }) => ({ kind: 'credential-made', name, start }),
  'clients:new-token': ({ clientId }) => ({ kind: 'credential-renewed', client: clientId }),
  'agent-configs:connect': ({ agent, project }) => ({ kind: 'agent-connect-asked', agent, project: project ?? null }),
  'agent-configs:disconnect': ({ agent, project }) => ({ kind: 'agent-disconnect', agent, project: project ?? null }),
  'agent-configs:restore': ({ agent, project, version }) => {
    return { kind: 'agent-restore', agent, project: project ?? null, version: version ?? null };
  },
  'clients:admit': ({ clientId, admitted }) => ({ kind: 'client-admitted', client: clientId, admitted }),
  'clients:set-start': ({ clientId, start }) => ({ kind: 'client-start-set', client: clientId, start }),
  'clients:set-listing': ({ clientId, listing }) => ({ kind: 'client-listing-set', client: clientId, listing }),
  'clients:set-sees-hub': ({ clientId, on }) => ({ kind: 'client-sees-hub-set', client: clientId, on }),
  'clients:revoke': ({ clientId }) => ({ kind: 'credential-revoked', client: clientId }),
  'browsers:approve': ({ browserId }, state) => browserDecided(browserId, 'approved', state),
  'browsers:deny': ({ browserId }, state) => browserDecided(browserId, 'refused', state),
  'browsers:forget': ({ browserId }, state) => browserDecided(browserId, 'forgotten', state),
  'companion:pair': () => ({ kind: 'pairing-code-made' }),
  'servers:approve': ({ serverId }) => ({ kind: 'server-approved', server: serverId }),
  'servers:set-options': ({ serverId, options }) => {
    return { kind: 'server-options-set', server: serverId, options: Object.keys(options) };
  },
  'servers:set': ({ serverId, ...settings }) => {
    return { kind: 'server-options-set', server: serverId, options: Object.keys(settings) };
  },
  'servers:configure': ({ serverId }) => ({ kind: 'server-configured', server: serverId }),
  'servers:fill': ({ serverId }) => ({ kind: 'server-configured', server: serverId }),
  'servers:pin': ({ serverId }) => ({ kind: 'server-configured', server: serverId }),
  'servers:remove': ({ serverId }) => ({ kind: 'server-taken-away', server: serverId }),
  'plugins:set-enabled': ({ pluginId, on }) => ({ kind: 'plugin-enabled-set', plugin: pluginId, on }),
  'plugins:set-offered': ({ pluginId, on }) => ({ kind: 'plugin-offered-set', plugin: pluginId, on }),
  'plugins:forget': ({ pluginId }) => ({ kind: 'plugin-taken-away', plugin: pluginId }),
  'plugins:set-only-listed': ({ on }) => ({ kind: 'plugins-only-listed-set', on }),
  'plugins:allow': ({ pluginId }) => ({ kind: 'plugin-listed-set', plugin: pluginId, on: true }),
  'plugins:disallow': ({ pluginId }) => ({ kind: 'plugin-listed-set', plugin: pluginId, on: false }),
  'accounts:set-client': ({ provider }) => ({ kind: 'account-client-changed', provider, isSet: true }),
  'accounts:remove-client': ({ provider }) => ({ kind: 'account-client-changed', provider, isSet: false }),
  'secrets:set': ({ name }) => ({ kind: 'secret-changed', secret: name, isSet: true }),
  'secrets:remove': ({ name }) => ({ kind: 'secret-changed', secret: name, isSet: false }),
  'tools:set': ({ toolId, clientId, on }) => ({ kind: 'tool-switched', tool: toolId, client: clientId ?? null, on }),
  'tools:review': ({ toolId, accept }) => ({ kind: 'tool-reviewed', tool: toolId, accept }),
  'tools:accept-seen': ({ serverId, seen }) => {
    return { kind: 'tools-accepted', server: serverId, tools: seen.map(({ toolId }) => toolId) };
  },
  'prompts:answer': ({ promptId, ...answer }, state, from) => answered([promptId], answer, state, from),
  'prompts:answer-all': ({ promptIds, ...answer }, state, from) => answered(promptIds, answer, state, from),
  'grants:set': grant => grantReason(grant),
  'grants:revoke': ({ grantId }, state) => {
    const grant = state.get('grants', grantId);
    return { kind: 'grant-revoked', id: grantId, grant: grant && grantReason(grant) };
  },
  'learning:start': () => ({ kind: 'learning-switched', on: true }),
  'learning:stop': () => ({ kind: 'learning-switched', on: false }),
  'learning:accept': ({ accept, refuse }) => {
    return { kind: 'learning-accepted', accepted: accept.length, refused: refuse.length };
  },
  'installs:begin': ({ from, name }) => {
    return {
      kind: 'install-begun',
      server: name,
      entry: from.kind === 'entry' ? `${from.name} ${from.version}` : null,
    };
  },
  'installs:cancel': ({ serverId }) => ({ kind: 'server-taken-away', server: serverId }),
  'installs:remove': ({ serverId }) => ({ kind: 'server-taken-away', server: serverId }),
  'installs:update': ({ serverId }) => ({ kind: 'server-configured', server: serverId }),
  'installs:back': ({ serverId }) => ({ kind: 'server-configured', server: serverId }),
  'installs:fill': ({ serverId }) => ({ kind: 'server-configured', server: serverId }),
  'catalogue:add-source': ({ name, address }) => {
    return { kind: 'catalogue-source-set', source: name, address, how: 'added' };
  },
  'catalogue:change-source': ({ sourceId, name, address, enabled }, state) => {
    const before = state.get('catalogueSources', sourceId);
    const isElse = name !== undefined || address !== undefined;
    const how = isElse ? 'changed' : enabled === false ? 'switched-off' : 'switched-on';
    const source = name ?? before?.name ?? sourceId;
    return { kind: 'catalogue-source-set', source, address: address ?? before?.address ?? '', how };
  },
  'catalogue:remove-source': ({ sourceId }, state) => {
    const { name = sourceId, address = '' } = state.get('catalogueSources', sourceId) ?? {};
    return { kind: 'catalogue-source-set', source: name, address, how: 'taken-away' };
  },
  'policy:refresh': () => ({ kind: 'policy-list-fetched' }),
  'fleet:new-key': ({ name }) => deed('key-made', { thing: name }),
  'fleet:publish-policy': ({ envelope }) => deed('published', { version: versionIn(envelope) }),
  'fleet:sign-and-publish': ({ key, change }) => policyDeed(key, change),
  'doctor:repair': ({ rung, repair }) => ({ kind: 'doctor-repaired', rung, repair }),
  'endpoints:set': ({ endpointId, on }) => ({ kind: 'endpoint-set', endpoint: endpointId, on }),
  'endpoints:rotate-token': ({ endpointId }) => ({ kind: 'endpoint-token-made', endpoint: endpointId }),
  'prometheus:set': ({ on }) => ({ kind: 'prometheus-set', on }),
  'telemetry:set': ({ change }) => ({ kind: 'telemetry-set', options: telemetryLines(change) }),
  'prometheus:new-token': () => ({ kind: 'prometheus-token-made' }),
  'mcp-server:set': ({ change }) => ({ kind: 'mcp-server-set', options: mcpOptions(change) }),
  'fleet:retention': days => ({ kind: 'fleet-retention-set', ...days }),
  'fleet:set-outbox': change => ({ kind: 'fleet-outbox-set', options: Object.keys(change) }),
  'retention:set': () => ({ kind: 'retention-set' }),
  'limits:set': ({ change }) => ({ kind: 'limits-set', limits: Object.keys(change) }),
  'models:add': ({ type, name }) => ({ kind: 'model-provider-set', provider: name ?? type, how: 'added' }),
  'models:add-program': ({ path }) => ({ kind: 'model-provider-set', provider: path, how: 'added' }),
  'models:approve': ({ providerId }, state) => providerSet(providerId, 'approved', state),
  'models:set': ({ providerId }, state) => providerSet(providerId, 'changed', state),
  'models:remove': ({ providerId }, state) => providerSet(providerId, 'removed', state),
  'sites:set': ({ origin, blocked = null, flags = {} }) => {
    return {
      kind: 'site-set',
      origin,
      blocked,
      flags: Object.entries(flags).map(([name, on]) => `${name} ${onOff(on)}`),
    };
  },
  'sites:rules': ({ change: { flags = {}, ...switches } }) => {
    const changes = Object.entries({ ...switches, ...flags }).map(([name, on]) => `${name} ${onOff(on)}`);
    return { kind: 'site-rules-set', changes };
  },
  'sites:forget': ({ origin }) => ({ kind: 'site-forgotten', origin }),
  'sites:tick': ({ origin, toolId, on }) => ({ kind: 'site-tool-ticked', origin, tool: toolId, on }),
  'sites:answer': ({ id, effect, lifetime, scopes, tools }, state) => {
    const question = state.get('siteQuestions', id);
    return question && { kind: 'site-answered', origin: question.origin, effect, lifetime, scopes, tools };
  },
  'fleet:join': ({ address, name, roles }) => {
    return { kind: 'fleet-joined', address: shownFleetAddress(address), hub: name, roles };
  },
  'fleet:share': ({ serverId, share, hubs, roles, tools, readOnly }, state) => {
    const server = state.get('servers', serverId)?.name ?? serverId;
    return { kind: 'fleet-share-set', server, share, hubs, roles, tools: tools ?? [], readOnly };
  },
  'fleet:unshare': ({ share }) => ({ kind: 'fleet-share-ended', share }),
  'fleet:use': address => ({ kind: 'fleet-share-used', ...address }),
  'fleet:unuse': address => ({ kind: 'fleet-share-unused', ...address }),
  'fleet:leave': (_, state) => {
    const ends = endsByLeaving(state.all('fleetServers'), state.all('grants'), state.all('clients'));
    return { kind: 'fleet-left', entries: state.hub.fleet?.outbox.audit ?? 0, ...ends };
  },
  'fleet:rename': ({ name, place }) =>
    place
      ? { kind: 'fleet-joined', address: shownFleetAddress(place.address), hub: name, roles: place.roles }
      : { kind: 'fleet-renamed', hub: name },
  'fleet:set-signers': ({ add, remove }) => {
    if (remove.length === 0) return deed('trust', { thing: add.map(({ name }) => name).join(', ') });
    if (add.length === 0) return deed('distrust', { thing: remove.join(', ') });
    const changes = [...add.map(({ name }) => `+${name}`), ...remove.map(name => `-${name}`)];
    return deed('signers', { thing: changes.join(', ') });
  },
  'fleet:set-shows': ({ shows }) => ({ kind: 'fleet-shown', shown: shownParts(shows) }),
  'manifests:install': ({ browserId, host }) => {
    return { kind: 'manifest-set', host, browser: browserId, isInstalled: true };
  },
  'manifests:install-all': () => ({ kind: 'manifest-set', host: 'pilothouse', browser: '*', isInstalled: true }),
  'manifests:repair': ({ browserId, host }) => {
    return { kind: 'manifest-set', host, browser: browserId, isInstalled: true };
  },
  'manifests:uninstall': ({ browserId, host }) => {
    return { kind: 'manifest-set', host, browser: browserId, isInstalled: false };
  },
};

/** What the audit is to say when this request succeeds; null where it changes no rule. */
export function auditedChange(
  name: PanelRequestName,
  params: unknown,
  state: State,
  from: PanelFrom['kind'] = 'window',
): Reason | null {
  // The table pairs each name with its own params, which a union of names hides.
  const change = audited[name] as
    | ((params: unknown, state: State, from: PanelFrom['kind']) => Reason | null)
    | undefined;
  return change?.(params, state, from) ?? null;
}

export function policyDeed(signer: string, change: FleetPolicyChange): Reason {
  switch (change.kind) {
    case 'replace':
      return deed('replace', { signer });
    case 'pause-all':
      return deed(change.on ? 'pause' : 'resume', { signer });
    case 'stop-agent':
    case 'allow-agent':
      return deed(change.kind, { signer, thing: change.agent });
  }
}

/** As it says of itself; whether it is signed as it should be is decided before it is published. */
function versionIn(envelope: string): number {
  try {
    const { payload } = JSON.parse(envelope) as { payload: string };
    const { version } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as { version: unknown };
    return typeof version === 'number' ? version : 0;
  } catch {
    return 0;
  }
}

/** What lets others in is named with its value; a token is not. */
function mcpOptions(change: McpServerChange): string[] {
  return Object.entries(change).map(([name, value]) =>
    name === 'withoutToken' || name === 'corsOrigins' ? `${name} ${JSON.stringify(value)}` : name,
  );
}

/** What of a hub its fleet is to see. */
export function shownParts(shows: FleetShows): string[] {
  return (['agents', 'servers', 'questions'] as const).filter(part => shows[part]);
}

function onOff(on: boolean | null | undefined): string {
  return on === null || on === undefined ? 'as all' : on ? 'on' : 'off';
}

function browserDecided(browserId: string, how: 'approved' | 'refused' | 'forgotten', state: State): Reason {
  return { kind: 'browser-decided', browser: state.get('browsers', browserId)?.name ?? browserId, how };
}

function providerSet(providerId: string, how: 'approved' | 'changed' | 'removed', state: State): Reason {
  const name = state.get('modelProviders', providerId)?.name ?? providerId;
  return { kind: 'model-provider-set', provider: name, how };
}

function answered(
  ids: readonly string[],
  { effect, lifetime, breadth }: Pick<Params<'prompts:answer'>, 'effect' | 'lifetime' | 'breadth'>,
  state: State,
  from: PanelFrom['kind'],
): Reason | null {
  // An answer for one use is in the audit as the decision that it is; but that says not whose it was, where it was not the owner's.
  if (lifetime === 'use' && from !== 'hub') return null;
  const asked = ids.map(id => state.get('prompts', id)).filter(prompt => prompt !== null);
  const calls = asked.map(({ clientId, scope, tool, where }): Reason => {
    return { kind: 'answered-call', client: clientId, tool: breadth === 'tool' ? tool : scope, where };
  });
  return { kind: 'prompts-answered', effect, lifetime, calls };
}
