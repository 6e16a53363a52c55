// The keys of a conversation: E edits a question, R asks for another answer, B branches, Escape stops. They mean the turn that has focus, else the newest.
import { useKeys } from '../../frame/keys.ts';
import { lastAnswer, lastQuestion } from './chat-words.ts';
import type { RefObject } from 'react';
import type { ChatTurn, ChatView } from '../../../contract/schemas/chat.ts';
import type { ChatActions } from './use-chat-actions.ts';

interface ThreadKeys {
  readonly pane: RefObject<HTMLElement | null>;
  readonly view: ChatView;
  readonly actions: ChatActions;
  readonly onEdit: (turnId: string) => void;
}

export function useThreadKeys({ pane, view: { turns }, actions, onEdit }: ThreadKeys): void {
  const answer = lastAnswer(turns);
  const isBusy = answer?.state === 'running';
  const focused = (): ChatTurn | undefined => {
    const id = document.activeElement?.closest('[data-turn]')?.getAttribute('data-turn');
    return pane.current?.contains(document.activeElement) ? turns.find(turn => turn.id === id) : undefined;
  };
  const unlessBusy = (turn: ChatTurn | null | undefined, act: (turn: ChatTurn) => unknown) => {
    if (isBusy || !turn) return false;
    act(turn);
    return true;
  };
  const ofKind = (kind: ChatTurn['kind']) => {
    const turn = focused();
    return turn?.kind === kind ? turn : null;
  };
  useKeys({
    e: () => unlessBusy(ofKind('question') ?? lastQuestion(turns), ({ id }) => onEdit(id)),
    r: () => unlessBusy(ofKind('answer') ?? answer, ({ id }) => actions.retry(id)),
    b: () => unlessBusy(focused() ?? turns.at(-1), ({ id }) => actions.branch(id)),
    Escape: () => {
      if (!isBusy) return false;
      actions.stop();
      return true;
    },
  });
}
