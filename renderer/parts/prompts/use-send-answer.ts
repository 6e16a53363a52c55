// Sends the answer to a question, and says aloud that it was given.
import { say } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { promptSentence } from '../../words/prompt-words.ts';
import { useAct, usePanelParts, useSnapshot } from '../panel-context.tsx';
import type { Choice } from '../../../contract/prompt-choice.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { Effect } from './use-answering.ts';

/** Resolves with false when the hub refused it. */
export function useSendAnswer(prompt: Prompt) {
  const snapshot = useSnapshot();
  const act = useAct();
  const { store } = usePanelParts();
  return async (effect: Effect, choice: Choice) => {
    const done = await act('prompts:answer', { promptId: prompt.id, effect, ...choice });
    const question = promptSentence(snapshot, prompt);
    if (done)
      say(store, effect === 'allow' ? t('Allowed: {question}', { question }) : t('Denied: {question}', { question }));
    return done !== undefined;
  };
}
