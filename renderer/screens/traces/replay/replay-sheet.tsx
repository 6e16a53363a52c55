// The sheet of a replay: what would be sent, the confirmation where it acts, and what came back.
import { RotateCw } from 'lucide-react';
import { cutEnd, visibleText } from '../../../../contract/visible-text.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Lines } from '../../../parts/form-fields.tsx';
import { Say } from '../../../parts/say.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { ReplayResult } from './replay-result.tsx';
import { useReplay } from './use-replay.ts';
import type { ReplayPlan } from '../../../../contract/schemas/trace-tools.ts';

const longestName = 60;

export function ReplaySheet({ seq, onClose }: { seq: number; onClose: () => void }) {
  const { plan, params, setParams, state, send } = useReplay(seq);
  const name = visibleText(cutEnd(plan?.tool ?? plan?.method ?? t('this call'), longestName));
  const show = (own: number) => {
    onClose();
    goTo('traces', String(own));
  };
  return (
    <Sheet
      title={t('Replay {name}', { name })}
      text={t('It is sent as your own call: it passes every gate, asks nobody, and what is denied stays denied.')}
      open
      onClose={onClose}
      footer={
        <>
          {plan?.refusal === null ? <SendButton plan={plan} state={state.kind} onSend={send} /> : null}
          <Button look="ghost" data-first={plan?.acts ? '' : undefined} onClick={onClose}>
            {state.kind === 'answered' ? t('Close') : t('Cancel')}
          </Button>
          <span className="fill" />
          {state.kind === 'answered' ? (
            <Button look="ghost" onClick={() => show(state.replayed.seq)}>
              {t('Show it in the trace')}
            </Button>
          ) : null}
        </>
      }
    >
      {plan?.refusal === null ? <Ask plan={plan} params={params} onParams={setParams} /> : null}
      {state.kind === 'sent' ? (
        <p className="muted" role="status">
          {t('Sent; waiting for the answer …')}
        </p>
      ) : null}
      {state.kind === 'answered' ? <ReplayResult replayed={state.replayed} /> : null}
      <Said sentence={plan?.refusal ? reasonWords(plan.refusal) : state.kind === 'failed' ? state.sentence : null} />
    </Sheet>
  );
}

interface SendProps {
  readonly plan: ReplayPlan;
  readonly state: string;
  readonly onSend: () => Promise<void>;
}

function SendButton({ plan, state, onSend }: SendProps) {
  return (
    <ActButton
      look={plan.acts ? 'danger' : 'primary'}
      icon={RotateCw}
      disabled={state === 'sent'}
      onClick={() => void onSend()}
    >
      {sendWords(plan, state)}
    </ActButton>
  );
}

function sendWords({ acts }: ReplayPlan, state: string): string {
  if (state === 'sent') return t('Sent');
  if (state === 'answered') return t('Replay again');
  return acts ? t('Replay, although it acts') : t('Replay');
}

interface AskProps {
  readonly plan: ReplayPlan;
  readonly params: string;
  readonly onParams: (text: string) => void;
}

function Ask({ plan: { acts, to, masked }, params, onParams }: AskProps) {
  return (
    <>
      {acts ? <Acts on={to} /> : null}
      {masked > 0 ? (
        <p className="hint">
          {t(
            'The trace masks {count, plural, one {# value} other {# values}} of it as ••••; put the real ones in their places.',
            { count: masked },
          )}
        </p>
      ) : null}
      <Lines
        label={t('What is sent')}
        rows={Math.min(12, Math.max(4, params.split('\n').length))}
        value={params}
        onChange={onParams}
      />
    </>
  );
}

function Acts({ on }: { on: ReplayPlan['to'] }) {
  return (
    <p className="line attention">
      <span className="text-attention">
        <Shape tone="attention" />
      </span>
      <span>
        {on ? (
          <Say
            text="It acts on {target}: sending it again may change something again."
            values={{ target: <Foreign text={on.label} className="strong" /> }}
          />
        ) : (
          t('It acts: sending it again may change something again.')
        )}
      </span>
    </p>
  );
}
