// What a provider may be asked: how many answers at a time, how long it is waited for, how many tokens a day.

import { Facts, PaneHead } from '../../../parts/layout.tsx';
import { Meter } from '../../../parts/meter.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { type Draft, useDraft } from '../../../parts/use-draft.ts';
import { formatCount, formatShort } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { NumberLine } from '../number-line.tsx';
import { tokensOf } from '../provider-list.ts';
import { type LimitsForm, limitsForm, limitsOf, limitsTrouble } from './limits-form.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

export function LimitsTab({ provider }: { provider: ModelProvider }) {
  const act = useAct();
  const draft = useDraft(limitsForm(provider.limits));
  const save = () => void act('models:set', { providerId: provider.id, limits: limitsOf(draft.value) });
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('Limits')}>
      <Rows draft={draft} />
      <SaveBar
        draft={draft}
        blocked={limitsTrouble(draft.value)}
        note={t('They hold from the next question on.')}
        onSave={save}
      />
      <Today provider={provider} />
    </div>
  );
}

function Rows({ draft: { value, change } }: { draft: Draft<LimitsForm> }) {
  return (
    <>
      <NumberLine
        label={t('Answers at a time')}
        note={t('Further questions wait for one of them to end.')}
        value={value.atOnce}
        onChange={atOnce => change({ atOnce })}
      />
      <NumberLine
        label={t('Time to answer')}
        note={t('Until the first token, and between two.')}
        unit="s"
        value={value.timeoutSeconds}
        onChange={timeoutSeconds => change({ timeoutSeconds })}
      />
      <NumberLine
        label={t('Tokens a day')}
        note={t('In and out together, of everybody. Empty: as many as wanted.')}
        value={value.tokensPerDay}
        placeholder={t('no limit')}
        onChange={tokensPerDay => change({ tokensPerDay })}
      />
    </>
  );
}

function Today({ provider }: { provider: ModelProvider }) {
  const tokens = tokensOf(provider);
  const { tokensPerDay } = provider.limits;
  return (
    <section aria-label={t('Today')}>
      <PaneHead title={t('Today')} />
      <div className="section provider-limits">
        <Facts
          facts={[
            [t('Calls'), formatCount(provider.today.calls)],
            [
              t('Tokens'),
              tokensPerDay === null
                ? formatShort(tokens)
                : t('{used} of {most}', { used: formatShort(tokens), most: formatShort(tokensPerDay) }),
            ],
          ]}
        />
        {tokensPerDay === null ? null : <Meter label={t('Tokens used today')} share={tokens / tokensPerDay} />}
      </div>
    </section>
  );
}
