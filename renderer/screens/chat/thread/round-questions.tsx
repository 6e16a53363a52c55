// The questions of a round, below its calls: one at a time, the others wait behind it.
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { CompactQuestion } from '../../../parts/prompts/compact-question.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { openPrompts } from '../../../store/attention.ts';
import { t } from '../../../words/language.ts';
import type { ChatCall } from '../../../../contract/schemas/chat.ts';

export function RoundQuestions({ calls }: { calls: readonly ChatCall[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const asked = new Set(calls.flatMap(({ state }) => (state.kind === 'waiting' ? [state.promptId] : [])));
  const waiting = openPrompts(useSnapshot()).filter(({ id }) => asked.has(id));
  const shown = waiting.find(({ id }) => !left.has(id));
  if (waiting.length === 0) return null;
  const behind = waiting.length - (shown ? 1 : 0);
  return (
    <div className="round-questions">
      {shown ? (
        <CompactQuestion key={shown.id} prompt={shown} onLeave={() => setLeft(new Set([...left, shown.id]))} />
      ) : null}
      {behind === 0 ? null : (
        <p className="status attention">
          <Shape tone="attention" />
          {shown
            ? t('{count, plural, one {# more question waits behind it} other {# more questions wait behind it}}', {
                count: behind,
              })
            : t('{count, plural, one {# question left waiting} other {# questions left waiting}}', { count: behind })}
          {left.size > 0 && !shown ? (
            <Button size="small" onClick={() => setLeft(new Set())}>
              {t('Answer')}
            </Button>
          ) : null}
        </p>
      )}
    </div>
  );
}
