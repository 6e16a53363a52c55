// The heads of the board: an owner above each column, a browser before each row.
import { User } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { BrowserMark } from '../../parts/browser-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { RenameBrowser } from '../../parts/rename-browser.tsx';
import { Shape, Status } from '../../parts/shape.tsx';
import { agentRate } from '../../store/rates.ts';
import { formatRate } from '../../words/format.ts';
import { agentIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import type { CSSProperties, ReactNode } from 'react';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { OwnerKey, TabBoard } from '../../store/tab-board.ts';

export function ownerName(snapshot: Snapshot, owner: OwnerKey): string {
  if (owner === 'you') return t('you');
  if (owner === 'none') return t('without owner');
  return visibleText(agentIdentity(snapshot, owner.slice('agent:'.length)).name);
}

export function OwnerHead({ owner, board }: { owner: OwnerKey; board: TabBoard }) {
  const count = board.browsers.reduce((sum, { id }) => sum + board.cell(id, owner).length, 0);
  if (owner === 'you')
    return (
      <PlainHead
        mark={<YouMark />}
        name={t('You')}
        note={t('{count, plural, =0 {no tabs} one {# tab} other {# tabs}}, no agent may act', { count })}
      />
    );
  if (owner === 'none') {
    const mark = (
      <span className="text-orphaned">
        <Shape tone="orphaned" />
      </span>
    );
    return <PlainHead mark={mark} name={t('Without owner')} note={countedTabs(count)} />;
  }
  return <AgentHead agentId={owner.slice('agent:'.length)} count={count} />;
}

function countedTabs(count: number): string {
  return t('{count, plural, =0 {no tabs} one {# tab} other {# tabs}}', { count });
}

function PlainHead({ mark, name, note }: { mark: ReactNode; name: string; note: string }) {
  return (
    <div className="owner-head">
      {mark}
      <span className="two-lines">
        <b className="strong">{name}</b>
        <small>{note}</small>
      </span>
    </div>
  );
}

function AgentHead({ agentId, count }: { agentId: string; count: number }) {
  const who = agentIdentity(useSnapshot(), agentId);
  const samples = usePanel(state => state.samples);
  return (
    <div className="owner-head">
      <AgentMark who={who} />
      <span className="two-lines">
        <Foreign text={who.name} className="strong ellipsis" />
        <small>{`${countedTabs(count)}, ${formatRate(agentRate(samples, agentId))}`}</small>
      </span>
    </div>
  );
}

function YouMark() {
  return (
    <span className="mark" style={{ '--agent': 'var(--agent-you)' } as CSSProperties} aria-hidden="true">
      <User className="icon-12" />
    </span>
  );
}

export function BrowserHead({ browser }: { browser: Browser }) {
  const here = browser.state.kind === 'connected';
  const { name, version, extensionVersion } = browser;
  return (
    <div className="browser-head">
      <div className="line gap-1">
        <BrowserMark browserId={browser.id} />
        <b className="ellipsis">
          <Foreign text={name} />
        </b>
      </div>
      <div className="line gap-1">
        <span className="muted ellipsis">
          <Foreign text={version} />
        </span>
        <RenameBrowser browser={browser} />
      </div>
      <p className="mt-1">
        <Status tone={here ? 'running' : 'stopped'}>{here ? t('connected') : t('away')}</Status>
      </p>
      {extensionVersion === '' ? null : (
        <p className="subtle text-2xs mt-1">{t('extension {version}', { version: visibleText(extensionVersion) })}</p>
      )}
    </div>
  );
}
