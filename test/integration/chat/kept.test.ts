// What outlives the hub: conversations, found again after a kill in the middle of an answer, searched, exported, deleted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { says } from '../../support/models/script.ts';
import { FollowedChat, openChatScene } from './chat-scene.ts';
import type { ChatScene } from './chat-scene.ts';

let scene: ChatScene;
beforeAll(async () => {
  scene = await openChatScene();
});
afterAll(() => scene.end());

test('A hub that is killed in the middle of an answer loses no more than the round under way.', async () => {
  scene.models.script(says('Before.'));
  const chat = await scene.chat();
  await chat.send('First question');
  await chat.ended();
  let release = () => {};
  const until = new Promise<void>(resolve => {
    release = resolve;
  });
  scene.models.script({
    pieces: [
      { kind: 'text', text: 'In the middle' },
      { kind: 'wait', until },
    ],
  });
  await chat.send('Second question');
  await expect.poll(() => JSON.stringify(chat.answer.steps)).toContain('In the middle');
  await scene.killed();
  release();

  const after = await FollowedChat.open(scene.panel, chat.id);
  expect(after.view.turns).toMatchObject([
    { text: 'First question' },
    { state: 'ended', steps: [{ text: 'Before.' }] },
    { text: 'Second question' },
    { state: 'ended' },
  ]);
  expect(after.answer.steps.at(-1)).toMatchObject({ kind: 'stopped', by: 'hub' });
  expect(after.view.head.row.state).toBe('idle');
  scene.models.script(says('Afterwards.'));
  await scene.panel.request('chat:retry', { conversationId: chat.id, turnId: after.answer.id });
  await expect.poll(() => JSON.stringify(after.answer.steps)).toContain('Afterwards.');
  await after.ended();
});

test('They are found by what was asked and answered, exported, renamed and deleted.', async () => {
  scene.models.script(says('The walrus sleeps.'));
  const chat = await scene.chat();
  await chat.send('What does it do?');
  await chat.ended();
  const conversationId = chat.id;
  const { rows } = await scene.panel.request('chat:list', { text: 'WALRUS' });
  expect(rows).toMatchObject([
    { id: conversationId, title: 'What does it do?', found: { excerpt: 'The walrus sleeps.' } },
  ]);
  const { name, text } = await scene.panel.request('chat:export', { conversationId, format: 'markdown' });
  expect(name).toBe('what-does-it-do.md');
  expect(text).toContain('The walrus sleeps.');
  await scene.panel.request('chat:set', { conversationId, change: { title: 'Sea animals' } });
  expect((await scene.panel.request('chat:list', { text: 'sea' })).rows).toMatchObject([
    { title: 'Sea animals', found: null },
  ]);
  const { conversations = 0 } = scene.panel.snapshot.hub.chat ?? {};
  await scene.panel.request('chat:remove', { conversationId });
  expect((await scene.panel.request('chat:list', { text: 'walrus' })).rows).toEqual([]);
  await expect(scene.panel.request('chat:open', { conversationId })).rejects.toThrow('There is no such conversation');
  await expect.poll(() => scene.panel.snapshot.hub.chat?.conversations).toBe(conversations - 1);
});
