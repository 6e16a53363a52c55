// An agent of spec 000 and a browser whose extension speaks spec 001: the tab that one opens in the other is known by its number.
import { expect, onTestFinished, test } from 'vitest';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { until } from '../../support/panel-client.ts';
import { openClockedHub } from './clocked-hub.ts';

const agentId = `agent_d35b49c6a1f04d3b8e2a7c9d0f1e2b3a_${process.pid}`;

test.each([
  ['as JSON', '{"tabId":12,"title":"New","url":"about:blank"}'],
  ['in words', 'Created a new tab. Tab ID: 12'],
])('The extension names the new tab %s, and the agent goes on in it.', async (_, said) => {
  const { hub, zilla } = await openClockedHub();
  const hello = { argv: ['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/'], pid: 5_000_000 };
  const channel = await connectToHub({ home: hub.home, role: 'relay', hello });
  onTestFinished(() => channel.close());
  const asked: unknown[] = [];
  channel.onFrame(frame => {
    const { type, params } = JSON.parse(frame.toString()) as { type: string; params?: { tool: string; args: object } };
    if (type !== 'tool_request') return;
    const isList = params?.tool === 'tabs_context_mcp';
    if (!isList) asked.push([params?.tool, params?.args]);
    const listed = { availableTabs: [{ tabId: 12, title: 'New', url: 'https://example.com/' }] };
    const other = isList ? JSON.stringify(listed) : 'Navigated to https://example.com/';
    const text = params?.tool === 'tabs_create_mcp' ? said : other;
    channel.send(JSON.stringify({ type: 'tool_response', result: { content: [{ type: 'text', text }] } }));
  });
  const isConnected = () => Object.values(hub.hub.snapshot().browsers).some(({ state }) => state.kind === 'connected');
  await until(isConnected, 'the extension is let in');
  const { client, say } = zilla();
  say('createWindow', { agentId, url: 'https://example.com/' });
  expect(await client.reply(0)).toMatchObject({ success: true, result: { tabId: 12, tabCount: 1, ownerId: agentId } });
  say('navigate', { agentId, tabId: 12, url: 'https://example.com/next' });
  expect(await client.reply(1)).toMatchObject({ success: true, result: { tabId: 12, navigated: true } });
  expect(asked).toEqual([
    ['tabs_create_mcp', {}],
    ['navigate', { url: 'https://example.com/', tabId: 12 }],
    ['navigate', { url: 'https://example.com/next', tabId: 12 }],
  ]);
});
