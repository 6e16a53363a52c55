// Who asked a model: the user by Chat, a client with its mark, a page by its origin, or a server.
import { Server } from 'lucide-react';
import { monogram } from '../../../../contract/monogram.ts';
import { AgentName } from '../../../parts/agent-mark.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { OriginCell } from '../../../parts/origin.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { clientIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import type { ModelUsageRow } from '../../../../contract/schemas/models.ts';

type Asker = ModelUsageRow['asker'];

export function AskerCell({ asker: { kind, id, label } }: { asker: Asker }) {
  const snapshot = useSnapshot();
  switch (kind) {
    case 'client':
      return <AgentName who={{ ...clientIdentity(snapshot, id, label), active: true }} />;
    case 'origin':
      return <OriginCell origin={id} />;
    case 'server':
      return (
        <span className="cell">
          <Server className="icon" aria-hidden="true" />
          <Foreign text={snapshot.servers[id]?.name ?? label} className="ellipsis" />
        </span>
      );
    case 'user':
      return <UserCell isChat={id !== 'you'} />;
  }
}

/** The user by the panel itself, or by Chat. */
function UserCell({ isChat }: { isChat: boolean }) {
  const name = isChat ? t('Chat') : t('You');
  return (
    <span className="cell">
      <span className="mark small you" aria-hidden="true">
        {isChat ? 'CH' : monogram(name)}
      </span>
      <span className="ellipsis">{name}</span>
    </span>
  );
}

const whats: Readonly<Record<Asker['kind'], string>> = {
  user: t('your conversations and tests'),
  client: t('an agent or an extension'),
  origin: t('sessions of a page'),
  server: t('sampling of an MCP server'),
};

export function askedFor({ kind }: Asker): string {
  return whats[kind];
}
