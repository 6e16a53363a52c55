// Plugins of the fixture: one in every state, and what the hub answers about them.
import { HubError } from '../../../contract/errors.ts';
import { pluginProtocol } from '../../../contract/plugins.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Plugin, PluginDetail, PluginTool } from '../../../contract/schemas/plugins.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

const minute = 60_000;
const decodeId = 'decode@plugins.example';

export function fixturePlugins(now: number): Plugin[] {
  const home = { id: 'browser-home', name: 'Firefox ESR “Default”', here: true };
  const firefox = [{ ...home, version: '1.2.0', offers: true, fault: null }];
  const plugin = (id: string, name: string, more: Partial<Plugin>): Plugin => ({
    id,
    name,
    state: { kind: 'active', since: now - 3 * 60 * minute },
    browsers: firefox,
    tools: 3,
    held: 0,
    offered: true,
    lastSeenAt: now - 12_000,
    registrations: 9,
    refusals: 0,
    ...more,
  });
  const refused = {
    browsers: [{ ...home, version: null, offers: false, fault: null }],
    tools: null,
    registrations: 0,
  };
  return [
    plugin('time@plugins.example', 'Time', { held: 1 }),
    plugin(decodeId, 'Decode', { tools: 5, lastSeenAt: now - 38_000 }),
    plugin('clips@northwind.example', 'Clipboard history', {
      state: { kind: 'unreachable', since: now - 4 * minute, missed: 3, nextPingAt: now + 600_000, away: false },
      tools: 4,
      lastSeenAt: now - 6 * minute,
    }),
    plugin('mail-helper@example.net', 'Mail helper', {
      state: { kind: 'disabled', since: now - 48 * 60 * minute },
      tools: 7,
      lastSeenAt: now - 48 * 60 * minute,
    }),
    plugin('notes@example.com', 'Old notes', {
      ...refused,
      state: {
        kind: 'error',
        since: now - 72 * minute,
        reason: { kind: 'plugin-speaks', version: 'harbor-plugin/v0', spoken: pluginProtocol },
      },
      lastSeenAt: now - 72 * minute,
    }),
    plugin('sh@unknown.example', 'Shell runner', {
      ...refused,
      state: {
        kind: 'error',
        since: now - 30 * minute,
        reason: { kind: 'plugin-not-listed', plugin: 'sh@unknown.example' },
      },
      lastSeenAt: now - 30 * minute,
      refusals: 4,
    }),
  ];
}

export const fixturePluginRules = {
  onlyListed: true,
  listed: [decodeId, 'time@plugins.example', 'clips@northwind.example', 'mail-helper@example.net'],
};

const tool = (name: string, description: string, more: Partial<PluginTool> = {}): PluginTool => ({
  id: `${decodeId}::${name}`,
  name,
  listName: `decode__${name}`,
  title: name,
  description,
  kind: 'reads',
  speed: 'instant',
  category: null,
  held: null,
  on: true,
  uses: 9,
  p95Ms: 1.8,
  ...more,
});

const decodeTools = [
  tool('base64_decode', 'Decode Base64 to text', { uses: 103 }),
  tool('base64_encode', 'Encode text as Base64', { uses: 12, p95Ms: 1.6 }),
  tool('jwt_decode', 'Show header and claims, unverified', { p95Ms: 2.2 }),
  tool('url_decode', 'Decode percent-encoding', { uses: 4, p95Ms: 1.4 }),
  tool('open_url', 'Open the decoded address in a tab', { kind: 'dangerous', speed: 'fast', uses: 0, p95Ms: null }),
];

/** One of its tools has changed since it was approved. */
export function fixturePluginTools(): Tool[] {
  return [
    {
      id: 'time@plugins.example::now',
      name: 'now',
      title: 'Now',
      description: 'Tells the time of a zone',
      source: { kind: 'plugin', pluginId: 'time@plugins.example' },
      scope: 'plugins:call',
      readOnly: true,
      held: 'changed',
      bytes: 320,
      on: true,
      offFor: [],
    },
  ];
}

export function fixtureConsent(now: number): Grant[] {
  const grant = (id: string, origin: string, more: Partial<Grant>): Grant => ({
    id,
    subject: { kind: 'origin', id: origin },
    agentId: null,
    effect: 'allow',
    scope: 'plugins:call',
    tools: null,
    reading: false,
    resource: { kind: 'plugin', pluginId: decodeId },
    lifetime: 'always',
    tab: null,
    createdAt: now - 90 * minute,
    expiresAt: null,
    uses: 0,
    lastUsedAt: null,
    ...more,
  });
  return [
    grant('801', 'https://app.ledger.test', {
      tools: [`${decodeId}::base64_decode`],
      lifetime: 'once',
      expiresAt: now + 8 * minute,
      uses: 3,
      lastUsedAt: now - 9_000,
    }),
    grant('802', 'https://notes.atlas.test', { via: 'client-goose', uses: 98, lastUsedAt: now - 60 * minute }),
    grant('803', 'http://localhost:5173', { uses: 27, lastUsedAt: now - 2 * minute }),
    grant('804', 'http://docs.ledger.test', { effect: 'deny' }),
  ];
}

function fixtureDetail(plugin: Plugin, now: number): PluginDetail {
  const isDecode = plugin.id === decodeId;
  const registered = plugin.registrations > 0;
  return {
    claims: registered
      ? {
          name: plugin.name,
          version: '1.2.0',
          description: isDecode ? 'Base64, JWT, URLs' : null,
          author: 'Plugin Samples',
          homepage: null,
          speaks: pluginProtocol,
        }
      : null,
    registeredAt: registered ? now - 3 * 60 * minute : null,
    pings: registered
      ? Array.from({ length: 20 }, (_, n) => ({ at: now - (20 - n) * minute, ms: n === 7 ? null : 2 + ((n * 7) % 5) }))
      : [],
    pingP95Ms: registered ? 3.4 : null,
    uptimeSeconds: registered ? 11_460 : null,
    tools: isDecode ? decodeTools : [],
    events: isDecode
      ? [
          {
            kind: 'call',
            at: now - 9_000,
            caller: 'https://app.ledger.test',
            tool: 'base64_decode',
            ms: 1.7,
            failed: null,
            seq: 12,
          },
          {
            kind: 'call',
            at: now - 20_000,
            caller: 'Claude Code',
            tool: 'jwt_decode',
            ms: 3.2,
            failed: {
              kind: 'plugin-failed',
              plugin: plugin.id,
              tool: 'jwt_decode',
              code: 'EXECUTION_FAILED',
              said: 'no dots',
            },
            seq: 11,
          },
          { kind: 'hub', at: now - 38_000, reason: { kind: 'plugin-ping-answered', ms: 2.1, uptimeSeconds: 11_460 } },
          { kind: 'hub', at: now - 12 * minute, reason: { kind: 'plugin-registered-again', tools: 5, changed: 0 } },
        ]
      : [],
    dropped: 0,
  };
}

/** In place of the empty answer of `pluginAnswers`. */
export function pluginDetailAnswer(snapshot: () => Snapshot): Pick<PanelHandlers, 'plugins:get'> {
  return {
    'plugins:get': ({ pluginId }) => {
      const plugin = snapshot().plugins[pluginId];
      if (!plugin) throw new HubError('ERR_INVALID_ARGUMENTS', `There is no plugin “${pluginId}”.`);
      return fixtureDetail(plugin, Date.now());
    },
  };
}
