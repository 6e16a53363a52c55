// The row that tests a model: a question, where it goes, and how the last one went.
import { Check, Play, Square } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { WhereItGoes } from '../../../parts/where-it-goes.tsx';
import { formatAge, formatDecimal, formatDuration, formatMoment } from '../../../words/format.ts';
import { t, tIn } from '../../../words/language.ts';
import type { FormEvent } from 'react';
import type { ModelProvider, ModelTest } from '../../../../contract/schemas/models.ts';
import type { ModelTesting } from './use-model-test.ts';

interface TestProps {
  readonly provider: ModelProvider;
  readonly testing: ModelTesting;
  readonly now: number;
}

export function ModelTestRow({ provider, testing, now }: TestProps) {
  const { busy, said, written, last } = testing;
  return (
    <section aria-label={t('Test')}>
      <PaneHead title={t('Test')} note={t('one short answer and one tool call, in the trace as yours')}>
        <WhereItGoes provider={provider} />
      </PaneHead>
      <TestForm testing={testing} />
      {busy || written !== '' ? (
        <p className="test-text" aria-live="off">
          {busy ? <Status tone="waiting">{t('answering')}</Status> : null}
          <Foreign text={written} max={600} lines />
        </p>
      ) : null}
      {said === null ? null : (
        <div className="px-4 pb-2">
          <Said sentence={said} />
        </div>
      )}
      {last === null || busy || said !== null ? null : <Result test={last} now={now} />}
    </section>
  );
}

function TestForm({ testing: { text, setText, canRun, busy, last, run, stop } }: Pick<TestProps, 'testing'>) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canRun) run();
  };
  const reason = canRun ? undefined : t('It cannot be asked now');
  return (
    <form className="model-test" onSubmit={submit}>
      <span className="field">
        <input
          aria-label={t('Question of the test')}
          value={text}
          maxLength={4_000}
          disabled={busy}
          onChange={event => setText(event.target.value)}
        />
      </span>
      {busy ? (
        <Button icon={Square} onClick={stop}>
          {t('Stop')}
        </Button>
      ) : (
        <ActButton type="submit" icon={Play} shortcut="T" disabled={!canRun} title={reason}>
          {last === null ? t('Run test') : tIn('test', 'Run again')}
        </ActButton>
      )}
    </form>
  );
}

const toolWords = {
  native: t('called the tool'),
  text: t('tool call read from text'),
  none: t('called no tool'),
} as const;

function Result({ test: { at, model, firstTokenMs, tokensPerSecond, tools }, now }: { test: ModelTest; now: number }) {
  return (
    <p className="test-result">
      <span className="answered" title={visibleText(model.model)}>
        <Check className="icon-14" aria-hidden="true" />
        {t('answered')}
      </span>
      {firstTokenMs === null ? null : <span>{t('first token {time}', { time: formatDuration(firstTokenMs) })}</span>}
      {tokensPerSecond === null ? null : (
        <span>{t('{count} tokens/s', { count: formatDecimal(tokensPerSecond) })}</span>
      )}
      <span className={tools === 'none' ? 'text-attention' : ''}>{toolWords[tools]}</span>
      <span className="fill" />
      <span className="subtle" title={formatMoment(at)}>
        {formatAge(at, now)}
      </span>
    </p>
  );
}
