// How long a script of an agent's is waited for: it may go on for ever, and no browser lets an extension end it.
import { ToolError } from '../tool-error.ts';
import { sleep } from './tool.ts';
import { toldSeconds } from './waitable-seconds.ts';

interface Bounds {
  readonly seconds: number;
  /** Beyond them, for a browser that ends what is busy by itself. */
  readonly graceMs: number;
  readonly signal: AbortSignal;
}

/** Rejects with ERR_TOOL_FAILED when it takes longer, in words that `end` ends, and with the signal's reason. */
export async function withinSeconds<T>(
  work: Promise<T>,
  { seconds, graceMs, signal }: Bounds,
  end: string,
): Promise<T> {
  const over = new AbortController();
  const late = sleep(seconds * 1_000 + graceMs, AbortSignal.any([signal, over.signal])).then(() => {
    const words = `The script did not end within ${toldSeconds(seconds)} s and is still running${end}`;
    throw new ToolError('ERR_TOOL_FAILED', words, { begun: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
    late.catch(() => {});
    work.catch(() => {});
  }
}
