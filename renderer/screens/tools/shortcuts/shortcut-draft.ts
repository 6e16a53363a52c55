// A shortcut while it is written: both kinds side by side, so that trying the other one loses nothing.
import { isRecord, jsonIn } from '../../../../contract/json.ts';
import { commandOf, commandPattern } from '../../../../contract/shortcuts.ts';
import type { SavedShortcut, Shortcut } from '../../../../contract/schemas/shortcuts.ts';

export interface ActionDraft {
  /** Its own for as long as it is written, wherever it is moved. */
  readonly key: number;
  readonly name: string;
  /** Its input as JSON; empty is none. */
  readonly text: string;
}

export interface ShortcutDraft {
  readonly command: string;
  readonly description: string;
  readonly kind: Shortcut['content']['kind'];
  readonly prompt: string;
  readonly actions: readonly ActionDraft[];
}

export type ActionFault = 'no-tool' | 'no-json';

/** What keeps it from being saved. */
export interface DraftFaults {
  readonly command: boolean;
  readonly prompt: boolean;
  readonly noAction: boolean;
  /** By the keys of actions. */
  readonly actions: ReadonlyMap<number, ActionFault>;
}

/** What each part of the form is given. */
export interface FieldsProps {
  readonly draft: ShortcutDraft;
  readonly faults: DraftFaults;
  readonly onChange: (draft: ShortcutDraft) => void;
}

export function beginDraft(shortcut: Shortcut | null): ShortcutDraft {
  const { command = '', description = '', content } = shortcut ?? {};
  return {
    command,
    description,
    kind: content?.kind ?? 'prompt',
    prompt: content?.kind === 'prompt' ? content.text : '',
    actions: content?.kind === 'actions' ? content.actions.map((action, key) => actionDraft(key, action)) : [],
  };
}

const actionDraft = (key: number, { name, input }: { name: string; input: Record<string, unknown> }): ActionDraft => ({
  key,
  name,
  text: Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2),
});

export function withAction(draft: ShortcutDraft): ShortcutDraft {
  const key = Math.max(-1, ...draft.actions.map(action => action.key)) + 1;
  return { ...draft, actions: [...draft.actions, { key, name: '', text: '' }] };
}

export function withChanged(draft: ShortcutDraft, changed: ActionDraft): ShortcutDraft {
  return { ...draft, actions: draft.actions.map(action => (action.key === changed.key ? changed : action)) };
}

export function withoutAction(draft: ShortcutDraft, key: number): ShortcutDraft {
  return { ...draft, actions: draft.actions.filter(action => action.key !== key) };
}

/** One place earlier. */
export function withEarlier(draft: ShortcutDraft, key: number): ShortcutDraft {
  const at = draft.actions.findIndex(action => action.key === key);
  const [moved, before] = [draft.actions[at], draft.actions[at - 1]];
  if (!moved || !before) return draft;
  return { ...draft, actions: draft.actions.with(at - 1, moved).with(at, before) };
}

/** The input that is typed; null for what is no JSON object. */
export function inputOf({ text }: Pick<ActionDraft, 'text'>): Record<string, unknown> | null {
  const value = text.trim() === '' ? {} : jsonIn(text);
  return isRecord(value) ? value : null;
}

export function faultsOf({ command, kind, prompt, actions }: ShortcutDraft): DraftFaults {
  const isPrompt = kind === 'prompt';
  const faulty = actions.flatMap(action => {
    const fault = faultOf(action);
    return fault === null ? [] : [[action.key, fault] as const];
  });
  return {
    command: !commandPattern.test(commandOf(command)),
    prompt: isPrompt && prompt.trim() === '',
    noAction: !isPrompt && actions.length === 0,
    actions: new Map(isPrompt ? [] : faulty),
  };
}

function faultOf(action: ActionDraft): ActionFault | null {
  if (action.name === '') return 'no-tool';
  return inputOf(action) === null ? 'no-json' : null;
}

/** As it is sent; null while something keeps it from that. */
export function savedOf(draft: ShortcutDraft, id: string | undefined): SavedShortcut | null {
  const faults = faultsOf(draft);
  if (faults.command || faults.prompt || faults.noAction || faults.actions.size > 0) return null;
  const { command, description, kind, prompt, actions } = draft;
  const content =
    kind === 'prompt'
      ? { kind, text: prompt }
      : { kind, actions: actions.map(action => ({ name: action.name, input: inputOf(action) ?? {} })) };
  return { ...(id !== undefined && { id }), command, description, content };
}
