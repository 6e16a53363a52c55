// The field in which the next question is written, with what goes along, which model answers, and where it goes.
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { maxQuestionChars } from '../../../../contract/chat.ts';
import { t } from '../../../words/language.ts';
import { AttachedList } from './attached-list.tsx';
import { ComposeControls } from './compose-controls.tsx';
import { isSendKey } from './edit-question.tsx';
import { ModelTrouble } from './model-trouble.tsx';
import { PromptForm } from './prompt-form.tsx';
import { QueuedQuestion } from './queued-question.tsx';
import { SuggestionBox } from './suggestion-box.tsx';
import { useComposer } from './use-composer.ts';
import type { ChatView } from '../../../../contract/schemas/chat.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface ComposerProps {
  readonly view: ChatView;
  readonly actions: ChatActions;
  readonly onEditLast: () => void;
  /** What is typed, for what it would be given. */
  readonly onTyped: (text: string, hasFiles: boolean) => void;
}

export function Composer({ view, actions, onEditLast, onTyped }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const openDialog = () => box.current?.querySelector<HTMLElement>('[data-attach]')?.click();
  const composer = useComposer({ view, actions, openDialog, onTyped });
  const { text, attached, suggestions, canSend, isWriting, isAsked } = composer;
  useFirstFocus(field, view.turns.length === 0);
  const list = useId();
  const { head } = view;
  return (
    <div
      className={`compose ${head.modelTrouble ? 'dashed' : ''}`}
      role="group"
      aria-label={t('Message')}
      ref={box}
      {...attached.takes}
    >
      <Above {...{ head, actions, composer, list }} />
      <Field {...{ field, list, composer }} onEditLast={onEditLast} />
      <AttachedList attached={attached} model={head.model} />
      <ComposeControls
        {...{ head, actions, canSend, isWriting, isAsked }}
        hasText={text.trim() !== ''}
        onFiles={files => void attached.add(files)}
        onSend={composer.send}
      />
      {suggestions.form ? (
        <PromptForm asked={suggestions.form} onFill={suggestions.fill} onClose={suggestions.closeForm} />
      ) : null}
    </div>
  );
}

interface AboveProps extends Pick<ComposerProps, 'actions'> {
  readonly head: ChatView['head'];
  readonly composer: ReturnType<typeof useComposer>;
  readonly list: string;
}

/** What stands above the text: why the model cannot be asked, the question that waits, and what is offered. */
function Above({ head, actions, composer, list }: AboveProps) {
  const { suggestions } = composer;
  return (
    <>
      {head.modelTrouble ? (
        <ModelTrouble trouble={head.modelTrouble} onChoose={model => void actions.set({ model })} />
      ) : null}
      {head.queued ? <QueuedQuestion queued={head.queued} onTakeBack={() => void composer.takeBack()} /> : null}
      {suggestions.isOpen ? (
        <SuggestionBox
          id={list}
          suggestions={suggestions.list}
          at={suggestions.at}
          empty={suggestions.empty}
          onTake={suggestions.take}
        />
      ) : null}
    </>
  );
}

interface FieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** The id of the list of suggestions. */
  readonly list: string;
  readonly composer: ReturnType<typeof useComposer>;
  readonly onEditLast: () => void;
}

function Field({ field, list, composer, onEditLast }: FieldProps) {
  const { text, suggestions } = composer;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const act = keyAct(event, { ...composer, onEditLast });
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <textarea
      ref={field}
      data-compose
      rows={1}
      aria-label={t('Question')}
      placeholder={t('Ask, or type / for a prompt of a server and @ for a file')}
      maxLength={maxQuestionChars}
      value={text}
      aria-controls={suggestions.isOpen ? list : undefined}
      aria-autocomplete="list"
      aria-activedescendant={suggestions.list.length > 0 ? `${list}-${suggestions.at}` : undefined}
      onChange={({ target }) => composer.type(target.value, target.selectionStart)}
      onBlur={suggestions.close}
      onKeyDown={onKeyDown}
    />
  );
}

/** In a conversation in which nothing was asked yet the caret stands in the field, unless somebody types elsewhere. */
function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>, isNew: boolean): void {
  const take = useEffectEvent(() => {
    const isTyping = document.activeElement?.closest('input, textarea, select, [role="dialog"]') != null;
    if (isNew && !isTyping) field.current?.focus();
  });
  useEffect(() => take(), []);
}

type KeyOptions = ReturnType<typeof useComposer> & { readonly onEditLast: () => void };

/** What a key does in the field, beside writing. */
function keyAct(event: KeyboardEvent<HTMLTextAreaElement>, options: KeyOptions): (() => void) | null {
  const { text, suggestions, isWriting, isAsked, send, stop, onEditLast } = options;
  const picked = suggestions.list[suggestions.at];
  if (suggestions.isOpen) {
    if (event.key === 'Escape') return suggestions.close;
    if (picked && (isSendKey(event) || event.key === 'Tab')) return () => suggestions.take(picked);
    if (event.key === 'ArrowDown') return () => suggestions.step(1);
    if (event.key === 'ArrowUp') return () => suggestions.step(-1);
  }
  if (isSendKey(event)) return send;
  if (event.key === 'ArrowUp' && text === '') return onEditLast;
  if (event.key !== 'Escape') return null;
  // With a question the first Escape gives it its keys back, and the second leaves it waiting.
  const field = event.currentTarget;
  return isWriting && !isAsked ? stop : () => field.blur();
}
