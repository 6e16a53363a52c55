// One source: its state with the reason of a failure, what is stored of it, and what can be done with it.
import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Switch } from '../../../parts/choices.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, useLive, useNow } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Status } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import { sourceKindWords } from '../catalogue-words.ts';
import { SourceForm } from './source-form.tsx';
import { sourceWords, storedWords } from './source-words.ts';
import type { CatalogueSource } from '../../../../contract/schemas/catalogue.ts';

export function SourceRow({ source }: { source: CatalogueSource }) {
  const act = useAct();
  const live = useLive();
  const now = useNow();
  const [changing, setChanging] = useState(false);
  const { id: sourceId, kind, name, address, enabled, state } = source;
  const { tone, word } = sourceWords(source, now);
  const isForbidden = state.kind === 'forbidden';
  return (
    <li>
      <div className="line">
        <Foreign text={name} className="strong ellipsis" />
        <span className="tag">{sourceKindWords[kind]}</span>
        <span className="fill" />
        <Status tone={tone}>{word}</Status>
        <Switch
          label={t('Ask {name}', { name })}
          on={enabled && !isForbidden}
          disabled={!live || isForbidden}
          onSwitch={on => void act('catalogue:change-source', { sourceId, enabled: on })}
        />
      </div>
      {address === '' ? null : <Foreign text={address} className="mono text-2xs muted" middle max={90} />}
      {source.leftOut ? (
        <p className="text-attention">
          <ReasonText reason={source.leftOut} />
        </p>
      ) : null}
      {state.kind === 'failed' || isForbidden ? (
        <p className={isForbidden ? 'text-crashed' : ''}>
          <ReasonText reason={state.reason} />
        </p>
      ) : null}
      <SourceActs source={source} onChange={() => setChanging(!changing)} />
      {changing ? <SourceForm source={source} onDone={() => setChanging(false)} /> : null}
    </li>
  );
}

function SourceActs({ source, onChange }: { source: CatalogueSource; onChange: () => void }) {
  const act = useAct();
  const now = useNow();
  const { id: sourceId, name, enabled, state } = source;
  return (
    <div className="line">
      <span className="subtle text-2xs fill">{storedWords(source, now)}</span>
      <ActButton
        size="small"
        look="ghost"
        icon={RefreshCw}
        disabled={!enabled || state.kind === 'forbidden' || state.kind === 'refreshing'}
        onClick={() => void act('catalogue:refresh', { sources: [sourceId] })}
      >
        {t('Refresh')}
      </ActButton>
      <Button size="small" look="ghost" icon={Pencil} onClick={onChange}>
        {t('Change')}
      </Button>
      <ConfirmButton
        size="small"
        icon={Trash2}
        label={t('Remove')}
        title={t('Remove {name}', { name })}
        text={t('All that is stored of it goes. Servers that were added from it stay.')}
        onConfirm={() => void act('catalogue:remove-source', { sourceId })}
      />
    </div>
  );
}
