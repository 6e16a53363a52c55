// What agents ask of a page without naming an element, for an extension of spec 000 that has no command for it: typing where the focus is, waiting for a time, going back.
import { historyExpression } from '../../../../native-host/dialects/claudezilla/claudezilla-scripts.ts';
import { pause } from '../../platform/wait.ts';
import type { CallResult } from '../browser-link.ts';
import type { PageCall } from './watched-call.ts';

/** The value of a script in the page; null where it could not be run. */
type Run = (expression: string) => Promise<unknown>;

const usualSeconds = 1;
const mostSeconds = 30;
const conditions = ['selector', 'ref', 'text', 'url'];

/** Whether the call is to type and says not where. */
export function typesAtFocus({ tool, args }: PageCall): boolean {
  return tool === 'computer' && args.action === 'type' && !isText(args.selector) && !isText(args.ref);
}

/** Whether the call waits for nothing but a time. */
export function waitsForTime({ tool, args }: PageCall): boolean {
  return tool === 'computer' && args.action === 'wait' && !conditions.some(name => isText(args[name]));
}

/** Rejects with what the signal says when its asker leaves or its time is over. */
export async function waited({ args }: PageCall, signal: AbortSignal): Promise<CallResult> {
  const { duration } = args;
  const asked = typeof duration === 'number' && duration >= 0 ? duration : usualSeconds;
  const seconds = Math.min(asked, mostSeconds);
  await pause(seconds * 1_000, signal);
  const cut = seconds < asked ? `, the most of one call` : '';
  return { content: [{ type: 'text', text: `Waited ${seconds} s${cut}.` }] };
}

/** `back` or `forward` of a call of navigate. */
export function stepOf({ tool, args }: PageCall): 'back' | 'forward' | null {
  if (tool !== 'navigate') return null;
  return args.url === 'back' || args.url === 'forward' ? args.url : null;
}

/** Answers before the page is there, as the extension's own command does. */
export async function steppedTo(step: 'back' | 'forward', { tabId }: PageCall, run: Run): Promise<CallResult> {
  await run(historyExpression(step));
  return { content: [{ type: 'text', text: JSON.stringify({ tabId }) }] };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
