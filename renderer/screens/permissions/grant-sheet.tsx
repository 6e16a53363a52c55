// A grant made by hand: who, what, where, how much and how long, and the sentence that will be kept.
import { useState } from 'react';

import { errorSentence } from '../../link/panel-error.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choices.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { addNotice } from '../../store/panel-store.ts';
import { draftFault, firstAsk, toolsFor, wishOf, type GrantDraft } from '../../store/permission-ask.ts';
import { draftSentence } from '../../words/draft-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { AskFields } from './ask-fields.tsx';
import { LifetimeField } from './lifetime-field.tsx';

export function GrantSheet({ onClose }: { onClose: () => void }) {
  const snapshot = useSnapshot();
  const { draft, setDraft, said, keep } = useDraft(onClose);
  const fault = draftFault(draft);
  return (
    <Sheet
      title="Add a grant"
      text="It answers before anybody is asked. A deny beats every allow."
      open
      onClose={onClose}
      footer={
        <>
          <ActButton
            look={draft.effect === 'allow' ? 'primary' : 'danger'}
            disabled={fault !== null}
            title={fault ?? undefined}
            onClick={() => void keep()}
          >
            {draft.effect === 'allow' ? 'Keep: allow' : 'Keep: deny'}
          </ActButton>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <EffectField draft={draft} onChange={setDraft} />
      <AskFields value={draft} onChange={place => setDraft({ ...draft, ...place, tools: [] })} />
      <BreadthField draft={draft} onChange={setDraft} />
      <LifetimeField draft={draft} onChange={setDraft} />
      <p className="m">
        It is kept as: <Foreign text={draftSentence(snapshot, draft)} className="text-ink" />
      </p>
      {fault === null ? null : <p className="mm">{fault}</p>}
      <Said sentence={said} />
    </Sheet>
  );
}

/** A draft, and what keeps it as a grant; `said` is why the hub did not. */
function useDraft(onKept: () => void) {
  const { link, store } = usePanelParts();
  const snapshot = useSnapshot();
  const [said, setSaid] = useState<string | null>(null);
  const [draft, setDraft] = useState<GrantDraft>(() => ({
    ...firstAsk(snapshot),
    effect: 'allow',
    breadth: 'all',
    tools: [],
    lifetime: 'always',
    agentId: null,
  }));
  const keep = async () => {
    try {
      const { grant } = await link.request('grants:set', wishOf(draft));
      addNotice(store, 'done', `Grant ${grant.id} is kept.`);
      onKept();
    } catch (error) {
      setSaid(errorSentence(error));
    }
  };
  return { draft, setDraft, said, keep };
}

interface DraftProps {
  readonly draft: GrantDraft;
  readonly onChange: (draft: GrantDraft) => void;
}

function EffectField({ draft, onChange }: DraftProps) {
  return (
    <div>
      <Segmented
        label="Effect"
        value={draft.effect}
        onChoose={effect => onChange({ ...draft, effect })}
        choices={[
          { value: 'allow', label: 'Allow' },
          { value: 'deny', label: 'Deny' },
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
      <span className="label-text">How much</span>
      <Segmented
        label="How much"
        value={draft.breadth}
        onChoose={breadth => onChange({ ...draft, breadth })}
        choices={[
          { value: 'all', label: 'Every tool' },
          ...(acts ? [{ value: 'reading' as const, label: 'Only what reads' }] : []),
          { value: 'tools', label: 'Some tools' },
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
    <ul className="tool-checks" aria-label="Tools">
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
      {known.length === 0 ? <li className="mm">No tool of that kind is known now.</li> : null}
    </ul>
  );
}
