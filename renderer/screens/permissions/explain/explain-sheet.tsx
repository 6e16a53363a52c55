// "What would decide this?": the rule that would, or that somebody would be asked, and the nearest rules with what differs.
import { useEffect, useState } from 'react';
import { useRoute } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { Effect } from '../../../parts/effect.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { Say } from '../../../parts/say.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t, tIn } from '../../../words/language.ts';
import { decidedWords } from '../../../words/rule-words.ts';
import { AskFields } from './ask-fields.tsx';
import { NearestRules } from './nearest-rules.tsx';
import { type CallDescription, firstAsk, toolsFor } from './permission-ask.ts';
import type { Explanation } from '../../../../contract/schemas/grants.ts';

interface ExplainSheetProps {
  readonly onClose: () => void;
  /** What is asked about first; the user may change it. */
  readonly about?: CallDescription;
}

export function ExplainSheet({ onClose, about }: ExplainSheetProps) {
  const snapshot = useSnapshot();
  const [asked, setAsked] = useState<CallDescription>(() => about ?? firstAsk(snapshot));
  useCloseOnLeave(onClose);
  // A rule that is made or revoked meanwhile changes the answer.
  const rules = `${Object.keys(snapshot.grants).join()} ${snapshot.hub.policy.loadedAt}`;
  const answer = useRequest(`${JSON.stringify(asked)} ${rules}`, link =>
    link.request('grants:explain', { request: asked }),
  );
  return (
    <Sheet
      title={t('What would decide this?')}
      text={t(
        'Describe a call. The answer is what the rules say now; a mode, an owner or a limit may still refuse it.',
      )}
      open
      onClose={onClose}
      footer={
        <Button look="ghost" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <AskFields value={asked} onChange={place => setAsked({ ...asked, ...place, tool: '' })} />
      <ToolField asked={asked} onChange={setAsked} />
      {answer.kind === 'there' ? <Answer explanation={answer.value} /> : null}
      <Said sentence={answer.kind === 'failed' ? answer.sentence : null} />
    </Sheet>
  );
}

/** A link in the sheet leads to what lies under it. */
function useCloseOnLeave(onClose: () => void): void {
  const { screen, id } = useRoute();
  const place = `${screen}/${id ?? ''}`;
  const [opened] = useState(place);
  useEffect(() => {
    if (place !== opened) onClose();
  }, [place, opened, onClose]);
}

function ToolField({ asked, onChange }: { asked: CallDescription; onChange: (asked: CallDescription) => void }) {
  const known = toolsFor(useSnapshot(), asked.scope, asked.resource);
  const tools = asked.tool === '' || known.includes(asked.tool) ? known : [asked.tool, ...known];
  return (
    <label>
      <span>{t('Tool')}</span>
      <select className="field" value={asked.tool} onChange={event => onChange({ ...asked, tool: event.target.value })}>
        <option value="">{t('any tool')}</option>
        {tools.map(tool => (
          <option key={tool} value={tool}>
            {tool}
          </option>
        ))}
      </select>
    </label>
  );
}

const outcomes = {
  allow: t('It would be allowed.'),
  deny: t('It would be refused.'),
  ask: t('You would be asked.'),
} as const;

function Answer({ explanation: { decision, rule, nearest, remedy } }: { explanation: Explanation }) {
  return (
    <section className="grid gap-3" aria-label={tIn('noun', 'Answer')} aria-live="polite">
      <div className="well px-3 py-2">
        <p className="line">
          <Effect effect={decision} />
          <b className="strong">{outcomes[decision]}</b>
          {rule === null ? (
            <span className="subtle">{t('No rule speaks of it.')}</span>
          ) : (
            <span className="muted">
              <Say text="Decided by {rule}" values={{ rule: <RuleLink rule={rule} /> }} />
            </span>
          )}
        </p>
        {rule === null || decidedWords(rule) === null ? null : <p className="muted mt-1">{decidedWords(rule)}</p>}
      </div>
      <NearestRules nearest={nearest} />
      {decision === 'allow' ? null : (
        <div>
          <span className="label-text">{t('This line in a terminal would allow it')}</span>
          <CommandLine text={remedy} what={t('command')} />
        </div>
      )}
    </section>
  );
}
