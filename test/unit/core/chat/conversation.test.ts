// A conversation as a tree of turns: versions of questions and answers, which of them are shown, copies, titles.
import { expect, test } from 'vitest';
import { Conversation, newChat, titleOf } from '../../../../electron/core/chat/conversation.ts';
import { exportChat } from '../../../../electron/core/chat/export-chat.ts';
import { foundExcerpt } from '../../../../electron/core/chat/found-excerpt.ts';
import { firstAnswer } from './scripted-run.ts';
import type { KeptCall, KeptTurn } from '../../../../contract/schemas/chat-kept.ts';

function freshConversation() {
  let ids = 0;
  let now = 1_000;
  const kept = new Map<string, () => unknown>();
  const options = {
    persist: {
      put: (id: string, chat: () => unknown) => void kept.set(id, chat),
      putTurn: (_: string, id: string, turn: () => unknown) => void kept.set(id, turn),
    },
    now: () => (now += 1),
    newId: () => String((ids += 1)).padStart(12, '0'),
    mask: { value: <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('s3cret', '•••')) as T },
    changed: () => {},
  };
  const conversation = new Conversation(newChat({ kind: 'user' }, options), [], options);
  const { kind: _, id: _id, parent: _parent, at: _at, ...fields } = firstAnswer;
  const answer = (parent: string, text: string) =>
    conversation.answer(parent, {
      ...fields,
      state: 'ended',
      steps: [{ kind: 'text', round: 1, text, reasoning: '' }],
    });
  return { conversation, answer, options, kept };
}

const texts = (path: readonly KeptTurn[]) =>
  path.map(turn =>
    turn.kind === 'question' ? turn.text : turn.steps.map(step => ('text' in step ? step.text : '')).join(''),
  );

test('A question that is edited, and an answer that is asked for again, are versions beside what was there.', () => {
  const { conversation, answer } = freshConversation();
  const first = conversation.ask('One?', [], null);
  const one = answer(first.id, 'One.');
  const next = conversation.ask('And two?', [], one.id);
  answer(next.id, 'Two.');
  expect(texts(conversation.path())).toEqual(['One?', 'One.', 'And two?', 'Two.']);

  const again = answer(first.id, 'Uno.');
  expect(texts(conversation.path())).toEqual(['One?', 'Uno.']);
  expect(conversation.versions(one).map(({ id }) => id)).toEqual([one.id, again.id]);

  const edited = conversation.ask('Three?', [], null);
  expect(texts(conversation.path())).toEqual(['Three?']);
  expect(conversation.versions(edited).map(({ id }) => id)).toEqual([first.id, edited.id]);

  conversation.choose(one.id);
  expect(texts(conversation.path())).toEqual(['One?', 'One.', 'And two?', 'Two.']);
  conversation.choose(first.id);
  expect(texts(conversation.path())).toEqual(['One?', 'Uno.']);
});

test('A copy has turns of its own, with its files and the title of what it was copied from until it gets one.', () => {
  const { conversation, answer, options } = freshConversation();
  const file = { id: 'f1', name: 'a.csv', mediaType: 'text/csv', bytes: 3 };
  const question = conversation.ask('One?', [file], null);
  answer(question.id, 'One.');
  const copy = new Conversation(newChat({ kind: 'user' }, options), [], options);
  copy.fill(conversation.path(), id => `copy of ${id}`, conversation.chat.title);
  expect(texts(copy.path())).toEqual(['One?', 'One.']);
  expect(copy.path()[0]).toMatchObject({ files: [{ id: 'copy of f1' }] });
  expect(copy.path().map(({ id }) => id)).not.toEqual(conversation.path().map(({ id }) => id));
  expect(copy.chat).toMatchObject({ title: 'One?', isBranch: true, questions: 1 });
  copy.set({ title: 'Own' });
  expect(copy.chat).toMatchObject({ title: 'Own', isBranch: false });
});

