// Which requests of the command line widen what agents may do, and so wait until the user confirms them in the panel: an agent that is
// held back may have a shell.
import { runModes } from '../../../contract/entities.ts';
import { isFleetSecret } from '../../../contract/fleet.ts';
import { telemetryLines } from '../../../contract/telemetry-lines.ts';
import { visibleCommand } from '../../../contract/visible-text.ts';
import { pageFlags } from '../../../contract/web-agent.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { maxLineChars } from '../agent-configs/line-diff.ts';
import { auditedChange, policyDeed, shownParts } from '../panel/audited-requests.ts';
import { fleetFault } from '../permissions/policy/fleet-document.ts';
import { fingerprintOf, readListKey } from '../permissions/policy/signed-list.ts';
import { lostWithClient, lostWithPlugin, lostWithServer } from './lost-decisions.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ConfigPreview } from '../../../contract/schemas/agent-configs.ts';
import type { SharedRequestName } from '../../../contract/schemas/cli-requests.ts';
import type { FleetSigner } from '../../../contract/schemas/fleet.ts';
import type { FleetJoin, NamedSigner } from '../../../contract/schemas/fleet-requests.ts';
import type { InstallSource } from '../../../contract/schemas/install-requests.ts';
import type { Walls } from '../../../contract/schemas/installs.ts';
import type { PanelAsker, PanelHandlers, PanelParsedParams } from '../../../contract/schemas/panel-requests.ts';
import type { Variable } from '../../../contract/schemas/server-config.ts';
import type { PageFlag } from '../../../contract/web-agent.ts';
import type { AgentConfigs } from '../agent-configs/agent-configs.ts';
import type { InstallServices } from '../panel/install-handlers.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ServerImporter } from '../servers/import/server-importer.ts';
import type { ForeseenInstall } from '../servers/install/foreseen-install.ts';
import type { DecisionFacts } from './lost-decisions.ts';

export interface WideningFacts extends DecisionFacts {
  /** Those of the panel. */
  readonly handlers: PanelHandlers;
  readonly asker: PanelAsker;
  readonly importer: Pick<ServerImporter, 'besides' | 'hold'>;
  readonly agentConfigs: Pick<AgentConfigs, 'revokedBy'>;
  readonly installing: InstallServices['installing'];
  readonly mask: Pick<SecretMask, 'value'>;
}

/** What the user is asked: the change as the audit will have it, and what has to be read before. */
export interface Asked {
  readonly what: Reason;
  readonly shown: string | null;
  /** What it would do away with and is not shown: where that has become another, it has to be asked anew. */
  readonly marks?: readonly string[];
  /** What is done in place of what was asked, where more depends on the moment than the user was shown. */
  readonly params?: unknown;
}

type Widening = {
  readonly [N in SharedRequestName]?: (
    params: PanelParsedParams<N>,
    facts: WideningFacts,
  ) => Asked | null | Promise<Asked | null>;
};

const flagNames = Object.keys(pageFlags) as PageFlag[];
/** What a person can be expected to read; agents could hide something behind the rest. */
const maxShownChars = 8_000;

