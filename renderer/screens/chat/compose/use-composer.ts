// The state of the field: its text, kept over a reload, its files, and what sending does.
import { useState } from 'react';
import { useLive } from '../../../parts/panel-context.tsx';
import { lastAnswer, waitsForUser } from '../chat-words.ts';
import { keptFile } from './attached.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { type AttachedFiles, useAttached } from './use-attached.ts';
import { useSuggestions } from './use-suggestions.ts';
import type { ChatView } from '../../../../contract/schemas/chat.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface ComposerOptions {
  readonly view: ChatView;
  readonly actions: ChatActions;
  readonly openDialog: () => void;
  readonly onTyped: (text: string, hasFiles: boolean) => void;
}

export function useComposer({ view, actions, openDialog, onTyped }: ComposerOptions) {
  const { conversationId } = actions;
  const [text, setOwnText] = useState(() => keptDraft(conversationId));
  const attached = useAttached();
  const setText = (next: string) => {
    setOwnText(next);
    keepDraft(conversationId, next);
    onTyped(next, attached.files.length > 0);
  };
  const files = view.turns.flatMap(turn => (turn.kind === 'question' ? turn.files : [])).toReversed();
  const suggestions = useSuggestions({ text, setText, attached, files, openDialog });
  const answer = lastAnswer(view.turns);
  const isWriting = answer?.state === 'running';
  const draft = { text, setText, attached };
  return {
    ...draft,
    ...useSend(draft, actions, view.head.modelTrouble === null),
    suggestions,
    isWriting,
    /** Whether a question of the answer waits for the user. */
    isAsked: isWriting && waitsForUser(answer.steps),
    type: (next: string, caret: number) => {
      setText(next);
      suggestions.typed(next, caret);
    },
    /** The question that waits comes back into the field, above what is there. */
    takeBack: async () => {
      const queued = await actions.takeQueued();
      if (!queued) return;
      setText(text.trim() === '' ? queued.text : `${queued.text}\n\n${text}`);
      queued.files.map(keptFile).forEach(attached.put);
    },
    stop: actions.stop,
  };
}

interface Draft {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly attached: AttachedFiles;
}

/** The field is empty at once; what the hub refuses comes back into it. */
function useSend({ text, setText, attached }: Draft, actions: ChatActions, hasModel: boolean) {
  const live = useLive();
  const [isSending, setSending] = useState(false);
  const canSend = live && !isSending && text.trim() !== '' && hasModel;
  const send = async () => {
    if (!canSend) return;
    const { files } = attached;
    setSending(true);
    setText('');
    attached.set([]);
    const isTaken = await actions.send(
      text,
      files.map(({ ask }) => ask),
    );
    setSending(false);
    if (isTaken) return;
    setText(text);
    attached.set(files);
  };
  return { canSend, send: () => void send() };
}
