// Spec 001 wraps any method: one that is not execute_tool reaches the extension as it is once the user has agreed, and its answer its asker.
import { expect, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { openScene, RawClient, textResult, withGroup } from './claude-scene.ts';

const asked = { method: 'get_settings', params: { deep: [1, { a: null }], text: 'x' } };

test('001 Message Routing: any method is forwarded with its params, and its answer comes back as it was.', async () => {
  const { socketPath, extend, panel } = await openScene();
  const extension = await extend(withGroup(() => textResult('page')));
  const client = await RawClient.connect(socketPath);
  client.send({ ...asked, more: 'is dropped' });
  expect(await client.take()).toEqual({ result: { done: true } });
  extension.answerMethod = () => ({ error: { code: 7 } });
  client.send({ method: 'get_settings' });
  expect(await client.take()).toEqual({ error: { code: 7 } });
  extension.answerMethod = () => textResult('said');
  client.send({ method: 'say', params: 'plainly' });
  expect(await client.take()).toEqual(textResult('said'));
  expect(extension.heard.filter(({ type }) => type === 'tool_request')).toEqual([
    { type: 'tool_request', ...asked },
    { type: 'tool_request', method: 'get_settings' },
    { type: 'tool_request', method: 'say', params: 'plainly' },
  ]);
  // Asked once for each method: an answer for always speaks of that one alone.
  const rules = () => Object.values(panel.snapshot.grants).flatMap(({ tools }) => tools ?? []);
  await panel.waitFor(() => rules().toSorted().join() === 'method:get_settings,method:say', 'each has its rule');
});

test('A method that the user refuses does not reach the extension.', async () => {
  const { socketPath, extend } = await openScene('deny');
  const extension = await extend(() => textResult('page'));
  const client = await RawClient.connect(socketPath);
  client.send(asked);
  expect(await client.take()).toEqual({ error: { content: expect.stringContaining('[ERR_PERMISSION_DENIED]') } });
  client.send({ type: 'ping' });
  await client.take();
  expect(extension.heard.filter(({ type }) => type === 'tool_request')).toEqual([]);
});

test('A method that names a tab of somebody else is refused as a call is, wherever in its params the tab stands.', async () => {
  const { socketPath, extend } = await openScene();
  const extension = await extend(withGroup(() => textResult('page')));
  const [owner, other] = [await RawClient.connect(socketPath), await RawClient.connect(socketPath)];
  await owner.execute('tabs_context_mcp', { createIfEmpty: true });
  for (const params of [{ tabId: 7 }, { args: { tabId: 7 } }]) {
    other.send({ method: 'peek', params });
    expect(await other.take()).toEqual({
      error: { content: expect.stringMatching(/^OWNERSHIP: Cannot use peek in tab 7/) },
    });
  }
  other.send({ method: 'peek', params: { tabId: 8, args: { tabId: 7 } } });
  expect(await other.take()).toEqual({ error: { content: expect.stringContaining('tabId is [8,7]') } });
  owner.send({ method: 'peek', params: { args: { tabId: 7 } } });
  expect(await owner.take()).toEqual({ result: { done: true } });
  expect(extension.heard.filter(({ method }) => method === 'peek')).toEqual([
    { type: 'tool_request', method: 'peek', params: { args: { tabId: 7 } } },
  ]);
});

test('Without a browser whose extension speaks the wire, a method is refused with a sentence.', async () => {
  const { socketPath } = await openScene();
  const client = await RawClient.connect(socketPath);
  client.send(asked);
  expect(await client.take()).toEqual({ error: { content: expect.stringMatching(/^No browser is connected\./) } });
});

test('001 Socket Server: params that mean nothing here are named in the first answer after they came.', async () => {
  const { socketPath, extend } = await openScene();
  const extension = await extend(withGroup(() => textResult('page')));
  const client = await RawClient.connect(socketPath);
  await client.execute('tabs_context_mcp', { createIfEmpty: true });
  const ask = () => {
    const more = { tabId: 7, tabGroupId: 3, session_scope: { sessionId: 's' } };
    client.send({ method: 'execute_tool', params: { client_id: 'other', tool: 'get_page_text', args: {}, ...more } });
    return client.take();
  };
  const words = {
    type: 'text',
    text: 'Not used by this host, in this call and in later ones: tabGroupId, session_scope.',
  };
  expect(await ask()).toEqual({ result: { content: [{ type: 'text', text: 'page' }, words] } });
  expect(await ask()).toEqual(textResult('page'));
  await until(() => extension.requests.filter(({ tool }) => tool === 'get_page_text').length === 2, 'both are there');
  // The tab that stands beside the args is the one of the call; who asks is the hub, for the extension.
  expect(extension.requests.find(({ tool }) => tool === 'get_page_text')).toEqual({
    client_id: 'claude-code',
    tool: 'get_page_text',
    args: { tabId: 7 },
  });
});
