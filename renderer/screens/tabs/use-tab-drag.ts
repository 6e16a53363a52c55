// Dragging a tab to another owner: what is dragged, over which cell it hangs, and what happens when it is let go.
import { type DragEvent, useState } from 'react';
import { useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { type OwnerKey, ownerKey } from '../../store/tab-board.ts';
import { useTabActs } from './use-tab-acts.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Drag {
  readonly tab: Tab;
  readonly over: OwnerKey | null;
}

export interface TabDrag {
  readonly tab: Tab | null;
  readonly over: OwnerKey | null;
  /** For the block that can be dragged. */
  source(tab: Tab): { draggable: boolean; onDragStart(event: DragEvent): void; onDragEnd(): void };
  /** For the cell that it may be let go over; nothing where it may not. */
  target(browserId: string, owner: OwnerKey): object;
}

/** Whether an owner may have it: a browser's tabs stay in it, and nobody is made an orphan. */
function takes(agents: Snapshot['agents'], tab: Tab, browserId: string, owner: OwnerKey): boolean {
  if (tab.browserId !== browserId || ownerKey(tab) === owner || owner === 'none') return false;
  if (owner === 'you') return true;
  const agent = agents[agentIdOf(owner)];
  return agent?.state.kind === 'connected' && (agent.browserId ?? browserId) === browserId;
}

const agentIdOf = (owner: OwnerKey) => owner.slice('agent:'.length);

export function useTabDrag(): TabDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const { agents } = useSnapshot();
  const live = useLive();
  const acts = useTabActs();
  return {
    tab: drag?.tab ?? null,
    over: drag?.over ?? null,
    source: tab => ({
      draggable: live,
      onDragStart: event => {
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', String(tab.tabId));
        event.dataTransfer.effectAllowed = 'move';
        setDrag({ tab, over: null });
      },
      onDragEnd: () => setDrag(null),
    }),
    target: (browserId, owner) => {
      if (!drag || !takes(agents, drag.tab, browserId, owner)) return {};
      return {
        'data-over': drag.over === owner,
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          if (drag.over !== owner) setDrag({ ...drag, over: owner });
        },
        onDragLeave: (event: DragEvent) => {
          const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
          if (!inside) setDrag({ ...drag, over: null });
        },
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          setDrag(null);
          if (owner === 'you') acts.takeOver(drag.tab);
          else acts.give(drag.tab, agentIdOf(owner));
        },
      };
    },
  };
}
