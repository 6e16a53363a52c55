// What `computer wait` says through an extension of spec 001 where the page cannot tell whether something is there.
import { createContext, Script } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClaudeSelectors } from '../../../../../electron/core/browsers/foreign/claude-selectors.ts';
import { QuotedError } from '../../../../../electron/core/wire/rpc-error.ts';
import type { Ask } from '../../../../../electron/core/browsers/foreign/foreign-group.ts';

const origin = 'https://shop.example';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that has nothing, and reads only selectors without a colon. */
const page = createContext({
  performance: { timeOrigin: 1 },
  location: { origin, href: `${origin}/` },
  document: {
    querySelector: (selector: string) => {
      if (selector.includes(':')) throw new DOMException(`'${selector}' is not a valid selector.`, 'SyntaxError');
      return null;
    },
  },
});

const answers: Ask = async (_tool, { text }) => ({
  content: [{ type: 'text', text: String(new Script(String(text)).runInContext(page)) }],
});
const refuses: Ask = async () => ({ content: [{ type: 'text', text: 'Scripts are not allowed.' }], isError: true });

/** How a wait of that many seconds ends, and after how many. */
async function waited(ask: Ask, args: Readonly<Record<string, unknown>>) {
  const startedAt = performance.now();
  const call = { tool: 'computer', args: { action: 'wait', ...args }, tabId: 7, decided: { origin } };
  const ended = new ClaudeSelectors(ask, new AbortController().signal).carryOut(call).then(
    () => null,
    (error: unknown) => ({ error, seconds: Math.round((performance.now() - startedAt) / 1_000) }),
  );
  await vi.advanceTimersByTimeAsync(400_000);
  return ended;
}

test('A selector that browsers do not read is told at once, and not waited for.', async () => {
  const ended = await waited(answers, { selector: 'button:contains("Save")', duration: 300 });
  expect(ended).toMatchObject({
    error: { code: 'ERR_TOOL_FAILED', message: 'computer: that selector is not valid in CSS.' },
    seconds: 0,
  });
  const missing = await waited(answers, { selector: '#save', duration: 20 });
  expect(missing).toMatchObject({ error: { message: expect.stringContaining('within 20 s') }, seconds: 20 });
});

test('A page that cannot be asked for some seconds in a row is told as that, in the words of the extension.', async () => {
  const message = 'computer: the page could not be asked; the extension says: Scripts are not allowed.';
  const ended = await waited(refuses, { text: 'Save', duration: 300 });
  expect(ended).toMatchObject({ error: { code: 'ERR_TOOL_FAILED', message }, seconds: 5 });
  expect(ended?.error).toBeInstanceOf(QuotedError);
  expect(await waited(refuses, { text: 'Save', duration: 1 })).toMatchObject({ error: { message }, seconds: 1 });
});

test('One that is on its way now and then is waited for until the end.', async () => {
  const ask: Ask = (...asked) => (performance.now() % 4_000 < 3_000 ? refuses : answers)(...asked);
  const ended = await waited(ask, { selector: '#save', duration: 39 });
  expect(ended).toMatchObject({ seconds: 39 });
});
