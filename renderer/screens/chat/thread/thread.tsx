// The turns of a conversation, the oldest first. It follows what is written while the reader is at its end. Of a long one only the turns
// in sight, and some around them, are in the page.
import { ArrowDown } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';
import { AnswerTurn } from './answer-turn.tsx';
import { BlockInSight } from './block-in-sight.tsx';
import { QuestionTurn } from './question-turn.tsx';
import { threadBlocks } from './thread-blocks.ts';
import { useFollowing } from './use-following.ts';
import type { ChatTurn, ChatView } from '../../../../contract/schemas/chat.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface ThreadProps {
  readonly view: ChatView;
  readonly actions: ChatActions;
  readonly currency: string;
  /** The question whose text is edited. */
  readonly edited: string | null;
  readonly onEdit: (turnId: string | null) => void;
  readonly onEarlier: () => void;
}

export function Thread({ view, actions, currency, edited, onEdit, onEarlier }: ThreadProps) {
  const { turns, earlier } = view;
  const box = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  const isBusy = last?.kind === 'answer' && last.state === 'running';
  const { isAway, toEnd } = useFollowing(box, turns);
  return (
    <div className="thread-place">
      <div className="thread scrolls" role="log" aria-live="off" aria-label={t('Messages')} ref={box} tabIndex={0}>
        <div>
          {earlier > 0 ? (
            <p className="earlier">
              <Button size="small" onClick={onEarlier}>
                {t('{count, plural, one {Show # earlier turn} other {Show # earlier turns}}', {
                  count: Math.min(earlier, earlierStep),
                })}
              </Button>
            </p>
          ) : null}
          {turns.length === 0 ? <NothingAsked /> : null}
          {threadBlocks(turns, earlier).map(block => (
            <BlockInSight key={block.number} box={box} isKept={isKept(block.turns, last, edited)}>
              {() => <Turns {...{ actions, currency, edited, onEdit, isBusy, last }} turns={block.turns} />}
            </BlockInSight>
          ))}
        </div>
      </div>
      {isAway ? (
        <span className="to-end">
          <Button size="small" icon={ArrowDown} onClick={toEnd}>
            {isBusy ? t('It writes on below') : t('To the end')}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

interface TurnsProps extends Pick<ThreadProps, 'actions' | 'currency' | 'edited' | 'onEdit'> {
  readonly turns: ChatView['turns'];
  /** Of all of them. */
  readonly last: ChatTurn | undefined;
  readonly isBusy: boolean;
}

function Turns({ turns, last, actions, currency, edited, onEdit, isBusy }: TurnsProps) {
  return turns.map(turn =>
    turn.kind === 'question' ? (
      <QuestionTurn key={turn.id} question={turn} isEdited={turn.id === edited} {...{ actions, isBusy, onEdit }} />
    ) : (
      <AnswerTurn key={turn.id} answer={turn} isLast={turn === last} {...{ actions, currency, isBusy }} />
    ),
  );
}

/** What is being written has to be in the page. */
function isKept(turns: readonly ChatTurn[], last: ChatTurn | undefined, edited: string | null): boolean {
  return turns.some(turn => turn === last || turn.id === edited);
}

/** As many as `chat:turns` gives at a time. */
const earlierStep = 50;

function NothingAsked() {
  return (
    <div className="empty">
      <h2>{t('Ask something')}</h2>
      <p>
        {t(
          'Chat can use every tool that you allow. What is not allowed yet is asked here, below the call that needs it.',
        )}
      </p>
    </div>
  );
}
