// What the fixture hub answers about tabs: they change hands and close, and show a picture of one pixel.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function tabAnswers({
  snapshot,
  change,
}: Inside): Pick<PanelHandlers, Extract<keyof PanelHandlers, `tabs:${string}`>> {
  const keyOf = ({ browserId, tabId }: { browserId: string; tabId: number }) => `${browserId}:${tabId}`;
  const own = (key: string, owner: Snapshot['tabs'][string]['owner']) => {
    change('tabs', key, { ...snapshot().tabs[key], owner });
    return {};
  };
  const since = Date.now();
  return {
    'tabs:release': at => own(keyOf(at), { kind: 'you' }),
    'tabs:take-over': at => {
      const owner = snapshot().tabs[keyOf(at)]?.owner;
      return own(keyOf(at), {
        kind: 'you',
        since,
        ...(owner && owner.kind !== 'you' && { takenFrom: owner.agentId }),
      });
    },
    'tabs:give': ({ agentId, ...at }) => {
      const owner = snapshot().tabs[keyOf(at)]?.owner;
      const back = owner?.kind === 'you' ? owner.takenFrom : undefined;
      return own(keyOf(at), { kind: 'agent', agentId: agentId ?? back ?? '', since });
    },
    'tabs:close': at => {
      change('tabs', keyOf(at), null);
      return {};
    },
    'tabs:close-orphans': () => {
      const orphans = Object.entries(snapshot().tabs).filter(([, { owner }]) => owner.kind === 'none');
      for (const [key] of orphans) change('tabs', key, null);
      return { closed: orphans.length };
    },
    'tabs:icons': ({ ids }) => ({ icons: ids.map(id => ({ id, data: pixel })) }),
    'tabs:picture': () => ({ mimeType: 'image/png', data: pixel }),
  };
}