const widening: Widening = {
  'hub:set-mode': ({ mode }, { state: { hub } }) => {
    if (runModes.indexOf(mode) >= runModes.indexOf(hub.mode)) return null;
    // Nobody is asked for what cannot be.
    if (hub.modeHeld && runModes.indexOf(mode) < runModes.indexOf('paused')) {
      const { version, signer } = hub.modeHeld;
      throw hubError('ERR_PERMISSION_DENIED', fleetFault('pause-holds', { version, signer }));
    }
    return { what: { kind: 'mode-set', was: hub.mode, mode }, shown: null };
  },
  'clients:set-sees-hub': ({ clientId, on }) =>
    on ? { what: { kind: 'client-sees-hub-set', client: clientId, on }, shown: null } : null,
  // It makes a credential, and a file that a program starts things from.
  'agent-configs:connect': async ({ agent, project = null, how, byVariable }, facts) => {
    const change = { ...configOf(agent, project), how, byVariable, change: 'connect' as const };
    const preview = await facts.handlers['agent-configs:preview'](change, facts.asker);
    // How far it may go without a question is the panel's to say.
    const params = { ...configOf(agent, project), how, byVariable, start: 'ask', hash: preview.hash };
    return { what: { kind: 'agent-connect-asked', agent, project }, shown: changedLines(preview), params };
  },
  // The credential that it gets when it is connected again has none of what was decided about this one.
  // What is published holds on every hub of the fleet, and may allow as much as it denies.
  'fleet:sign-and-publish': ({ key, change }) => ({
    what: policyDeed(key, change),
    shown: change.kind === 'replace' ? bounded(JSON.stringify(change.draft, null, 2)) : null,
  }),
  'fleet:sign-policy': ({ key, change }) => ({
    what: policyDeed(key, change),
    shown: change.kind === 'replace' ? bounded(JSON.stringify(change.draft, null, 2)) : null,
  }),
  'fleet:publish-policy': ({ envelope }, { state }) => {
    const what = auditedChange('fleet:publish-policy', { envelope }, state);
    return what && { what, shown: bounded(publishedText(envelope)) };
  },
  'agent-configs:disconnect': async ({ agent, project = null }, { agentConfigs, ...facts }) => {
    const client = await agentConfigs.revokedBy(configOf(agent, project));
    const lost = client === null ? [] : lostWithClient(client, facts);
    return lost.length === 0 ? null : { what: { kind: 'agent-disconnect-with', agent, project, lost }, shown: null };
  },
  'agent-configs:restore': async ({ agent, project = null, version: asked }, facts) => {
    const change = { ...configOf(agent, project), change: 'restore' as const };
    const newest = await facts.handlers['agent-configs:preview']({ ...change, version: asked }, facts.asker);
    const version = asked ?? newest.versions[0]?.version;
    const params = { ...configOf(agent, project), version, hash: newest.hash };
    const what = { kind: 'agent-restore', agent, project, version: version ?? null } as const;
    return { what, shown: changedLines(newest), params };
  },
  'servers:approve': async ({ serverId, hash }, facts) => {
    const { config, hash: now } = await facts.handlers['servers:config']({ serverId }, facts.asker);
    const server = facts.state.get('servers', serverId);
    // What is shown to the user is what was shown in the shell.
    if (hash !== now || server?.hash !== hash)
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'command-other', server: server?.name ?? serverId });
    const folder = config.kind === 'stdio' && config.cwd !== null ? [`cd ${config.cwd}`] : [];
    const lines = [server.commandLine, ...folder, ...config.variables.map(variableLine)];
    return { what: { kind: 'server-approved', server: serverId }, shown: bounded(lines.join('\n')) };
  },
  // A server waits for its approval; who is signed in, and where models are asked, counts at once.
  'servers:import': ({ previewId, keys }, { importer }) => {
    const { lines, replaced, marks } = importer.besides(previewId, keys);
    return lines.length === 0
      ? null
      : { what: { kind: 'things-taken', count: lines.length, replaced }, shown: bounded(lines.join('\n')), marks };
  },
  // What was withheld from it was withheld for a reason, so the user reads what it is given.
  'servers:set': ({ serverId, withheld }, { state }) => {
    const before = state.get('servers', serverId)?.options.withheld ?? [];
    const given = before.filter(group => withheld !== undefined && !withheld.includes(group));
    return given.length === 0
      ? null
      : { what: { kind: 'server-options-set', server: serverId, options: ['withheld'] }, shown: given.join('\n') };
  },
  // What a source says of its entries, such as who published them, is believed.
  'catalogue:add-source': (added, { state }) => sourceChange('catalogue:add-source', added, state),
  'catalogue:change-source': (change, { state }) => {
    const { name, address, enabled } = change;
    const isOff = state.get('catalogueSources', change.sourceId)?.enabled === false;
    const widens = name !== undefined || address !== undefined || (enabled === true && isOff);
    return widens ? sourceChange('catalogue:change-source', change, state) : null;
  },
  // At its end it is started once between walls, before anybody approves it.
  'installs:begin': async (asked, { installing }) => {
    const { installs } = await installing();
    const foreseen = await installs.foresee(asked);
    const { plan, walls } = foreseen;
    return {
      what: { kind: 'install-begun', server: asked.name, entry: entryOf(asked.from) },
      shown: bounded(installLines(foreseen).join('\n')),
      params: { ...asked, plan, walls },
    };
  },
  // What the fleet keeps no longer is gone there, and may be the only trace of what an agent did.
  'fleet:retention': days =>
    days.auditDays === null && days.traceDays === null
      ? null
      : { what: { kind: 'fleet-retention-set', ...days }, shown: null },
  // Payloads of calls would leave this machine; fewer traces would hide something.
  'fleet:set-outbox': change => ({ what: { kind: 'fleet-outbox-set', options: settingLines(change) }, shown: null }),
  // An installed server goes with what was decided about it.
  'installs:cancel': ({ serverId }, facts) => {
    const lost = lostWithServer(serverId, facts);
    return lost.length === 0 ? null : { what: { kind: 'server-taken-with', server: serverId, lost }, shown: null };
  },
  // Others then see this hub, and by the grants of its owner use it; whoever signs for the fleet may change what holds here.
  'fleet:join': (join, { state }) => fleetChange('fleet:join', join, state, joinLines(join)),
  // What the fleet forbids is then forbidden no more.
  'fleet:leave': (params, { state }) => fleetChange('fleet:leave', params, state, []),
  // Grants of others name this hub.
  'fleet:rename': (params, { state }) =>
    fleetChange('fleet:rename', params, state, params.place ? placeLines(params.place) : []),
  // Whoever signs for the fleet may change what holds here; what nobody signs any more holds no longer.
  'fleet:set-signers': (params, { state }) =>
    fleetChange(
      'fleet:set-signers',
      params,
      state,
      params.add.map(one => signerLine(one, state.hub.fleet?.signers)),
    ),
  'fleet:set-shows': (params, { state }) => {
    const before = state.hub.fleet?.shows;
    const isMore = (['agents', 'servers', 'questions'] as const).some(part => params.shows[part] && !before?.[part]);
    return isMore ? fleetChange('fleet:set-shows', params, state, []) : null;
  },
  // Agents of other machines may then have its tools called here.
  'fleet:share': (share, { state }) => fleetChange('fleet:share', share, state, []),
  // As with every server that is removed.
  'fleet:unuse': (address, { state, ...facts }) => {
    const { hub, share } = address;
    const serverId = hub === null ? null : (state.get('fleetServers', `${hub}/${share}`)?.serverId ?? null);
    // Of a group it is not known here which server it is.
    const isLost = serverId === null || lostWithServer(serverId, { state, ...facts }).length > 0;
    return isLost ? fleetChange('fleet:unuse', address, state, []) : null;
  },
  // What was decided about it goes with it, and the id is then free for the same server.
  'servers:remove': ({ serverId }, facts) => {
    const lost = lostWithServer(serverId, facts);
    return lost.length === 0 ? null : { what: { kind: 'server-taken-with', server: serverId, lost }, shown: null };
  },
  'plugins:set-enabled': ({ pluginId, on }) =>
    on ? { what: { kind: 'plugin-enabled-set', plugin: pluginId, on }, shown: null } : null,
  // It may register again, and nothing would be left of what was decided about it.
  'plugins:forget': ({ pluginId }, facts) => {
    const lost = lostWithPlugin(pluginId, facts);
    return lost.length === 0 ? null : { what: { kind: 'plugin-taken-with', plugin: pluginId, lost }, shown: null };
  },
  // It tells another program who calls what.
  'telemetry:set': ({ change }) => ({ what: { kind: 'telemetry-set', options: telemetryLines(change) }, shown: null }),
  // What a token reads tells who calls what.
  'prometheus:set': ({ on }) => (on ? { what: { kind: 'prometheus-set', on }, shown: null } : null),
  'prometheus:new-token': () => ({ what: { kind: 'prometheus-token-made' }, shown: null }),
  // Blocked pages may ask again, and pages find what they did not.
  'sites:set': ({ origin, blocked, flags = {} }, { state }) => {
    const site = state.get('sites', origin);
    const now = { ...pageFlags, ...state.hub.siteRules?.flags, ...site?.flags };
    const usual = state.hub.siteRules?.flags ?? pageFlags;
    const on = flagNames.filter(name => flags[name] !== undefined && !now[name] && (flags[name] ?? usual[name]));
    const lifts = blocked === false && site?.blocked === true;
    if (!lifts && on.length === 0) return null;
    const what = {
      kind: 'site-set',
      origin,
      blocked: lifts ? false : null,
      flags: on.map(name => `${name} on`),
    } as const;
    return { what, shown: null };
  },
  'sites:rules': ({ change: { flags = {}, ...switches } }, { state: { hub } }) => {
    const now = hub.siteRules ?? { on: true, files: false, flags: pageFlags };
    const on = [
      ...(['on', 'files'] as const).filter(name => switches[name] === true && !now[name]),
      ...flagNames.filter(name => flags[name] === true && !now.flags[name]),
    ];
    return on.length === 0
      ? null
      : { what: { kind: 'site-rules-set', changes: on.map(name => `${name} on`) }, shown: null };
  },
  // An approval holds for the names of secrets, so a value of one that is in use changes what was approved.
  'secrets:set': async ({ name }, { handlers, asker }) => {
    const { secrets } = await handlers['secrets:list']({}, asker);
    const users = secrets.find(secret => secret.name === name)?.usedBy ?? [];
    return users.length === 0
      ? null
      : { what: { kind: 'secret-changed', secret: name, isSet: true }, shown: users.join('\n') };
  },
  // Whoever has lost the key can lift nothing of what it has signed.
  'secrets:remove': ({ name }) =>
    isFleetSecret(name) ? { what: { kind: 'secret-changed', secret: name, isSet: false }, shown: null } : null,
  'tools:set': async ({ toolId, clientId = null, on }, { handlers, asker }) => {
    if (!on) return null;
    await handlers['tools:get']({ toolId }, asker);
    return { what: { kind: 'tool-switched', tool: toolId, client: clientId, on }, shown: null };
  },
  // It runs as the user, whom no grant holds back.
  'tools:call': async ({ toolId, arguments: given }, { handlers, asker, mask }) => {
    await handlers['tools:get']({ toolId }, asker);
    const shown = bounded(JSON.stringify(mask.value(given), null, 2));
    return { what: { kind: 'tool-called', tool: toolId }, shown };
  },
};

