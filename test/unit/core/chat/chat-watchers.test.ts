// What panels are told of conversations: of those alone that they have open, once a frame, in order, and nothing twice or never.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChatWatchers } from '../../../../electron/core/chat/chat-watchers.ts';
import type { ChatTurn } from '../../../../contract/schemas/chat.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';

const chat = 'aaaaaaaaaaaa';
const other = 'bbbbbbbbbbbb';
const turnId = 'cccccccccccc';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function playedWatchers() {
  const told: PanelEvent[] = [];
  let written = '';
  const watchers = new ChatWatchers({
    head: () => null,
    turn: (_, id) => ({ id, steps: [{ kind: 'text', text: written }] }) as unknown as ChatTurn,
    tell: event => told.push(event),
  });
  const write = (text: string, chatId = chat) => {
    watchers.text(chatId, turnId, { step: 0, field: 'text', from: written.length, text });
    written += text;
  };
  return { watchers, told, write };
}

function playedPanel() {
  const events: PanelEvent[] = [];
  const gone = new AbortController();
  return { events, leave: () => gone.abort(), send: (event: PanelEvent) => events.push(event), gone: gone.signal };
}

const textsOf = (events: readonly PanelEvent[]) =>
  events.flatMap(event => (event.event === 'chat:text' ? [{ from: event.data.from, text: event.data.text }] : []));

test('Pieces that come within a frame are one event, which goes on where the one before has ended.', () => {
  const { watchers, write } = playedWatchers();
  const panel = playedPanel();
  watchers.open(chat, panel);
  for (const piece of ['a', 'b', 'c']) write(piece);
  vi.advanceTimersByTime(16);
  write('d');
  vi.advanceTimersByTime(16);
  expect(textsOf(panel.events)).toEqual([
    { from: 0, text: 'abc' },
    { from: 3, text: 'd' },
  ]);
});

test('At most 63 events a second, and every character once, whatever the pace of the pieces.', () => {
  const { watchers, write } = playedWatchers();
  const panel = playedPanel();
  watchers.open(chat, panel);
  for (let at = 0; at < 1_000; at += 1) {
    write(String(at % 10));
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(16);
  const texts = textsOf(panel.events);
  expect(texts.length).toBeLessThanOrEqual(63);
  expect(texts.map(({ text }) => text).join('')).toBe(Array.from({ length: 1_000 }, (_, at) => at % 10).join(''));
});

test('A turn that is sent whole holds the text of its frame, which is not sent beside it.', () => {
  const { watchers, write } = playedWatchers();
  const panel = playedPanel();
  watchers.open(chat, panel);
  write('a');
  watchers.changed(chat, turnId);
  write('b');
  vi.advanceTimersByTime(16);
  expect(panel.events).toMatchObject([{ event: 'chat:turn', data: { turn: { steps: [{ text: 'ab' }] } } }]);
});

test('Only panels that have it open hear of it, from when they opened it until they leave or go.', () => {
  const { watchers, write } = playedWatchers();
  const [first, second, third] = [playedPanel(), playedPanel(), playedPanel()];
  watchers.open(chat, first);
  watchers.open(other, third);
  write('a');
  watchers.open(chat, second);
  write('b');
  vi.advanceTimersByTime(16);
  expect(textsOf(first.events)).toEqual([
    { from: 0, text: 'a' },
    { from: 1, text: 'b' },
  ]);
  expect(textsOf(second.events)).toEqual([{ from: 1, text: 'b' }]);
  watchers.leave(chat, first);
  second.leave();
  write('c');
  vi.advanceTimersByTime(16);
  expect(textsOf(first.events)).toHaveLength(2);
  expect(textsOf(second.events)).toHaveLength(1);
  expect(third.events).toEqual([]);
  expect(watchers.isOpen(chat)).toBe(false);
});

test('Every panel hears which rows of the list have changed, at most five times a second.', () => {
  const { watchers, told } = playedWatchers();
  for (let at = 0; at < 100; at += 1) watchers.changed(at % 2 === 0 ? chat : other, null);
  vi.advanceTimersByTime(200);
  expect(told).toEqual([{ event: 'chat:changed', data: { conversationIds: [chat, other] } }]);
});
