// What the consoles of a page and of its frames were told, in Firefox, where each document keeps that itself.
import { documentOfNode, type FrameNode, frameNodes, withInner } from '../frame-nodes.ts';
import { readableFrames } from '../frame-rights.ts';
import { inTime } from '../in-time.ts';
import { inPage } from './in-page.ts';
import type { CollectedConsole, CollectedMessage } from '../page/console-messages.ts';
import type { ToolContext } from './tool.ts';

interface Collected {
  readonly messages: readonly CollectedMessage[];
  /** How many are of frames that the call may not read. */
  readonly withheld?: number;
  /** What is not among them. */
  readonly note: string;
}

/** Each document answers for itself, and only while it is the one that the call was decided for. */
export async function readCollected(context: ToolContext): Promise<Collected> {
  const { page } = context;
  const own = await inPage(context, 'consoleMessages');
  const nodes = withInner(await frameNodes(page));
  const readable = await readableFrames(context, nodes);
  const asked = await Promise.all(nodes.map(async node => [node, await consoleOf(context, node)] as const));
  await page.expectStill(true);
  const told = [own, ...asked.filter(([node]) => readable.has(node)).map(([, console]) => console)];
  const others = asked.filter(([node]) => !readable.has(node)).map(([, console]) => console?.messages.length ?? 0);
  const withheld = others.reduce((sum, each) => sum + each, 0);
  const messages = told.flatMap(console => console?.messages ?? []);
  return { messages, ...(withheld > 0 && { withheld }), note: noteOn(told) };
}

/** Null for a frame that is gone, busy or closed to extensions. */
async function consoleOf({ page, signal }: ToolContext, node: FrameNode): Promise<CollectedConsole | null> {
  const document = await documentOfNode(page, node);
  const look = () => inPage({ page: document, signal }, 'consoleMessages').catch(() => null);
  const told = await inTime(document.documentId, look);
  signal.throwIfAborted();
  return told;
}

function noteOn(told: readonly (CollectedConsole | null)[]): string {
  const isWhole = told.every(console => console?.isWhole === true);
  const dropped = told.reduce((sum, console) => sum + (console?.dropped ?? 0), 0);
  const since = isWhole
    ? 'from its beginning on'
    : 'from when this tab was first used, or a little after the page began';
  const older = dropped > 0 ? `; ${dropped} older ones were dropped` : '';
  return `Firefox tells no extension of the console: collected inside the page ${since}${older}. Not among them is what only the browser writes, such as warnings of its network and security.`;
}
