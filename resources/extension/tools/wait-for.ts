// Waiting inside of computer: for a time, or until a page shows what is waited for.

import { documentOfNode, frameNodes, withInner } from '../frame-nodes.ts';
import { readableFrames } from '../frame-rights.ts';
import { inTime } from '../in-time.ts';
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import {
  type Arguments,
  readNumber,
  readString,
  sleep,
  type ToolContext,
  type ToolResult,
  textResult,
} from './tool.ts';
import { toldSeconds, waitableSeconds } from './waitable-seconds.ts';
import type { Condition } from '../page/meets-condition.ts';

const lookEveryMs = 100;
const usualSeconds = 10;

/** `duration` seconds; with a selector, a text or an address (`*` for anything) at most that long. */
export async function wait(args: Arguments, context: ToolContext): Promise<ToolResult> {
  const condition = {
    selector: readString(args, 'selector') ?? '',
    text: readString(args, 'text') ?? '',
    url: readString(args, 'url') ?? '',
  };
  const wanted = Object.entries(condition).filter(([, value]) => value !== '');
  if (wanted.length > 0) {
    const what = wanted.map(([name, value]) => `${name} ${JSON.stringify(value.slice(0, 200))}`).join(' and ');
    const seconds = Math.min(readNumber(args, 'duration', usualSeconds, 0, 300), waitableSeconds(context));
    return waitUntil(condition, what, seconds, context);
  }
  const asked = readNumber(args, 'duration', 1, 0, 30);
  const seconds = Math.min(asked, waitableSeconds(context));
  await sleep(seconds * 1000, context.signal);
  if (toldSeconds(seconds) >= toldSeconds(asked)) return textResult(`Waited ${asked} s.`);
  return textResult(
    `Waited ${toldSeconds(seconds)} s and not ${asked} s, because the time of the call is nearly over.`,
  );
}

async function waitUntil(
  condition: Condition,
  what: string,
  seconds: number,
  context: ToolContext,
): Promise<ToolResult> {
  const { page, signal } = context;
  const startedAt = performance.now();
  for (;;) {
    // A page that is being replaced cannot be looked at; the next one can, where the call was decided for it.
    await page.stepOn(false);
    const seen = await meets(condition, context).catch((error: unknown) => error);
    signal.throwIfAborted();
    if (seen instanceof ToolError && seen.code === 'ERR_TAB_MOVED') throw seen;
    const waited = performance.now() - startedAt;
    if (isSeen(seen) && seen.invalid !== '') throw new ToolError('ERR_INVALID_ARGUMENTS', seen.invalid);
    if (isSeen(seen) && seen.met) return textResult(`The ${what} is there after ${Math.round(waited)} ms.`);
    if (waited >= seconds * 1000) {
      if (!isSeen(seen)) throw seen;
      throw new ToolError(
        'ERR_TOOL_FAILED',
        `The ${what} was not there within ${toldSeconds(seconds)} s; look with read_page.`,
      );
    }
    await sleep(lookEveryMs, signal);
  }
}

/** The address is that of the page; what else is waited for may be in any frame that may be read. */
async function meets(condition: Condition, context: ToolContext): Promise<{ met: boolean; invalid: string }> {
  const { page, signal } = context;
  const seen = await inPage(context, 'meetsCondition', condition);
  const { url, ...inside } = condition;
  if (seen.met || seen.invalid !== '' || (inside.selector === '' && inside.text === '')) return seen;
  const isThere = url === '' || (await inPage(context, 'meetsCondition', { selector: '', text: '', url })).met;
  const nodes = isThere ? withInner(await frameNodes(page)) : [];
  const readable = await readableFrames(context, nodes);
  const looks = [...readable].map(async node => {
    const document = await documentOfNode(page, node);
    const look = () => inPage({ page: document, signal }, 'meetsCondition', { ...inside, url: '' });
    return inTime(document.documentId, () => look().catch(() => null));
  });
  const inFrames = await Promise.all(looks);
  return inFrames.find(it => it?.met) ?? seen;
}

function isSeen(value: unknown): value is { met: boolean; invalid: string } {
  return typeof value === 'object' && value !== null && 'met' in value;
}
