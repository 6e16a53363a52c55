// A held-back tool: what was approved beside what its server lists now, and the answer.
import { Ban, ShieldCheck } from 'lucide-react';
import { visibleText } from '../../contract/visible-text.ts';
import { formatMoment } from '../words/format.ts';
import { t } from '../words/language.ts';
import { heldWord } from '../words/tool-words.ts';
import { ActButton } from './button.tsx';
import { ChangeTable } from './change-table.tsx';
import { definitionChanges } from './definition-changes.ts';
import { Foreign } from './foreign.tsx';
import { useAct } from './panel-context.tsx';
import { Shape } from './shape.tsx';
import { Said } from './sheet.tsx';
import { type RequestState, useRequest } from './use-request.ts';
import type { Tool } from '../../contract/schemas/entities.ts';
import type { PanelResult } from '../../contract/schemas/panel-requests.ts';

type Asked = PanelResult<'tools:reviews'>;

type Review = Asked['reviews'][number];

export type Reviews = RequestState<Asked>;

/** Asked again whenever what is held back changes. */
export function useReviews(tools: readonly Tool[]): Reviews {
  const held = tools.filter(tool => tool.held !== null);
  const key = held.map(({ id, held: why, bytes, description }) => [id, why, bytes, description].join(' ')).join('\n');
  return useRequest(held.length === 0 ? null : key, link => link.request('tools:reviews', {}));
}

/** Of what a page offers, definitions are kept for its site, whichever of its pages has them. */
function reviewIdOf({ id, source }: Tool): string {
  return source.kind === 'page' ? `page:${source.origin}${id.slice(id.indexOf('/'))}` : id;
}

interface ReviewProps {
  readonly tool: Tool;
  readonly held: NonNullable<Tool['held']>;
  readonly asked: Reviews;
  /** Names the tool, where it does not stand in the head. */
  readonly named?: boolean;
}

export function ToolReview({ tool, held, asked, named }: ReviewProps) {
  const act = useAct();
  const { tone, sentence } = heldWord(held);
  const review =
    asked.kind === 'there' ? asked.value.reviews.find(({ toolId }) => toolId === reviewIdOf(tool)) : undefined;
  const answer = (accept: boolean) => {
    if (review) void act('tools:review', { toolId: review.toolId, hash: review.hash, accept });
  };
  return (
    <section className="section review" aria-label={t('Review of {tool}', { tool: visibleText(tool.id) })}>
      <div className={`state ${tone}`} role="group" aria-label={t('Why it is held back')}>
        <Shape tone={tone} />
        <b>{named ? <Foreign className="mono" text={tool.id} max={80} /> : t('Held back')}</b>
        {review && review.since > 0 ? (
          <span className="muted">{t('since {time}', { time: formatMoment(review.since) })}</span>
        ) : (
          <span />
        )}
        <p>{sentence}</p>
      </div>
      {asked.kind === 'failed' ? <Said sentence={asked.sentence} /> : null}
      {asked.kind === 'loading' ? <span className="ghost-bar" /> : null}
      {review ? (
        <>
          <DefinitionChanges review={review} />
          <div className="line mt-3">
            <ActButton look={named ? undefined : 'primary'} icon={ShieldCheck} onClick={() => answer(true)}>
              {t('Accept')}
            </ActButton>
            {held === 'refused' ? null : (
              <ActButton icon={Ban} onClick={() => answer(false)}>
                {t('Keep switched off')}
              </ActButton>
            )}
          </div>
        </>
      ) : null}
    </section>
  );
}

/** Each field of it that is another now, as it was approved and as it is. */
export function DefinitionChanges({ review: { before, after } }: { review: Review }) {
  const { changed, same } = definitionChanges(before, after);
  return (
    <>
      <ChangeTable
        label={t('Changes of the definition')}
        heads={[before === null ? t('Never approved') : t('Approved'), t('Now')]}
        changes={changed}
      />
      <p className="subtle text-2xs mt-1">
        {t(
          '{changed, plural, =0 {no fields} one {# field} other {# fields}} changed, {same, plural, =0 {no fields} one {# field} other {# fields}} as before',
          { changed: changed.length, same },
        )}
      </p>
    </>
  );
}
