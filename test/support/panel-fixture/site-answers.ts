// The fixture's answers about origins whose pages use the Web Agent API.
import { pageFlags } from '../../../contract/web-agent.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { Site, SiteRules } from '../../../contract/schemas/web-agent.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
  readonly setHub: (hub: Snapshot['hub']) => void;
}

const startRules: SiteRules = { on: true, files: false, flags: pageFlags };

export function siteAnswers({ snapshot, change, setHub }: Inside) {
  const rules = () => snapshot().hub.siteRules ?? startRules;
  return {
    'sites:set': ({ origin, blocked, flags = {} }) => {
      const before = snapshot().sites[origin] ?? newSite(origin);
      const set = Object.entries({ ...before.flags, ...flags }).filter(
        ([name, on]) => on !== null && on !== rules().flags[name as keyof typeof pageFlags],
      );
      change('sites', origin, { ...before, blocked: blocked ?? before.blocked, flags: Object.fromEntries(set) });
      if (blocked && !before.blocked)
        for (const { id, subject } of Object.values(snapshot().grants))
          if (subject.kind === 'origin' && subject.id === origin) change('grants', id, null);
      return {};
    },
    'sites:rules': ({ change: { flags, on, files } }) => {
      const before = rules();
      const next = { on: on ?? before.on, files: files ?? before.files, flags: { ...before.flags, ...flags } };
      setHub({ ...snapshot().hub, siteRules: next });
      return {};
    },
    'sites:open-server': () => ({}),
    'sites:forget': ({ origin }) => {
      change('sites', origin, null);
      return {};
    },
    'sites:tick': ({ origin, toolId, on }) => {
      for (const grant of Object.values(snapshot().grants))
        if (!on && grant.subject.id === origin && grant.tools?.includes(toolId))
          change('grants', grant.id, { ...grant, tools: grant.tools.filter(tool => tool !== toolId) });
      const [server = '', name = ''] = toolId.split('/');
      if (on && name !== '') {
        const id = `ticked-${toolId}`;
        const resource = { kind: 'server' as const, serverId: server };
        const subject = { kind: 'origin' as const, id: origin };
        change('grants', id, {
          ...{ id, subject, effect: 'allow', scope: 'servers:call', tools: [toolId], reading: false, resource },
          ...{ lifetime: 'always', agentId: null, tab: null, createdAt: Date.now(), expiresAt: null },
          ...{ uses: 0, lastUsedAt: null },
        });
      }
      return {};
    },
    'sites:answer': ({ id }) => {
      change('siteQuestions', id, null);
      return {};
    },
    'sites:usage': ({ origin }) => ({
      usage: Object.keys(snapshot().sites)
        .filter(known => known.includes('ledger') && (origin ?? known) === known)
        .map(known => ({
          day: '2026-11-28',
          asker: { kind: 'origin' as const, id: known, label: known },
          providerId: 'ollama',
          model: 'qwen2.5:7b',
          ...{ input: 40_000, output: 8_000, calls: 96, cost: null },
          lastAt: Date.now() - 3_000,
        })),
    }),
  } satisfies Partial<PanelHandlers>;
}

function newSite(origin: string): Site {
  return {
    ...{ origin, blocked: false, flags: {}, firstAt: Date.now(), lastAt: null, uses: 0, pages: [], overRate: null },
    days: [0, 0, 0, 0, 0, 0, 0],
  };
}
