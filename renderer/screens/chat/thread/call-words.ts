// What a call of an answer is called as it stands: its tone, the word beside it, and how long it took.
import { t } from '../../../words/language.ts';
import { ruleName } from '../../../words/rule-words.ts';
import type { ChatCall } from '../../../../contract/schemas/chat.ts';
import type { Tone } from '../../../words/tone.ts';

/** `ok` and `refused` have shapes of their own. */
type CallLook = Tone | 'ok' | 'refused';

export function callLook({ state }: ChatCall): CallLook {
  switch (state.kind) {
    case 'running':
      return 'waiting';
    case 'waiting':
      return state.promptId === null ? 'paused' : 'attention';
    case 'done':
      return state.isError ? 'crashed' : 'ok';
    case 'refused':
      return 'refused';
    case 'failed':
      return 'crashed';
    case 'stopped':
      return 'stopped';
  }
}

/** The state in a word where it deviates, and the rule that decided. */
export function callNote({ state, rule }: ChatCall): string {
  const name = rule === null ? null : ruleName(rule);
  const word = stateWord(state);
  if (word === null) return name ?? '';
  return name === null ? word : t('{word}, {rule}', { word, rule: name });
}

/** What a screen reader is told of the shape. */
export function stateWord(state: ChatCall['state']): string | null {
  switch (state.kind) {
    case 'running':
      return t('running');
    case 'waiting':
      return state.promptId === null ? t('held') : t('waits for you');
    case 'done':
      return state.isError ? t('error') : null;
    case 'refused':
      return t('refused');
    case 'failed':
      return t('failed');
    case 'stopped':
      return t('stopped');
  }
}

/** Without what the user was waited for; a call under way counts on. Null while nothing is known. */
export function callMs({ state, startedAt, latencyMs, waitedMs }: ChatCall, now: number): number | null {
  if (state.kind === 'running') return Math.max(0, now - startedAt - waitedMs);
  return latencyMs === null ? null : Math.max(0, latencyMs - waitedMs);
}

/** `postgres/query` in two parts, of which the tool is the one that counts. */
export function toolName({ toolId, tool }: ChatCall): { readonly source: string; readonly tool: string } {
  return toolId.endsWith(tool) ? { source: toolId.slice(0, -tool.length), tool } : { source: '', tool: toolId };
}
