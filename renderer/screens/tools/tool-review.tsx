// A held-back tool: what was approved beside what its server lists now, and the answer.
import { Ban, ShieldCheck } from 'lucide-react';

import type { Tool } from '../../../electron/contract/entities.ts';
import { ActButton } from '../../parts/button.tsx';
import { ChangeTable } from '../../parts/change-table.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { Shape } from '../../parts/shape.tsx';
import { definitionChanges } from '../../store/definition-changes.ts';
import { formatCounted, formatMoment } from '../../words/format.ts';
import { heldWord } from '../../words/tool-words.ts';
import { useAsked } from '../servers/use-asked.ts';

export function ToolReview({ tool, held }: { tool: Tool; held: NonNullable<Tool['held']> }) {
  const act = useAct();
  const asked = useAsked([tool.id, held, tool.bytes, tool.description].join(' '), link =>
    link.request('tools:reviews', {}),
  );
  const { tone, sentence } = heldWord(held);
  const review = asked.kind === 'there' ? asked.value.reviews.find(({ toolId }) => toolId === tool.id) : undefined;
  const answer = (accept: boolean) => {
    if (review) void act('tools:review', { toolId: tool.id, hash: review.hash, accept });
  };
  const fields = review ? definitionChanges(review.before, review.after) : null;
  return (
    <section className="sec review" aria-label="Review">
      <div className={`state ${tone}`} role="group" aria-label="Why it is held back">
        <Shape tone={tone} />
        <b>Held back</b>
        {review && review.since > 0 ? <span className="m">since {formatMoment(review.since)}</span> : <span />}
        <p>{sentence}</p>
      </div>
      {asked.kind === 'failed' ? <Said sentence={asked.sentence} /> : null}
      {asked.kind === 'loading' ? <span className="ghost-bar" /> : null}
      {fields && review ? (
        <>
          <ChangeTable
            label="Changes of the definition"
            heads={[review.before === null ? 'Never approved' : 'Approved', 'Now']}
            changes={fields.changed}
          />
          <p className="mm text-2xs mt-1">
            {formatCounted(fields.changed.length, 'field')} changed, {formatCounted(fields.same, 'field')} as before
          </p>
          <div className="line mt-3">
            <ActButton look="primary" icon={ShieldCheck} onClick={() => answer(true)}>
              Accept
            </ActButton>
            {held === 'refused' ? null : (
              <ActButton icon={Ban} onClick={() => answer(false)}>
                Keep switched off
              </ActButton>
            )}
          </div>
        </>
      ) : null}
    </section>
  );
}
