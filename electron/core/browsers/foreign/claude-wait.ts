// What `computer wait` does through an extension of spec 001: short looks at the page, until all is there that the call names.
import { HubError } from '../../../../contract/errors.ts';
import { pause } from '../../platform/wait.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { Condition } from '../../../../native-host/dialects/claude/claude-scripts.ts';

const lookEveryMs = 200;
/** A page that is on its way cannot be asked; one that cannot for so long will not be. */
const mostUnaskedMs = 5_000;

/** Whether all is there; an error that says why not where the page could not be asked. */
export type Look = (condition: Condition) => Promise<boolean | HubError>;

/** Rejects with ERR_TOOL_FAILED where it is not there in time, or the page cannot be asked. */
export async function waitUntilThere(
  condition: Condition,
  seconds: number,
  look: Look,
  signal: AbortSignal,
): Promise<ToolResult> {
  const asked = Object.entries(condition).filter(([, value]) => value !== '');
  const what = asked.map(([name, value]) => `${name} ${JSON.stringify(value.slice(0, 200))}`).join(' and ');
  const startedAt = performance.now();
  let unaskedSince: number | null = null;
  for (;;) {
    const seen = await look(condition);
    const now = performance.now();
    const waited = now - startedAt;
    if (seen === true)
      return { content: [{ type: 'text', text: `The ${what} is there after ${Math.round(waited)} ms.` }] };
    const isOver = waited >= seconds * 1_000;
    if (seen === false) unaskedSince = null;
    else {
      unaskedSince ??= now;
      if (isOver || now - unaskedSince >= mostUnaskedMs) throw seen;
    }
    if (isOver)
      throw new HubError('ERR_TOOL_FAILED', `The ${what} was not there within ${seconds} s; look with read_page.`);
    await pause(lookEveryMs, signal);
  }
}
