// The questions that wait for the user: the card of one of them, and the list of all others, in order.
import { useState } from 'react';

import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { useKeys } from '../../frame/keys.ts';
import { Empty, PaneHead } from '../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { openPrompts } from '../../store/attention.ts';
import { connectedAgents } from '../../store/identity.ts';
import { formatCounted } from '../../words/format.ts';
import { PromptCard } from './prompt-card.tsx';
import { QueueList } from './queue-list.tsx';

export function PromptQueue() {
  const snapshot = useSnapshot();
  const now = useNow();
  const [chosen, setChosen] = useState<string | null>(null);
  const prompts = openPrompts(snapshot);
  const current = prompts.find(prompt => prompt.id === chosen) ?? prompts[0];
  const at = current ? prompts.indexOf(current) : 0;
  useKeys({ j: () => setChosen(prompts[(at + 1) % Math.max(1, prompts.length)]?.id ?? null) });
  return (
    <section className="pane q" aria-label="Waiting for you">
      <PaneHead
        title="Waiting for you"
        note={prompts.length > 0 ? `${at + 1} of ${prompts.length}, oldest first` : undefined}
      >
        {prompts.length > 1 ? (
          <>
            <span className="note">Next</span>
            <kbd className="key">J</kbd>
          </>
        ) : null}
      </PaneHead>
      {current ? (
        <>
          <PromptCard key={current.id} prompt={current} now={now} />
          <span className="fill" />
          <QueueList prompts={prompts.filter(prompt => prompt !== current)} now={now} onChoose={setChosen} />
        </>
      ) : (
        <Empty title="Nothing waits for you" text={quietSentence(snapshot)} />
      )}
    </section>
  );
}

function quietSentence(snapshot: Snapshot): string {
  const agents = connectedAgents(snapshot).length;
  if (agents === 0) return 'No agent is connected. When one is, its first use of each permission is asked here.';
  const grants = formatCounted(Object.keys(snapshot.grants).length, 'grant');
  return `${formatCounted(agents, 'agent')} ${agents === 1 ? 'works' : 'work'} within ${grants}.`;
}
