// The version of an installed server: whether there is a newer one, how that differs, taking it, and going back. None is taken by itself.
import { ArrowBigUp, Search, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { ChangeTable } from '../../../parts/change-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatDay } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { phaseWords } from './phase-words.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';
import type { Change } from '../../../parts/definition-changes.ts';

type Update = NonNullable<Install['update']>;

export function InstallUpdates({ install }: { install: Install }) {
  const { update, previous, version, serverId } = install;
  const act = useAct();
  return (
    <section aria-label={t('Version')}>
      <PaneHead title={t('Version')} note={<Foreign text={version} className="mono" max={40} />}>
        {update === null ? <LookButton serverId={serverId} version={version} /> : null}
        {previous === null ? null : (
          <ActButton size="small" icon={Undo2} onClick={() => void act('installs:back', { serverId })}>
            {t('Back to {version}', { version: previous.version })}
          </ActButton>
        )}
      </PaneHead>
      {update === null ? null : <NewerVersion install={install} update={update} />}
    </section>
  );
}

function LookButton({ serverId, version }: Pick<Install, 'serverId' | 'version'>) {
  const act = useAct();
  const [isNewest, setNewest] = useState(false);
  const look = async () => {
    setNewest(false);
    const answer = await act('installs:look', { serverId });
    setNewest(answer !== undefined && (answer.version === null || answer.version === version));
  };
  return (
    <>
      {isNewest ? <span className="note">{t('it is the newest')}</span> : null}
      <ActButton size="small" look="ghost" icon={Search} onClick={() => void look()}>
        {t('Look for a newer one')}
      </ActButton>
    </>
  );
}

function NewerVersion({ install: { serverId }, update }: { install: Install; update: Update }) {
  const act = useAct();
  const { version, publishedAt, difference, phase } = update;
  const isBusy = phase !== null && !['ready', 'failed', 'stopped'].includes(phase.kind);
  return (
    <div className="section update">
      <p className="line">
        <Status tone="attention">{t('{version} is there', { version })}</Status>
        {publishedAt === null ? null : <span className="subtle">{formatDay(publishedAt)}</span>}
      </p>
      {phase?.kind === 'failed' ? (
        <p className="text-crashed">
          <ReasonText reason={phase.reason} />
        </p>
      ) : null}
      {isBusy ? <Status tone="waiting">{phaseWords(phase).word}</Status> : null}
      {difference === null ? (
        isBusy ? null : (
          <ActButton icon={Search} onClick={() => void act('installs:prepare', { serverId })}>
            {t('Fetch it and show the difference')}
          </ActButton>
        )
      ) : (
        <>
          <Difference difference={difference} />
          <ActButton
            look="primary"
            icon={ArrowBigUp}
            onClick={() => void act('installs:update', { serverId, version })}
          >
            {t('Take {version}', { version })}
          </ActButton>
          <p className="subtle text-2xs">{t('It then waits for your approval; the one before stays to go back to.')}</p>
        </>
      )}
    </div>
  );
}

function Difference({ difference: { commandLine, fields, tools } }: { difference: NonNullable<Update['difference']> }) {
  const changes: Change[] = [
    ...(commandLine.from === commandLine.to
      ? []
      : [{ path: t('Command'), before: commandLine.from, after: commandLine.to }]),
    ...moved(t('Asks for'), fields.added, fields.removed),
    ...(tools === null ? [] : moved(t('Tools'), tools.added, tools.removed)),
    ...(tools === null
      ? []
      : tools.changed.map(({ name, before, after }) => ({
          path: t('Tool {name}', { name }),
          before,
          after: before === after ? `${after}\n${t('(its inputs or annotations have changed)')}` : after,
        }))),
  ];
  return (
    <>
      {changes.length === 0 ? (
        <p className="muted">{t('Same command, same values, same tools.')}</p>
      ) : (
        <ChangeTable label={t('What differs')} heads={[t('Now'), t('Newer')]} changes={changes} plain />
      )}
      {tools === null ? <p className="subtle">{t('No trial start has listed its tools.')}</p> : null}
    </>
  );
}

/** What is only in the one or in the other, one on a line. */
function moved(path: string, added: readonly string[], removed: readonly string[]): Change[] {
  if (added.length + removed.length === 0) return [];
  return [{ path, before: removed.join('\n') || null, after: added.join('\n') || null }];
}
