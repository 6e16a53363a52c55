// The state of the field: its text, kept over a reload, its files, and what sending does.
import { useState } from 'react';
import { useLive } from '../../../parts/panel-context.tsx';
import { lastAnswer, waitsForUser } from '../chat-words.ts';
import { keptFile } from './attached.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { useAttached } from './use-attached.ts';
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
  const live = useLive();
  const [text, setOwnText] = useState(() => keptDraft(conversationId));
  const [isSending, setSending] = useState(false);
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
  const canSend = live && !isSending && text.trim() !== '' && view.head.modelTrouble === null;
  const send = async () => {
    if (!canSend) return;
    setSending(true);
    const sent = [text, attached.files] as const;
    setText('');
    attached.set([]);
    const asks = sent[1].map(({ ask }) => ask);
    const isTaken = await actions.send(sent[0], asks);
    setSending(false);
    if (isTaken) return;
    setText(sent[0]);
    attached.set(sent[1]);
  };
  return {
    text,
    attached,
    suggestions,
    canSend,
    isWriting,
    /** Whether a question of the answer waits for the user. */
    isAsked: isWriting && waitsForUser(answer.steps),
    type: (next: string, caret: number) => {
      setText(next);
      suggestions.typed(next, caret);
    },
    /** The question that waits comes back into the field, below what is there. */
    takeBack: async () => {
      const queued = await actions.takeQueued();
      if (!queued) return;
      setText(text.trim() === '' ? queued.text : `${queued.text}\n\n${text}`);
      queued.files.map(keptFile).forEach(attached.put);
    },
    send: () => void send(),
    stop: actions.stop,
  };
}
