// The newest answer of a page of each browser: what counts as one, how often it is written, and that a restart keeps it.
import { expect, test } from 'vitest';
import { PageAnswers } from '../../../../electron/core/browsers/page-answers.ts';
import { buildState } from '../../../support/hub-fixtures.ts';

const noon = Date.UTC(2026, 10, 23, 12);

async function openAnswers(kept: Map<string, unknown> = new Map()) {
  const state = buildState();
  let now = noon;
  let writes = 0;
  const settings = {
    get: async <T>(key: string, schema: { parse(value: unknown): T }) =>
      kept.has(key) ? schema.parse(kept.get(key)) : null,
    set: async (key: string, value: unknown) => {
      writes += 1;
      kept.set(key, structuredClone(value));
    },
  };
  const answers = new PageAnswers({ state, settings, now: () => now });
  await answers.load();
  return {
    answers,
    kept,
    shown: () => state.snapshot().pageAnswers,
    writes: () => writes,
    at: (time: number) => (now = time),
  };
}

const read = { tool: 'read_page', args: {}, tabId: 7 };

test('a call through a tab and one that opened a tab count; a list, and a tab that was closed, do not', async () => {
  const { answers, shown } = await openAnswers();
  answers.note('b', { tool: 'tabs_context', args: {} }, noon);
  answers.note('b', { tool: 'tabs_close', args: {}, tabId: 7 }, noon);
  expect(shown()).toEqual({});
  answers.note('b', { tool: 'tabs_create', args: {} }, noon);
  expect(shown()).toEqual({ b: { at: noon, tool: 'tabs_create' } });
});

test('it is written once a minute, and at once where the browser has come back', async () => {
  const { answers, shown, writes, at } = await openAnswers();
  answers.note('b', read, noon);
  at(noon + 59_999);
  answers.note('b', read, noon);
  expect([shown()['b']?.at, writes()]).toEqual([noon, 1]);
  answers.note('b', read, noon + 30_000);
  expect([shown()['b']?.at, writes()]).toEqual([noon + 59_999, 2]);
  at(noon + 60_000);
  answers.note('b', read, noon + 30_000);
  expect([shown()['b']?.at, writes()]).toEqual([noon + 60_000, 3]);
});

test('the next hub knows it, and one that was forgotten is gone for good', async () => {
  const before = await openAnswers();
  before.answers.note('b', read, noon);
  before.answers.note('c', read, noon);
  const next = await openAnswers(before.kept);
  expect(next.shown()).toEqual({ b: { at: noon, tool: 'read_page' }, c: { at: noon, tool: 'read_page' } });
  next.answers.forget('b');
  expect(Object.keys((await openAnswers(before.kept)).shown())).toEqual(['c']);
});