/** Null where it widens nothing. Rejects where the request is refused in any case. */
export async function wideningOf(
  name: SharedRequestName,
  params: unknown,
  facts: WideningFacts,
): Promise<Asked | null> {
  // The table pairs each name with its own params, which a union of names hides.
  const ask = widening[name] as ((params: unknown, facts: WideningFacts) => Promise<Asked | null>) | undefined;
  return (await ask?.(params, facts)) ?? null;
}

/** What the audit is to say once it is done; null where it changes nothing. */
export function changeOf(name: SharedRequestName, params: unknown, state: WideningFacts['state']): Reason | null {
  const { serverId = '', toolId = '' } = params as { serverId?: string; toolId?: string };
  switch (name) {
    case 'servers:start':
      return { kind: 'server-run-set', server: serverId, how: 'started' };
    case 'servers:stop':
      return { kind: 'server-run-set', server: serverId, how: 'stopped' };
    case 'servers:restart':
      return { kind: 'server-run-set', server: serverId, how: 'restarted' };
    case 'tools:call':
      return { kind: 'tool-called', tool: toolId };
    case 'hub:set-mode':
      return (params as { mode: RunMode }).mode === state.hub.mode ? null : auditedChange(name, params, state);
    default:
      return auditedChange(name, params, state);
  }
}