test('What is kept has no secrets in it, and what the model is told again has them.', () => {
  const { conversation, kept } = freshConversation();
  const question = conversation.ask('Is it s3cret?', [], null);
  expect(JSON.stringify(kept.get(question.id)?.())).toContain('Is it •••?');
  expect(texts(conversation.path())).toEqual(['Is it s3cret?']);
});

test('The settings that are named change, the others stay.', () => {
  const { conversation } = freshConversation();
  conversation.set({ budget: { calls: 3 }, servers: 'all' });
  expect(conversation.chat.settings).toMatchObject({
    budget: { calls: 3, rounds: 10, cost: null },
    servers: 'all',
    model: null,
  });
});

test.each([
  ['  \n Which   invoices failed?\nSince Monday.', 'Which invoices failed?'],
  ['word '.repeat(30), `${'word '.repeat(12).trim()}…`],
  ['x'.repeat(100), `${'x'.repeat(60)}…`],
  ['', ''],
])('The title is the beginning of the first line: %j', (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test('The first question names it, unless somebody has.', () => {
  const { conversation } = freshConversation();
  conversation.ask('One?', [], null);
  conversation.ask('Two?', [], conversation.chat.leaf);
  expect(conversation.chat).toMatchObject({ title: 'One?', questions: 2 });
});

test('Nothing in an exported text gets out of the fence or the code that it stands in.', () => {
  const { conversation, answer } = freshConversation();
  const question = conversation.ask('One?', [], null);
  const { id } = answer(question.id, 'One.');
  const ended = conversation.expect(id, 'answer');
  const call: KeptCall = {
    ...{ id: 'c', name: 'db__q', toolId: 'db/q', sourceId: 'db', tool: 'q', rule: 'grant 1', seq: 1, startedAt: 1 },
    ...{ latencyMs: 1, waitedMs: 0, state: { kind: 'done', isError: false }, arguments: { sql: '`x`' } },
    resultText: '```\n# Not a heading\n````',
  };
  conversation.put({ ...ended, steps: [...ended.steps, { kind: 'calls', round: 1, calls: [call] }] });
  const { name, text } = exportChat(conversation.chat, conversation.path(), 'markdown');
  expect(name).toBe('one.md');
  expect(text).toContain('  `````\n  ```\n  # Not a heading\n  ````\n  `````');
  expect(text).toContain('`` {"sql":"`x`"} ``');
  const json = JSON.parse(exportChat(conversation.chat, conversation.path(), 'json').text) as { turns: unknown[] };
  expect(json.turns).toMatchObject([{ text: 'One?' }, { kind: 'answer' }]);
});

test.each([
  ['It failed for Äpfel and pears.', 'äpfel', 'It failed for Äpfel and pears.'],
  [`${'before '.repeat(20)}needle${' after'.repeat(30)}`, 'NEEDLE', /^….*needle.*…$/],
  ['nothing here', 'needle', ''],
])('What was found stands in a short part of its text: %j', (text, wanted, excerpt) => {
  const found = foundExcerpt(text, wanted);
  if (typeof excerpt === 'string') expect(found).toBe(excerpt);
  else expect(found).toMatch(excerpt);
});

test('A conversation that cannot be cleared stays as it is; while it is being cleared nobody asks in it.', async () => {
  const { conversation, answer } = freshConversation();
  const first = conversation.ask('One?', [], null);
  answer(first.id, 'One.');
  let fail = (_: Error) => {};
  const clearing = conversation.clear(() => new Promise((_, reject) => (fail = reject)));
  expect(() => conversation.expectOpen()).toThrow('is being cleared');
  fail(new Error('The disk is full.'));
  await expect(clearing).rejects.toThrow('The disk is full.');
  expect(() => conversation.expectOpen()).not.toThrow();
  expect(texts(conversation.path())).toEqual(['One?', 'One.']);

  const kept: unknown[] = [];
  await conversation.clear(async cleared => void kept.push(cleared));
  expect(kept).toMatchObject([{ id: conversation.id, leaf: null, questions: 0, title: 'One?' }]);
  expect(conversation.path()).toEqual([]);
  expect(conversation.versions(first)).toEqual([]);
});
