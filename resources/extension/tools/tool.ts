// What every tool is: arguments and a tab in, MCP content blocks out.
import { ToolError } from '../tool-error.ts';
import type { ReportedTab } from '../../../contract/schemas/companion.ts';
import type { ShownPage } from '../shown-page.ts';

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly tab?: ReportedTab;
  /** Whether something came that the caller cannot have expected: its next step may not fit any more. */
  readonly surprise?: true;
  /** What is told beside to an asker of spec 000's wire. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Where the pointer was used, in CSS pixels of what can be seen: one place, or both ends of a drag. For recordings alone. */
  readonly points?: readonly { readonly x: number; readonly y: number }[];
}

/** Asks the hub which of these origins the call may have content of as well, or of which its agent is not denied to read the words. */
export type Covers = (
  origins: readonly string[],
  what: 'call' | 'picture' | 'words' | 'dialog',
) => Promise<ReadonlySet<string>>;

interface CallContext {
  readonly signal: AbortSignal;
  /** Of a CompanionCall. */
  readonly command?: { readonly name: string; readonly params: Arguments };
  readonly covers: Covers;
  /** Whose call it is; '' where nobody told. */
  readonly asker: string;
  /** The same for as long as they own the tab: what is kept of it for one is nobody else's. */
  readonly keptFor: string;
  /** Bytes of the largest answer that the asker's wire takes; infinite where nobody told. */
  readonly maxReplyBytes: number;
  /** Of a CompanionCall. */
  readonly dialogs?: 'keys' | 'user';
  /** When the time of the call is over, as `performance.now()`; infinite where its asker named none. */
  readonly endsAt: number;
}

export interface ToolContext extends CallContext {
  /** The tab to act on. */
  readonly tabId: number;
  /** What it shows, and what the call was decided for. */
  readonly page: ShownPage;
  /** Told before each step what the caller has to know if the call is cut off during it; '' before the last. */
  readonly ifCut?: (words: string) => void;
}

export interface BrowserContext extends CallContext {
  /** Whose group a new tab goes into. */
  readonly group?: string;
}

export type Arguments = Readonly<Record<string, unknown>>;
export type Tool = (args: Arguments, context: ToolContext) => Promise<ToolResult>;
/** One that acts on no tab that is there already. */
export type BrowserTool = (args: Arguments, context: BrowserContext) => Promise<ToolResult>;

export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** A finite number between the bounds, or `fallback` when absent. Throws ERR_INVALID_ARGUMENTS for anything else. */
export function readNumber(args: Arguments, name: string, fallback: number, least: number, most: number): number {
  const value = args[name] ?? fallback;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `${name} is ${JSON.stringify(value)}; send a number from ${least} to ${most}.`,
  );
}

/** A string, or null when absent. Throws ERR_INVALID_ARGUMENTS for anything else. */
export function readString(args: Arguments, name: string): string | null {
  const value = args[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  throw new ToolError('ERR_INVALID_ARGUMENTS', `${name} is ${JSON.stringify(value)}; send a string.`);
}

/** Resolves after `ms`, or rejects with the signal's reason. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
}
