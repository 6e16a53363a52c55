// Who comes without a credential is new until the user has answered: let in, or shut out from every call.
import { expect, test } from 'vitest';
import { openScene, RawClient, textResult } from './claude-scene.ts';

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
