// Conversations behind Harbor's first wire: nothing of one is changed before its user has decided, and an answer ends with what allowed it.
import { expect, onTestFinished, test } from 'vitest';
import { startModelServer } from '../../support/models/model-server.ts';
import { saysInPieces } from '../../support/models/script.ts';
import { answer } from '../hub/scenes.ts';
import { grant, harbor, openHarborA } from './harbor-a-scene.ts';

async function openChat() {
  const all = await openHarborA();
  const models = await startModelServer();
  onTestFinished(() => models.close());
  await all.panel.request('models:add', { type: 'ollama', baseUrl: models.ollama });
  const { session } = await all.a.ask('chat_create_session', { enabled_servers: [], name: 'Notes' });
  const { id: session_id } = session as { id: string };
  const get = async () => (await all.a.ask('chat_get_session', { session_id })).session;
  return { ...all, models, session_id, get };
}

test('A message that its user refuses changes nothing of the conversation.', async () => {
  const { a, panel, session_id, get } = await openChat();
  const before = await get();
  const sent = a.refusal('chat_send_message', { session_id, message: 'Hello', use_tool_router: true });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
  expect(await get()).toEqual(before);
  await answer(panel, 'deny', 'use');
  expect(await sent).toBe('chat_error');
  expect(await get()).toEqual(before);
});

test('An answer that is being written ends when the permission for it is revoked, and its asker hears of it at once.', async () => {
  const { a, panel, models, session_id, get } = await openChat();
  const allowed = await grant(panel, harbor, 'model:prompt');
  let goOn: (value?: unknown) => void = () => {};
  const until = new Promise(resolve => (goOn = resolve));
  onTestFinished(() => goOn());
  const { pieces } = saysInPieces(['It begins', ' and goes on']);
  models.script({ pieces: [...pieces.slice(0, 1), { kind: 'wait', until }, ...pieces.slice(1)] });
  const sent = a.ask('chat_send_message', { session_id, message: 'Hello' });
  await panel.waitFor(() => models.asked.length === 1, 'the model is asked');
  await panel.request('grants:revoke', { grantId: allowed.grant.id });
  expect(await sent).toMatchObject({ error: { code: 'chat_error' } });
  const session = (await get()) as { messages: { content: string }[] };
  expect(JSON.stringify(session.messages)).not.toContain('goes on');
  // The next one is not held up by it.
  await grant(panel, harbor, 'model:prompt');
  models.script(saysInPieces(['Here']));
  expect(await a.ask('chat_send_message', { session_id, message: 'Again' })).toMatchObject({ response: 'Here' });
});
