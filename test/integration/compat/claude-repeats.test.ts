// The real client gives up after 30 s, comes back and repeats its request: it must not be carried out twice.
import { expect, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { openScene, RawClient, textResult, withGroup } from './claude-scene.ts';
import type { ToolRequest } from './claude-scene.ts';

/** What tells two requests apart is a number that this tool does not look at. */
const ask = (tabId: number) => ({
  method: 'execute_tool',
  params: { client_id: 'claude-code', tool: 'tabs_context_mcp', args: { tabId } },
});

/** An extension that answers when the test says so, with how often it was asked. */
async function openHeld() {
  const scene = await openScene();
  const held: ((answer: object) => void)[] = [];
  const extension = await scene.extend((_: ToolRequest) => new Promise(resolve => held.push(resolve)));
  const asked = async (times: number) => {
    await until(() => extension.requests.length === times, `the extension is asked ${times} times`);
    return (text: string) => held.shift()?.(textResult(text));
  };
  const agents = () => Object.values(scene.panel.snapshot.agents);
  return { ...scene, extension, asked, agents };
}

test('A repeat after the close joins the call that is carried out, as the same agent.', async () => {
  const { socketPath, extension, asked, agents, panel } = await openHeld();
  const first = await RawClient.connect(socketPath);
  first.send(ask(1));
  const answer = await asked(1);
  await first.close();
  const again = await RawClient.connect(socketPath);
  again.send(ask(1));
  // An answer to a ping shows that the hub has read what came before it only once that is answered; so the order is the proof.
  again.send({ type: 'ping' });
  answer('once');
  expect([await again.take(), await again.take()]).toEqual([
    textResult('once'),
    { type: 'pong', timestamp: expect.any(Number) },
  ]);
  expect(extension.requests).toHaveLength(1);
  await panel.waitFor(() => agents().length === 1, 'one agent is known');
});

test('The answer that came while nobody was there is the repeat’s.', async () => {
  const { socketPath, extension, asked, agents, panel } = await openHeld();
  const first = await RawClient.connect(socketPath);
  first.send(ask(1));
  const answer = await asked(1);
  await first.close();
  answer('kept');
  await panel.waitFor(() => agents().every(({ inFlight }) => inFlight === 0), 'the call has ended');
  const again = await RawClient.connect(socketPath);
  again.send(ask(1));
  expect(await again.take()).toEqual(textResult('kept'));
  expect(extension.requests).toHaveLength(1);
});

test('While the first asker is connected, the same request of another one is a call of its own.', async () => {
  const { socketPath, asked } = await openHeld();
  const [first, second] = [await RawClient.connect(socketPath), await RawClient.connect(socketPath)];
  first.send(ask(1));
  const answer = await asked(1);
  second.send(ask(1));
  answer('first');
  expect(await first.take()).toEqual(textResult('first'));
  (await asked(2))('second');
  expect(await second.take()).toEqual(textResult('second'));
  expect(first.waiting).toEqual([]);
});

test('A request that differs in one byte is a call of its own.', async () => {
  const { socketPath, asked } = await openHeld();
  const first = await RawClient.connect(socketPath);
  first.send(ask(1));
  const answer = await asked(1);
  await first.close();
  const other = await RawClient.connect(socketPath);
  other.send(ask(2));
  answer('for nobody');
  (await asked(2))('its own');
  expect(await other.take()).toEqual(textResult('its own'));
});

test('Nothing joins on the other endpoint.', async () => {
  const { socketPath, bridgeFolder, hub, panel, asked } = await openHeld();
  await panel.request('endpoints:set', { endpointId: 'claude-bridge-frames', on: true });
  const first = await RawClient.connect(socketPath);
  first.send(ask(1));
  const answer = await asked(1);
  await first.close();
  const other = await RawClient.connect(`${bridgeFolder}/${hub.pid}.sock`);
  other.send(ask(1));
  answer('for nobody');
  (await asked(2))('its own');
  expect(await other.take()).toEqual(textResult('its own'));
});

test('An answer that was kept is not given once its page was denied: the repeat gets the refusal.', async () => {
  const scene = await openScene();
  const { socketPath, panel } = scene;
  const held: ((answer: object) => void)[] = [];
  const extension = await scene.extend(withGroup(() => new Promise(resolve => held.push(resolve))));
  const first = await RawClient.connect(socketPath);
  await first.execute('tabs_context_mcp', { createIfEmpty: true });
  const read = {
    method: 'execute_tool',
    params: { client_id: 'claude-code', tool: 'get_page_text', args: { tabId: 7 } },
  };
  first.send(read);
  await until(() => held.length === 1, 'the page is read');
  await first.close();
  held[0]?.(textResult('kept'));
  const agents = () => Object.values(panel.snapshot.agents);
  await panel.waitFor(() => agents().every(({ inFlight }) => inFlight === 0), 'the call has ended');
  await panel.request('grants:set', {
    effect: 'deny',
    subject: { kind: 'client', id: 'compat-claude' },
    scope: 'browser:activeTab.read',
    resource: { kind: 'site', origin: 'https://example.com' },
    tools: null,
    reading: false,
    agentId: null,
    lifetime: 'always',
  });
  const again = await RawClient.connect(socketPath);
  again.send(read);
  expect(await again.take()).toEqual({ error: { content: expect.stringMatching(/\[ERR_PERMISSION_DENIED\]$/) } });
  expect(extension.requests.filter(({ tool }) => tool === 'get_page_text')).toHaveLength(1);
});
