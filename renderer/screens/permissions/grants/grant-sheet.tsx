// A grant made by hand: who, what, where, how much and how long, and the sentence that will be kept.
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { scopeWords } from '../../../words/scope-words.ts';
import { AskFields } from '../explain/ask-fields.tsx';
import { draftFault, firstAsk, type GrantDraft, newGrantOf, toolsFor } from '../explain/permission-ask.ts';
import { draftSentence } from './draft-words.ts';
import { LifetimeField } from './lifetime-field.tsx';

export function GrantSheet({ onClose }: { onClose: () => void }) {
  const snapshot = useSnapshot();
  const { draft, setDraft, said, keep } = useDraft(onClose);
  const fault = draftFault(draft);
  return (
    <Sheet
      title={t('Add a grant')}
      text={t('It answers before anybody is asked. A deny beats every allow.')}
      open
      onClose={onClose}
      action={<KeepButton draft={draft} fault={fault} onKeep={() => void keep()} />}
    >
      <EffectField draft={draft} onChange={setDraft} />
      <AskFields value={draft} onChange={place => setDraft({ ...draft, ...place, tools: [] })} />
      <BreadthField draft={draft} onChange={setDraft} />
      <LifetimeField draft={draft} onChange={setDraft} />
      <p className="muted">
        <Say
          text="It is kept as: {grant}"
          values={{ grant: <Foreign text={draftSentence(snapshot, draft)} className="text-ink" /> }}
        />
      </p>
      {fault === null ? null : <p className="subtle">{fault}</p>}
      <Said sentence={said} />
    </Sheet>
  );
}

/** A draft, and what keeps it as a grant; `said` is why the hub did not. */
function useDraft(onKept: () => void) {
  const { link, store } = usePanelParts();
  const snapshot = useSnapshot();
  const { said, send } = useSending();
  const [draft, setDraft] = useState<GrantDraft>(() => ({
    ...firstAsk(snapshot),
    effect: 'allow',
    breadth: 'all',
    tools: [],
    lifetime: 'always',
    agentId: null,
  }));
  const keep = () =>
    send(async () => {
      const { grant } = await link.request('grants:set', newGrantOf(draft));
      addNotice(store, 'done', t('Grant {id} is kept.', { id: grant.id }));
      onKept();
    });
  return { draft, setDraft, said, keep };
}

interface KeepProps {
  readonly draft: GrantDraft;
  readonly fault: string | null;
  readonly onKeep: () => void;
}

function KeepButton({ draft: { effect }, fault, onKeep }: KeepProps) {
  const look = effect === 'allow' ? 'primary' : 'danger';
  return (
    <ActButton look={look} disabled={fault !== null} title={fault ?? undefined} onClick={onKeep}>
      {effect === 'allow' ? t('Keep: allow') : t('Keep: deny')}
    </ActButton>
  );
}

interface DraftProps {
  readonly draft: GrantDraft;
  readonly onChange: (draft: GrantDraft) => void;
}

function EffectField({ draft, onChange }: DraftProps) {
  return (
    <div>
      <Segmented
        label={t('Effect')}
        value={draft.effect}
        onChoose={effect => onChange({ ...draft, effect })}
        choices={[
          { value: 'allow', label: t('Allow') },
          { value: 'deny', label: t('Deny') },
        ]}
      />
    </div>
  );
}

function BreadthField({ draft, onChange }: DraftProps) {
  const known = toolsFor(useSnapshot(), draft.scope, draft.resource);
  const acts = scopeWords(draft.scope).acts;
  return (
    <div>
      <span className="label-text">{t('How much')}</span>
      <Segmented
        label={t('How much')}
        value={draft.breadth}
        onChoose={breadth => onChange({ ...draft, breadth })}
        choices={[
          { value: 'all', label: t('Every tool') },
          ...(acts ? [{ value: 'reading' as const, label: t('Only what reads') }] : []),
          { value: 'tools', label: t('Some tools') },
        ]}
      />
      {draft.breadth === 'tools' ? <ToolChecks draft={draft} onChange={onChange} known={known} /> : null}
    </div>
  );
}

function ToolChecks({ draft, onChange, known }: DraftProps & { readonly known: readonly string[] }) {
  const toggle = (tool: string, on: boolean) =>
    onChange({ ...draft, tools: on ? [...draft.tools, tool] : draft.tools.filter(each => each !== tool) });
  return (
    <ul className="tool-checks" aria-label={t('Tools')}>
      {known.map(tool => (
        <li key={tool}>
          <label className="check">
            <input
              type="checkbox"
              checked={draft.tools.includes(tool)}
              onChange={event => toggle(tool, event.target.checked)}
            />
            <Foreign text={tool} className="mono" />
          </label>
        </li>
      ))}
      {known.length === 0 ? <li className="subtle">{t('No tool of that kind is known now.')}</li> : null}
    </ul>
  );
}
