// What a call was sent and what came back, side by side, and below both what decided it.
import { useState } from 'react';
import { routeHref } from '../../../frame/route.ts';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { JsonView } from '../../../parts/json-view.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { Say } from '../../../parts/say.tsx';
import { formatBytes, formatCount, formatDuration } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { decidedWords } from '../../../words/rule-words.ts';
import type { ChatCall } from '../../../../contract/schemas/chat.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

interface CallFoldProps {
  readonly id: string;
  readonly call: ChatCall;
  readonly turnId: string;
  readonly conversationId: string;
}

export function CallFold({ id, call, turnId, conversationId }: CallFoldProps) {
  const act = useAct();
  const [whole, setWhole] = useState<PanelResult<'chat:call'> | null>(null);
  const { argumentsText, argumentsChars, result } = call;
  const isCut =
    whole === null && (argumentsChars > argumentsText.length || (result?.chars ?? 0) > (result?.text.length ?? 0));
  const showAll = async () => {
    const found = await act('chat:call', { conversationId, turnId, callId: call.id });
    if (found) setWhole(found);
  };
  return (
    <div className="call-fold" id={id}>
      <div>
        <h4>{t('Arguments')}</h4>
        <Sent text={whole?.argumentsText ?? argumentsText} />
      </div>
      <div>
        <h4>
          <span>{t('Result')}</span>
          {result ? <span>{resultSize(result)}</span> : null}
        </h4>
        <Came call={call} text={whole?.resultText ?? result?.text ?? null} />
      </div>
      {isCut ? (
        <p className="call-cut">
          <Button size="small" onClick={() => void showAll()}>
            {t('Show all of it')}
          </Button>
        </p>
      ) : null}
      <Decided call={call} />
    </div>
  );
}

/** `2.1 kB, about 512 tokens`. */
function resultSize({ bytes, tokens }: NonNullable<ChatCall['result']>): string {
  return t('{bytes}, about {tokens} tokens', { bytes: formatBytes(bytes), tokens: formatCount(tokens) });
}

function Sent({ text }: { text: string }) {
  if (text === '' || text === '{}') return <p className="subtle">{t('none')}</p>;
  return (
    <div className="call-text scrolls" role="region" aria-label={t('Arguments of the call')} tabIndex={0}>
      <JsonView text={text} label={t('Arguments')} />
    </div>
  );
}

function Came({ call: { state }, text }: { call: ChatCall; text: string | null }) {
  if (state.kind === 'refused' || state.kind === 'failed')
    return (
      <p className="text-crashed">
        <ReasonText reason={state.why} max={400} />
      </p>
    );
  if (text === null)
    return <p className="subtle">{state.kind === 'stopped' ? t('stopped before it came') : t('not here yet')}</p>;
  if (text === '') return <p className="subtle">{t('empty')}</p>;
  return (
    <div className="call-text scrolls" role="region" aria-label={t('Result of the call')} tabIndex={0}>
      <div className="code">
        <Foreign text={text} lines />
      </div>
    </div>
  );
}

function Decided({ call: { rule, state, seq, waitedMs } }: { call: ChatCall }) {
  if (rule === null && seq === null) return null;
  const values = rule === null ? null : { rule: <RuleLink rule={rule} /> };
  const meaning = rule === null ? null : decidedWords(rule);
  return (
    <div className="call-why">
      {values ? (
        <span>
          {state.kind === 'refused' ? (
            <Say text="Refused by {rule}" values={values} />
          ) : (
            <Say text="Allowed by {rule}" values={values} />
          )}
          {meaning ? `: ${meaning}` : ''}
        </span>
      ) : null}
      {waitedMs > 0 ? <span>{t('you were waited for {span}', { span: formatDuration(waitedMs) })}</span> : null}
      {seq === null ? null : (
        <a className="link ml-auto" href={routeHref('traces', String(seq))}>
          {t('Trace {seq}', { seq: formatCount(seq) })}
        </a>
      )}
    </div>
  );
}
