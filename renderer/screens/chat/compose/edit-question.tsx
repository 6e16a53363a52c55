// A question that is edited where it stands: sent again it becomes another version, and the answer follows on that one.
import { type KeyboardEvent, useState } from 'react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';
import { AttachButton } from './attach-button.tsx';
import { keptFile } from './attached.ts';
import { AttachedList } from './attached-list.tsx';
import { useAttached } from './use-attached.ts';
import type { Question } from '../chat-words.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface EditQuestionProps {
  readonly question: Question;
  readonly actions: ChatActions;
  readonly onClose: () => void;
}

export function EditQuestion({ question, actions, onClose }: EditQuestionProps) {
  const [text, setText] = useState(question.text);
  const attached = useAttached(question.files.map(keptFile));
  const isEmpty = text.trim() === '';
  const send = async () => {
    if (isEmpty) return;
    const asks = attached.files.map(({ ask }) => ask);
    if (await actions.edit(question.id, text, asks)) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (isSendKey(event)) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <div className="compose edits" role="group" aria-label={t('Edit the question')} {...attached.takes}>
      <textarea
        // The user has just asked for it, and nothing else has focus.
        autoFocus
        aria-label={t('Question')}
        value={text}
        onChange={event => setText(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
      />
      <AttachedList attached={attached} model={null} />
      <EditControls
        isEmpty={isEmpty}
        onFiles={files => void attached.add(files)}
        onSend={() => void send()}
        onClose={onClose}
      />
    </div>
  );
}

interface EditControlsProps {
  readonly isEmpty: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

function EditControls({ isEmpty, onFiles, onSend, onClose }: EditControlsProps) {
  return (
    <div className="compose-controls">
      <AttachButton onFiles={onFiles} />
      <span className="fill" />
      <Button size="small" shortcut={t('Esc')} onClick={onClose}>
        {t('Cancel')}
      </Button>
      <ActButton size="small" look="primary" disabled={isEmpty} onClick={onSend}>
        {t('Send again')}
      </ActButton>
    </div>
  );
}

/** Enter sends, but not the one that ends a word in an input method. */
export function isSendKey(event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event;
  return key === 'Enter' && !shiftKey && !altKey && !ctrlKey && !metaKey && !nativeEvent.isComposing;
}
