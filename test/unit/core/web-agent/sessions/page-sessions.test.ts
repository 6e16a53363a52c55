// The sessions of pages in time: what ends them, and what waits in them then.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../../../../../electron/core/web-agent/page.ts';
import { textTerms } from '../../../../../electron/core/web-agent/sessions/page-session.ts';
import { idleMs, PageSessions } from '../../../../../electron/core/web-agent/sessions/page-sessions.ts';
import { buildBrowser } from '../../../../support/hub-fixtures.ts';
import type { PageOptions } from '../../../../../electron/core/web-agent/page.ts';
import type { SessionTerms } from '../../../../../electron/core/web-agent/sessions/page-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const text = { model: null, system: undefined, temperature: undefined, topP: undefined, topK: undefined, initial: [] };
const explicit: SessionTerms = { ...textTerms(text), kind: 'explicit' };

function scene() {
  const opened = {
    tabId: 1,
    frameId: 0,
    document: 'd',
    origin: 'https://a.example',
    url: 'https://a.example/',
    title: '',
  };
  const unused = {} as Pick<PageOptions, 'sites' | 'rules'>;
  const page = new Page({ browser: buildBrowser(), opened, key: 'key', ...unused });
  return { page, sessions: new PageSessions({ now: () => Date.now(), randomBytes }) };
}

test('a session ends at its time, and with it what waits in it', () => {
  const { page, sessions } = scene();
  const session = sessions.open(page, { ...explicit, expiresAt: Date.now() + 60_000 });
  vi.advanceTimersByTime(59_000);
  sessions.used(session);
  expect(sessions.expect(page, session.id)).toBe(session);
  vi.advanceTimersByTime(1_001);
  expect(session.ended.signal.aborted).toBe(true);
  expect(() => sessions.expect(page, session.id)).toThrow('There is no session');
  expect(sessions.list(page)).toEqual([]);
});

test('one in which nothing is done for an hour ends; a conversation stays as long as its page', () => {
  const { page, sessions } = scene();
  const used = sessions.open(page, explicit);
  const idle = sessions.open(page, explicit);
  const implicit = sessions.open(page, textTerms(text));
  vi.advanceTimersByTime(idleMs - 1_000);
  sessions.used(used);
  vi.advanceTimersByTime(1_001);
  expect(idle.ended.signal.aborted).toBe(true);
  expect(sessions.list(page).map(({ sessionId }) => sessionId)).toEqual([implicit.id, used.id]);
  vi.advanceTimersByTime(idleMs);
  expect(sessions.list(page).map(({ sessionId }) => sessionId)).toEqual([implicit.id]);
  sessions.gone(page);
  expect(implicit.ended.signal.aborted).toBe(true);
});

test('a clock that stood still ends a session when it is looked at', () => {
  const { page, sessions } = scene();
  const session = sessions.open(page, { ...explicit, expiresAt: Date.now() + 60_000 });
  vi.setSystemTime(Date.now() + 60_001);
  expect(() => sessions.expect(page, session.id)).toThrow('There is no session');
});

test('a page has so many sessions', () => {
  const { page, sessions } = scene();
  for (let opened = 0; opened < 100; opened += 1) sessions.open(page, explicit);
  expect(() => sessions.open(page, explicit)).toThrow('100 sessions');
});

test('conversations of a page hold a bounded sum of characters, counted when they are made, cloned and used', () => {
  const { page, sessions } = scene();
  const long = (chars: number) => [{ role: 'assistant' as const, text: 'x'.repeat(chars), toolCalls: [] }];
  const ofChars = (chars: number) => textTerms({ ...text, initial: long(chars) });
  expect(() => sessions.open(page, ofChars(4_000_001))).toThrow('at most 4000000 are kept');
  const [first] = Array.from({ length: 4 }, () => sessions.open(page, ofChars(3_900_000)));
  expect(() => sessions.open(page, textTerms(text), long(3_900_000))).toThrow('Destroy some');
  const small = sessions.open(page, textTerms({ ...text, system: 'x'.repeat(300_000) }));
  expect(() => sessions.expectRoom(small, long(200_000))).toThrow('Destroy some');
  sessions.destroy(page, first!.id);
  expect(() => sessions.expectRoom(small, long(200_000))).not.toThrow();
  expect(() => sessions.open(page, ofChars(3_000_000))).not.toThrow();
});
