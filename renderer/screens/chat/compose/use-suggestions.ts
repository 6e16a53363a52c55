// What is offered where the caret stands, which of it is picked, and what taking it does to the text and the files.
import { useState } from 'react';
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { keptFile } from './attached.ts';
import { promptText, resourceFile } from './server-answers.ts';
import { type Asked, askedAt, nothingWords, type Suggestion, suggested, withoutAsked } from './suggestions.ts';
import { useOffered } from './use-offered.ts';
import type { ChatFile } from '../../../../contract/schemas/chat.ts';
import type { Replayed } from '../../../../contract/schemas/trace-tools.ts';
import type { AttachedFiles } from './use-attached.ts';

export type AskedPrompt = Extract<Suggestion, { kind: 'prompt' }>;

interface SuggestionOptions {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly attached: AttachedFiles;
  /** Of the conversation, the newest first. */
  readonly files: readonly ChatFile[];
  /** Opens the system's dialog for files. */
  readonly openDialog: () => void;
}

export function useSuggestions({ text, setText, attached, files, openDialog }: SuggestionOptions) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [at, setAt] = useState(0);
  const [form, setForm] = useState<AskedPrompt | null>(null);
  const offered = useOffered(asked !== null);
  const served = useServed(setText, attached);
  const list = asked === null ? [] : suggested(asked, offered.kind === 'there' ? offered.value : [], files);
  const take = (suggestion: Suggestion) => {
    if (asked === null) return;
    setText(withoutAsked(text, asked));
    setAsked(null);
    if (suggestion.kind === 'file') attached.put(keptFile(suggestion.file));
    else if (suggestion.kind === 'attach') openDialog();
    else if (suggestion.kind === 'resource') void served.resource(suggestion);
    else if (suggestion.prompt.arguments.length > 0) setForm(suggestion);
    else void served.prompt(suggestion, {});
  };
  return {
    isOpen: asked !== null,
    list,
    at: Math.min(at, Math.max(0, list.length - 1)),
    empty: asked === null ? '' : offered.kind === 'loading' ? t('Asking the servers') : nothingWords(asked),
    take,
    /** Of a prompt that takes arguments. */
    form,
    closeForm: () => setForm(null),
    fill: served.prompt,
    typed: (next: string, caret: number) => {
      setAsked(askedAt(next, caret));
      setAt(0);
    },
    close: () => setAsked(null),
    step: (by: 1 | -1) => setAt((Math.min(at, list.length - 1) + by + list.length) % Math.max(1, list.length)),
  };
}

/** What servers answer: into the field, or among the files. What they refuse is said. */
function useServed(setText: (text: string) => void, attached: AttachedFiles) {
  const act = useAct();
  const { store } = usePanelParts();
  const trouble = (answer: Replayed | undefined, otherwise: string) => {
    if (answer) addNotice(store, 'error', answer.why ? reasonWords(answer.why) : (answer.reason ?? otherwise));
  };
  return {
    prompt: async ({ serverId, prompt }: AskedPrompt, given: Record<string, string>): Promise<boolean> => {
      const made = await act('servers:prompt', { serverId, name: prompt.name, arguments: given });
      const text = promptText(made?.answer.result);
      if (text === '') trouble(made?.answer, t('The prompt has no text.'));
      else setText(text);
      return text !== '';
    },
    resource: async ({ serverId, resource }: Extract<Suggestion, { kind: 'resource' }>) => {
      const made = await act('servers:resource', { serverId, uri: resource.uri });
      const file = resourceFile(made?.answer.result, resource.name.slice(-255), attached.newKey());
      if (file) attached.put(file);
      else trouble(made?.answer, t('The resource has no content.'));
    },
  };
}