function configOf(agent: string, project: string | null) {
  return { agent, ...(project !== null && { project }) };
}

/** The file, where it leads if it is a link, and each line that would come or go; none of them may be cut. */
function changedLines({ shownFile, target, lines }: ConfigPreview): string {
  const file = target === null ? shownFile : `${shownFile} → ${target}`;
  const changed = lines.flatMap(line => {
    if (line.kind !== 'added' && line.kind !== 'removed') return [];
    if (line.text.length > maxLineChars)
      throw hubError('ERR_TOO_LARGE', { kind: 'too-long-to-show', chars: line.text.length, most: maxLineChars });
    return [`${line.kind === 'added' ? '+' : '-'} ${line.text}`];
  });
  return bounded([file, ...changed].join('\n'));
}

/** What stands in it; whether it is signed as it should be is said when it is published. */
function publishedText(envelope: string): string {
  try {
    const { payload } = JSON.parse(envelope) as { payload?: unknown };
    return visibleCommand(Buffer.from(typeof payload === 'string' ? payload : '', 'base64').toString('utf8'));
  } catch {
    throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('no-json'));
  }
}

function sourceChange(name: SharedRequestName, params: unknown, state: WideningFacts['state']): Asked | null {
  const what = auditedChange(name, params, state);
  return what && { what, shown: null };
}

