// Who comes without a credential is new until the user has answered: let in, or shut out from every call.
import { expect, test } from 'vitest';
import { openScene, RawClient, textResult } from './claude-scene.ts';
import { openScene as openClaudezilla } from './claudezilla-scene.ts';

test('Who is shut out is disconnected and refused every call until it is let in again.', async () => {
  const { panel, socketPath, extend } = await openScene();
  await extend(() => textResult('Done.'));
  const first = await RawClient.connect(socketPath);
  expect(JSON.stringify(await first.execute('tabs_context_mcp'))).toContain('Done.');
  await panel.waitFor(({ clients }) => Object.values(clients).length === 1, 'the newcomer is shown');
  const [client] = Object.values(panel.snapshot.clients);
  expect(client).toMatchObject({ verified: false });
  expect(client).not.toHaveProperty('admitted');
  const clientId = client?.id ?? '';

  await panel.request('clients:admit', { clientId, admitted: false });
  await first.closed;
  await panel.waitFor(({ clients }) => clients[clientId]?.admitted === false, 'it is shown as shut out');
  const second = await RawClient.connect(socketPath);
  expect(JSON.stringify(await second.execute('tabs_context_mcp'))).toContain('shut');

  await panel.request('clients:admit', { clientId, admitted: true });
  expect(JSON.stringify(await second.execute('tabs_context_mcp'))).toContain('Done.');
});

test('Who is shut out of spec 000’s socket is refused what the hub answers by itself, too.', async () => {
  const { panel, ask } = await openClaudezilla();
  expect(await ask('getSlotRequests', { agentId: 'agent_a_1' })).toMatchObject({ success: true });
  await panel.request('clients:admit', { clientId: 'compat-claudezilla', admitted: false });
  for (const command of ['getSlotRequests', 'cleanupOrphanedTabs', 'startLoop', 'createWindow'])
    expect(JSON.stringify(await ask(command, { agentId: 'agent_a_1', url: 'https://shop.example/' }))).toContain(
      'shut Claudezilla out',
    );
  expect(await ask('ping')).toMatchObject({ success: true });
  await panel.request('clients:admit', { clientId: 'compat-claudezilla', admitted: true });
  expect(await ask('getSlotRequests', { agentId: 'agent_a_1' })).toMatchObject({ success: true });
});
