// How the asker of a call answers the dialogs of pages: the companion words its answers by that, and lets keys answer none where it is denied.
import { foreignExtension } from '../browsers/foreign/foreign-extensions.ts';
import type { CompanionCall } from '../../../contract/companion.ts';
import type { CallPolicy } from '../wire/incoming-request.ts';
import type { Permit } from './permit.ts';

const keyboard: ReadonlySet<unknown> = new Set(['key', 'type']);

/** Extensions of others are told nothing of it. */
export function dialogsOf(
  { call: { tool, target }, deniesDialogs, mayAnswerDialogs }: Permit,
  { lacksDialogTool = false }: CallPolicy,
  { action }: Readonly<Record<string, unknown>>,
): Pick<CompanionCall, 'dialogs'> {
  if (target.kind !== 'browser' || !target.browser || foreignExtension(target.browser.extensionId)) return {};
  const isKeys = tool === 'computer' && keyboard.has(action);
  if (!isKeys && !lacksDialogTool) return {};
  if (target.tabId !== null && (isKeys ? !mayAnswerDialogs() : deniesDialogs())) return { dialogs: 'user' };
  return lacksDialogTool ? { dialogs: 'keys' } : {};
}
