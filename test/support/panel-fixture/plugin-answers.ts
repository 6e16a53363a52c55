// The fixture's answers about plugins: what is asked for beside the snapshot, and what its user decides.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
  readonly setHub: (hub: Snapshot['hub']) => void;
}

export function pluginAnswers({ snapshot, change, setHub }: Inside) {
  const set = (pluginId: string, next: object) => {
    change('plugins', pluginId, { ...snapshot().plugins[pluginId], ...next });
    return {};
  };
  const setRules = (next: Partial<NonNullable<Snapshot['hub']['plugins']>>) => {
    const { hub } = snapshot();
    setHub({ ...hub, plugins: { onlyListed: false, listed: [], ...hub.plugins, ...next } });
    return {};
  };
  const listed = () => snapshot().hub.plugins?.listed ?? [];
  return {
    'plugins:get': () => ({
      claims: null,
      registeredAt: null,
      pings: [],
      pingP95Ms: null,
      uptimeSeconds: null,
      tools: [],
      events: [],
      dropped: 0,
    }),
    'plugins:ping': () => ({ ms: 2.1 }),
    'plugins:list-tools': () => ({}),
    'plugins:set-enabled': ({ pluginId, on }) =>
      set(pluginId, { state: { kind: on ? 'active' : 'disabled', since: Date.now() } }),
    'plugins:set-offered': ({ pluginId, on }) => set(pluginId, { offered: on }),
    'plugins:forget': ({ pluginId }) => {
      change('plugins', pluginId, null);
      return {};
    },
    'plugins:set-only-listed': ({ on }) => setRules({ onlyListed: on }),
    'plugins:allow': ({ pluginId }) => setRules({ listed: [...listed(), pluginId] }),
    'plugins:disallow': ({ pluginId }) => setRules({ listed: listed().filter(id => id !== pluginId) }),
  } satisfies Partial<PanelHandlers>;
}