function fleetChange(
  name: SharedRequestName,
  params: unknown,
  state: WideningFacts['state'],
  lines: string[],
): Asked | null {
  const what = auditedChange(name, params, state);
  return (
    what && { what, shown: lines.length === 0 ? null : bounded(lines.map(line => visibleCommand(line)).join('\n')) }
  );
}

function placeLines({ ca, allowPlaintext }: Pick<FleetJoin, 'ca' | 'allowPlaintext'>): string[] {
  return [...(ca === null ? [] : [`ca: ${ca}`]), ...(allowPlaintext ? ['plaintext: allowed'] : [])];
}

/** Of a credential its kind alone. */
function joinLines({ prefix, credential, ca, allowPlaintext, shows, signers }: FleetJoin): string[] {
  return [
    `prefix: ${prefix}`,
    `credentials: ${credential.kind}`,
    ...placeLines({ ca, allowPlaintext }),
    `shows: ${shownParts(shows).join(', ') || '-'}`,
    ...signers.map(one => signerLine(one)),
  ];
}

/** A policy may do more than deny, and who confirms has to know. */
function signerLine({ name, key }: NamedSigner, known: readonly FleetSigner[] = []): string {
  const read = readListKey(key);
  const shown = read ? fingerprintOf(read) : key.replace(/\s+/g, ' ');
  const before = known.find(one => one.fingerprint === shown && one.name !== name);
  const was = before ? `, called ${before.name} so far` : '';
  return `signer: ${name} ${shown}${was} (may deny and allow anything to agents here, without a question, and pause them)`;
}

function settingLines(change: object): string[] {
  return Object.entries(change).map(([name, value]) => `${name} = ${String(value)}`);
}

/** Its name and version, or null for a bundle, which the shown lines describe. */
function entryOf(from: InstallSource): string | null {
  return from.kind === 'entry' ? `${from.name} ${from.version}` : null;
}

/** All that a person has to know before it is fetched and tried. A line of it stays one, whatever stands in it. */
function installLines({ from, commandLine, values, walls, warnings }: ForeseenInstall): string[] {
  const given = values.map(([name, own]) => `${name}=${own.join(', ')}`);
  return [from, commandLine, ...given, ...wallLines(walls), ...warnings.map(inEnglish)].map(line =>
    visibleCommand(line),
  );
}

function wallLines(walls: Walls): string[] {
  if (walls === null) return ['walls: none'];
  const network = walls.network === 'hosts' ? walls.hosts.join(', ') : walls.network;
  return [
    `network: ${network}`,
    ...walls.folders.map(({ path, writable }) => `folder: ${path}${writable ? ' +w' : ''}`),
  ];
}

function variableLine({ name, value, looksSecret }: Variable): string {
  return looksSecret || value === null ? `${name}=…` : `${name}=${value}`;
}

function bounded(text: string): string {
  if (text.length <= maxShownChars) return text;
  throw hubError('ERR_TOO_LARGE', { kind: 'too-long-to-show', chars: text.length, most: maxShownChars });
}
